"""What the house takes from a hand of a flop game: the collection (CR) or the levy (TH)."""

from collections.abc import Sequence

from croupier.core.felt import Chips, Felt
from croupier.procedure.flop.rules import Rules
from croupier.procedure.pots import drop_of


def collection(rules: Rules, dealt_in: int, *, flop: bool) -> int:
    """What the house takes from a hand (CR-23, CR-24, CR-25)."""
    fee = drop_of(rules, dealt_in)
    return fee if flop else min(fee, rules.no_flop_drop)


def levies(rules: Rules, amounts: Sequence[int], *, flop: bool) -> list[int]:
    """The levy on each pot, the main pot first, within the cap of the hand (TH-56, TH-70)."""
    if not flop and rules.no_flop_no_drop:
        return [0] * len(amounts)
    left, taken = levy_cap(rules), []
    for amount in amounts:
        levy = rounded(rules, amount, rules.levy_percent)
        taken.append(levy if left is None else min(levy, left))
        left = None if left is None else left - taken[-1]
    return taken


def rounded(rules: Rules, amount: int, percent: int) -> int:
    """A share of an amount, rounded down as the house rounds its levy (TH-56)."""
    unit = rules.chip if rules.levy_rounding == "down_to_chip" else 1
    return amount * percent // (100 * unit) * unit


def levy_cap(rules: Rules) -> int | None:
    """The most that is levied on a hand; nothing: no cap (TH-55)."""
    percents = [cap.percent for cap in rules.levy_caps if rules.min_buy_in >= cap.cave]
    if not percents or not rules.levy_capped:
        return None
    return rounded(rules, rules.min_buy_in, percents[-1])


def dropped_in(felt: Felt) -> int:
    """What the house took from this hand; the drop of earlier ones may lie there too."""
    return sum(e.amount for e in felt.events if type(e) is Chips and e.why == "drop")
