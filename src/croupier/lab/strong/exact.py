"""A strong player of a house game: whatever the lab finds to be worth most."""

from random import Random

from croupier import bots, lab
from croupier.bots import Bot, Seen
from croupier.core import catalogue
from croupier.core.asks import Decision


def choose(sight: Seen, chance: Random) -> Decision:
    """The option with the highest value; where the lab values none, as a beginner."""
    game = catalogue.name(sight.game)
    known = lab.known(game)
    usual: Bot = bots.bot(sight.game)
    if sight.offered("bet") or sight.clause in getattr(known, "UNVALUED", ()):
        return usual(sight, chance)
    worth = []
    for option in sight.options:
        for amount in sorted({option.low, option.high}):
            value = known and known.option_value(
                sight.rules, sight.view, sight.seat, option, amount
            )
            if value is not None:
                worth.append((float(value), Decision(option.act, amount, option.spot)))
    return max(worth, key=lambda pair: pair[0])[1] if worth else usual(sight, chance)
