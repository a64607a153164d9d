"""What all tests share."""

from collections.abc import Mapping
from typing import Any

import pytest
from hypothesis import settings

from croupier import fair
from croupier.felt import Spot
from croupier.play import Game, Hand

# Machines are noisy: a slow moment is no failure.
settings.register_profile("room", deadline=None)
settings.load_profile("room")


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
