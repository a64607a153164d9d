"""The limit plate of the flop games: hold'em, Omaha and Omaha hi-lo."""

from collections.abc import Iterator
from typing import Final

from croupier.flop import Rules, levy_cap
from croupier.plates import Line, Money, Plate, card_room

LIMITS = {"limit": "limit", "pot_limit": "pot limit", "no_limit": "no limit"}


def plate(rules: Rules, money: Money, hand: Line, *, hilo: bool = False) -> Plate:
    """Version, blinds, buy-in and what the house takes, always on display (TH-05, CR-38)."""
    return Plate(limits=(*_limits(rules, money), *_house(rules, money)), prices=(),
                 rules=(hand, *_rules(rules, money), *_kills(rules, money, hilo=hilo),
                        *_options(rules, money)))  # fmt: skip


def _limits(rules: Rules, money: Money) -> tuple[Line, ...]:
    lower, upper = rules.big_blind, 2 * rules.big_blind
    least, most = money(rules.min_buy_in), money(rules.max_buy_in)
    lines = [
        Line(LIMITS[rules.limit], "TH-04, CR-21", "Version"),
        Line(_blinds(rules, money), "TH-17, CR-04", "Blinds"),
        Line(
            f"{least} to {most}" if rules.max_buy_in else f"from {least}", "TH-01, CR-20", "Buy-in"
        ),
        Line(f"2 to {rules.max_seats}", "TH-06, CR-34", "Seats"),
        Line(f"{rules.decision_seconds} seconds", "TH-64, CR-37", "Time to act"),
    ]
    if rules.limit == "limit":
        raises = f"a bet and {rules.max_raises} raises" if rules.max_raises else "no cap on raises"
        lines[1:1] = [
            Line(f"{money(lower)}, then {money(upper)}; {raises}", "CR-21, CR-22", "Bets"),
        ]
    if rules.option_allowed:
        lines.append(Line(money(2 * rules.big_blind), "TH-20", "OPTION"))
    if rules.ante:
        lines.append(Line(f"{money(rules.ante)} {_ANTES[rules.ante_from]}", "CR-30, CR-40", "Ante"))
    return tuple(lines)


_ANTES: Final = {"each": "from each player", "big_blind": "from the big blind, for the table"}


def _blinds(rules: Rules, money: Money) -> str:
    small = f"{money(rules.small_blind)} and " if rules.small_blind else ""
    third = f"; {money(rules.button_blind)} on the button" if rules.button_blind else ""
    return f"{small}{money(rules.big_blind)}{third}"


def _house(rules: Rules, money: Money) -> tuple[Line, ...]:
    if rules.levy_percent:
        cap = levy_cap(rules)
        most = f", at most {money(cap)} a hand" if cap else ""
        flop = ", none without a flop" if rules.no_flop_no_drop else ""
        cents = ", to the cent" if rules.levy_rounding == "down_to_cent" else ""
        text = f"{rules.levy_percent} % of each pot{most}{flop}{cents}"
        return (Line(text, "TH-55, TH-56", "Levy"),)
    if not rules.drop_five_or_more:
        return ()
    by = (rules.drop_five_or_more, rules.drop_four, rules.drop_three_or_less)
    fees = " / ".join(map(money, by))
    short = "always in full"
    if rules.no_flop_drop < rules.drop_five_or_more:
        most = "at most " if rules.no_flop_drop > rules.drop_three_or_less else ""  # CR-24
        short = f"{most}{money(rules.no_flop_drop)} without a flop"
    return (
        Line(f"{fees} with 5 or more / 4 / 3 or fewer dealt in", "CR-23", "Collection"),
        Line(short, "CR-24, CR-25", ""),
    )


def _rules(rules: Rules, money: Money) -> tuple[Line, ...]:
    lines = [
        Line(_POST[rules.small_blind > 0], "CR-04, TH-16"),
        Line(_HEADS_UP[rules.heads_up_blinds], "CR-18, TH-19"),
        Line("Four rounds of betting: before the flop, then flop, turn, river.", "HE-01, TH-40"),
        Line("The first round begins left of the big blind.", "CR-16, TH-26"),
        Line("The others begin left of the button.", "CR-17, TH-37"),
        Line(_raising(rules, money), "CR-21, TH-28, TH-29"),
        Line("A short all-in is always allowed; it may not reopen the raising.", "CR-31, TH-67"),
        Line("An all-in player wins only what he matched; the rest is side pots.", "CR-30, TH-45"),
        Line("Odd chips go to the first left of the button.", "CR-32, TH-53"),
        Line("No answer in time is a check, or a fold if there is a bet.", "CR-37, TH-64"),
    ]
    return tuple(lines)


_POST: Final = {
    True: "The two players left of the button post the blinds.",
    False: "The second player left of the button posts the only blind.",
}
_HEADS_UP: Final = {
    "button_small": "With two players the button posts the small one and speaks first.",
    "literal": "With two players the button posts the big one and speaks last.",
}
_NEWCOMER: Final = {
    "wait": "A new player waits until a hand is not killed.",
    "kill_next": "A new player waits out a kill pot, or agrees to kill the next hand.",
}


def _kills(rules: Rules, money: Money, *, hilo: bool) -> tuple[Line, ...]:
    if rules.kill == "none":
        return ()
    size, scoop = money(rules.kill_pot_size), money(rules.kill_scoop_multiple * 2 * rules.big_blind)
    triggers = {
        "two_in_a_row": "Win two hands running and you kill the next.",
        "pot_size": f"Win a pot of {size} or more and you kill the next hand.",
        "scoop": f"Scoop {scoop} or more and you kill the next hand.",
        "none": "Winning makes nobody kill.",
    }
    times = "twice" if rules.kill == "full" else "one and a half times"
    turn = "last before the flop" if rules.killer_acts_last else "in turn"
    return (
        Line(triggers[rules.kill_trigger_hilo if hilo else rules.kill_trigger_high],
             "OM-11" if hilo else "OM-10"),
        Line(f"A kill pot is played at {times} the limits.", "OM-09"),
        Line(f"The killer acts {turn}.", "OM-12"),
        Line(_NEWCOMER[rules.new_player_in_kill_pot], "OM-15"),
    )  # fmt: skip


def _options(rules: Rules, money: Money) -> Iterator[Line]:
    """What only some houses allow or ask."""
    if rules.allow_buying_button:
        yield Line("Coming in at the small blind you may post both: the button is next.", "CR-15")
    if rules.recave_up_to == "unlimited":
        yield Line("Between hands you may top up without a maximum.", "TH-25")
    yield from card_room(rules, money)


def _raising(rules: Rules, money: Money) -> str:
    if rules.limit == "limit":
        return "Bets and raises are exactly the limit of the round."
    least = "at least the last raise" if rules.min_raise_rule == "last_raise" else "at least double"
    most = "the pot after the call" if rules.limit == "pot_limit" else "all you have"
    return f"Bet from {money(rules.big_blind)}; raise {least}, at most {most}."
