"""Heads-Up Hold'em by the thousand: one player with Ante and Odds, check, fold or Raise."""

from functools import partial
from typing import Final

from croupier.envs import against
from croupier.envs.against import Dealer, won
from croupier.envs.games.heads_up_holdem import SPREAD
from croupier.games.heads_up_holdem import Rules


def dealer(rules: Rules, num_envs: int) -> Dealer:
    """The kernels of these rules."""
    ante, rounding, chip = rules.ante_min, rules.fraction_rounding, rules.chip
    prices = [won(pays, ante, rounding, chip) for pays in (rules.odds_pays, rules.bad_beat_pays)]
    numbers = True, ante, rules.ante_push_first, rules.odds_pays_on_tie
    return Dealer(SPREAD, numbers, prices, num_envs)


make: Final = partial(against.make, "heads-up-holdem", dealer)
"""Tables side by side."""
