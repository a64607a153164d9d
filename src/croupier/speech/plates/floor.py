"""The second half of a flop game's plate: newcomers, seats and what the floor rules."""

from typing import Final

from croupier.procedure.flop import Rules
from croupier.speech.plates import Line, Section, Voice
from croupier.speech.plates.common import card_room, stakes


def newcomers(rules: Rules, say: Voice) -> Section:
    """How a player comes in, and what missed blinds cost."""
    missed = (
        "Missed blinds: post them, the big blind live, the small one dead, or wait for the big."
    )
    if rules.missed_blinds_rule == "wait_only":
        missed = "Missed blinds: wait for the big blind."
    button = "Coming in at the small blind you may post both: the button is next."
    gap = "Nobody posts between the button and the big blind."
    posts = rules.new_player in ("free_after_button", "post_or_wait")
    return say.section(
        "New players and missed blinds",
        say.line(_ENTRY[rules.new_player], "CR-08, CR-10, TH-65"),
        say.line(gap, "CR-09, CR-12") if posts else None,
        say.line("A player who posts may raise in turn.", "CR-13, TH-65") if posts else None,
        say.line(missed, "CR-11, TH-59"),
        say.line(button, "CR-15") if rules.allow_buying_button else None,
    )


_ENTRY: Final = {
    "free_after_button": "A new player posts a big blind, or waits until the button has passed.",
    "post_or_wait": "A new player posts a big blind, or waits for the big blind.",
    "wait_only": "A new player waits for the big blind.",
    "free": "A new player is dealt in at once, without posting.",
}


def seats(rules: Rules, say: Voice) -> Section:
    """Who sits where, who may stay away, and what becomes of chips left behind."""
    draw = "Seats are drawn at random among the free ones."
    if rules.seat_draw == "choose":
        draw = "Choose any free seat."
    order = "When the table is full there is a waiting list, called in order."
    if rules.waiting_list_order == "random":
        order = "When the table is full there is a waiting list, drawn at random."
    change = "Nobody changes seats."
    if rules.seat_changes:
        change = "Change seats between hands; if the blinds have passed the new seat, post or wait."
    stay = "You may leave your chips and stay away for {number} {number|minute|minutes}."
    consign = "After that your chips are set aside in your name and the seat is free."
    if not rules.auto_consign:
        consign = "After that the floor may set your chips aside and give the seat away."
    return say.section(
        "Seats and absence",
        say.line("One seat to a player; only seated players take part.", "TH-03, TH-07"),
        say.line(draw, "TH-08"),
        say.line(order, "TH-08"),
        say.line(change, "TH-09, CR-14"),
        say.line(stay, "TH-10, TH-11", number=rules.max_absence_minutes),
        say.line(consign, "TH-11"),
        say.line("Chips unclaimed at the end go into the register of orphans; they stay yours.",
                 "TH-12"),
        _recave(rules, say),
        *card_room(rules, say),
        *stakes(say, rules.rathole_minutes, "CR-19, TH-02", "CR-44, TH-74", "CR-45, TH-25"),
    )  # fmt: skip


def _recave(rules: Rules, say: Voice) -> Line:
    if not rules.max_buy_in or rules.recave_up_to == "unlimited":
        return say.line("Add chips (recave) between hands, as many as you like.", "TH-25, CR-20")
    most = say.money(rules.max_buy_in)
    return say.line("Add chips (recave) between hands, up to {most}.", "TH-25", most=most)


def irregular(say: Voice) -> Section:
    """What the floor rules."""
    return say.section(
        "Irregularities",
        say.line("The first or second card dealt exposed, or two exposed: a misdeal.",
                 "HE-10, CR-26"),
        say.line("Another exposed card is replaced and becomes the burn card.", "HE-10"),
        say.line("A misdeal counts until two players have acted; all bets go back.",
                 "CR-26, TH-63"),
        say.line("Fouled deck: all chips of the hand go back; earlier hands stand.", "CR-27"),
        say.line("A dead hand leaves its chips in the pot.", "CR-28"),
        say.line("Protect your cards and keep them above the table.", "TH-23, TH-24"),
        say.line("Management's decision is final.", "CR-35"),
    )  # fmt: skip


def end(rules: Rules, say: Voice) -> Section:
    """How a game breaks up and a session ends."""
    again = "If too few players are left, the game goes on later as it stood."
    if rules.redraw_after_break:
        again = (
            "If too few players are left, the button is drawn anew and missed blinds are forgotten."
        )
    last = (
        "{number|The last hand is|The last {number} hands are} announced; nobody is seated "
        "after that."
    )
    risk = "Gambling can lead to debt and addiction. Help: 09-74-75-13-13."
    return say.section(
        "End of the game",
        say.line(last, "TH-57", number=rules.last_hands_count),
        say.line(again, "CR-46, TH-73"),
        say.line("Chips are bought and paid at the cashier, not at the table.", "TH-58"),
        say.line(risk, "TH-61") if rules.levy_percent else None,
    )  # fmt: skip
