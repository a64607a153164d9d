"""The limit plate of Double Hand Poker."""

from typing import Final

from croupier.games.double_hand import Rules
from croupier.speech.plates import Line, Plate, Prices, Row, Section, Voice
from croupier.speech.plates.common import language


def plate(rules: Rules, say: Voice) -> Plate:
    """Limits and fee, how a hand goes and how the house sets it (DH-33)."""
    return Plate(
        limits=_limits(rules, say),
        prices=(_wager(rules, say),),
        sections=(
            _player_dealer(rules, say),
            _hand(rules, say),
            _setting(rules, say),
            _settling(rules, say),
            say.section("The house way", *(say.line(text, "DH-25") for text in _HOUSE_WAY)),
            say.section(
                "Irregularities",
                say.line("A wrong pile or pack is a misdeal: wagers and fees go back.", "DH-30"),
                say.line("Leave during a hand and it is set the house way.", "DH-36"),
                say.line("Management's decision is final.", "DH-31"),
                *language(say, rules.table_language),
            ),
        ),
    )


def _limits(rules: Rules, say: Voice) -> tuple[Line, ...]:
    least, fee = say.money(rules.table_min), say.money(rules.fee)
    return (
        say.between("Wager", rules.table_min, rules.table_max, "DH-18"),
        say.line("{low} or more, no maximum", "DH-19", "Bank", low=least),
        say.line("{fee} a hand, with a wager or the bank", "DH-21, DH-22", "Fee", fee=fee),
        say.line("whole chips of {chip}", "DH-18", "Bets in", chip=say.money(rules.chip)),
        say.line("two to seven", "DH-05, DH-38", "Players"),
        say.seconds(rules.offer_seconds, "DH-09", "Time to take the bank"),
        say.seconds(rules.betting_seconds, "DH-17", "Time to bet"),
        say.seconds(rules.choice_seconds, "DH-11, DH-13", "Time to cut, to choose"),
        say.seconds(rules.setting_seconds, "DH-29", "Time to set"),
    )


def _wager(rules: Rules, say: Voice) -> Prices:
    lower = "both lower" if rules.copies == "push" else "each lower or a copy"
    rows = (
        Row(
            say("both hands higher than the player-dealer's"),
            say("{pays} to {stake}", pays=1, stake=1),
        ),
        Row(say(lower), say("loses")),
        Row(say("anything else"), say("push")),
    )
    return Prices(say("Wager"), "DH-26, DH-27", rows)


def _player_dealer(rules: Rules, say: Voice) -> Section:
    turns = rules.consecutive_hands_as_dealer
    row = "For one hand at a time; you may pass."
    if turns > 1:
        row = "For up to {number} {number|hand|hands} in a row; you may pass."
    return say.section(
        "The player-dealer",
        say.line("The house deals; it has no hand and no interest in the result.", "DH-06"),
        say.line("One player is the player-dealer; the others play against that hand alone.",
                 "DH-01, DH-07"),
        say.line("A new game offers the place from seat 1 clockwise.", "DH-08, DH-38"),
        say.line(row, "DH-09", number=turns),
        say.line("The player-dealer sets a bank aside; it stays until the hand is settled.",
                 "DH-10, DH-19, DH-32"),
        say.line(_COVERAGE[rules.bank_coverage], "DH-20"),
        say.line("A wager covered in part plays for that part.", "DH-20, DH-35"),
    )  # fmt: skip


_COVERAGE: Final = {
    "nominal": "The bank covers wagers in the order of action, each once; the rest goes back.",
    "running": "The bank meets wagers in the order of action, with what it has won and lost.",
}


def _hand(rules: Rules, say: Voice) -> Section:
    low, high = say.money(25), say.money(50)
    scale = say.line("The fee is {low} where the limit is {limit} or less, {high} above.", "DH-22",
                     low=low, high=high, limit=say.money(rules.fee_limit_threshold))  # fmt: skip
    return say.section(
        "The hand",
        say.line("53 cards: one pack and a joker.", "DH-03"),
        say.line("A wager is not altered once play begins.", "DH-17"),
        say.line("If nobody wagers, no cards are dealt and the bank goes back.", "DH-34"),
        say.line("The fee is taken first; your stack must cover it as well as the wager.",
                 "DH-21, DH-37"),
        None if rules.hand_fee else scale,
        say.line("The player-dealer cuts; seven piles of seven are dealt.", "DH-11, DH-12"),
        say.line("The player-dealer chooses a pile; three dice say which seat gets it.",
                 "DH-13, DH-14"),
        say.line("Seats count clockwise, the player-dealer as 1, 8 and 15, empty seats too.",
                 "DH-14"),
        say.line("Action goes clockwise from there; piles without a wager are not seen.",
                 "DH-15, DH-16"),
    )  # fmt: skip


def _setting(rules: Rules, say: Voice) -> Section:
    foul = "A fouled hand loses; the player-dealer's is set again the house way."
    if rules.player_dealer_foul == "lose_all":
        foul = "A fouled hand loses, the player-dealer's too."
    wheel = "5-4-3-2-A is the lowest straight."
    if rules.wheel_second:
        wheel = "5-4-3-2-A is the second highest straight."
    return say.section(
        "Setting your hands",
        say.line("Set two of your cards in front, five in the back.", "DH-23"),
        say.line("The front may not outrank the back.", "DH-23"),
        say.line("No answer in time, or on request: the house way.", "DH-25, DH-29"),
        say.line(foul, "DH-24"),
        say.line("Backs rank as in poker, with five aces on top.", "DH-02"),
        say.line("Fronts are a pair, or the higher card and then the other.", "DH-02"),
        say.line(wheel, "DH-02"),
        say.line("The joker is an ace, or completes a straight or a flush.", "DH-04"),
    )


def _settling(rules: Rules, say: Voice) -> Section:
    copy = "A copy pushes." if rules.copies == "push" else "The player-dealer wins copies."
    return say.section(
        "Who wins",
        say.line("The player-dealer shows first, then the others in the order of action.",
                 "DH-28"),
        say.line("Win with both hands and your wager is paid even money.", "DH-01, DH-27"),
        say.line("Win one hand of the two and the wager goes back.", "DH-27"),
        say.line(copy, "DH-26"),
    )  # fmt: skip


_HOUSE_WAY: Final = (
    "Five aces: a pair of kings in front, else two aces.",
    "Four of a kind with a pair or three of a kind: two of those in front.",
    "Four sixes or lower: together, the two highest others in front.",
    "Four sevens to tens: together with an ace for the front, else two and two.",
    "Four jacks to aces: two and two.",
    "Three of a kind and a pair: the pair, of two the higher, in front.",
    "Two threes of a kind: two of the higher in front.",
    "Three pair: the highest in front.",
    "A straight or flush, without two pair: in the back, with the highest front.",
    "Three aces: one and the next highest card in front; other threes together.",
    "Two pair with aces: split, the lower pair in front.",
    "Two pair, both sixes or lower: together in the back.",
    "Two pair, jacks to kings and sixes or better: split.",
    "Other two pair: together with an ace for the front, else split.",
    "One pair: in the back, the two highest others in front.",
    "No pair: the highest card in the back, the next two in front.",
)
