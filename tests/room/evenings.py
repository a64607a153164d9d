"""Random evenings at a table, as commands: people come, go, move, stay away, wait and play.

After every command the books are compared with the felt; after every hand its result with the
reference, which shares nothing with the games. An evening is data: it can be played again.
"""

from collections import Counter
from random import Random
from typing import Any

import msgspec

import laws
from croupier.core import journals
from croupier.core.asks import Decision, Refused
from croupier.core.catalogue import Game
from croupier.core.felt import HOUSE, Cards, Chips
from croupier.room import commands as do
from croupier.room.commands import Command
from croupier.room.ledger import OF_HOUSE, TABLE
from croupier.room.state import kept
from croupier.room.table import Table
from croupier.room.terms import MINUTE
from room import reference

NAMES = tuple(f"p{number}" for number in range(1, 13))
AGREE = ("partner", "backing", "cow", "stake", "buy in")


class Evening:
    """One table, its books as an outsider keeps them, and all that was done there."""

    def __init__(self, game: Game, rules: Any, seed: int) -> None:
        self.game, self.rules, self.rng = game, rules, Random(seed)
        self.table, self.now = Table("t", game, rules), 0.0
        self.done: list[tuple[Command, float]] = []
        self.books: Counter = Counter()
        self.hands = self.compared = 0
        self.away: set[int] = set()
        """Seats that were away when the hand began and have no claim to it."""
        self._seen = 0

    # Commands, and what must be true after each of them.

    def do(self, command: Command, now: float | None = None) -> bool:
        """Whether it was done; a refusal must change nothing."""
        table, before, hand = self.table, self.shape(), self.table.hand
        self.now = self.now if now is None else max(self.now, now)
        if isinstance(command, do.Begin):
            self.note_absent()
        try:
            command.do(table, self.now)
        except Refused as refused:
            assert str(refused)
            assert self.shape() == before, f"a refusal changed something: {command}"
            return False
        self.done.append((command, self.now))
        if isinstance(command, do.Sit | do.SitIn):
            self.away.discard(table.seat_of(command.player))
        self.check_books()
        self.check_absent()
        if isinstance(command, do.Begin):
            hand = table.newest
        if hand is not None and table.hand is None:
            self.finish(hand)
        if table.hand is None:
            self.check_felt()
        return True

    def shape(self) -> bytes:
        """All that a table is, to be compared."""
        table = self.table
        hand = table.hand
        played = (len(hand.events), len(hand.answers)) if hand else (0, 0)
        return msgspec.json.encode((kept(table), played, list(table.deadlines.items())))

    def check_books(self) -> None:
        """Ledger and felt are the same, and nobody has less than nothing."""
        table = self.table
        for posting in table.take_postings():
            for account, amount in posting.sides:
                self.books[account] += amount
        lying = table.purse.lying(table.hand)
        booked = {a: n for a, n in self.books.items() if n and a.kind == TABLE}
        assert booked == lying, f"the books say {booked}, the felt {lying}"
        consigned = {a.owner: n for a, n in self.books.items() if n and a.kind == "consigned"}
        assert consigned == table.consigned
        assert not sum(self.books.values())
        poor = [a for a, n in lying.items() if n < 0 and a.word != "bank"]
        assert not poor, f"below zero: {poor}"

    def check_felt(self) -> None:
        """Between hands nothing lies on the felt that is not somebody's (law c)."""
        table = self.table
        chips = {
            s: n for s, n in table.chips.items() if n and not (s[0] == HOUSE and s[1] in OF_HOUSE)
        }
        stacks = {s: n for s, n in chips.items() if s[1] == "stack"}
        left = {s: n for s, n in chips.items() if s not in stacks}
        assert {seat for seat, _ in stacks} <= table.sitters.keys(), "a stack without a player"
        assert left == self.game.COMPANY.carried(table.carry), f"nobody's: {left}"
        assert table.sitters or not chips, f"left behind: {chips}"

    def note_absent(self) -> None:
        table = self.table
        claims = table.carried.claims()
        self.away = {
            seat
            for seat, sitter in table.sitters.items()
            if sitter.away_since is not None and seat not in claims
        }
        self._seen = 0

    def check_absent(self) -> None:
        """Nobody who is away is dealt in, charged or asked (law b); but for a killer's debt."""
        hand = self.table.newest
        if hand is None or not self.away:
            return
        asked = self.away & hand.ask.options.keys() if hand.ask else ()
        assert not asked, f"asked though away: {asked}"
        for event in hand.events[self._seen :]:
            if type(event) is Cards:
                assert event.dst[0] not in self.away, f"dealt in though away: {event}"
            if type(event) is Chips and event.why != "kill":
                assert event.src[0] not in self.away, f"charged though away: {event}"
        self._seen = len(hand.events)

    def finish(self, hand: Any) -> None:
        """A hand is over: its result, and its journal."""
        self.hands += 1
        expected = reference.settled(hand)
        if expected is not None:
            chips = {s: n for (s, word), n in hand.felt.chips.items() if s and word == "stack"}
            found = {s: n for s, n in chips.items() if n}
            expected = {s: n for s, n in expected.items() if n}
            assert found == expected, f"{found}, by the reference {expected}"
            self.compared += 1
        if self.rng.random() < 0.05:
            assert journals.read(journals.write(hand)).events == hand.events

    def again(self) -> None:
        """The same commands lead to the same table."""
        twin = Table("t", self.game, self.rules)
        for command, now in self.done:
            command.do(twin, now)
        assert msgspec.json.encode(kept(twin)) == msgspec.json.encode(kept(self.table))

    # A random evening.

    def play(self, hands: int) -> "Evening":
        """Until this many hands have been played."""
        for _ in range(hands * 400):
            if self.hands >= hands:
                break
            self.step()
        else:
            raise AssertionError("the evening does not go on")
        return self

    def step(self) -> None:
        """One more thing happens."""
        self.now += self.rng.choice((0.1, 1, 3))
        if self.table.closed:
            self.do(do.Open("chef", "opening"))
        elif self.table.hand is None:
            self.between()
        else:
            self.in_hand()

    def between(self) -> None:
        """Somebody comes, goes, moves or stays away; then the next hand."""
        rng, table = self.rng, self.table
        while rng.random() < 0.4 or not (table.may_begin() or table.closed):
            self.someone()
            if rng.random() < 0.1:
                return
        if table.may_begin() and rng.random() < 0.85:
            assert self.do(do.Begin(rng.randbytes(32))), "a hand that may begin is refused"
        elif rng.random() < 0.05:
            self.do(do.Tick(), self.now + rng.choice((1, 6, 16)) * MINUTE)
        elif table.last_hands is not None:
            self.do(do.Close("chef", "closing"))

    def someone(self) -> None:
        """Company."""
        rng, table = self.rng, self.table
        name = rng.choice(NAMES)
        luck = rng.random()
        few = len(table.players()) < min(table.terms.seats, table.terms.min_players + 2)
        if not table.seat_of(name):
            if few or luck < 0.6:
                self.sit(name)
            elif luck < 0.8:
                self.do(do.Wait(name, name))
            elif luck < 0.9:
                self.do(do.CallNext("chef", "a seat is free", rng.randbytes(32)))
            else:
                self.do(do.Unwait(name))
            return
        free = self.vacant()
        if not table.purse.stack(table.seat_of(name)) or luck < 0.1:
            self.do(do.TopUp(name, self.buy_in()))
        elif table.sitters[table.seat_of(name)].away_since is not None and (few or luck < 0.5):
            self.do(do.SitIn(name, rng.random() < 0.5))
        elif luck < 0.25 and free:
            self.do(do.ChangeSeat(name, rng.choice(free), rng.random() < 0.5))
        elif luck < 0.3 and free:
            self.do(do.MovePlayer("chef", "asked", name, rng.choice(free)))
        elif luck < 0.5:
            self.do(do.SitOut(name))
        elif luck < 0.75:
            self.do(do.Leave(name))
        elif luck < 0.8:
            self.do(do.Consign("chef", "overdue", name))
        elif luck < 0.82:
            self.do(do.LastHands("chef", "late"))
        elif luck < 0.83:
            self.do(do.Close("chef", "fire", emergency=True))

    def sit(self, name: str) -> None:
        """Take a seat, after a while perhaps with what one left with."""
        rng, left = self.rng, self.table.left.get(name)
        chip = self.rules.chip
        amount = left.amount // chip * chip if left and left.amount >= chip else self.buy_in()
        seat = rng.choice((0, *self.vacant()))
        done = self.do(do.Sit(name, name, amount, rng.randbytes(32), seat, rng.random() < 0.5))
        if not done:
            self.do(do.Sit(name, name, self.buy_in(), rng.randbytes(32), 0))

    def vacant(self) -> list[int]:
        """Seats to go to."""
        return self.table.vacant()

    def buy_in(self) -> int:
        """Whole chips, often few."""
        terms, chip = self.table.terms, self.rules.chip
        amount = max(terms.min_buy_in, chip * self.rng.choice((8, 20, 60, 300, 3000)))
        return (min(amount, terms.max_buy_in) if terms.max_buy_in else amount) // chip * chip

    def in_hand(self) -> None:
        """Mostly somebody answers; sometimes the clock, the staff, or somebody not asked."""
        rng, table = self.rng, self.table
        hand, luck = table.hand, rng.random()
        seats = [seat for seat in hand.ask.options if seat in table.sitters]
        if luck < (0.1 if hand.ask.open else 0.03):
            self.someone()
        elif luck < 0.04:
            self.do(do.Rule(Decision("void", by="floor", why="malfunction")))
        elif luck < 0.05:
            self.ruling()
        elif luck < 0.06:
            self.wrong(seats)
        elif not seats or luck < (0.3 if hand.ask.open else 0.1):
            self.do(do.Tick(), table.next_deadline())
        else:
            seat = rng.choice(seats)
            decision = self.chosen(hand.ask, seat)
            name = table.sitters[seat].player
            assert self.do(do.Decide(name, decision)), f"refused though legal: {decision}"

    def ruling(self) -> None:
        """The floor rules what it may: what is offered to it is never refused."""
        hand = self.table.hand
        offered = hand.rulings[len(hand.voids) :]
        if offered:
            ruled = laws.ruling(self.rng.choice(offered), self.rng)
            assert self.do(do.Rule(ruled)), f"refused though offered: {ruled}"

    def chosen(self, ask: Any, seat: int) -> Decision:
        """A legal decision: seldom a fold, and often an agreement where one can be made."""
        rng, options = self.rng, ask.options[seat]
        agree = [o for o in options if o.act in AGREE]
        if agree and rng.random() < 0.8:
            act = rng.choice(sorted({o.act for o in agree}, key=AGREE.index))
            same = [o for o in agree if o.act == act]
            option = min(same, key=lambda o: o.spot) if rng.random() < 0.7 else rng.choice(same)
            if act == "cow":
                option = same[0]
                half = option.low + (option.high - option.low) // 2 // option.step * option.step
                return Decision(act, rng.choice((half, half, option.low, option.high)), option.spot)
            decision = laws.choice(option, rng)
            return (
                decision
                if not (ask.judge and ask.judge(seat, decision))
                else laws.legal(ask, seat, rng)
            )
        decision = laws.legal(ask, seat, rng)
        if decision.act in ("fold", "pass", "decline") and rng.random() < 0.6:
            decision = laws.legal(ask, seat, rng)
        return decision

    def wrong(self, seats: list[int]) -> None:
        """What nobody offered is refused."""
        table, rng = self.table, self.rng
        name = rng.choice(NAMES)
        seat = table.seat_of(name)
        acts = [Decision("void"), Decision("share", 7), Decision("bet", -1)]
        if seats and seat in seats:
            option = rng.choice(table.hand.asked(seat))
            if not option.cards:
                acts.append(Decision(option.act, option.high + 1, option.spot))
        act = rng.choice(acts)
        offered = {o.act for o in table.hand.asked(seat)} if seat else set()
        if act.act not in offered or act.amount:
            assert not self.do(do.Decide(name, act)), f"accepted: {act} of {name}"
