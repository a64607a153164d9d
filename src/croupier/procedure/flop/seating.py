"""Before the deal of a flop game: who plays, who posts what, and the option."""

from collections.abc import Sequence

from croupier.core.asks import Option, Play, ask, ask_all
from croupier.core.cards import Card
from croupier.core.felt import POT, Felt, Seat
from croupier.core.words import Cause
from croupier.procedure import kills
from croupier.procedure.blinds import Seating, arrange, draw_high, third_blind
from croupier.procedure.flop.company import Carry, blind_rules
from croupier.procedure.flop.rules import MOST_SEATS, Rules
from croupier.procedure.kills import Kill
from croupier.procedure.pots import put_up
from croupier.procedure.turns import clockwise


def seat_players(
    rules: Rules, felt: Felt, carry: Carry, killer: Seat, promised: Seat
) -> Seating | None:
    """Button, blinds and who is dealt in; nobody if there are fewer than two."""
    ready = ready_seats(felt, carry)
    if killer in ready and carry.blinds.standings:  # OM-15
        old = [s for s in ready if s == promised or not is_new(carry, s)]
        ready = old if len(old) > 1 else ready
    if len(ready) < 2:
        return None
    drawn = 0
    if not carry.blinds.places.button:
        drawn = carry.drawn if carry.drawn in ready else draw_button(rules, felt, ready)
    seating = arrange(blind_rules(rules), carry.blinds, felt.seats, ready, drawn)
    felt.say(seating.places.button, "button")
    return seating


def ready_seats(felt: Felt, carry: Carry) -> list[Seat]:
    """The seats with chips whose players are here."""
    standings = carry.blinds.standings
    ready = [s for s in felt.seats if felt.chips[s, "stack"]]
    if standings:
        ready = [s for s in ready if s not in standings or not standings[s].away]
    return ready


def is_new(carry: Carry, seat: Seat) -> bool:
    """Whether a player sat down and was not yet dealt in (CR-08)."""
    return seat in carry.blinds.standings and carry.blinds.standings[seat].new


def kill_next(rules: Rules, felt: Felt, carry: Carry) -> Play[Seat]:
    """In a killed hand a newcomer waits, or agrees to kill the next one: of those who agree, the
    first from the left of the button, since there is one kill to a deal (OM-13, OM-15).
    """
    ready = ready_seats(felt, carry)
    if rules.new_player_in_kill_pot == "wait" or carry.kill.killer not in ready:
        return 0
    old = [seat for seat in ready if not is_new(carry, seat)]
    asked = [
        seat
        for seat in clockwise(ready, carry.blinds.places.button)
        if is_new(carry, seat) and len(old) > 1 and comes_in(rules, felt, carry, [*old, seat])
    ]
    options = (Option("decline"), Option("kill next", clause="OM-15"))
    answers = yield from ask_all(dict.fromkeys(asked, options), "OM-15")
    return next((seat for seat, answer in answers.items() if answer.act == "kill next"), 0)


def comes_in(rules: Rules, felt: Felt, carry: Carry, ready: list[Seat]) -> bool:
    """Whether the last of these seats would be dealt in with the others (CR-08, CR-09)."""
    seating = arrange(blind_rules(rules), carry.blinds, felt.seats, sorted(ready))
    return ready[-1] in seating.order


def draw_button(rules: Rules, felt: Felt, seats: Sequence[Seat]) -> Seat:
    """Each draws a card, the highest has the button (CR-39, TH-14)."""
    clubs = rules.button_draw == "clubs"
    pack = [Card(rank * 4) for rank in range(13)] if clubs else [Card(c) for c in range(52)]
    return draw_high(felt, seats, pack, felt.lots if clubs else felt.lots[MOST_SEATS:])


def post_blinds(rules: Rules, felt: Felt, seating: Seating, kill: Kill) -> int:
    """Blinds and posts go down; the amount to call stays full when one is short (CR-40)."""
    amounts = {"": 0, "small": rules.small_blind, "big": rules.big_blind}
    for post in seating.posts:
        seat, amount = post.seat, amounts[post.live]
        if seat == kill.killer:
            amount = 0  # OM-09, OM-18: the kill blind replaces the player's own.
        why: Cause = "small blind" if post.live == "small" else "big blind"
        put_up(felt, seat, (seat, "bet"), amount, why if post.by_position else "post")
    if rules.button_blind and (seat := third_blind(seating, kill.killer)):
        put_up(felt, seat, (seat, "bet"), rules.button_blind, "button blind")
    called = kills.post(felt, kill, rules) or rules.big_blind
    for post in seating.posts:
        if post.dead:  # CR-11; the live part is filled first (CR-40, OM-18).
            put_up(felt, post.seat, POT, rules.small_blind, "dead")
    return called


def post_antes(rules: Rules, felt: Felt, seating: Seating) -> None:
    """Antes are dead and come after the blinds: a short stack fills its blind first. Of each
    player, or of the big blind for the whole table, straight into the pot (CR-29, CR-40).
    """
    if rules.ante_from == "each":
        for seat in seating.order:
            put_up(felt, seat, (seat, "ante"), rules.ante, "ante")
    else:
        big = [post.seat for post in seating.posts if post.live == "big" and post.by_position]
        for seat in big[:1]:
            put_up(felt, seat, POT, rules.ante, "ante")


def take_option(rules: Rules, felt: Felt, seating: Seating, called: int) -> Play[tuple[int, Seat]]:
    """The third player left of the button may post twice the big blind (TH-20, TH-72)."""
    order, amount = seating.order, 2 * rules.big_blind
    if not rules.option_allowed or len(order) < 3 or called != rules.big_blind:
        return called, 0
    seat = order[2]
    posted = felt.chips.get((seat, "bet"), 0)
    if felt.chips[seat, "stack"] + posted < amount:
        return called, 0
    options = (Option("decline"), Option("option", amount, amount))
    answer = yield from ask(seat, options, "TH-20", "option_seconds")
    if answer.act == "decline":
        return called, 0
    felt.pay((seat, "stack"), (seat, "bet"), amount - posted, "option")
    return amount, seat
