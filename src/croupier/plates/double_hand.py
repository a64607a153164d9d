"""The limit plate of Double Hand Poker."""

from typing import Final

from croupier.games.double_hand import Rules
from croupier.plates import ENGLISH, Line, Money, Plate, Prices, span


def plate(rules: Rules, money: Money) -> Plate:
    """Limits and fee, how a hand goes and how the house sets it (DH-33)."""
    return Plate(
        limits=(
            Line(span(rules.table_min, rules.table_max, money), "DH-18", "Wager"),
            Line(f"{money(rules.table_min)} or more, no maximum", "DH-19", "Bank"),
            Line(f"{money(rules.fee)} a hand, with a wager or the bank", "DH-21, DH-22", "Fee"),
            Line(f"whole chips of {money(rules.chip)}", "DH-18", "Bets in"),
            Line("two to seven", "DH-05, DH-38", "Players"),
            Line(f"{rules.offer_seconds} seconds", "DH-09", "Time to take the bank"),
            Line(f"{rules.betting_seconds} seconds", "DH-17", "Time to bet"),
            Line(f"{rules.choice_seconds} seconds", "DH-11, DH-13", "Time to cut, to choose"),
            Line(f"{rules.setting_seconds} seconds", "DH-29", "Time to set"),
        ),
        prices=(_wager(rules),),
        rules=(*_hand(rules), *_ranks(rules), *_HOUSE_WAY, *_language(rules)),
    )


def _language(rules: Rules) -> tuple[Line, ...]:
    return (ENGLISH,) if rules.table_language == "en" else ()


def _wager(rules: Rules) -> Prices:
    lower = "both lower" if rules.copies == "push" else "each lower or a copy"
    rows = (
        ("both hands higher than the player-dealer's", "1 to 1"),
        (lower, "loses"),
        ("anything else", "push"),
    )
    return Prices("Wager", "DH-26, DH-27", rows)


def _hand(rules: Rules) -> tuple[Line, ...]:
    turns = rules.consecutive_hands_as_dealer
    row = "one hand" if turns == 1 else f"up to {turns} hands in a row"
    return (
        Line("One of the players is the player-dealer; all others play against him.", "DH-07"),
        Line(f"The place is offered clockwise, for {row}; you may pass.", "DH-08, DH-09"),
        Line("Who takes it sets a bank aside; the others then wager.", "DH-10, DH-17, DH-32"),
        Line("The fee is taken; the player-dealer cuts; seven piles of seven.", "DH-11, DH-12"),
        Line("He chooses a pile; three dice say which seat gets it.", "DH-13, DH-14"),
        Line("Set two of your cards in front, five in the back.", "DH-23"),
        Line("The front may not outrank the back; no answer is the house way.", "DH-23, DH-29"),
        Line(_COVERAGE[rules.bank_coverage], "DH-20, DH-35"),
        Line("A copy pushes." if rules.copies == "push" else "A copy is his.", "DH-26"),
    )


_COVERAGE: Final = {
    "nominal": "The bank covers wagers in the order of action, each once; the rest goes back.",
    "running": "The bank meets wagers in the order of action, with what it has won and lost.",
}


def _ranks(rules: Rules) -> tuple[Line, ...]:
    wheel = rules.wheel_straight.replace("_", " ")
    return (
        Line("The joker is an ace, or completes a straight or a flush.", "DH-04"),
        Line(f"Five aces are the best back; 5-4-3-2-A is the {wheel} straight.", "DH-02"),
    )


_HOUSE_WAY: Final = tuple(
    Line(f"House way: {text}", "DH-25")
    for text in (
        "five aces: a pair of kings in front, else two aces.",
        "four of a kind and a pair or three besides: two of those in front.",
        "four sixes or lower: together, the two highest others in front.",
        "four sevens to tens: together with an ace for the front, else two and two.",
        "four jacks to aces: two and two.",
        "three of a kind and a pair: the pair, of two the higher, in front.",
        "two threes of a kind: two of the higher in front.",
        "three pair: the highest in front.",
        "a straight or flush, without two pair: in the back, behind the highest front.",
        "three aces: one and the next highest card in front; other threes together.",
        "two pair with aces: split, the lower pair in front.",
        "two pair, both sixes or lower: together in the back.",
        "two pair, jacks to kings and sixes or better: split.",
        "other two pair: together with an ace for the front, else split.",
        "one pair: in the back, the two highest others in front.",
        "no pair: the highest card in the back, the next two in front.",
    )
)
