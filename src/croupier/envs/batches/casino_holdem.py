"""Live Casino Hold'em by the thousand: one player with an Ante, call or fold."""

from typing import Any

from croupier.envs.against import Dealer, won
from croupier.envs.batch import Batch
from croupier.envs.games.casino_holdem import SPREAD
from croupier.envs.table import rules_of
from croupier.games.casino_holdem import Rules
from croupier.procedure.banking import winnings
from croupier.ranks import high


def dealer(rules: Rules, num_envs: int) -> Dealer:
    """The kernels of these rules."""
    ante, rounding, chip = rules.ante_min, rules.fraction_rounding, rules.chip
    call = winnings(2 * ante, rules.call_pays, rounding, chip)
    least = high.LEAST[rules.dealer_qualifies]
    numbers = False, ante, least, call, rules.high_card_wins_when_dealer_not_qualified
    return Dealer(SPREAD, numbers, [won(rules.ante_pays, ante, rounding, chip)], num_envs)


def make(
    num_envs: int = 1,
    *,
    house: str | None = None,
    table: str | None = None,
    rules: Any = None,
    **arguments: Any,
) -> Batch:
    """Tables side by side."""
    found = rules_of("casino-holdem", house, table, rules)
    return Batch(dealer(found, num_envs), num_envs, **arguments)
