"""Live Casino Hold'em by the thousand: one player with an Ante, call or fold."""

from functools import partial
from typing import Final

from croupier.envs import against
from croupier.envs.against import Dealer, won
from croupier.envs.games.casino_holdem import SPREAD
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


make: Final = partial(against.make, "casino-holdem", dealer)
"""Tables side by side."""
