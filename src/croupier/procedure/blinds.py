"""The button, the blinds and who is dealt in: what a card room carries from hand to hand.

The procedure is CR-06 to CR-14 with CR-18 (TH-15 to TH-19, TH-59, TH-65 in the French house). All
of it is a function of the carry and the seats; before a deal the carry is told who is new, who is
away and who has moved.
"""

from collections.abc import Mapping, Sequence
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from croupier.core.cards import Card
from croupier.core.company import Presence
from croupier.core.felt import Felt, Seat
from croupier.procedure.turns import clockwise

ButtonRule = Literal["forward_moving", "dead_button", "simple"]
NewPlayer = Literal["free_after_button", "post_or_wait", "wait_only", "free"]
HeadsUp = Literal["button_small", "literal"]


class Standing(Struct, frozen=True, omit_defaults=True):
    """What is to be known of a seat between hands."""

    away: bool = False
    new: bool = False
    """Sat down while the game was on and was not yet dealt in (CR-08)."""
    moved: bool = False
    """Changed to a seat that the blinds had passed (CR-14)."""
    home: Seat = 0
    """The seat when the last hand was dealt, if the player has moved since."""
    passed: bool = False
    """The button has gone by since they sat down, in a hand they could not play (OM-15)."""
    post: bool = False
    """Will post to come in at once rather than wait."""
    owes_small: bool = False
    owes_big: bool = False
    """Due by position and not yet posted (CR-06)."""
    missed_small: bool = False
    missed_big: bool = False
    """Passed by while the player was not dealt in (CR-11)."""

    @property
    def enters(self) -> bool:
        """Whether the player must pass the test of CR-09 and CR-12 to be dealt in."""
        return self.new or self.moved or self.missed_small or self.missed_big


REGULAR = Standing()
BUYER = Standing(missed_small=True, missed_big=True)
"""A player who buys the button pays both blinds, the big one live (CR-15)."""


class Places(Struct, frozen=True, omit_defaults=True):
    """The button and the places of the two blinds."""

    button: Seat = 0
    small: Seat = 0
    big: Seat = 0
    had: Seat | None = None
    """Where the player of the big blind sits, having moved since; 0 if they have left."""

    @property
    def had_big(self) -> Seat:
        """Who had the big blind."""
        return self.big if self.had is None else self.had


class Blinds(Struct, frozen=True, omit_defaults=True):
    """The part of the carry that concerns button and blinds. No button: a new game."""

    places: Places = Places()
    standings: dict[Seat, Standing] = {}


class BlindRules(Struct, frozen=True):
    """What the house has chosen of all this."""

    button_rule: ButtonRule = "forward_moving"
    new_player: NewPlayer = "free_after_button"
    missed_may_post: bool = True
    heads_up: HeadsUp = "button_small"
    small_blind: bool = True
    """Whether there is one besides the big blind (CR-04)."""
    button_for_sale: bool = False
    """Whether a player who would be in the small blind may buy the button (CR-15)."""


class Post(Struct, frozen=True):
    """What a seat puts in before the deal: live and dead, in blinds."""

    seat: Seat
    live: Literal["", "small", "big"] = ""
    dead: bool = False
    """A small blind that belongs to the pot."""
    by_position: bool = True
    """Due because the blinds have come to the seat, not to be dealt in."""


Entry = Literal["no", "free", "post", "buy"]
"""How a player comes in: not yet, for nothing, for a post, or by buying the button."""


class Seating(Struct, frozen=True):
    """Who plays the coming hand, from the left of the button, and who posts what."""

    order: list[Seat]
    places: Places
    posts: list[Post]
    blinds: Blinds
    """What is carried to the hand after it."""


