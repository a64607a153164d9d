"""What all tests share."""

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from hypothesis import settings

from croupier.core import fair
from croupier.core.catalogue import Game
from croupier.core.felt import Spot
from croupier.core.hand import Hand

# Machines are noisy: a slow moment is no failure.
settings.register_profile("room", deadline=None)
settings.load_profile("room")


@pytest.hookimpl(tryfirst=True)
def pytest_cmdline_main(config):
    """A folder of tests takes all cores and half as many again, for tests of rooms and browsers
    wait half of their time; a file takes one: it begins at once. `-n` says otherwise.
    """
    if hasattr(config, "workerinput") or not any(Path(arg).is_dir() for arg in config.args):
        return
    if getattr(config.option, "numprocesses", 0) is None:
        cores = os.cpu_count() or 1
        config.option.numprocesses, config.option.dist = cores + (cores + 1) // 2, "worksteal"


def pytest_terminal_summary(terminalreporter):
    skipped = terminalreporter.stats.get("skipped", [])
    if browser := [one for one in skipped if one.nodeid.startswith("tests/web/")]:
        terminalreporter.line(
            f"{len(browser)} browser tests were skipped. To run them: install chromium, "
            "then pip install -e '.[dev]'",
            yellow=True,
        )


def stacks(amounts: Mapping[int, int]) -> dict[Spot, int]:
    return {(seat, "stack"): amount for seat, amount in amounts.items()}


@pytest.fixture
def hand():
    """A hand with the named cards on top of the deck."""

    def start(
        game: Game, rules: Any, amounts: Mapping[int, int], top: str = "", carry=None
    ) -> Hand:
        deal = fair.arranged(top, game.pack(rules))
        return Hand(game, rules, stacks(amounts), deal, carry)

    return start
