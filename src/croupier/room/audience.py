"""Who is told of whom: everybody of everybody, or each of a crowd of the house and of themselves.

A table has one audience, given by its number of seats. Whatever is told of a table, live or later,
to a player, the public or the staff, asks it; the public looks through seat 0.
"""

from collections.abc import Collection, Iterable, Mapping
from operator import itemgetter
from typing import TYPE_CHECKING, Any, Final

from msgspec.structs import replace

from croupier.core.catalogue import Layout
from croupier.core.felt import BANK, HOUSE, Cards, Chips, Said, Seat, Spot
from croupier.core.hand import Hand
from croupier.room.news import Freed, HandBegins, News, Over, Seated

if TYPE_CHECKING:
    from croupier.room.clocks import Clocks

Numbers = tuple[int, int, list[tuple[str, int]]]
"""How many play, for how many the table waits, and the chips on each kind of spot."""


class Everybody:
    """The players of a table: all see all that lies open."""

    crowd: Final = False

    def seats(self, seats: Collection[Seat], *_: Seat) -> list[Seat]:
        """Of some seats those that a reader is told of, who has seats of their own."""
        return list(seats)

    def eyes(self, seat: Seat) -> Seat:
        """Through which seat the cards are read to the reader in a seat."""
        return seat

    def chips(self, chips: Mapping[Spot, int], _: Seat, __: Layout) -> dict[Spot, int]:
        """Of the chips on the felt those that a seat is shown."""
        return {spot: amount for spot, amount in chips.items() if amount}

    def clocks(self, clocks: "Clocks", _: Seat) -> Mapping[Seat, float]:
        """Of the running clocks those that a seat is shown."""
        return clocks.deadlines

    def next_seat(self, _: int) -> Seat:
        """Where a newcomer sits who wants no seat in particular; 0: where a lot says."""
        return HOUSE

    def numbers(self, _: Hand) -> Numbers | None:
        """A hand in numbers, for those who are not told of everybody."""
        return None

    def story(self, items: Iterable[News]) -> "Whole":
        """News as they are told here."""
        return Whole(items)


class Crowd:
    """Thousands who play one common hand: the house's news, one's own, and totals."""

    crowd: Final = True

    def seats(self, seats: Collection[Seat], *own: Seat) -> list[Seat]:
        """Nobody's but one's own."""
        return [seat for seat in dict.fromkeys(own) if seat and seat in seats]

    def eyes(self, _: Seat) -> Seat:
        """They all play the same cards, which lie open."""
        return HOUSE

    def chips(self, chips: Mapping[Spot, int], seat: Seat, layout: Layout) -> dict[Spot, int]:
        """The house's and one's own, found by the words of the layout; the bank is not shown to a
        crowd.
        """
        spots = [(HOUSE, word) for word in layout.house_chips]
        spots += [(seat, word) for word in layout.seat_chips if seat]
        return {spot: chips[spot] for spot in spots if spot != BANK and chips.get(spot)}

    def clocks(self, clocks: "Clocks", seat: Seat) -> Mapping[Seat, float]:
        """One's own and the house's, else the one that ends first."""
        found = {s: clocks.deadlines[s] for s in (HOUSE, seat) if s in clocks.deadlines}
        first = None if found else clocks.next_deadline()
        return found if first is None else {HOUSE: first}

    def next_seat(self, seated: int) -> Seat:
        """Among thousands nobody minds which, and a list of them is long."""
        return seated + 1

    def numbers(self, hand: Hand) -> Numbers:
        """A hand in numbers."""
        chips: dict[str, int] = {}
        players: set[Seat] = set()
        for (seat, word), amount in hand.felt.chips.items():
            if seat and amount and word != "stack":
                chips[word] = chips.get(word, 0) + amount
                players.add(seat)
        waiting = 0 if hand.ask is None or hand.ask.open else len(hand.ask.options)
        return len(players), waiting, list(chips.items())

    def story(self, items: Iterable[News]) -> "Sorted":
        """News as they are told here."""
        return Sorted(items)


