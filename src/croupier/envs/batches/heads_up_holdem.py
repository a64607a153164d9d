"""Heads-Up Hold'em by the thousand: one player with Ante and Odds, check, fold or Raise."""

from typing import Any

from croupier.envs.against import Dealer, won
from croupier.envs.batch import Batch
from croupier.envs.games.heads_up_holdem import SPREAD
from croupier.envs.table import rules_of
from croupier.games.heads_up_holdem import Rules


def dealer(rules: Rules, num_envs: int) -> Dealer:
    """The kernels of these rules."""
    ante, rounding, chip = rules.ante_min, rules.fraction_rounding, rules.chip
    prices = [won(pays, ante, rounding, chip) for pays in (rules.odds_pays, rules.bad_beat_pays)]
    numbers = True, ante, rules.ante_push_first, rules.odds_pays_on_tie
    return Dealer(SPREAD, numbers, prices, num_envs)


def make(
    num_envs: int = 1,
    *,
    house: str | None = None,
    table: str | None = None,
    rules: Any = None,
    **arguments: Any,
) -> Batch:
    """Tables side by side."""
    found = rules_of("heads-up-holdem", house, table, rules)
    return Batch(dealer(found, num_envs), num_envs, **arguments)
