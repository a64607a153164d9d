"""Before the deal of Low Ball: button, blinds, who is dealt in, and the kill."""

from collections.abc import Mapping, Sequence
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from croupier.core.cards import PACK
from croupier.core.company import Company, Presence
from croupier.core.felt import Felt, Seat
from croupier.games.low_ball import drawing
from croupier.games.low_ball.drawing import Course
from croupier.games.low_ball.rules import Rules
from croupier.procedure import blinds as button
from croupier.procedure.blinds import (
    BlindRules,
    Blinds,
    Seating,
    Standing,
    arrange,
    draw_high,
    third_blind,
)
from croupier.procedure.pots import put_up
from croupier.procedure.turns import clockwise

BUTTON: Final = len(drawing.LOTS)
"""Where those for the button begin."""

KILLS: Final = BlindRules("simple", "post_or_wait")
"""To come in out of position is to post: that is the kill (LB-41)."""
DRAWN: Final = BlindRules("dead_button", "free")
"""In a tournament seats are drawn, and nobody waits for a blind or kills a pot."""  # House choice.


class Carry(Struct, frozen=True, omit_defaults=True):
    """What stays on the table between hands."""

    blinds: Blinds = Blinds()


def gathered(carry: Carry, seats: Mapping[Seat, Presence]) -> Carry:
    """Who is new, away, back or moved (LB-31, LB-32)."""
    return Carry(button.gathered(carry.blinds, seats))


def moved(carry: Carry, old: Seat, new: Seat) -> Carry:
    """What a player has skipped goes along (LB-31)."""
    return Carry(button.moved(carry.blinds, old, new))


def left(carry: Carry, seat: Seat, _: int) -> Carry:
    """Nobody inherits it."""
    return Carry(button.left(carry.blinds, seat))


def next_blind(rules: Rules, carry: Carry, seats: Sequence[Seat], ready: Sequence[Seat]) -> Seat:
    """Who has the next big blind; in a new game the deal is drawn first (CR-39)."""
    if len(ready) < 2 or not carry.blinds.places.button:
        return 0
    return take_places(rules, carry.blinds, seats, ready).places.big


COMPANY: Final = Company(
    gathered=gathered,
    moved=moved,
    left=left,
    mark=lambda carry: carry.blinds.places.big,
    next_blind=next_blind,
    counts_absent=True,
    for_a_pot=True,
)


def seat_players(rules: Rules, felt: Felt, carry: Carry) -> Seating | None:
    """Button, blinds and who is dealt in; nobody if there are fewer than two (CR-46)."""
    blinds = carry.blinds
    away = {seat for seat, standing in blinds.standings.items() if standing.away}
    ready = [s for s in felt.seats if felt.chips[s, "stack"] and s not in away]
    if len(ready) < 2:
        return None
    drawn = 0 if blinds.places.button else draw_button(felt, ready)
    seating = take_places(rules, blinds, felt.seats, ready, drawn)
    felt.say(seating.places.button, "button")
    return seating


def take_places(
    rules: Rules, blinds: Blinds, seats: Sequence[Seat], ready: Sequence[Seat], drawn: Seat = 0
) -> Seating:
    """Where button and blinds go, and who comes in."""
    if rules.tournament:
        return arrange(DRAWN, blinds, seats, ready, drawn)
    if drawn or not blinds.standings:
        return arrange(KILLS, blinds, seats, ready, drawn)
    return admit(rules, blinds, seats, ready)


def draw_button(felt: Felt, seats: list[Seat]) -> Seat:
    """In a new game each draws a card of a pack without joker, the highest deals (CR-39)."""
    return draw_high(felt, seats, PACK, felt.lots[BUTTON:])


def admit(rules: Rules, blinds: Blinds, seats: Sequence[Seat], ready: Sequence[Seat]) -> Seating:
    """Who skipped the big blind waits for it or kills the pot, one in a hand (LB-31, LB-41)."""
    owing = {seat: forgiven(rules, who) for seat, who in blinds.standings.items()}
    willing = [s for s in clockwise(ready, blinds.places.button) if may_kill(rules, owing.get(s))]
    for killer in (*willing, 0):
        standings = {seat: replace(who, post=seat == killer) for seat, who in owing.items()}
        seating = arrange(KILLS, Blinds(blinds.places, standings), seats, ready)
        if killer_of(seating):
            break
    after = {  # Players who wait still want what they wanted.
        seat: replace(who, post=seat in owing and owing[seat].post)
        for seat, who in seating.blinds.standings.items()
    }
    return replace(seating, blinds=Blinds(seating.places, after))


def forgiven(rules: Rules, standing: Standing) -> Standing:
    """Nobody makes up a blind, and only the big one is waited for (LB-31)."""
    standing = replace(standing, missed_small=False, owes_small=False, owes_big=False)
    if rules.lowball_return == "free":
        standing = replace(standing, missed_big=False, moved=False)
    return standing


def may_kill(rules: Rules, standing: Standing | None) -> bool:
    """Whether a player not dealt in may kill the pot, and wants to (LB-31, LB-32)."""
    if standing is None or not (standing.post and standing.enters):
        return False
    return (rules.lowball_new_player if standing.new else rules.lowball_return) == "kill_pot"


def killer_of(seating: Seating) -> Seat:
    """Who posts out of position."""
    big = seating.places.big
    return next((post.seat for post in seating.posts if post.live == "big" and post.seat != big), 0)


def post_blinds(rules: Rules, felt: Felt, seating: Seating, course: Course) -> None:
    """The blinds, and the kill at twice the big one; a short stack is all-in (LB-41, LB-42)."""
    course.killer = killer_of(seating)
    for post in seating.posts:
        if post.seat == course.killer:
            felt.say(post.seat, "kill", 2 * rules.big_blind)
            put_up(felt, post.seat, (post.seat, "bet"), 2 * rules.big_blind, "kill")
        elif post.live == "big":
            put_up(felt, post.seat, (post.seat, "bet"), rules.big_blind, "big blind")
        else:
            put_up(felt, post.seat, (post.seat, "bet"), rules.small_blind, "small blind")
    if rules.button_blind and (seat := third_blind(seating, course.killer)):
        put_up(felt, seat, (seat, "bet"), rules.button_blind, "button blind")
