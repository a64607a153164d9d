"""The worked example of docs/learning.md, in short."""

from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path

import numpy as np

EXAMPLE = Path(__file__).parents[2] / "examples" / "learn_blackjack.py"


def example():
    spec = spec_from_file_location("learn_blackjack", EXAMPLE)
    made = module_from_spec(spec)
    spec.loader.exec_module(made)
    return made


def test_a_learner_comes_near_the_best_play():
    """200,000 rounds are few; standing on everything costs far more."""
    learn = example()
    cost, error = learn.run(200_000, 200_000)
    assert error < 0.004
    assert cost < 0.05
    ignorant = np.zeros((learn.SITUATIONS, learn.SLOTS))
    env = learn.blackjack.make(learn.BOXES)
    assert learn.measured(env, ignorant, 100_000, 1)[0] > 0.1
