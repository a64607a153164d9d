"""The room in virtual time: short evenings here, long ones and all planted faults under `slow`."""

import asyncio
import os
import subprocess
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner

from croupier.cli import app, rehearsing
from croupier.rehearsal.locks import Deadlock, Locks
from croupier.rehearsal.plan import planned
from croupier.rehearsal.plants import PLANTS, named
from croupier.rehearsal.stage import rehearse
from croupier.rehearsal.statements import plain
from croupier.server import chance, clock

LINES = (Path(__file__).parent / "seeds.txt").read_text("utf-8").splitlines()
SEEDS = [int(line.split()[0]) for line in LINES]
"""Those that have found a fault of the room: it was mended, and they are kept for ever."""
QUICK = ("taken-twice", "open-cards")


@pytest.mark.parametrize("seed", SEEDS[:2])
def test_a_short_evening(seed):
    played = rehearse(seed, seconds=6)
    assert played.wrong == []
    assert played.commits


def test_the_same_seed_is_the_same_evening():
    first, again = (rehearse(8, seconds=4) for _ in range(2))
    assert first.trace == again.trace
    assert first.steps == again.steps


def test_time_and_chance_are_given_back():
    hours, source = clock.hours, chance.source
    rehearse(4, seconds=1)
    assert clock.hours is hours
    assert chance.source is source


@pytest.mark.parametrize("name", QUICK)
def test_a_planted_fault_is_found(name):
    seed, _ = rehearsing.found_by(named(name), 2)
    assert seed


def test_seeds_turn_different_faults_on():
    plans = [planned(seed, 0, 60) for seed in range(50)]
    assert {kind for plan in plans for kind in plan.faults} > {"kill", "freeze", "cable", "restart"}
    assert {plan.nodes for plan in plans} == {1, 2, 3}


def test_the_command_tells_what_it_saw(monkeypatch):
    quick = lambda seed, nodes, seconds: rehearse(seed, nodes=nodes, seconds=1)  # noqa: E731
    monkeypatch.setattr(rehearsing, "rehearse", quick)
    done = CliRunner().invoke(app, ["sim", "--seed", "4", "--nodes", "1"])
    assert done.exit_code == 0
    assert "seed 4: 1 node" in done.stdout


@pytest.mark.parametrize("wrong", [["--seed", "x"], ["--plant", "nothing"]])
def test_the_command_refuses_what_it_does_not_know(wrong):
    done = CliRunner().invoke(app, ["sim", *wrong])
    assert isinstance(done.exception, rehearsing.Mistake)


def test_whoever_closes_a_circle_of_locks_is_the_victim():
    async def play():
        locks = Locks()
        await locks.take("a", [(("t", "1"), "update")])
        await locks.take("b", [(("t", "2"), "update")])
        waits = asyncio.create_task(locks.take("a", [(("t", "2"), "share")]))
        await asyncio.sleep(0)
        with pytest.raises(Deadlock):
            await locks.take("b", [(("t", "1"), "share")])
        locks.release("b")
        await waits

    asyncio.run(play())


def test_statements_in_other_words():
    assert plain("SELECT 1 WHERE a = ANY ($1::text[]) FOR UPDATE").rstrip() == (
        "SELECT 1 WHERE a IN (SELECT value FROM json_each(?1))"
    )


@pytest.mark.slow
@pytest.mark.parametrize("plant", PLANTS, ids=lambda plant: plant.name)
def test_each_planted_fault_is_found_within_fifty_seeds(plant):
    seed, _ = rehearsing.found_by(plant)
    assert seed


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(1, 101))
def test_a_long_evening(seed):
    assert rehearse(seed, seconds=120).wrong == []


@pytest.mark.slow
def test_the_order_of_sets_is_no_part_of_an_evening():
    code = "from croupier.rehearsal.stage import rehearse; print(rehearse(8, seconds=20).trace)"
    told = {
        subprocess.run(
            [sys.executable, "-c", code],
            env=os.environ | {"PYTHONHASHSEED": hashed},
            capture_output=True,
            check=True,
        ).stdout
        for hashed in ("1", "2", "3")
    }
    assert len(told) == 1
