"""A strong player of Double Hand: the setting that gains most against the house way."""

from random import Random
from typing import Final

from croupier.bots import Seen, double_hand
from croupier.core.asks import Decision
from croupier.lab.games.double_hand import settings

DEALS: Final = 3_000
"""Hands that each setting is tried against."""


def choose(sight: Seen, chance: Random) -> Decision:
    """Wager as a beginner; set as the lab says."""
    option = sight.offered("set")
    if option is None or len(option.cards) != 7:
        return double_hand.choose(sight, chance)
    front = settings(sight.rules, [int(card) for card in option.cards], DEALS)[0].front
    cards = tuple(card for card in option.cards if int(card) in front)
    return Decision("set", 0, option.spot, cards)