def arrange(
    rules: BlindRules, blinds: Blinds, seats: Sequence[Seat], ready: Sequence[Seat], drawn: Seat = 0
) -> Seating:
    """The coming hand (CR-47). `ready` are the seats with chips that may be dealt in; `drawn` has
    the button of a new game.
    """
    last = blinds.places
    if not blinds.standings and 2 < len(ready) == len(seats):
        button = drawn or clockwise(ready, last.button)[0]
        small, big, *_ = order = clockwise(ready, button)
        if drawn or (button, small) == (last.small, last.big):  # Everything moves on by one.
            first = [Post(small, "small")] if rules.small_blind else []
            places = Places(button, small, big)
            return Seating(order, places, [*first, Post(big, "big")], Blinds(places))
    present = {seat: blinds.standings.get(seat, REGULAR) for seat in seats}
    here = [seat for seat in ready if not present[seat].away]
    posting: dict[Seat, Entry] = {}
    if drawn:  # CR-39, TH-65: in the first hand nobody posts but the blinds.
        dealt, last = here, Places()
        present = {s: Standing(away=standing.away) for s, standing in present.items()}
        places = first_places(rules, here, drawn)
    else:
        dealt, counted, posting = admitted(rules, last, here, present)
        places = take_places(rules, last, counted)
        if len(counted) == 2 < len(dealt):  # The third is behind the button: three-handed places.
            places = first_places(rules, dealt, places.button)
    order = clockwise(dealt, places.button)
    return settle(rules, last, present, order, places, posting)


def draw_high(felt: Felt, seats: Sequence[Seat], pack: Sequence[Card], lots: Sequence[int]) -> Seat:
    """Each draws a card, the highest has the button: suits rank too (CR-39, TH-14, PN-04)."""
    left, drawn = list(pack), {}
    for seat, lot in zip(seats, lots, strict=False):
        drawn[seat] = left.pop(lot)
        felt.say(seat, "draw", cards=(drawn[seat],))
    return max(drawn, key=drawn.__getitem__)


def first_places(rules: BlindRules, dealt: Sequence[Seat], drawn: Seat) -> Places:
    """The places of the first hand of a game (CR-04, CR-18)."""
    order = clockwise(dealt, drawn)
    return heads_up(rules, *order[::-1]) if len(order) == 2 else Places(drawn, order[0], order[1])


def heads_up(rules: BlindRules, button: Seat, other: Seat) -> Places:
    """Between two the button has the small blind; by the leaflet's letter both blinds are to its
    left, the second on the button itself (CR-18, TH-19).
    """
    if rules.heads_up == "literal":
        return Places(button, other, button)
    return Places(button, button, other)


def take_places(rules: BlindRules, last: Places, dealt: Sequence[Seat]) -> Places:
    """Where button and blinds go among these players."""
    order = clockwise(dealt, last.button)
    if len(order) == 2:
        places = heads_up(rules, *order)
        # CR-18, TH-19: nobody has the big blind twice running.
        return heads_up(rules, *order[::-1]) if places.big == last.had_big else places
    if rules.heads_up == "literal" and last.button == last.big:
        big, *_, button, small = clockwise(dealt, last.big)
        return Places(button, small, big)  # Two have become more: the big blind moves on by one.
    if rules.button_rule == "dead_button" and last.big:
        return Places(last.small, last.big, clockwise(dealt, last.big)[0])
    return Places(order[0], order[1], order[2])


def admitted(
    rules: BlindRules, last: Places, here: Sequence[Seat], present: dict[Seat, Standing]
) -> tuple[list[Seat], list[Seat], dict[Seat, Entry]]:
    """Who is dealt in, for whom button and blinds are placed, and who pays to come in (CR-08 to
    CR-12, CR-15).

    A player whom the button passes in this very hand is dealt in, but gets no place.
    """
    counted = [seat for seat in here if not present[seat].enters]
    behind: list[Seat] = []
    posting: dict[Seat, Entry] = {}
    for seat in clockwise([seat for seat in here if present[seat].enters], last.button):
        by = gone_by(rules, last, counted, seat)
        entry = enters(rules, last, counted, seat, present[seat], gone_by=by)
        if entry == "no":
            continue
        if by:
            behind.append(seat)
        else:
            counted = sorted((*counted, seat))
        if entry != "free":
            posting[seat] = entry
    if behind:  # Later players may have brought the button back.
        button = take_places(rules, last, counted).button
        behind = [seat for seat in behind if passes(last.button, button, seat)]
    return sorted((*counted, *behind)), counted, posting


