"""A guest obeys every law of the house."""

from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import laws
import three_card_poker as game
from croupier import houses

GOLDEN = Path(__file__).with_name("golden.txt")
SEEDS = st.integers(0, 2**32 - 1)


@settings(max_examples=40, deadline=None, derandomize=True)
@given(seed=SEEDS)
def test_it_keeps_the_laws(seed):
    laws.check_evening(game, game.Rules(), seed)


@settings(max_examples=15, deadline=None, derandomize=True)
@given(seed=SEEDS)
def test_it_keeps_the_laws_whatever_the_house_chooses(seed):
    laws.check_evening(game, laws.any_rules(game, Random(seed)), seed, hands=4)


@settings(max_examples=10, deadline=None, derandomize=True)
@given(seed=SEEDS)
def test_its_house_keeps_the_laws(seed):
    table = houses.house("high-street").tables["three-card-poker"]
    laws.check_evening(table.game, table.rules, seed)


@pytest.mark.clause("TC-06", "TC-09")
def test_who_sees_which_cards():
    seen = set()
    for seed in range(30):
        seen |= laws.check_evening(game, game.Rules(), seed)
    assert sorted(seen) == GOLDEN.read_text("utf-8").splitlines()
