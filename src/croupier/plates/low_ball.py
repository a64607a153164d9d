"""The limit plate of Low Ball."""

from typing import Final

from croupier.games.low_ball import Rules
from croupier.plates import Line, Money, Plate, card_room


def plate(rules: Rules, money: Money) -> Plate:
    """Limits and blinds, then the hand in a few sentences (CR-38)."""
    return Plate(
        limits=_limits(rules, money),
        prices=(),
        rules=(*_hand(rules, money), *_end(rules), *card_room(rules, money)),
    )


def _limits(rules: Rules, money: Money) -> tuple[Line, ...]:
    after = money(rules.bet_limit * rules.after_draw_multiplier)
    bets = money(rules.bet_limit)
    both = bets if bets == after else f"{bets} before the draw, {after} after it"
    small = f"{money(rules.small_blind)} and " if rules.small_blind else ""
    third = f"; {money(rules.button_blind)} on the button" if rules.button_blind else ""
    return (
        Line(f"{both}, any number of raises", "LB-04, LB-20, LB-21", "Bets and raises"),
        Line(f"{small}{money(rules.big_blind)}{third}", "LB-37", "Blinds"),
        Line(_buy_in(rules, money), "LB-37", "Buy-in"),
        Line(_collection(rules, money), "LB-33", "Collection"),
        Line(f"2 to {rules.max_seats}", "LB-34", "Players"),
        Line(f"{rules.decision_seconds} seconds", "LB-36", "Time to decide"),
    )


def _buy_in(rules: Rules, money: Money) -> str:
    most = f" to {money(rules.max_buy_in)}" if rules.max_buy_in else " or more"
    return money(rules.min_buy_in) + most


def _collection(rules: Rules, money: Money) -> str:
    if rules.lowball_collection == "none":
        return "none"
    fees = rules.drop_five_or_more, rules.drop_four, rules.drop_three_or_less
    many, four, few = map(money, fees)
    return f"{many} a hand; {four} with four players, {few} with fewer"


def _hand(rules: Rules, money: Money) -> tuple[Line, ...]:
    lines = [
        Line("Five cards each, face down; the lowest hand wins.", "LB-01, LB-05"),
        Line("Aces are low; straights and flushes do not count.", "LB-05"),
    ]
    if rules.joker_in_use:
        lines.append(Line("The joker is the lowest card that you do not hold.", "LB-06"))
    if rules.may_straddle:
        amount = money(2 * rules.big_blind)
        text = f"After two cards one may straddle for {amount}; he acts last in the first round."
        lines.append(Line(text, "LB-25"))
    lines += [
        Line("Call, raise or fold, from the left of the big blind.", "LB-02"),
        Line("Then draw once, any number of cards, or stand pat.", "LB-03, LB-15"),
        *_dealer_draws(rules),
        Line("Of five new cards the last comes when all others are served.", "LB-16"),
    ]
    if rules.cut_before_draw:
        lines.append(Line("Before the first draw a player still in may ask for a cut.", "LB-23"))
    return (*lines, Line("A last round of bets, then the hands are shown.", "LB-04, LB-27"))


_SEVENS: Final = {
    "off": "A seven or better may be checked.",
    "lose_last_action": "Check a seven or better after the draw and win: later bets go back.",
    "lose_pot": "Check a seven or better after the draw and you cannot win the pot.",
}


def _end(rules: Rules) -> tuple[Line, ...]:
    checked = "raise" if rules.check_raise else "not raise"
    clause = "LB-09" if rules.tournament else "LB-08"
    return (
        Line(f"Who has checked may {checked} in that round.", "LB-07"),
        Line(_SEVENS[rules.sevens_rule], clause),
        Line("No answer in time is a check, else a fold; at the draw you stand pat.", "LB-36"),
        Line(_ENTRY[rules.lowball_new_player], "LB-32"),
        Line("Nobody makes up a blind.", "LB-31"),
    )


_ENTRY: Final = {
    "wait_big_blind": "A new player waits for the big blind.",
    "kill_pot": "A new player waits for the big blind or kills the pot for twice as much.",
}


def _dealer_draws(rules: Rules) -> tuple[Line, ...]:
    if rules.button_max_draw == 5 and not rules.self_dealt:
        return ()
    return (Line("The button draws four cards at most.", "LB-17"),)
