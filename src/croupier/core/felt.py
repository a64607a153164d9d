"""The felt: which chips and cards lie on which spots, who may see them, and what happened.

`Felt.pay` is the only way a chip moves; `deal`, `move`, `cut` and `shuffle` are the only ways a
card does. So no game can make a chip, and what a seat may see is decided here, once for all games.
"""

from bisect import insort
from collections.abc import Iterable, Mapping, Sequence
from typing import Final, TypeVar, overload

from msgspec import Struct
from msgspec.structs import replace

from croupier.core.cards import BACK, Card, text
from croupier.core.words import Call, Cause, Deed, Word

T = TypeVar("T")

Seat = int
Spot = tuple[int, str]

HOUSE: Final = 0
NOWHERE: Final[Spot] = (HOUSE, "")
DECK: Final[Spot] = (HOUSE, "deck")
MUCK: Final[Spot] = (HOUSE, "muck")
BANK: Final[Spot] = (HOUSE, "bank")
BOARD: Final[Spot] = (HOUSE, "board")
SECOND: Final[Spot] = (HOUSE, "second")
"""The cards of a second board that the first does not share with it."""
POT: Final[Spot] = (HOUSE, "pot")
DROP: Final[Spot] = (HOUSE, "drop")
LEVY: Final[Spot] = (HOUSE, "levy")

ALL: Final = -1
NOBODY: Final = 0


class Fault(RuntimeError):
    """The rules asked for something impossible: our own mistake, never a player's."""


class Deal(Struct, frozen=True):
    """What chance gives to a hand, drawn before it begins: cards in dealing order, and lots."""

    cards: tuple[Card, ...]
    lots: tuple[int, ...] = ()
    """Numbers below the bounds that the game names: dice, cuts, the order of a later shuffle."""
    cut: int = 0
    """How many cards the cut took from the top; the cards above are already cut."""


class Chips(Struct, frozen=True, gc=False, tag="chips", tag_field="type"):
    """Chips went from spot to spot."""

    src: Spot
    dst: Spot
    amount: int
    why: Cause


class Cards(Struct, frozen=True, gc=False, tag="cards", tag_field="type", omit_defaults=True):
    """Cards went from spot to spot, or were shown where they lie."""

    src: Spot
    dst: Spot
    cards: tuple[Card, ...]
    why: Cause
    eyes: int = ALL
    """Bit n is set when seat n sees the faces; bit 0 is the public."""


class Said(Struct, frozen=True, gc=False, tag="said", tag_field="type", omit_defaults=True):
    """A seat's accepted answer, or a word of the house. Which cards it names, only `eyes` learn."""

    seat: Seat
    what: Word
    amount: int = 0
    spot: Spot = NOWHERE
    cards: tuple[Card, ...] = ()
    by: str = ""
    """Who spoke for the seat: the clock, or a member of the staff."""
    why: str = ""
    eyes: int = ALL


Event = Chips | Cards | Said


def redact(event: Event, seat: Seat) -> Event:
    """What this seat may know of an event. The one place where secrets are kept."""
    if isinstance(event, Chips) or event.eyes == ALL:
        return event
    if event.eyes >> seat & 1:
        return replace(event, eyes=ALL)
    return replace(event, eyes=ALL, cards=(BACK,) * len(event.cards))


class View(Struct):
    """The felt as one seat sees it."""

    chips: dict[Spot, int]
    cards: dict[Spot, tuple[Card, ...]]
    deck: int
    """How many cards are left to deal."""

    def __str__(self) -> str:
        """A line to each spot: chips first, then cards."""
        said = [(spot, str(amount)) for spot, amount in sorted(self.chips.items())]
        said += [(spot, text(lie)) for spot, lie in sorted(self.cards.items())]
        return "\n".join(
            f"{f'seat {seat} ' if seat else ''}{word}: {lies}" for (seat, word), lies in said
        )

    def take(self, event: Event) -> None:
        """Follow one event of the seat's feed, as a client does."""
        if type(event) is Chips:
            _shift(self.chips, event)
        elif type(event) is Cards:
            self._carry(event)
        elif type(event) is Said and event.what == "join":
            self.chips[event.spot] = event.amount
        elif type(event) is Said and event.what == "leave":
            self.chips.pop(event.spot, None)

    def _carry(self, event: Cards) -> None:
        if event.src == DECK:
            self.deck -= len(event.cards)
        elif event.src != event.dst:
            left = _without(self.cards.pop(event.src), event.cards)
            if left:
                self.cards[event.src] = left
        if event.src == event.dst:
            self.cards[event.dst] = event.cards
        elif event.dst == MUCK:
            self.cards[MUCK] = self.cards.get(MUCK, ()) + (BACK,) * len(event.cards)
        else:
            self.cards[event.dst] = self.cards.get(event.dst, ()) + event.cards


