"""A table: who sits and who waits, the hand in play and its clocks.

Pure: time, lots and deals are arguments. What moves chips between a player's account and the table,
and every chip event of a hand, is a posting; the postings of a step are written to the books before
anybody hears of it.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import Any, Final

from msgspec import Struct

from croupier.company import Presence
from croupier.felt import BANK, HOUSE, POT, Cards, Chips, Deal, Event, Said, Seat, Spot
from croupier.phrases import Amount
from croupier.play import NO_MAXIMUM, Ask, Decision, Game, Hand, Option, Refused
from croupier.room import ledger
from croupier.room.ledger import Posting
from croupier.room.terms import Terms

Lot = Callable[[int], int]
"""A number below the one given, from the room's own chance."""

MINUTE: Final = 60
ANSWER_SECONDS: Final = 60
"""How long a called player may take to sit down."""
BUSTED_SECONDS: Final = 5 * MINUTE  # CR-45
CROWD: Final = 100
"""More seats than this are a common hand, not places at a table."""
TIMEOUTS: Final = 2  # CR-37, TH-64
FORGOTTEN_SECONDS: Final = 24 * 60 * MINUTE
"""Who comes back after a day begins a session of his own, with a new time bank."""  # House choice.
VOIDS: Final = ("void", "misdeal", "fouled deck")


def was_voided(hand: Hand) -> bool:
    """Whether a ruling gave everything back; two hands of six cards are a misdeal (LB-30)."""
    acts = [decision.act for _, decision in hand.answers[-1:]]
    kept = hand.carry is hand.opening.carry
    return any(act in VOIDS or (act == "six cards" and kept) for act in acts)


class Sitter(Struct, omit_defaults=True):
    """A player in a seat."""

    player: str
    name: str = ""
    """What the others call him."""
    bot: bool = False
    away_since: float | None = None
    busted_since: float | None = None
    leaving: bool = False
    top_up: int = 0
    """To be bought before the next deal (TH-25)."""
    timeouts: int = 0
    """In a row."""
    reserve_seconds: float = 0
    """What is left of his time bank (TH-64)."""
    on_reserve: bool = False
    """It runs: what is left of it is what is left of his time."""
    fresh: bool = True
    """Sat down since the last deal."""
    post: bool = False
    """Posts to be dealt in, rather than wait (CR-08, CR-11)."""


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


class TimeBank(Struct):
    """What was left of somebody's time bank when he stood up (TH-64)."""

    seconds: float
    at: float


class Orphan(Struct):
    """An entry of the register of orphans (TH-12)."""

    player: str
    table: str
    amount: int
    at: float


