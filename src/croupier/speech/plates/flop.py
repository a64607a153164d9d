"""The limit plate of the flop games: hold'em, Omaha and Omaha hi-lo."""

from typing import Final

from croupier.procedure.flop import Rules
from croupier.procedure.flop.fees import levy_cap
from croupier.speech.plates import Line, Plate, Section, Voice, floor
from croupier.speech.plates.common import blinds, buy_in, clock, pause, ranking

LIMITS: Final = {"limit": "limit", "pot_limit": "pot limit", "no_limit": "no limit"}


def plate(rules: Rules, say: Voice, hand: Section, *low: Section, hilo: bool = False) -> Plate:
    """Version, blinds, buy-in and what the house takes, always on display (TH-05, CR-38)."""
    return Plate(
        limits=(*_limits(rules, say), *_house(rules, say)),
        prices=(),
        sections=(
            hand,
            ranking(say, "TH-41, HE-09", "TH-41, HE-09", "TH-50, TH-51"),
            *low,
            _button(rules, say),
            _betting(rules, say),
            _all_in(rules, say),
            _showdown(rules, say, hilo=hilo),
            *_kill(rules, say, hilo=hilo),
            floor.newcomers(rules, say),
            floor.seats(rules, say),
            floor.irregular(say),
            floor.end(rules, say),
        ),
    )


def _limits(rules: Rules, say: Voice) -> tuple[Line, ...]:
    lower, upper = say.money(rules.big_blind), say.money(2 * rules.big_blind)
    lines = [
        say.line(LIMITS[rules.limit], "TH-04, CR-21", "Version"),
        blinds(say, rules.small_blind, rules.big_blind, rules.button_blind, "TH-17, CR-04"),
        buy_in(say, rules.min_buy_in, rules.max_buy_in, "TH-01, CR-20"),
        say.line("2 to {number}", "TH-06, CR-34", "Seats", number=rules.max_seats),
        say.line("whole chips of {chip}", "TH-53, CR-32", "Bets in", chip=say.money(rules.chip)),
        say.seconds(rules.decision_seconds, "TH-64, CR-37", "Time to act"),
    ]
    if rules.limit == "limit":
        raises = "{low}, then {high}; no cap on raises"
        if rules.max_raises:
            raises = "{low}, then {high}; a bet and {number} {number|raise|raises}"
        text = say(raises, low=lower, high=upper, number=rules.max_raises)
        lines.insert(1, say.limit("Bets", text, "CR-21, CR-22", f"{lower}/{upper}"))
    if rules.ante:
        ante = say.money(rules.ante)
        lines.append(say.line(_ANTES[rules.ante_from], "CR-30, CR-40", "Ante", ante=ante))
    if rules.table_minimum:
        amount = say.money(rules.table_minimum)
        lines.append(say.line("{amount}", "TH-17, TH-18", "Table minimum", amount=amount))
    if rules.option_allowed:
        lines.append(say.line("{amount}", "TH-20", "OPTION", amount=upper))
        lines.append(say.seconds(rules.option_seconds, "TH-72", "Time for the OPTION"))
    return tuple(lines)


_ANTES: Final = {
    "each": "{ante} from each player",
    "big_blind": "{ante} from the big blind, for the table",
}


def _house(rules: Rules, say: Voice) -> tuple[Line, ...]:
    if rules.levy_percent:
        return (_levy(rules, say),)
    if not rules.drop_five_or_more:
        return ()
    many, four, few = map(
        say.money, (rules.drop_five_or_more, rules.drop_four, rules.drop_three_or_less)
    )
    short = "always in full"
    if rules.no_flop_drop < rules.drop_five_or_more:
        short = "{fee} without a flop"
        if rules.no_flop_drop > rules.drop_three_or_less:  # CR-24
            short = "at most {fee} without a flop"
    return (
        say.line("{many} / {four} / {few} with 5 or more / 4 / 3 or fewer dealt in", "CR-23",
                 "Collection", many=many, four=four, few=few),
        say.line(short, "CR-24, CR-25", fee=say.money(rules.no_flop_drop)),
    )  # fmt: skip