def _shift(chips: dict[Spot, int], event: Chips) -> None:
    for spot, change in (event.src, -event.amount), (event.dst, event.amount):
        left = chips.get(spot, 0) + change
        if left:
            chips[spot] = left
        else:
            chips.pop(spot, None)


def _without(lie: tuple[Card, ...], gone: tuple[Card, ...]) -> tuple[Card, ...]:
    """The cards that stay: a face leaves as itself or as the back it was."""
    left = list(lie)
    for card in gone:
        left.remove(card if card in left else BACK)
    return tuple(left)


def shuffled(cards: Sequence[T], lots: Sequence[int]) -> list[T]:
    """The cards in the order of a row of lots below len, len - 1, ... 2 (Fisher and Yates)."""
    order = list(cards)
    for last, at in zip(range(len(order) - 1, 0, -1), lots, strict=False):
        order[last], order[at] = order[at], order[last]
    return order


class Lots(Sequence[int]):
    """The lots of a hand, noting which are drawn."""

    __slots__ = ("drawn", "first", "row")

    def __init__(self, row: Sequence[int], drawn: set[int], first: int = 0) -> None:
        self.row, self.drawn, self.first = row, drawn, first

    def __len__(self) -> int:
        return len(self.row) - self.first

    @overload
    def __getitem__(self, at: int) -> int: ...
    @overload
    def __getitem__(self, at: slice) -> Sequence[int]: ...
    def __getitem__(self, at: int | slice) -> int | Sequence[int]:
        if isinstance(at, slice):
            places = range(len(self.row))[self.first :][at]
            if places.stop == len(self.row):
                return Lots(self.row, self.drawn, places.start)
            return [self[place - self.first] for place in places]
        lot = self.row[self.first + at]
        self.drawn.add(self.first + at)
        return lot


