"""Every game in the catalogue under the laws; test_planted shows that they catch faults."""

import os
import subprocess
import sys
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import laws
from croupier import houses
from croupier.core import catalogue

HERE = Path(__file__).parent
GAMES = catalogue.names()
TABLES = [
    pytest.param(table.game, table.rules, id=f"{house.name}:{table.name}")
    for house in houses.houses()
    for table in house.tables.values()
]
SEEDS = st.integers(0, 2**32 - 1)


@pytest.mark.parametrize("name", GAMES)
@settings(max_examples=30, deadline=None, derandomize=True)
@given(seed=SEEDS)
def test_every_game_keeps_the_laws(name, seed):
    one = catalogue.game(name)
    laws.check_evening(one, one.Rules(), seed)


@pytest.mark.parametrize(("one", "rules"), TABLES)
@settings(max_examples=15, deadline=None, derandomize=True)
@given(seed=SEEDS)
def test_every_table_of_every_house_keeps_the_laws(one, rules, seed):
    laws.check_evening(one, rules, seed)


@pytest.mark.parametrize("name", GAMES)
@settings(max_examples=25, deadline=None, derandomize=True)
@given(seed=SEEDS)
def test_every_game_keeps_the_laws_whatever_the_house_chooses(name, seed):
    one = catalogue.game(name)
    laws.check_evening(one, laws.any_rules(one, Random(seed)), seed, hands=4)


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
def test_every_game_keeps_the_laws_for_long_whatever_the_house_chooses(name):
    one = catalogue.game(name)

    def check(seed):
        laws.check_evening(one, laws.any_rules(one, Random(seed)), seed, hands=4)

    laws.explore(check, 1000)


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
def test_every_game_keeps_the_laws_for_long(name):
    one = catalogue.game(name)
    laws.explore(lambda seed: laws.check_evening(one, one.Rules(), seed), 2000)


@pytest.mark.parametrize("name", GAMES)
def test_who_sees_what_is_as_written(name):
    """Beside each game lies a golden table of who sees which cards go where."""
    one = catalogue.game(name)
    rows = set().union(*(laws.check_evening(one, one.Rules(), seed) for seed in range(30)))
    golden = HERE / "golden" / f"{name}.txt"
    assert golden.read_text().splitlines() == sorted(rows)


@pytest.mark.parametrize("name", GAMES)
def test_replay_does_not_depend_on_the_hash_seed(name):
    code = f"import laws; print(laws.digest_of_evenings({name!r}))"
    digests = {
        subprocess.run(
            [sys.executable, "-c", code],
            env={**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": str(HERE)},
            check=True,
            capture_output=True,
            text=True,
        ).stdout
        for seed in ("1", "2")
    }
    assert len(digests) == 1