def _levy(rules: Rules, say: Voice) -> Line:
    cap = levy_cap(rules)
    text = {
        (False, False): "{number}% of each pot",
        (False, True): "{number}% of each pot, none without a flop",
        (True, False): "{number}% of each pot, at most {most} a hand",
        (True, True): "{number}% of each pot, at most {most} a hand, none without a flop",
    }[cap is not None, rules.no_flop_no_drop]
    levy = say(text, number=rules.levy_percent, most=say.money(cap or 0))
    if rules.levy_rounding == "down_to_cent":
        levy = say("{levy}, to the cent", levy=levy)
    return say.limit("Levy", levy, "TH-55, TH-56")


def _button(rules: Rules, say: Voice) -> Section:
    draw = "A new game draws for the button: the highest card has it, spades first."
    if rules.button_draw == "clubs":
        draw = "A new game draws for the button: one club each, the highest has it."
    return say.section(
        "Button and blinds",
        say.line("The house deals; it has no hand and no interest in the result.", "CR-01"),
        say.line(draw, "TH-14, CR-39"),
        say.line(_BUTTON[rules.button_rule], "TH-15, CR-02, CR-06"),
        say.line(_POST[rules.small_blind > 0], "CR-04, TH-16"),
        say.line(_HEADS_UP[rules.heads_up_blinds], "CR-18, TH-19"),
        say.line("Blinds are live: they count as a bet and may raise in turn.",
                 "CR-05, TH-30, TH-31"),
        *_option(rules, say),
    )  # fmt: skip


_POST: Final = {
    True: "The two players left of the button post the blinds.",
    False: "The second player left of the button posts the only blind.",
}
_HEADS_UP: Final = {
    "button_small": "With two players the button posts the small one and speaks first.",
    "literal": "With two players the button posts the big one and speaks last.",
}
_BUTTON: Final = {
    "forward_moving": "The button moves to the next player; nobody skips a blind.",
    "dead_button": "Blinds move on seat by seat; button or small blind may fall on an empty seat.",
    "simple": "The button moves to the next player; the next two post, whatever they paid before.",
}


def _option(rules: Rules, say: Voice) -> tuple[Line, ...]:
    if not rules.option_allowed:
        return ()
    return (
        say.line("The third player may post an OPTION of {amount} before the deal.", "TH-20",
                 amount=say.money(2 * rules.big_blind)),
        say.line("It sets the call; its player speaks last before the flop and may raise.",
                 "TH-20, TH-72"),
    )  # fmt: skip


def _betting(rules: Rules, say: Voice) -> Section:
    burn = "A card is burned before flop, turn and river."
    return say.section(
        "Betting",
        say.line("Four rounds: before the flop, then flop, turn, river.",
                 "HE-01, HE-02, HE-03, TH-35, TH-40"),
        say.line(burn, "HE-03, TH-35") if rules.burn_cards else None,
        say.line("The first round begins left of the big blind.", "CR-16, TH-26"),
        say.line("The others begin left of the button.", "CR-17, TH-37"),
        say.line("With no bet, check or bet; facing one, fold, call or raise.", "CR-42, TH-38"),
        _raising(rules, say),
        *clock(say, rules.time_bank_seconds, "CR-37, TH-64"),
    )  # fmt: skip


def _raising(rules: Rules, say: Voice) -> Line:
    clause = "CR-21, TH-28, TH-29"
    if rules.limit == "limit":
        return say.line("Bets and raises are exactly the limit of the round.", clause)
    least = "at least the last raise" if rules.min_raise_rule == "last_raise" else "at least double"
    most = "the pot after the call" if rules.limit == "pot_limit" else "all you have"
    return say.line("Bet from {low}; raise {least}, at most {most}.", clause,
                    low=say.money(rules.big_blind), least=say(least), most=say(most))  # fmt: skip