class Felt:
    """Chips and cards on spots, and the log of what happened to them."""

    __slots__ = ("cards", "chips", "deck", "events", "eyes", "lots", "seats")

    def __init__(self, chips: Mapping[Spot, int], deal: Deal) -> None:
        self.chips = dict(chips)
        self.cards: dict[Spot, list[Card]] = {}
        self.eyes: dict[Spot, int] = {}
        self.deck = list(deal.cards[::-1])
        self.lots = Lots(deal.lots, set())
        self.events: list[Event] = []
        self.seats = sorted([seat for seat, word in chips if word == "stack"])

    def pay(self, src: Spot, dst: Spot, amount: int, why: Cause) -> None:
        """Move chips. Only the house's bank may go below zero."""
        if not amount:
            return
        chips = self.chips
        left = chips.get(src, 0) - amount
        if amount < 0 or (left < 0 and src != BANK):
            raise Fault(f"{src} cannot pay {amount} to {dst} ({why}): it has {chips.get(src, 0)}")
        chips[src] = left
        chips[dst] = chips.get(dst, 0) + amount
        self.events.append(Chips(src, dst, amount, why))

    def seat(self, seat: Seat, chips: int) -> None:
        """A newcomer takes part, with chips from outside: they come to the felt no other way."""
        self.chips[seat, "stack"] = chips
        insort(self.seats, seat)

    def clear(self, seat: Seat) -> None:
        """A seat without a bet takes no part any more; its chips go as they came."""
        del self.chips[seat, "stack"]
        self.seats.remove(seat)

    def deal(
        self,
        spot: Spot,
        count: int = 1,
        *,
        up: bool = False,
        why: Cause = "deal",
        also: int = NOBODY,
    ) -> None:
        """Take cards off the deck: face up for all, else for the owner of the spot alone, and for
        those who share the view.
        """
        deck = self.deck
        if count > len(deck):
            raise Fault(f"the deck has {len(deck)} cards, not {count}")
        new = [deck.pop() for _ in range(count)] if count > 1 else [deck.pop()]
        eyes = ALL if up else also | (1 << spot[0] if spot[0] else NOBODY)
        self.events.append(Cards(DECK, spot, tuple(new), why, self._lay(spot, new, eyes)))

    def deal_around(self, spots: Sequence[Spot], times: int) -> None:
        """One card at a time to each of these spots in turn, `times` over: for its owner alone."""
        deck, cards, eyes, log = self.deck, self.cards, self.eyes, self.events.append
        if times * len(spots) > len(deck):
            raise Fault(f"the deck has {len(deck)} cards, not {times * len(spots)}")
        owned = [(spot, 1 << spot[0] if spot[0] else NOBODY) for spot in spots]
        for spot, owner in owned * times:
            card, seen = deck.pop(), owner
            if eyes.get(spot) == owner:
                cards[spot].append(card)
            else:
                seen = self._lay(spot, [card], owner)
            log(Cards(DECK, spot, (card,), "deal", seen))

    def move(
        self, src: Spot, dst: Spot, cards: Iterable[Card] | None = None, *, why: Cause
    ) -> None:
        """Move cards, all by default: who saw them where they lay sees them go."""
        moved = self._lift(src, cards)
        seen = self.eyes[src]
        if not self.cards[src]:
            del self.cards[src], self.eyes[src]
        eyes = self._lay(dst, moved, seen | (1 << dst[0] if dst[0] else NOBODY))
        self.events.append(Cards(src, dst, tuple(moved), why, seen | eyes))

    def cut(self, count: int) -> None:
        """Put the top `count` cards of the deck below the others."""
        deck = self.deck
        if not 0 < count < len(deck):
            raise Fault(f"a deck of {len(deck)} cards cannot be cut at {count}")
        deck[:] = deck[-count:] + deck[:-count]
        self.say(HOUSE, "cut", count)

    def shuffle(self, src: Spot, dst: Spot, row: int) -> None:
        """Move all cards of a spot in the order of the lots that begin at `row`: a new pile, dealt
        from its first card on.
        """
        self.say(HOUSE, "shuffle", row)
        self.move(src, dst, shuffled(self.cards[src], self.lots[row:]), why="shuffle")

    def show(self, spot: Spot, why: Cause = "show") -> None:
        """Turn the cards of a spot face up."""
        if spot not in self.cards:
            raise Fault(f"there is nothing to show on {spot}")
        if self.eyes[spot] != ALL:
            self.eyes[spot] = ALL
            self.events.append(Cards(spot, spot, tuple(self.cards[spot]), why))

    def say(
        self,
        seat: Seat,
        what: Deed | Call,
        amount: int = 0,
        spot: Spot = NOWHERE,
        cards: tuple[Card, ...] = (),
    ) -> None:
        """Tell the table."""
        self.events.append(Said(seat, what, amount, spot, cards))

    def take_back(self, since: int = 0) -> None:
        """Every chip returns the way it came, the newest move first; those who left have theirs."""
        gone: set[Seat] = set()
        for event in reversed(self.events[since:]):
            if type(event) is Said and event.what == "leave":
                gone.add(event.seat)
            elif type(event) is Chips and event.src[0] not in gone and event.dst[0] not in gone:
                self.pay(event.dst, event.src, event.amount, "void")

    def view(self, seat: Seat) -> View:
        """What this seat sees now."""
        return View(
            {spot: amount for spot, amount in self.chips.items() if amount},
            self.faces(seat),
            len(self.deck),
        )

    def faces(self, seat: Seat) -> dict[Spot, tuple[Card, ...]]:
        """The cards of each spot as this seat sees them."""
        eyes = self.eyes  # Everybody's have all bits set.
        return {
            spot: tuple(lie) if eyes[spot] >> seat & 1 else (BACK,) * len(lie)
            for spot, lie in self.cards.items()
        }

    def seen(self, seat: Seat) -> list[tuple[Spot, list[Card]]]:
        """The cards of those spots whose faces this seat sees."""
        eyes = self.eyes
        return [(spot, lie) for spot, lie in self.cards.items() if eyes[spot] >> seat & 1]

    def _lay(self, spot: Spot, cards: list[Card], eyes: int) -> int:
        """One spot, one visibility: what lies there is seen by those who see the spot."""
        lie = self.cards.get(spot)
        if lie is None:
            self.cards[spot] = cards
            self.eyes[spot] = eyes = NOBODY if spot == MUCK else eyes
            return eyes
        seen = self.eyes[spot]
        if eyes & ~seen and spot != MUCK:
            raise Fault(f"{spot} would hide cards that some have seen")
        lie += cards
        return seen

    def _lift(self, spot: Spot, cards: Iterable[Card] | None) -> list[Card]:
        lie = self.cards.get(spot)
        if lie is None:
            raise Fault(f"there is nothing on {spot}")
        lifted = list(lie if cards is None else cards)
        if any(lifted.count(card) > lie.count(card) for card in lifted):
            raise Fault(f"these cards are not all on {spot}")
        for card in lifted:
            lie.remove(card)
        return lifted