def gone_by(rules: BlindRules, last: Places, counted: list[Seat], seat: Seat) -> bool:
    """Whether they would have button or small blind, but without them the button goes beyond."""
    if len(counted) < 2:
        return False
    with_him = take_places(rules, last, sorted((*counted, seat)))
    if seat == with_him.big or seat not in (with_him.small, with_him.button):
        return False
    without = take_places(rules, last, counted).button
    return without != seat and passes(last.button, without, seat)


def enters(
    rules: BlindRules,
    last: Places,
    counted: list[Seat],
    seat: Seat,
    standing: Standing,
    *,
    gone_by: bool,
) -> Entry:
    """The test of CR-09 and CR-12 for one who comes in."""
    if len(counted) < 2:
        return "free"  # House choice: there would be no hand otherwise.
    with_him = take_places(rules, last, sorted((*counted, seat)))
    if seat == with_him.big:
        return "free"  # CR-10, CR-11: the big blind is due by position.
    if not gone_by and seat in (with_him.small, with_him.button):
        return "buy" if seat == with_him.small and buys_button(rules, standing) else "no"
    free = rules.new_player == "free_after_button" and (gone_by or standing.passed)
    return "free" if standing.new and free else comes_in(rules, standing)


def buys_button(rules: BlindRules, standing: Standing) -> bool:
    """Whether a player pays both blinds in the small blind's place, and so has the button in the
    next hand (CR-15).
    """
    return rules.button_for_sale and standing.post and comes_in(rules, standing) != "no"


def comes_in(rules: BlindRules, standing: Standing) -> Entry:
    """Whether a player not in the blinds may post and wants to (CR-08, CR-11, TH-65)."""
    if standing.new and rules.new_player == "free":
        return "free"
    barred = (
        rules.new_player == "wait_only"
        if standing.new
        else (standing.missed_small or standing.missed_big) and not rules.missed_may_post
    )
    return "post" if standing.post and not barred else "no"


def passes(old: Seat, new: Seat, seat: Seat) -> bool:
    """Whether a place that moves clockwise from old to new goes over this seat or comes to rest
    on it.
    """
    if old == new:
        return False
    return old < seat <= new if old < new else seat > old or seat <= new


def settle(
    rules: BlindRules,
    last: Places,
    present: dict[Seat, Standing],
    order: list[Seat],
    places: Places,
    posting: dict[Seat, Entry],
) -> Seating:
    """Who posts what, and what everybody owes afterwards."""
    posts: list[Post] = []
    after: dict[Seat, Standing] = {}
    for seat in clockwise(list(present), places.button):
        buys = posting.get(seat) == "buy"
        standing = BUYER if buys else due(rules, last, places, seat, present[seat], order)
        if seat in order:
            post = posted(seat, standing, posting=seat in posting)
            standing = cleared(post, standing, heads_up=len(order) == 2)
            posts += [post] if post.live or post.dead else []
        if standing != REGULAR:
            after[seat] = standing
    return Seating(order, places, posts, Blinds(places, after))


def due(
    rules: BlindRules,
    last: Places,
    places: Places,
    seat: Seat,
    standing: Standing,
    dealt: Sequence[Seat],
) -> Standing:
    """What the moving places make a seat owe, or miss if it is not dealt in (CR-06, CR-11)."""
    small, big = moved_over(rules, last, places, seat, playing=seat in dealt)
    if seat in dealt:
        if len(dealt) == 2:
            return replace(standing, owes_small=seat == places.small, owes_big=seat == places.big)
        return replace(
            standing, owes_small=standing.owes_small or small, owes_big=standing.owes_big or big
        )
    if standing.new:
        return replace(standing, passed=standing.passed or passes(last.button, places.button, seat))
    return replace(
        standing,
        missed_small=standing.missed_small or standing.owes_small or small,
        missed_big=standing.missed_big or standing.owes_big or big,
        owes_small=False,
        owes_big=False,
    )


