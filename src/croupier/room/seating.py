"""Who sits at a table, who waits, who is away, and what people left with."""

from collections.abc import Callable
from typing import Final, Literal

from msgspec import Struct

from croupier.core.asks import NO_MAXIMUM, Option, Refused
from croupier.core.felt import Seat
from croupier.core.phrases import Amount
from croupier.room.audience import Audience
from croupier.room.terms import MINUTE, SeatingTerms

Lot = Callable[[int], int]
"""A number below the one given, from the room's own chance."""

Leaving = Literal["now", "blind", "never"]
"""When a player wants to sit out: at once, when the big blind comes, or no longer."""
ANSWER_SECONDS: Final = 60
"""How long a called player may take to sit down."""
BUSTED_SECONDS: Final = 5 * MINUTE  # CR-45
TIMEOUTS: Final = 2  # CR-37, TH-64
GONE_SECONDS: Final = MINUTE
"""How long a seat at a bank is kept for a player whose connection is lost."""  # House choice.


class Sitter(Struct, omit_defaults=True):
    """A player in a seat."""

    player: str
    name: str = ""
    """The name the others see."""
    bot: bool = False
    away_since: float | None = None
    gone_since: float | None = None
    """When the last connection was lost; nothing while there is one."""
    busted_since: float | None = None
    leaving: bool = False
    top_up: int = 0
    """To be bought before the next deal (TH-25)."""
    timeouts: int = 0
    """In a row."""
    reserve_seconds: float = 0
    """What is left of the time bank (TH-64)."""
    on_reserve: bool = False
    """It runs: what is left of it is all the time left."""
    fresh: bool = True
    """Sat down since the last deal."""
    post: bool = False
    """Posts to be dealt in, rather than wait (CR-08, CR-11)."""
    benched: bool = False
    """Has a penalty in a tournament: dealt in, and folded at once."""
    level: int = 0
    """The level of a tournament that last refilled the time bank."""
    out_at_blind: bool = False
    """Sits out as soon as the big blind comes (TH-10)."""

    @property
    def timed_out(self) -> bool:
        """Whether the player is away because their time ran out again and again."""
        return self.away_since is not None and self.timeouts >= TIMEOUTS

    @property
    def absent(self) -> bool:
        """Whether the player is away, or has no connection."""
        return self.away_since is not None or self.gone_since is not None

    @property
    def awaited(self) -> bool:
        """Whether the clock runs for the player: not for one who is away, benched or leaves, nor a
        second time in a row for one whose connection is lost (CR-37, CR-44).
        """
        lost = self.gone_since is not None and self.timeouts > 0
        return not (self.away_since is not None or self.leaving or lost or self.benched)


class Waiting(Struct, omit_defaults=True):
    """An entry of the waiting list; once called it holds a seat for a while."""

    player: str
    since: float
    seat: Seat = 0
    until: float = 0
    name: str = ""


class Left(Struct):
    """What somebody left the table with, and when (TH-74)."""

    amount: int
    at: float


