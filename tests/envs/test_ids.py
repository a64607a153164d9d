"""Every id by its own community's tests, and its golden episodes."""

import gymnasium
import pettingzoo
import pytest
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, seed_test

from croupier import envs
from envs import golden

IDS = [(kind, named) for kind, names in golden.ids().items() for named in names]
DICTS = (
    "ignore:Observation is not a NumPy array",
    "ignore:Observation space for each agent probably should be",
)
"""PettingZoo says so of every environment with a mask that is not its own."""


def test_there_are_fifteen():
    assert len(IDS) == 6 + 3 + 6
    assert ("aec", "croupier/holdem-v0") in IDS
    assert ("gymnasium", "croupier/Blackjack-v0") in IDS
    assert ("gymnasium", "croupier/HoldemVersus-v0") in IDS


@pytest.mark.filterwarnings(*DICTS)
@pytest.mark.parametrize("named", golden.ids()["aec"])
def test_pettingzoo_passes_it(named, capsys):
    for players in 2, 6:
        api_test(pettingzoo.make("aec", named, players=players), num_cycles=60)
        seed_test(lambda players=players: pettingzoo.make("aec", named, players=players), 10)
    assert "Passed API test" in capsys.readouterr().out


@pytest.mark.parametrize("named", golden.ids()["gymnasium"])
def test_gymnasium_passes_it(named):
    check_env(gymnasium.make(named).unwrapped, skip_render_check=True)


@pytest.mark.parametrize(("kind", "named"), IDS)
def test_golden_episodes(kind, named):
    assert golden.path(named).read_text().splitlines() == golden.lines(kind, named)


def test_a_changed_number_is_found():
    """A planted fault: counted in chips, not in blinds."""
    env = golden.made("aec", "croupier/holdem-v0")
    env.table.sight.unit = 1
    first = golden.path("croupier/holdem-v0").read_text().splitlines()[0]
    assert first != f"0 {golden.aec_episode(env, 0)}"


def test_no_golden_file_is_left_over():
    named = {golden.path(named) for _, named in IDS}
    assert {*golden.FOLDER.iterdir()} == named


def test_what_a_game_without_a_kernel_says():
    with pytest.raises(LookupError, match="no vectorised environment"):
        envs._batch("omaha")