Audience = Everybody | Crowd
EVERYBODY: Final = Everybody()
CROWD: Final = Crowd()
MOST_SEATS: Final = 100
"""More seats than this are a common hand, not places at a table."""


def of(seats: int) -> Audience:
    """The audience of a table with this many seats: the one rule."""
    return CROWD if seats > MOST_SEATS else EVERYBODY


class Whole:
    """News that everybody is told."""

    own: Final[Mapping[Seat, Any]] = {}
    """News that are told to one seat only."""
    common: Final = True
    """Whether there are news for everybody."""

    def __init__(self, items: Iterable[News]) -> None:
        self.items = list(items)

    @property
    def count(self) -> int:
        """How many news there are."""
        return len(self.items)

    def add(self, items: Iterable[News]) -> None:
        """What came after."""
        self.items += items

    def told(self, _: Seat) -> list[News]:
        """What a seat is told, before its secrets are kept."""
        return self.items


class Sorted:
    """News sorted by whom they concern, so that each of thousands is told their own at once."""

    def __init__(self, items: Iterable[News]) -> None:
        self.house: list[tuple[int, News]] = []
        self.own: dict[Seat, list[tuple[int, News]]] = {}
        self._shares: dict[int, dict[Seat, list[Any]]] = {}
        self._reveals: dict[tuple[int, Seat], str] = {}
        self.count = 0
        self.add(items)

    @property
    def common(self) -> bool:
        """Whether there are news for everybody."""
        return bool(self.house)

    def add(self, items: Iterable[News]) -> None:
        """Sort what came after."""
        for at, item in enumerate(items, self.count):
            seat = owner(item)
            (self.own.setdefault(seat, []) if seat else self.house).append((at, item))
            if isinstance(item, HandBegins | Over):
                self._shares[at] = _shares(item)
            if isinstance(item, HandBegins) and item.fair:
                self._reveals |= {(at, seat): entropy for seat, entropy in item.fair.reveals}
            self.count = at + 1

    def told(self, seat: Seat) -> list[News]:
        """What one of the crowd is told: the house's news and their own, in order."""
        own = self.part(seat)
        items = sorted([*self.shared, *own], key=itemgetter(0)) if own else self.shared
        return [item for _, item in items]

    @property
    def shared(self) -> list[tuple[int, News]]:
        """What everybody is told in the same words, each with its place."""
        return [one for one in self.house if one[0] not in self._shares]

    def part(self, seat: Seat) -> list[tuple[int, News]]:
        """What only one of them is told: their own news, and their part of what names everybody."""
        own = self.own.get(seat, []) if seat else []
        if not self._shares:
            return own
        named = [(at, self._part(at, item, seat)) for at, item in self.house if at in self._shares]
        return sorted([*own, *named], key=itemgetter(0))

    def _part(self, at: int, item: News, seat: Seat) -> News:
        shares = self._shares[at]
        mine = shares.get(seat, []) if seat else []
        if isinstance(item, HandBegins):
            chips = [*shares.get(HOUSE, []), *mine]
            own = [(seat, entropy) for entropy in [self._reveals.get((at, seat))] if entropy]
            return replace(item, chips=chips, fair=item.fair and replace(item.fair, reveals=own))
        return Over(item.hand, item.void, mine) if isinstance(item, Over) else item


Story = Whole | Sorted


def owner(item: News) -> Seat:
    """Whose a piece of news is at a crowd table; the house's is everybody's."""
    if isinstance(item, Chips | Cards):
        return item.src[0] or item.dst[0]
    if isinstance(item, Said | Seated | Freed):
        return item.seat
    return HOUSE


def _shares(item: HandBegins | Over) -> dict[Seat, list[Any]]:
    """Of what names everybody, each seat's part; the house's bank is not shown to a crowd."""
    found: dict[Seat, list[Any]] = {}
    if isinstance(item, Over):
        return {pair[0]: [pair] for pair in item.net}
    for spot, amount in item.chips:
        if spot != BANK:
            found.setdefault(spot[0], []).append((spot, amount))
    return found
