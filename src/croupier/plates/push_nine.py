"""The limit plate of Push Nine."""

from croupier.games.push_nine import RAISES, Rules
from croupier.plates import Line, Money, Plate, card_room, span

HANDS = (
    Line("The best hand is three of a kind, aces the highest.", "PN-31, PN-32"),
    Line("Then straights from A-K-Q down to 3-2-A, then three faces, all alike.", "PN-33, PN-34"),
    Line("Then points, 9 the best: the last digit of the sum.", "PN-35"),
    Line("For points aces count 1, tens and faces nothing.", "PN-35"),
    Line("Pairs, flushes, suits and high cards count nothing.", "PN-31"),
)


def plate(rules: Rules, money: Money) -> Plate:
    """Ante, bets, collection and the hands, and how a pot is pushed (PN-43, CR-38)."""
    return Plate(
        limits=(
            Line(money(rules.ante), "PN-05", "Ante"),
            Line(_bets(rules, money), "PN-07", "Bets"),
            Line(_raises(rules), "PN-06", "Raises"),
            Line(_collection(rules, money), "PN-36", "Collection"),
            Line(_buy_in(rules, money), "PN-44", "Buy-in"),
            Line(f"2 to {rules.max_seats}", "PN-38", "Players"),
            Line(f"{rules.decision_seconds} seconds", "PN-42", "Time to act"),
            Line(f"{rules.push_decision_seconds} seconds", "PN-18", "Time to buy in"),
        ),
        prices=(),
        rules=(*_hand(rules), *HANDS, *_push(rules, money), *card_room(rules, money)),
    )


def _bets(rules: Rules, money: Money) -> str:
    low = rules.least_bet
    return span(low, rules.max_bet, money) if rules.max_bet else f"{money(low)} to the stack"


def _raises(rules: Rules) -> str:
    two = "no cap between two"
    if rules.uncap_when_heads_up == "only_if_not_capped":
        two += ", unless it was reached before"
    return f"one bet and {RAISES} raises; {two}"


def _hand(rules: Rules) -> tuple[Line, ...]:
    first = "The button" if rules.first_to_act == "button" else "The player left of the button"
    lines = [
        Line("Everybody antes and is dealt three cards face down.", "PN-05, PN-11"),
        Line(f"{first} acts first in the one betting round.", "PN-04, PN-37"),
        Line("A raise adds at least as much as the bet or raise before it.", "PN-07"),
        Line("The best hand takes the pot and the button.", "PN-04"),
    ]
    if rules.allow_agreed_split:
        lines.append(Line("The last two may split a pot in which nobody has bet.", "PN-15"))
    return tuple(lines)


def _push(rules: Rules, money: Money) -> tuple[Line, ...]:
    if rules.max_pushes == 1:
        return (Line("A tie for the best hand is divided at once.", "PN-20"),)
    full = rules.push_buy_in_rule == "full_pot"
    price = "as much as lies in the pot" if full else "the share of each tied player"
    broken = "is refused" if rules.partner_raise_rule == "block" else "costs both their rights"
    return (
        Line("A tie pushes the main pot into another hand; the tied pay nothing.", "PN-16"),
        Line(f"Who was dealt in may buy in, for exactly {price}.", "PN-17, PN-18"),
        Line(_behind(rules, money), "PN-41"),
        *_push_ante(rules),
        Line("A cow buys one hand together and shares what it wins.", "PN-21, PN-22"),
        Line("Partners buy a hand each and halve the pot that either wins.", "PN-24, PN-27"),
        Line("A backer who wins gives the other his buy-in back.", "PN-28"),
        Line(f"To raise a partner or backer with less than eight {broken}.", "PN-26"),
        Line("If nobody buys in, the tied may agree to share the pot.", "PN-29"),
        Line(f"Push number {rules.max_pushes} is the last: the tied divide the pot.", "PN-20"),
    )


def _push_ante(rules: Rules) -> tuple[Line, ...]:
    return (
        (Line("In a push hand everybody antes too.", "PN-05"),) if rules.ante_in_push_hand else ()
    )


def _behind(rules: Rules, money: Money) -> str:
    if rules.betting_round_buy_in == "none":
        return "He needs no more chips than that."
    amount = rules.betting_round_amount
    more = money(amount) if amount else "as much again"
    return f"He needs {more} behind to bet with; cows and partners half of it."


def _collection(rules: Rules, money: Money) -> str:
    taken = rules.collection_from_button
    return f"{money(taken)} from the button" if taken else "none"


def _buy_in(rules: Rules, money: Money) -> str:
    if rules.max_buy_in:
        return f"{money(rules.min_buy_in)} to {money(rules.max_buy_in)}"
    return f"from {money(rules.min_buy_in)}"