class Table:
    """One table of the room."""

    def __init__(self, name: str, game: Game, rules: Any) -> None:
        self.name, self.game, self.rules = name, game, rules
        self.terms = Terms.of(game, rules)
        self.sitters: dict[Seat, Sitter] = {}
        self.queue: list[Waiting] = []
        self.chips: dict[Spot, int] = {}
        self.carry: Any = game.Carry()
        self.hand: Hand | None = None
        self.hands = 0
        self.last_hands: int | None = None
        """How many are left to play, once announced (TH-57)."""
        self.closed = False
        self.paused_since: float | None = None
        self.announced_in_hand = False
        self.consigned: dict[str, int] = {}
        self.orphans: list[Orphan] = []
        self.left: dict[str, Left] = {}
        self.time_banks: dict[str, TimeBank] = {}
        """What is left to those who have used theirs and stood up in this session (TH-64)."""
        self.deadlines: dict[Seat, float] = {}
        self.deals = 0
        """How many hands have begun, those among them in which nothing was dealt."""
        self.asks = 0
        """The number of the question that stands; who answers says which question he means."""
        self.newest: Hand | None = None
        """The hand in play or the one before, whatever became of it."""
        self.last: Hand | None = None
        """The last hand that moved anything; what is left of its shoe is dealt on."""
        self.postings: list[Posting] = []
        """Not yet written to the books."""
        self._places: dict[str, Seat] = {}
        self._asked: Ask | None = None
        self._booked = 0
        self._meanwhile: list[tuple[Callable[..., Any], tuple[int, ...]]] = []
        """What has become of the company while the hand was in play."""

    # Seats.

    def seat_of(self, player: str) -> Seat:
        """The seat of a player, 0 if he has none."""
        return self._places.get(player, 0)

    def place(self, seat: Seat, sitter: Sitter) -> None:
        """Put somebody into a seat, wherever he sat before."""
        self.sitters.pop(self._places.get(sitter.player, 0), None)
        self.sitters[seat] = sitter
        self._places[sitter.player] = seat

    def vacant(self) -> list[Seat]:
        """Seats that nobody has and nobody is called to."""
        held = {entry.seat for entry in self.queue if entry.seat}
        seats = range(1, self.terms.seats + 1)
        return [seat for seat in seats if seat not in self.sitters and seat not in held]

    def sit(
        self,
        player: str,
        buy_in: int,
        now: float,
        lot: Lot,
        *,
        seat: Seat = 0,
        post: bool = False,
        name: str = "",
        bot: bool = False,
    ) -> Seat:
        """Take a seat with a buy-in (TH-01, CR-20); drawn where the house draws it (TH-08)."""
        if self.closed or self.last_hands is not None:
            raise Refused("nobody is seated after the last hands are announced (TH-57)")
        if self.seat_of(player):
            raise Refused("one seat to a player (TH-03)")
        seat = self._free_seat(player, seat, lot)
        self._check_buy_in(player, buy_in, now)
        self.queue = [entry for entry in self.queue if entry.player != player]
        bank = self.time_banks.pop(player, None)
        reserve = bank.seconds if bank else self.terms.time_bank_seconds
        self.place(seat, Sitter(player, name or player, bot, reserve_seconds=reserve, post=post))
        self._bring(seat, buy_in, "buy in")
        return seat

    def _free_seat(self, player: str, wanted: Seat, lot: Lot) -> Seat:
        called = next((entry for entry in self.queue if entry.player == player), None)
        if called and called.seat:
            return called.seat
        next_one = len(self.sitters) + 1
        if self.crowd and not wanted and not self.queue and next_one not in self.sitters:
            return next_one  # Among thousands nobody minds which, and a list of them is long.
        free = self.vacant()
        if len(free) <= self._ahead(player):
            raise Refused("no seat is free: put your name on the waiting list (TH-08)")
        if self.terms.seat_draw == "random" or not wanted:
            return free[lot(len(free))]
        if wanted not in free:
            raise Refused("seat {seat} is not free; allowed: {seats}", seat=wanted, seats=free)
        return wanted

    def _ahead(self, player: str) -> int:
        """How many on the list are called before him."""
        names = [entry.player for entry in self.queue if not entry.seat]
        if player in names and self.terms.waiting_list_order == "fifo":
            return names.index(player)
        return sum(name != player for name in names)

    def _check_buy_in(self, player: str, amount: int, now: float) -> None:
        """Whole chips (TH-53), and not less than what was taken away lately (TH-74)."""
        terms, before = self.terms, self.left.get(player)
        least, most, clause = max(terms.min_buy_in, terms.chip), terms.max_buy_in, "TH-01, CR-20"
        if before and now - before.at < terms.rathole_minutes * MINUTE and before.amount > least:
            least, clause = before.amount // terms.chip * terms.chip, "TH-74, CR-19"
            most = max(most, least) if most else 0
        if amount < least or (most and amount > most) or amount % terms.chip:
            clause = "TH-53" if amount % terms.chip else clause
            option = Option("buy in", least, most or NO_MAXIMUM, terms.chip)
            raise Refused(
                "a buy-in of {amount} is refused", (option,), clause, amount=Amount(amount)
            )

    @property
    def crowd(self) -> bool:
        """Whether thousands may sit here, so that nobody is told of everybody."""
        return self.terms.seats > CROWD

    def wait(self, player: str, now: float, name: str = "") -> None:
        """Put a name on the waiting list, when all seats are taken (TH-08)."""
        if self.closed or self.last_hands is not None:
            raise Refused("nobody is seated after the last hands are announced (TH-57)")
        if self.seat_of(player) or any(entry.player == player for entry in self.queue):
            raise Refused("a seat or a place on the list is yours already (TH-08)")
        if len(self.vacant()) > self._ahead(player):
            raise Refused("a seat is free: take it (TH-08)")
        self.queue.append(Waiting(player, now, name=name or player))

    def unwait(self, player: str) -> None:
        """Take a name off the waiting list."""
        left = [entry for entry in self.queue if entry.player != player]
        if len(left) == len(self.queue):
            raise Refused("this name is not on the list (TH-08)")
        self.queue = left

    def call_next(self, now: float, lot: Lot) -> Waiting | None:
        """The chef de partie calls the next name to a seat drawn at random (TH-08)."""
        free, names = self.vacant(), [entry for entry in self.queue if not entry.seat]
        if not free or not names or self.last_hands is not None:
            return None
        entry = names[lot(len(names)) if self.terms.waiting_list_order == "random" else 0]
        entry.seat, entry.until = free[lot(len(free))], now + ANSWER_SECONDS
        return entry

    def top_up(self, player: str, amount: int) -> None:
        """More chips, never during a hand: brought before the next deal (TH-25, CR-19)."""
        seat = self._seated(player)
        if amount <= 0:
            raise Refused("a recave is more than nothing (TH-25)")
        if amount % self.terms.chip:
            option = Option("buy in", self.terms.chip, NO_MAXIMUM, self.terms.chip)
            raise Refused(
                "a recave of {amount} is refused", (option,), "TH-53", amount=Amount(amount)
            )
        held = self.chips.get((seat, "stack"), 0)
        most = self.terms.max_buy_in
        if most and held >= most and not self._in_hand(seat):
            raise Refused("the stack is at the maximum already (TH-25)")
        if not held and not self._in_hand(seat) and amount < self.terms.min_buy_in:
            option = Option("buy in", self.terms.min_buy_in, NO_MAXIMUM)
            named = Amount(amount)
            raise Refused("{amount} is too little", (option,), "TH-25, CR-45", amount=named)
        self.sitters[seat].top_up = amount
        if self.hand is None:
            self._buy_more(seat)

    def sit_out(self, player: str, now: float) -> None:
        """Stay away; the chips stay on the table (TH-10)."""
        sitter = self.sitters[self._seated(player)]
        if sitter.away_since is None:
            sitter.away_since = now
        self._note_break()

    def sit_in(self, player: str, *, post: bool = False) -> None:
        """Come back, posting what was missed or waiting for the big blind (CR-11, TH-59)."""
        sitter = self.sitters[self._seated(player)]
        sitter.away_since, sitter.timeouts, sitter.post = None, 0, post

    def change_seat(self, player: str, to: Seat, *, post: bool = False) -> None:
        """Move to another seat between hands, where the house allows it (CR-14, TH-09)."""
        if not self.terms.seat_changes:
            raise Refused("nobody changes his place here (TH-09)")
        self.move_player(player, to, post=post)

    def move_player(self, player: str, to: Seat, *, post: bool = False) -> None:
        """The chef de partie moves a player (TH-09)."""
        seat = self._seated(player)
        if self._in_hand(seat):
            raise Refused("nobody moves during a hand (CR-14)")
        if to not in self.vacant():
            raise Refused("seat {seat} is not free (CR-14)", seat=to)
        if seat in self._claims():
            raise Refused("he has a part in the pot that is carried over (PN-49)")
        self.place(to, self.sitters[seat])
        self.sitters[to].post = post
        stack = self.chips.pop((seat, "stack"), 0)
        self.chips[to, "stack"] = stack
        self._post(self._spot(seat), self._spot(to), stack, "move")
        self._change(self.game.COMPANY.moved, seat, to)

    def leave(self, player: str, now: float) -> list[Event]:
        """Leave with the whole stack; during a hand, when it is over (TH-74, CR-44). A claim to a
        push pot is given up as long as no card is dealt: the rest are asked anew (PN-49).
        """
        seat = self._seated(player)
        if not self._in_hand(seat):
            self._stand_up(seat, now)
            self._end_session(now)
            return []
        self.sitters[seat].leaving = True
        dealt = any(type(event) is Cards for event in self._playing().events)
        if dealt or seat not in self._claims():
            return []
        return self.rule(Decision("void", by="room", why="he gives up his claim (PN-49)"), now)

    def _stand_up(self, seat: Seat, now: float) -> None:
        player = self.sitters[seat].player
        amount = self._take_off(seat, ledger.player(player), "leave", now)
        self.left[player] = Left(amount, now)

    def _settle(self, seat: Seat) -> int:
        """A player who leaves pays what he owes to the next pot, if there will be one (OM-14). The
        last to leave takes what lies there (OM-19, PN-50).
        """
        if self.sitters.keys() <= {seat}:
            self._divide_pot()
        few = 1 if self.last_hands is None else self.terms.min_players
        if self.closed or self.last_hands == 0 or len(self.sitters) <= few:
            return 0
        held = self.chips.get((seat, "stack"), 0)
        due = min(self.game.COMPANY.due(self.rules, self.carry, seat), held)
        self.chips[seat, "stack"] = held - due
        self.chips[POT] = self.chips.get(POT, 0) + due
        self._post(self._spot(seat), ledger.spot(self.name, *POT), due, "kill")
        return due

    def silent(self, player: str) -> bool:
        """Whether a player must not talk now: his hand is live and undecided (HU-28)."""
        seat = self.seat_of(player)
        if self.terms.chat_during_hand or self.hand is None or not self._in_hand(seat):
            return False
        return self.game.COMPANY.undecided(self.hand.felt, seat)

    # Absence and the end of the session.

    def consign(self, player: str, now: float) -> int:
        """Keep an absent player's chips in his name and free his seat (TH-11)."""
        seat = self._seated(player)
        if self._in_hand(seat):
            raise Refused("a hand is in play (TH-11)")
        if not self.overdue(seat, now):
            minutes = self.terms.max_absence_minutes
            raise Refused("he may stay away for {number} minutes (TH-11)", number=minutes)
        amount = self._take_off(seat, ledger.consigned(player), "consign", now)
        self.left[player] = Left(amount, now)  # TH-74
        self.consigned[player] = self.consigned.get(player, 0) + amount
        return amount

    def overdue(self, seat: Seat, now: float) -> bool:
        """Whether an absence is longer than the house allows."""
        since = self.sitters[seat].away_since
        return since is not None and now - since > self.terms.max_absence_minutes * MINUTE

    def claim(self, player: str) -> int:
        """Give consigned chips back."""
        amount = self.consigned.pop(player, 0)
        if not amount:
            raise Refused("nothing is consigned in this name (TH-11)")
        self._post(ledger.consigned(player), ledger.player(player), amount, "claim")
        return amount

    def announce_last_hands(self) -> int:
        """The game ends after so many more hands; the one in play does not count (TH-57)."""
        if self.last_hands is not None:
            raise Refused("the last hands are announced already (TH-57)")
        self.last_hands = self.terms.last_hands_count
        self.announced_in_hand = self.hand is not None
        return self.last_hands

    def adjust_stack(self, player: str, amount: int, why: str) -> None:
        """Management gives or takes chips between hands (CR-35, BJ-36)."""
        seat = self._seated(player)
        if self.hand is not None:
            raise Refused("a hand is in play (CR-35)")
        held = self.chips.get((seat, "stack"), 0)
        if not why or held + amount < 0:
            raise Refused(
                "give a reason, and take no more than {amount} (CR-35)", amount=Amount(held)
            )
        bank, stack = ledger.spot(self.name, *BANK), self._spot(seat)
        self.chips[seat, "stack"] = held + amount
        self.chips[BANK] = self.chips.get(BANK, 0) - amount
        self._post(*((bank, stack) if amount > 0 else (stack, bank)), abs(amount), f"adjust: {why}")

    def correct(self, moves: Sequence[Posting], sitting: Sequence[tuple[Seat, str]] = ()) -> None:
        """Chips go back between hands, by new postings; nobody is left with less than nothing."""
        if self.hand is not None:
            raise Refused("a hand is in play: correct it when it is over, or void it (CR-35)")
        if any(self.seat_of(player) != seat for seat, player in sitting):
            raise Refused("somebody has changed his seat meanwhile: look again (CR-35)")
        felt = {ledger.spot(self.name, *spot): amount for spot, amount in self.chips.items()}
        kept = {ledger.consigned(player): amount for player, amount in self.consigned.items()}
        new = felt | kept
        for move in moves:
            for account, change in (move.src, -move.amount), (move.dst, move.amount):
                if account.startswith((f"table:{self.name}:", "consigned:")):
                    new[account] = new.get(account, 0) + change
        self._check_correction(felt | kept, new)
        self.chips = {self._at(a): n for a, n in new.items() if a.startswith("table:")}
        consigned = {a.partition(":")[2]: n for a, n in new.items() if not a.startswith("table:")}
        self.consigned = {player: amount for player, amount in consigned.items() if amount}
        self.postings += moves

    def _check_correction(self, old: dict[str, int], new: dict[str, int]) -> None:
        """Stacks and consigned chips may change, and what the house keeps; a pot may not."""
        for account, amount in new.items():
            seat, word = self._at(account) if account.startswith("table:") else (HOUSE, "")
            if seat == HOUSE and word == "bank":
                continue
            if amount < 0:
                raise Refused(
                    "{HOLDER} holds {amount} now, less than would go back: correct what came "
                    "after it too, or adjust the stack (CR-35)",
                    HOLDER=account,
                    amount=Amount(old.get(account, 0)),
                )
            if word not in ("", "stack", "drop", "levy") and amount != old.get(account, 0):
                raise Refused(
                    "chips would be left in {PLACE}, or taken out of it: reverse all of the "
                    "hand's postings together, or adjust the stacks (CR-35)",
                    PLACE=word,
                )

    def _at(self, account: str) -> Spot:
        """The spot of one of the table's own accounts."""
        seat, _, word = account.removeprefix(f"table:{self.name}:").partition(":")
        return int(seat), word

    def close(self, now: float, *, emergency: bool = False) -> None:
        """End the session: stacks go home, unclaimed chips into the register (TH-12, TH-57)."""
        if self.hand is not None:
            raise Refused("a hand is in play: void it first (TH-57)")
        if not emergency and self.sitters and not self._played_out():
            raise Refused("the last hands must be announced and played first (TH-57)")
        if not emergency and self._pot_waits():
            raise Refused("a pot is carried over: it is played for first (PN-49, TH-57)")
        self._divide_pot()
        self.closed = True
        for seat in list(self.sitters):
            self._stand_up(seat, now)
        for player, amount in self.consigned.items():
            self._post(ledger.consigned(player), ledger.orphans(player), amount, "orphan")
            self.orphans.append(Orphan(player, self.name, amount, now))
        self.consigned.clear()
        self.queue.clear()

    def _divide_pot(self) -> None:
        """No hand follows: a pot that was carried over goes to those whose it is."""
        pot, company = ledger.spot(self.name, *POT), self.game.COMPANY
        shares = company.shares(self.rules, self.carry, sorted(self.sitters))
        for seat, amount in shares.items():
            self.chips[POT] -= amount
            self.chips[seat, "stack"] = self.chips.get((seat, "stack"), 0) + amount
            self._post(pot, self._spot(seat), amount, "share")
        self.carry = self.game.Carry()

    # Hands.

    def players(self) -> list[Seat]:
        """Who could be dealt in now."""
        return [
            seat
            for seat, sitter in sorted(self.sitters.items())
            if sitter.away_since is None and self.chips.get((seat, "stack"), 0)
        ]

    def _claims(self) -> set[Seat]:
        """Who is dealt in whether here or away, with chips or without (PN-46, PN-49)."""
        return self.game.COMPANY.claims(self.carry) & self.sitters.keys()

    def _dealt(self) -> list[Seat]:
        """The seats that the next hand knows of."""
        if self.game.COMPANY.counts_absent:
            return list(self.sitters)
        return sorted({*self.players(), *self._claims()})

    def may_begin(self) -> bool:
        """Whether a hand can be dealt (TH-06, TH-73, CR-46)."""
        if self.hand is not None or self.closed or self.paused_since is not None:
            return False
        return self._enough() and (self.last_hands != 0 or self._pot_waits())

    def _enough(self) -> bool:
        claims = self._claims()  # PN-50: one alone takes a pot carried over.
        return bool(claims) or len(self.players()) >= self.terms.min_players

    def _pot_waits(self) -> bool:
        """A pot that the last hand has left is played for: it belongs to that hand (PN-49)."""
        return bool(self.chips.get(POT)) and self._enough()

    def _played_out(self) -> bool:
        """Whether the last hands are played, or announced and too few are here for them (TH-57)."""
        return self.last_hands == 0 or (self.last_hands is not None and not self._enough())

    def _end_session(self, now: float) -> None:
        """After the last hand, and after the pot that it has left; or when too few sit here for it,
        since nobody is seated any more (TH-57).
        """
        over = self.last_hands == 0 or len(self.sitters) < self.terms.min_players
        busy = self.hand is not None or self.closed or self._pot_waits()
        if over and self._played_out() and not busy:
            self.close(now)

    def begin(self, deal: Deal, now: float) -> list[Event]:
        """The next hand."""
        if not self.may_begin():
            raise Refused("too few players for a hand (TH-06, CR-46)")
        seats = self._dealt()
        dealt_in = {HOUSE, *seats}
        chips = {s: a for s, a in self.chips.items() if s[0] in dealt_in}
        chips |= {(seat, "stack"): self.chips.get((seat, "stack"), 0) for seat in seats}
        self._gather()
        self.hand = self.newest = Hand(self.game, self.rules, chips, deal, self.carry)
        self.deals += 1
        self._booked = 0
        return self._step(now)

    def decide(self, player: str, decision: Decision, now: float) -> list[Event]:
        """A player's answer; the news of it for the house, to be redacted for others."""
        hand, seat = self._playing(), self._seated(player)
        if self.paused_since is not None:
            raise Refused("the table is paused by the staff")
        hand.decide(seat, decision)
        sitter = self.sitters[seat]
        sitter.timeouts = 0
        if sitter.on_reserve:  # TH-64: what he has not used stays.
            sitter.reserve_seconds = max(0.0, self.deadlines.get(seat, now) - now)
            sitter.on_reserve = False
        return self._step(now, answered=seat)

    def rule(self, ruling: Decision, now: float) -> list[Event]:
        """A staff ruling in the hand."""
        self._playing().rule(ruling)
        return self._step(now)

    def tick(self, now: float) -> list[Event]:
        """Let time act: time banks, then time-outs; absences and calls between hands."""
        if self.paused_since is not None:
            return []
        if self.hand is None:
            self._between(now)
            return []
        news: list[Event] = []
        for seat in [seat for seat, at in self.deadlines.items() if at <= now]:
            sitter = self.sitters.get(seat)
            if sitter and self._to_act() and sitter.reserve_seconds and sitter.away_since is None:
                self.deadlines[seat] += sitter.reserve_seconds  # TH-64
                sitter.reserve_seconds, sitter.on_reserve = 0, True
            elif self.hand is not None and seat in self.deadlines:
                news += self._run_out(seat, now)
        return news

    def _run_out(self, seat: Seat, now: float) -> list[Event]:
        hand, to_act = self._playing(), self._to_act()
        hand.expire(seat or None)
        if seat in self.sitters:
            self.sitters[seat].timeouts += to_act
            self.sitters[seat].on_reserve = False
        return self._step(now, answered=seat)

    def _to_act(self) -> bool:
        """Whether a player must act; an offer may be let pass (TH-64, TH-72, LB-25)."""
        ask = self._playing().ask
        return ask is not None and ask.clock == "decision_seconds"

    def next_deadline(self) -> float | None:
        """When time will act next in the hand."""
        return min(self.deadlines.values(), default=None)

    def next_due(self) -> float | None:
        """When time will act next, between hands too: calls, absences, empty stacks."""
        if self.paused_since is not None:
            return None
        if self.hand is not None:
            return self.next_deadline()
        limit = self.terms.max_absence_minutes * MINUTE
        due = [entry.until for entry in self.queue if entry.seat]
        claims = self._claims()
        for seat, sitter in self.sitters.items():
            if sitter.away_since is not None and self.terms.auto_consign and seat not in claims:
                due.append(sitter.away_since + limit)
            if sitter.busted_since is not None:
                due.append(sitter.busted_since + BUSTED_SECONDS)
        return min(due, default=None)

    def pause(self, now: float) -> None:
        """Everything stands still until the staff lets it go on."""
        if self.paused_since is not None:
            raise Refused("the table is paused already")
        self.paused_since = now

    def resume(self, now: float) -> None:
        """The clocks run on where they stood."""
        if self.paused_since is None:
            raise Refused("the table is not paused")
        stood = now - self.paused_since
        self.deadlines = {seat: at + stood for seat, at in self.deadlines.items()}
        self.paused_since = None

    def rewind_clocks(self, now: float) -> None:
        """Begin every running clock anew: the room was down, and nobody could answer."""
        if self.hand is not None and self.hand.ask is not None:
            until = now + getattr(self.rules, self.hand.ask.clock)
            self.deadlines = dict.fromkeys(self.deadlines, until)
            self.paused_since = now if self.paused_since is not None else None

    def open(self, rules: Any, now: float) -> None:
        """A new session by these rules, posted until it is closed (TH-04, TH-05)."""
        if not self.closed:
            raise Refused("the session must be closed first (TH-04)")
        self.rules, self.terms = rules, Terms.of(self.game, rules)
        self.closed, self.last_hands, self.paused_since = False, None, None
        self.time_banks.clear()
        self.carry, self.last = self.game.Carry(), None
        self._between(now)

    def _step(self, now: float, answered: Seat = HOUSE) -> list[Event]:
        """Book what is new, wind the clocks, and end the hand if it is over."""
        hand = self._playing()
        news = hand.events[self._booked :]
        self._booked = len(hand.events)
        self.postings += [ledger.posting(self.name, e) for e in news if type(e) is Chips]
        if hand.over:
            self._finish(now)
        else:
            self._wind(now, answered)
        return news

    def _wind(self, now: float, answered: Seat) -> None:
        """A seat's clock starts when it is first asked and stops with its own answer."""
        ask = self._playing().ask
        if ask is None:
            return
        old, before = self.deadlines, self._asked
        if ask is before and answered and answered not in ask.options:
            old.pop(answered, None)  # The others' clocks run on, however many they are.
            return
        same = ask is before or (
            before is not None and ask.open and before.open and ask.clause == before.clause
        )
        self.asks += not same
        until = now + getattr(self.rules, ask.clock)
        timed = (HOUSE,) if ask.open or not ask.options else tuple(ask.options)
        self.deadlines = {
            seat: old[seat] if same and seat in old and seat != answered else until
            for seat in timed
        }
        for seat in timed:  # A player who is away is not waited for.
            sitter = self.sitters.get(seat)
            if sitter and (sitter.away_since is not None or sitter.leaving):
                self.deadlines[seat] = now
        self._asked = ask

    def _finish(self, now: float) -> None:
        hand = self._playing()
        played = {HOUSE, *(seat for seat, word in hand.opening.chips if word == "stack")}
        kept = {s: a for s, a in self.chips.items() if s[0] not in played}
        self.chips = kept | {spot: amount for spot, amount in hand.felt.chips.items() if amount}
        self.carry, self.hand, self._asked = hand.carry, None, None
        for change, seats in self._meanwhile:
            self._change(change, *seats)
        self._meanwhile = []
        self.last = hand if any(type(event) is not Said for event in hand.events) else self.last
        self.deadlines = {}
        voided = was_voided(hand)
        if any(type(event) is Cards for event in hand.events) and not voided:
            self.hands += 1
            self.last_hands = (self.last_hands or 0) - 1 if self._counts() else self.last_hands
        self.announced_in_hand = False
        for sitter in self.sitters.values():
            if sitter.timeouts >= TIMEOUTS and sitter.away_since is None:
                sitter.away_since = now  # CR-37, TH-64
        self._between(now)

    def _counts(self) -> bool:
        """Whether the hand that has ended is one of the last (TH-57)."""
        return bool(self.last_hands) and not self.announced_in_hand

    def _change(self, change: Callable[..., Any], *seats: int) -> None:
        """Tell the carry that somebody has moved or left; a hand in play leaves another carry."""
        self.carry = change(self.carry, *seats)
        if self.hand is not None:
            self._meanwhile.append((change, seats))

    def _gather(self) -> None:
        """Tell the carry who sits where now, who is new and who is away (CR-47)."""
        seats = {
            seat: Presence(sitter.fresh, sitter.away_since is not None, sitter.post)
            for seat, sitter in sorted(self.sitters.items())
        }
        self.carry = self.game.COMPANY.gathered(self.carry, seats)
        for sitter in self.sitters.values():
            sitter.fresh = False

    def _between(self, now: float) -> None:
        """Before the next deal: departures, recaves, absences, calls (CR-47)."""
        claims = self._claims()  # PN-46, PN-49
        for seat, sitter in list(self.sitters.items()):
            held = self.chips.get((seat, "stack"), 0)
            if held or seat in claims:
                sitter.busted_since = None
            elif sitter.busted_since is None:
                sitter.busted_since = now
            gone = sitter.busted_since is not None and now - sitter.busted_since > BUSTED_SECONDS
            if sitter.leaving or (gone and not sitter.top_up):
                self._stand_up(seat, now)
            elif sitter.top_up:
                self._buy_more(seat)
            elif self.terms.auto_consign and seat not in claims and self.overdue(seat, now):
                self.consign(sitter.player, now)
        self.queue = [entry for entry in self.queue if not entry.seat or entry.until > now]
        kept = self.terms.rathole_minutes * MINUTE
        self.left = {who: left for who, left in self.left.items() if now - left.at < kept}
        self.time_banks = {
            who: bank for who, bank in self.time_banks.items() if now - bank.at < FORGOTTEN_SECONDS
        }
        self._note_break()
        self._end_session(now)

    def _note_break(self) -> None:
        """A game that stops for want of players may be a new one when it goes on (TH-73, CR-46)."""
        if self.hand is not None:
            return
        if not self.sitters:
            self.carry = self.game.Carry()
        elif self.terms.redraw_after_break and len(self.players()) < self.terms.min_players:
            self.carry = self.game.COMPANY.stopped(self.carry)

    # Chips between the table and the accounts.

    def _bring(self, seat: Seat, amount: int, why: str) -> None:
        self.chips[seat, "stack"] = self.chips.get((seat, "stack"), 0) + amount
        account = ledger.player(self.sitters[seat].player)
        self._post(account, self._spot(seat), amount, why)

    def _buy_more(self, seat: Seat) -> None:
        """A recave, cut down to the maximum (TH-25)."""
        sitter, held = self.sitters[seat], self.chips.get((seat, "stack"), 0)
        most = self.terms.max_buy_in
        room = max(0, most - held) // self.terms.chip * self.terms.chip
        amount = min(sitter.top_up, room) if most else sitter.top_up
        sitter.top_up = 0
        if amount and (held or amount >= self.terms.min_buy_in):
            self._bring(seat, amount, "recave")

    def _take_off(self, seat: Seat, account: str, why: str, now: float) -> int:
        paid = self._settle(seat)
        amount = self.chips.pop((seat, "stack"), 0)
        self._post(self._spot(seat), account, amount, why)
        gone = self.sitters.pop(seat)
        del self._places[gone.player]
        if gone.reserve_seconds < self.terms.time_bank_seconds:
            self.time_banks[gone.player] = TimeBank(gone.reserve_seconds, now)
        self._change(self.game.COMPANY.left, seat, paid)
        self._note_break()
        return amount

    def _post(self, src: str, dst: str, amount: int, why: str) -> None:
        if amount:
            self.postings.append(Posting(src, dst, amount, why))

    def _spot(self, seat: Seat) -> str:
        return ledger.spot(self.name, seat, "stack")

    def _seated(self, player: str) -> Seat:
        seat = self.seat_of(player)
        if not seat:
            raise Refused("who is not seated takes no part in the game (TH-07)")
        return seat

    def _in_hand(self, seat: Seat) -> bool:
        return self.hand is not None and (seat, "stack") in self.hand.opening.chips

    def _playing(self) -> Hand:
        if self.hand is None:
            raise Refused("no hand is in play")
        return self.hand

    def take_postings(self) -> Iterator[Posting]:
        """The postings since the last time, to be written before anybody hears of them."""
        written, self.postings = self.postings, []
        return iter(written)
