"""A strong player of Low Ball: the draw that wins most often by the lab's count."""

from random import Random
from typing import Final

from croupier.bots import Seen
from croupier.bots.regular import low_ball
from croupier.core.asks import Decision
from croupier.core.cards import JOKER
from croupier.lab.games.low_ball import draws

SAMPLES: Final = 4_000
"""Deals that each draw is tried on."""


def choose(sight: Seen, chance: Random) -> Decision:
    """Bet as a regular; draw as the lab says."""
    option = sight.offered("draw")
    hole = sight.view.cards.get((sight.seat, "hole"), ())
    if option is None or len(hole) != 5:
        return low_ball.choose(sight, chance)
    joker = JOKER in sight.game.pack(sight.rules)
    for draw in draws([int(card) for card in hole], SAMPLES, joker=joker):
        gone = tuple(card for card in option.cards if int(card) not in draw.keep)
        if not draw.draws and sight.offered("stand pat"):
            return Decision("stand pat")
        if option.low <= len(gone) <= option.high and len(gone) == draw.draws:
            return Decision("draw", 0, option.spot, gone)
    return low_ball.choose(sight, chance)