def _all_in(rules: Rules, say: Voice) -> Section:
    shown = "When nobody can bet any more, the rest of the board comes; hands stay down till then."
    if rules.all_in_hands_face_up:
        shown = "When nobody can bet any more, hands are turned up and the board is dealt out."
    reopen = "A short all-in does not reopen the raising, unless it is a full raise."
    if rules.limit == "limit":
        reopen = "An all-in of less than half a bet does not reopen the raising."
    return say.section(
        "All-in",
        say.line(reopen, "CR-31, TH-44, TH-67"),
        say.line("An all-in player wins only what they matched; the rest is side pots.",
                 "CR-30, TH-45, TH-46, TH-47"),
        say.line("What nobody matched goes back.", "CR-41, TH-43"),
        say.line("Short of the blind or post, you go all-in with what you have.", "CR-40, TH-66"),
        say.line(shown, "CR-43, TH-68"),
        say.line("If everyone still in agrees, hands are turned up and two boards are dealt: each "
                 "decides half of every pot, and the odd chip goes with the first.", "CR-32, CR-43")
        if rules.run_it_twice else None,
    )  # fmt: skip


def _showdown(rules: Rules, say: Voice, *, hilo: bool) -> Section:
    hands = "All hands still in are shown."
    if not rules.auto_show_at_showdown:
        hands = "Show your hand or throw it away; thrown away, it has no claim to the pot."
    elif rules.muck_losing_hands:
        hands = "A hand that is beaten may stay closed; all-in hands are shown."
    ties = "Equal hands share the pot; odd chips go to the first left of the button."
    return say.section(
        "Showdown",
        say.line("The last to bet or raise shows first, else the first left of the button.",
                 "HE-12, TH-69"),
        say.line(hands, "HE-06, TH-48"),
        say.line("Cards speak: the best hand shown wins, whatever was said.", "CR-33"),
        say.line(ties, "CR-32, TH-52, TH-53"),
        say.line("Of two halves the odd chip goes to the high hand.", "CR-32, OM-04")
        if hilo else None,
        say.line("If all others fold, the last player takes the pot without showing.",
                 "TH-36, TH-43"),
        say.line("A player who need not show may show any of their cards: {seconds} "
                 "{seconds|second|seconds} to choose.", "TH-36", seconds=rules.show_seconds)
        if rules.show_seconds else None,
        pause(say, rules.award_pause_seconds, "CR-35"),
    )  # fmt: skip


def _kill(rules: Rules, say: Voice, *, hilo: bool) -> tuple[Section, ...]:
    if rules.kill == "none":
        return ()
    blind = "The killer posts twice the big blind and the limits double."
    if rules.kill == "half":
        blind = "The killer posts one and a half big blinds, and the limits rise by half."
    trigger = rules.kill_trigger_hilo if hilo else rules.kill_trigger_high
    pot = rules.kill_pot_size
    if trigger == "scoop":
        pot = 2 * rules.big_blind * rules.kill_scoop_multiple
    turn = "The killer acts in turn and may raise."
    if rules.killer_acts_last:
        turn = "The killer acts last before the flop and may raise."
    newcomer = "A new player waits for a hand that is not killed."
    if rules.new_player_in_kill_pot == "kill_next":
        newcomer = "A new player waits out a kill pot, or agrees to kill the next hand."
    again = "A killer who wins or splits kills again, for the same amount."
    return (
        say.section(
            "Kill pots",
            say.line(_TRIGGERS[trigger], "OM-11" if hilo else "OM-10", pot=say.money(pot)),
            say.line(blind, "OM-08, OM-09"),
            say.line(turn, "OM-12"),
            say.line(again, "OM-13") if trigger == "two_in_a_row" else None,
            say.line("Sit out or leave, and the kill blind goes to the pot all the same.",
                     "OM-14"),
            say.line(newcomer, "OM-15"),
        ),
    )  # fmt: skip


_TRIGGERS: Final = {
    "two_in_a_row": "Win two pots in a row, and a full bet beyond the blinds, and you must kill.",
    "pot_size": "Win a pot of {pot} or more and you must kill the next hand.",
    "scoop": "Scoop a pot of {pot} or more and you must kill the next hand.",
    "none": "Winning makes nobody kill.",
}
