"""The limit plate of Three Card Poker."""

from croupier.core.prices import Price
from croupier.speech.plates import Line, Plate, Section, Voice
from croupier.speech.plates.common import rounding
from three_card_poker import Rules


def plate(rules: Rules, say: Voice) -> Plate:
    """Limits, both pay tables, and the rules of a round."""
    return Plate(
        limits=_limits(rules, say),
        prices=(
            say.prices("Ante Bonus", "TC-12", rules.ante_bonus_pays),
            say.prices("Pair Plus", "TC-13", rules.pair_plus_pays),
        ),
        sections=(_bets(say), _round(say), _settling(rules, say), _ranking(say)),
    )


def _limits(rules: Rules, say: Voice) -> tuple[Line, ...]:
    return (
        Line(say.span(rules.ante_min, rules.ante_max), "TC-03", say("Ante")),
        Line(say.span(rules.pair_plus_min, rules.pair_plus_max), "TC-04", say("Pair Plus")),
        say.line("exactly one Ante", "TC-07", "Play"),
        say.line("whole chips of {chip}", "TC-05", "Bets in", chip=say.money(rules.chip)),
        say.line("{number}", "TC-01", "Positions", number=rules.player_positions),
        say.seconds(rules.betting_seconds, "TC-05", "Time to bet"),
        say.seconds(rules.decision_seconds, "TC-07", "Time to decide"),
    )


def _bets(say: Voice) -> Section:
    return say.section(
        "Bets",
        say.line("Place an Ante and, if you like, a Pair Plus with it.", "TC-03, TC-04"),
        say.line(
            "Change or withdraw your bets until the betting closes; then they stand.", "TC-05"
        ),
        say.line("Your stack must cover one further Ante, held for the Play.", "TC-08"),
    )


def _round(say: Voice) -> Section:
    return say.section(
        "The round",
        say.line("One pack of 52, no jokers, shuffled for every round.", "TC-02"),
        say.line("You and the dealer get three cards; only you see yours.", "TC-06"),
        say.line("PLAY for one Ante, or FOLD; all players decide at once.", "TC-07"),
        say.line("A FOLD loses Ante and Pair Plus at once; no answer is a FOLD.", "TC-07"),
    )


def _settling(rules: Rules, say: Voice) -> Section:
    least = say(f"a {rules.dealer_qualifies.replace('_', ' ')}")
    every = (*rules.ante_bonus_pays.rows.values(), *rules.pair_plus_pays.rows.values())
    parts = (price for price in every if price.denominator > 1)
    return say.section(
        "Who wins",
        say.line("The dealer qualifies with {hand} or better.", "TC-09", hand=least),
        say.line("If not, the Ante is paid and the Play goes back.", "TC-10"),
        say.line("The better hand wins Ante and Play; equal hands push.", "TC-11"),
        say.line("The Ante Bonus is paid for a straight or better, even if it is beaten.", "TC-12"),
        say.line("Pair Plus is decided by your three cards alone.", "TC-13"),
        *rounding(say, rules.fraction_rounding, next(parts, Price(1)), rules.ante_min,
                  rules.chip, "TC-15"),
        say.line("Malfunction voids all pays and play: every bet goes back.", "TC-16"),
    )  # fmt: skip


def _ranking(say: Voice) -> Section:
    return say.section(
        "Ranking of hands",
        say.line(
            "From the best: straight flush, three of a kind, straight, flush, pair, high card.",
            "TC-14",
        ),
        say.line("An ace is high, or low in 3-2-A. Suits never rank.", "TC-14"),
    )