class Seating:
    """The chairs of a table and its waiting list."""

    def __init__(self, terms: SeatingTerms, *, keeps_seats: bool = True) -> None:
        self.terms, self.keeps_seats = terms, keeps_seats
        self.drawn = False
        """Whether a tournament's director says who sits here."""
        self.sitters: dict[Seat, Sitter] = {}
        self.queue: list[Waiting] = []
        self.left: dict[str, Left] = {}
        self.short_rebuys: set[str] = set()
        """Players who have had their short rebuy of this session (CR-20)."""
        self._places: dict[str, Seat] = {}

    # Chairs.

    def seat_of(self, player: str) -> Seat:
        """The seat of a player, 0 if there is none."""
        return self._places.get(player, 0)

    def seated(self, player: str) -> Seat:
        """The seat of a player, who must have one."""
        seat = self.seat_of(player)
        if not seat:
            raise Refused("take a seat first", clause="TH-07", name="not_seated")
        return seat

    def place(self, seat: Seat, sitter: Sitter) -> None:
        """Put somebody into a seat, wherever they sat before."""
        self.sitters.pop(self._places.get(sitter.player, 0), None)
        self.sitters[seat] = sitter
        self._places[sitter.player] = seat

    def free(self, seat: Seat) -> Sitter:
        """Nobody sits there any more."""
        gone = self.sitters.pop(seat)
        del self._places[gone.player]
        return gone

    def vacant(self) -> list[Seat]:
        """Seats that nobody has and nobody is called to."""
        held = {entry.seat for entry in self.queue if entry.seat}
        seats = range(1, self.terms.seats + 1)
        return [seat for seat in seats if seat not in self.sitters and seat not in held]

    def free_seats(self) -> int:
        """How many seats nobody has and nobody is called to."""
        return self.terms.seats - len(self.sitters) - sum(bool(entry.seat) for entry in self.queue)

    @property
    def audience(self) -> Audience:
        """Who is told of whom."""
        return self.terms.audience

    def choose(self, player: str, wanted: Seat, lot: Lot) -> Seat:
        """The seat that a newcomer gets: the one called to, drawn or wanted (TH-08)."""
        called = next((entry for entry in self.queue if entry.player == player), None)
        if called and called.seat:
            return called.seat
        next_one = self.audience.next_seat(len(self.sitters))
        if next_one and not wanted and not self.queue and next_one not in self.sitters:
            return next_one
        free = self.vacant()
        if len(free) <= self._ahead(player):
            raise Refused("no seat is free: put your name on the waiting list (TH-08)")
        if self.terms.seat_draw == "random" or not wanted:
            return free[lot(len(free))]
        if wanted not in free:
            raise Refused("seat {seat} is not free; allowed: {seats}", seat=wanted, seats=free)
        return wanted

    def check_buy_in(self, player: str, amount: int, now: float) -> None:
        """Whole chips within the limits of the table, and no less than they left with lately."""
        terms, before, chip = self.terms, self.left.get(player), self.terms.chip
        least, most, clause = max(terms.min_buy_in, chip), terms.max_buy_in, "TH-01, CR-20"
        if before and now - before.at < terms.rathole_minutes * MINUTE and before.amount > least:
            least, clause = before.amount // chip * chip, "TH-74, CR-19"
            most = max(most, least) if most else 0
        if amount < least or (most and amount > most) or amount % chip:
            option = Option("buy in", least, most or NO_MAXIMUM, chip)
            clause = "TH-53" if amount % chip else clause
            named = Amount(amount)
            raise Refused("a buy-in of {amount} is not accepted", (option,), clause, amount=named)

    def check_top_up(self, player: str, amount: int, held: int | None) -> None:
        """More chips for a stack; how large it will be is not known while its hand is played."""
        if amount <= 0:
            raise Refused("a recave must be more than zero (TH-25)")
        if amount % self.terms.chip:
            option = Option("buy in", self.terms.chip, NO_MAXIMUM, self.terms.chip)
            named = Amount(amount)
            raise Refused("a recave of {amount} is not accepted", (option,), "TH-53", amount=named)
        if held is None:
            return
        if self.terms.max_recave and held >= self.terms.max_recave:
            raise Refused("your stack is already at the maximum (TH-25)")
        if not held and amount < self.least_rebuy(player):
            option = Option("buy in", self.least_rebuy(player), NO_MAXIMUM)
            named = Amount(amount)
            raise Refused("{amount} is too little", (option,), "TH-25, CR-45", amount=named)

    def recave(self, seat: Seat, held: int) -> int:
        """What is brought of the chips that a player asked for, cut down to the maximum (TH-25)."""
        player, wanted = self.sitters[seat].player, self.sitters[seat].top_up
        self.sitters[seat].top_up = 0
        most, chip = self.terms.max_recave, self.terms.chip
        amount = min(wanted, max(0, most - held) // chip * chip) if most else wanted
        if not held and amount < self.least_rebuy(player):
            return 0
        if not held and amount < self.terms.min_buy_in:
            self.short_rebuys.add(player)
        return amount

    def least_rebuy(self, player: str) -> int:
        """What a player without chips brings at least: once in a session it may be half (CR-20)."""
        used = player in self.short_rebuys
        return self.terms.min_buy_in if used else self.terms.short_rebuy

    # The waiting list.

    def wait(self, player: str, now: float, name: str = "") -> None:
        """Put a name on the waiting list, when all seats are taken (TH-08)."""
        if self.seat_of(player) or any(entry.player == player for entry in self.queue):
            raise Refused("you already have a seat or a place on the list (TH-08)")
        if len(self.vacant()) > self._ahead(player):
            raise Refused("a seat is free: take it (TH-08)")
        self.queue.append(Waiting(player, now, name=name or player))

    def _ahead(self, player: str) -> int:
        """How many on the list are called before this player."""
        names = [entry.player for entry in self.queue if not entry.seat]
        if player in names and self.terms.waiting_list_order == "fifo":
            return names.index(player)
        return sum(name != player for name in names)

    def unwait(self, player: str) -> None:
        """Take a name off the waiting list."""
        if not any(entry.player == player for entry in self.queue):
            raise Refused("this name is not on the list (TH-08)")
        self.strike(player)

    def strike(self, player: str) -> None:
        """The list without a name."""
        self.queue = [entry for entry in self.queue if entry.player != player]

    def call_next(self, now: float, lot: Lot) -> Waiting | None:
        """The next name is called to a seat drawn at random (TH-08)."""
        free, names = self.vacant(), [entry for entry in self.queue if not entry.seat]
        if not free or not names:
            return None
        entry = names[lot(len(names)) if self.terms.waiting_list_order == "random" else 0]
        entry.seat, entry.until = free[lot(len(free))], now + ANSWER_SECONDS
        return entry

    # Absence.

    def sit_out(self, player: str, now: float, when: Leaving) -> None:
        """Away at once, or as soon as the big blind comes; or no longer to be (TH-10)."""
        sitter = self.sitters[self.seated(player)]
        sitter.out_at_blind = when == "blind"
        if when == "now" and sitter.away_since is None:
            sitter.away_since = now

    def sit_in(self, player: str, *, post: bool) -> Seat:
        """Here again."""
        seat = self.seated(player)
        sitter = self.sitters[seat]
        sitter.away_since, sitter.timeouts, sitter.post = None, 0, post
        sitter.out_at_blind = False
        return seat

    def overdue(self, seat: Seat, now: float) -> bool:
        """Whether an absence is longer than the house allows."""
        since = self.sitters[seat].away_since
        return since is not None and now - since > self.terms.max_absence_minutes * MINUTE

    def check_overdue(self, seat: Seat, now: float) -> None:
        """Whoever is away has their time (TH-11)."""
        if not self.overdue(seat, now):
            raise Refused(
                "this player may stay away for {number} {number|minute|minutes} (TH-11)",
                number=self.terms.max_absence_minutes,
            )

    def broke(self, seat: Seat, now: float, *, empty: bool) -> bool:
        """Note since when a stack is empty; whether it has been for too long (CR-45)."""
        sitter = self.sitters[seat]
        if not empty:
            sitter.busted_since = None
            return False
        if sitter.busted_since is None:
            sitter.busted_since = now
        return now - sitter.busted_since > BUSTED_SECONDS and not sitter.top_up

    def given_up(self, seat: Seat, now: float) -> bool:
        """Whether a player at a bank has been without a connection for too long."""
        since = self.sitters[seat].gone_since
        return since is not None and not self.keeps_seats and now - since >= GONE_SECONDS

    def rest(self, now: float) -> None:
        """Out of time again and again: away until they say otherwise."""
        for sitter in self.sitters.values():
            if sitter.timeouts >= TIMEOUTS and sitter.away_since is None:
                sitter.away_since = now  # CR-37, TH-64

    def forget(self, now: float) -> None:
        """Calls that nobody answered, and departures that bind nobody any more."""
        self.queue = [entry for entry in self.queue if not entry.seat or entry.until > now]
        kept = self.terms.rathole_minutes * MINUTE
        self.left = {who: left for who, left in self.left.items() if now - left.at < kept}

    def dues(self, claims: set[Seat]) -> list[float]:
        """When time will act between hands: calls, absences, empty stacks."""
        if self.drawn:
            return []
        limit = self.terms.max_absence_minutes * MINUTE
        due = [entry.until for entry in self.queue if entry.seat]
        for seat, sitter in self.sitters.items():
            if sitter.away_since is not None and self.terms.auto_consign and seat not in claims:
                due.append(sitter.away_since + limit)
            if sitter.gone_since is not None and not self.keeps_seats:
                due.append(sitter.gone_since + GONE_SECONDS)
            if sitter.busted_since is not None:
                due.append(sitter.busted_since + BUSTED_SECONDS)
        return due