def moved_over(
    rules: BlindRules, last: Places, places: Places, seat: Seat, *, playing: bool
) -> tuple[bool, bool]:
    """Whether the small and the big blind come to a seat."""
    if playing and (not last.big or rules.button_rule != "forward_moving"):
        small, big = seat == places.small, seat == places.big
    elif not last.big:
        return False, False
    else:
        small, big = passes(last.small, places.small, seat), passes(last.big, places.big, seat)
        # The place may have gone round to its old seat: somebody else there owes the blind.
        big = big or seat == places.big == last.big != last.had_big
    return small and rules.small_blind, big


def posted(seat: Seat, standing: Standing, *, posting: bool) -> Post:
    """What a player dealt in posts: one live blind, the larger first (CR-06, CR-08, CR-11)."""
    if standing.owes_big:
        return Post(seat, "big")
    if posting:
        live = standing.new or standing.moved or standing.missed_big
        return Post(seat, "big" if live else "", standing.missed_small, by_position=False)
    return Post(seat, "small" if standing.owes_small else "")


def cleared(post: Post, standing: Standing, *, heads_up: bool) -> Standing:
    """What is owed afterwards: heads-up nothing; else the other blind of the place (CR-18)."""
    owes_small = standing.owes_small and post.live != "small" and not heads_up
    return Standing(owes_small=owes_small)


def third_blind(seating: Seating, killer: Seat) -> Seat:
    """Who posts the third blind of a house that has one: a button that posts no other, with three
    players or more. Nobody ever owes it later (CR-04, LB-37).
    """
    button, posting = seating.places.button, {post.seat for post in seating.posts if post.live}
    alone = button in seating.order and button not in (killer, *posting)
    return button if alone and len(seating.order) > 2 else 0


# Between hands.


def gathered(blinds: Blinds, seats: Mapping[Seat, Presence]) -> Blinds:
    """What is known of everybody who sits here, before a deal (CR-08, CR-11, CR-14, TH-10)."""
    if not blinds.standings and not any(who.new or who.away for who in seats.values()):
        return blinds
    noted = {seat: present(blinds, seat, who) for seat, who in seats.items()}
    return replace(blinds, standings={s: known for s, known in noted.items() if known != REGULAR})


def present(blinds: Blinds, seat: Seat, who: Presence) -> Standing:
    """What is known of one seat; in a new game everybody is like everybody else (TH-65)."""
    known = blinds.standings.get(seat, REGULAR)
    if who.new:
        known = Standing(new=blinds.places.button > 0)
    elif known.home:
        known = replace(known, moved=known.moved or passed_by(blinds, known.home, seat), home=0)
    return replace(known, away=who.away, post=who.post and known.enters)


def passed_by(blinds: Blinds, old: Seat, new: Seat) -> bool:
    """Whether the blinds have gone by a new seat: from the big blind it comes later (CR-14)."""
    big = blinds.places.big
    return big > 0 and clockwise(sorted((old, new)), big)[1] == new


def left(blinds: Blinds, seat: Seat) -> Blinds:
    """A player leaves; what they owed is forgotten."""
    return _followed(_noted(blinds, seat, REGULAR), seat, 0)


def moved(blinds: Blinds, old: Seat, new: Seat) -> Blinds:
    """What was owed goes with the player. Moving back undoes a move (CR-14)."""
    known = blinds.standings.get(old, REGULAR)
    home = known.home or old
    known = replace(known, home=0 if home == new else home)
    return _followed(_noted(_noted(blinds, old, REGULAR), new, known), old, new)


def _followed(blinds: Blinds, old: Seat, new: Seat) -> Blinds:
    """The player of the big blind is known wherever they sit."""
    places = blinds.places
    if places.had_big != old:
        return blinds
    return replace(blinds, places=replace(places, had=None if new == places.big else new))


def _noted(blinds: Blinds, seat: Seat, standing: Standing) -> Blinds:
    others = {s: known for s, known in blinds.standings.items() if s != seat}
    return replace(blinds, standings=others if standing == REGULAR else {**others, seat: standing})
