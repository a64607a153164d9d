"""The limit plate of Live Casino Hold'em."""

from croupier.games.casino_holdem import Rules
from croupier.plates import Line, Money, Plate, Prices, prices, span


def plate(rules: Rules, money: Money) -> Plate:
    """Limits, the Ante and Bonus tables, and the round in a few sentences (CH-34)."""
    return Plate(
        limits=(
            Line(span(rules.ante_min, rules.ante_max, money), "CH-05", "Ante"),
            Line(span(rules.bonus_min, rules.bonus_max, money), "CH-06", "Bonus"),
            Line("exactly twice the Ante", "CH-14", "Call"),
            Line(f"whole chips of {money(rules.chip)}", "CH-47", "Bets in"),
            Line(str(rules.max_players or "any number"), "CH-04", "Players"),
            Line(f"{rules.betting_seconds} seconds", "CH-05", "Time to bet"),
            Line(f"{rules.decision_seconds} seconds", "CH-11", "Time to decide"),
        ),
        prices=(
            prices("Ante", "CH-26", rules.ante_pays),
            prices("Bonus", "CH-27", rules.bonus_pays),
            Prices("Call", "CH-28", (("any winning hand", str(rules.call_pays)),)),
        ),
        rules=_round(rules),
    )


def _round(rules: Rules) -> tuple[Line, ...]:
    qualifies = rules.dealer_qualifies.replace("_", " ")
    lines = [
        Line(
            "Five-card poker against the house, by Stephen Au-Yeung (2000);",
            "CH-01",
        ),
        Line("also known as Caribbean Hold'em.", "CH-01"),
        Line("All players share one hand of two cards; the dealer has two.", "CH-04"),
        Line("Place an Ante, and a Bonus beside it if you like.", "CH-05, CH-06"),
        Line("The player's cards and the flop lie open; then CALL or FOLD.", "CH-08, CH-11"),
        Line("No answer in time is a FOLD, and a FOLD loses every bet.", "CH-16, CH-17"),
        Line("Turn, river and the dealer's cards follow; best five of seven.", "CH-19, CH-20"),
    ]
    if rules.dealer_qualifies != "high_card":
        lines += [
            Line(f"The dealer qualifies with a {qualifies} or better.", "CH-21"),
            Line("If he does not, the Ante is paid and the Call goes back.", "CH-22"),
        ]
        if not rules.high_card_wins_when_dealer_not_qualified:
            lines.append(Line("With a mere high card the Ante then goes back unpaid.", "CH-44"))
    return (
        *lines,
        Line("The better hand takes Ante and Call; equal hands push.", "CH-23, CH-24, CH-25"),
        Line("The Bonus is decided by the first five cards alone.", "CH-27"),
        Line("It is paid only to those who CALL, won or lost.", "CH-29"),
    )
