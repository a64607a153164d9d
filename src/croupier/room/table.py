"""A table: its seats, purse and clocks, what its game carries, and the hand in play, as one.

Pure: time, lots and deals are arguments. What moves chips between a player's account and the table,
and every chip event of a hand, is a posting; the postings of a step are written to the books before
anybody hears of it.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from croupier.core.asks import Decision, Refused
from croupier.core.catalogue import Game
from croupier.core.felt import HOUSE, Deal, Event, Seat, Spot
from croupier.core.hand import Hand
from croupier.houses import Pace
from croupier.room import ledger
from croupier.room.audience import Audience
from croupier.room.carry import Carried
from croupier.room.caves import Caves, Orphan
from croupier.room.clocks import Clocks, TimeBank
from croupier.room.driver import Driver
from croupier.room.ledger import Account, Posting
from croupier.room.parts import Part
from croupier.room.pledging import Pledging
from croupier.room.purse import Purse
from croupier.room.seating import Leaving, Left, Lot, Seating, Sitter, Waiting
from croupier.room.session import Session
from croupier.room.tempo import CLOSING_SECONDS, Tempo
from croupier.room.terms import SeatingTerms


class Table:
    """One table of the room."""

    terms = Part[SeatingTerms]("seating")
    sitters = Part[dict[Seat, Sitter]]("seating")
    queue = Part[list[Waiting]]("seating")
    left = Part[dict[str, Left]]("seating")
    audience = Part[Audience]("seating")
    seat_of = Part[Callable[[str], Seat]]("seating")
    place = Part[Callable[[Seat, Sitter], None]]("seating")
    vacant = Part[Callable[[], list[Seat]]]("seating")
    overdue = Part[Callable[[Seat, float], bool]]("seating")
    free_seats = Part[Callable[[], int]]("seating")
    chips = Part[dict[Spot, int]]("purse")
    consigned = Part[dict[str, int]]("purse")
    postings = Part[list[Posting]]("purse")
    take_postings = Part[Callable[[], Iterator[Posting]]]("purse")
    deadlines = Part[dict[Seat, float]]("clocks")
    asks = Part[int]("clocks")
    paused_since = Part[float | None]("clocks")
    time_banks = Part[dict[str, TimeBank]]("clocks")
    next_deadline = Part[Callable[[], float | None]]("clocks")
    pause = Part[Callable[[float], None]]("clocks")
    resume = Part[Callable[[float], None]]("clocks")
    carry = Part[Any]("carried")
    players = Part[Callable[[], list[Seat]]]("carried")
    hand = Part[Hand | None]("driver")
    newest = Part[Hand | None]("driver")
    last = Part[Hand | None]("driver")
    claim = Part[Callable[[str], int]]("caves")
    orphans = Part[list[Orphan]]("caves")
    closed = Part[bool]("session")
    last_hands = Part[int | None]("session")
    pace = Part[Pace]("tempo")
    deals = Part[int]("driver")
    hands = Part[int]("driver")
    version = Part[int]("driver")

    def __init__(self, name: str, game: Game, rules: Any) -> None:
        self.name, self.game = name, game
        self.purse, self.clocks, self.driver = Purse(name), Clocks(), Driver()
        self.seating = Seating(SeatingTerms.of(game, rules), keeps_seats=game.COMPANY.for_a_pot)
        self.seating.drawn = ledger.of_tournament(name)
        self.carried = Carried(game, self.seating, self.purse)
        self.caves = Caves(self.seating, self.purse, self.clocks, self.carried)
        self.pledging = Pledging(name, game, self.seating, self.driver)
        self.rules, self.session, self.tempo = rules, Session(), Tempo(self)

    def play_by(self, rules: Any) -> None:
        """Other rules from now on."""
        self.rules, self.terms = rules, SeatingTerms.of(self.game, rules)

    # Seats.

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
        self.session.check_seating()
        if self.seat_of(player):
            raise Refused("one seat per player (TH-03)")
        seat = self.seating.choose(player, seat, lot)
        self.seating.check_buy_in(player, buy_in, now)
        self.seating.strike(player)
        reserve = self.clocks.reserve(player, self.terms.time_bank_seconds)
        self.place(seat, Sitter(player, name or player, bot, reserve_seconds=reserve, post=post))
        self.caves.bring(seat, buy_in, "buy in")
        self._join(seat, now)
        if not bot:
            self.tempo.welcome(seat)
        return seat

    def _join(self, seat: Seat, now: float) -> None:
        """Into the window, if one is open; who is the only person in it has its whole time."""
        self.driver.join(seat, self.purse.stack(seat))
        if self.driver.dealt(seat) and self.tempo.alone(seat):
            self.rewind_clocks(now)

    def wait(self, player: str, now: float, name: str = "") -> None:
        """Put a name on the waiting list, when all seats are taken (TH-08)."""
        self.session.check_seating()
        self.seating.wait(player, now, name)

    def call_next(self, now: float, lot: Lot) -> Waiting | None:
        """The chef de partie calls the next name to a seat drawn at random (TH-08)."""
        return self.seating.call_next(now, lot) if self.last_hands is None else None

    def top_up(self, player: str, amount: int) -> None:
        """More chips, never during a hand: brought before the next deal (TH-25, CR-19)."""
        seat = self.seating.seated(player)
        held = None if self.driver.dealt(seat) else self.purse.stack(seat)
        self.seating.check_top_up(player, amount, held)
        self.sitters[seat].top_up = amount
        if self.hand is None:
            self.caves.recave(seat)

    def sit_out(self, player: str, now: float, when: Leaving = "now") -> None:
        """Stay away, at once or from the next big blind on; the chips stay on the table (TH-10)."""
        self.seating.sit_out(player, now, when)
        self._note_break(now)

    def sit_in(self, player: str, *, post: bool = False) -> None:
        """Come back, posting what was missed or waiting for the big blind (CR-11, TH-59)."""
        seat = self.seating.sit_in(player, post=post)
        self.driver.join(seat, self.purse.stack(seat))

    def ready(self, player: str, now: float) -> None:
        """Deal now: bets close when everybody who is here says so (BJ-03, CH-05)."""
        if self.paused_since is not None:
            raise Refused("the table is paused by the staff", name="paused")
        self.tempo.say_ready(player)
        self._close_early(now)

    def _close_early(self, now: float) -> None:
        asked = self.hand and self.hand.ask
        if asked and asked.open and self.tempo.all_ready:
            self.clocks.hasten(now + CLOSING_SECONDS)

    def be_here(self, player: str, now: float, *, here: bool) -> None:
        """A player's last connection is lost, or they are back (CR-44)."""
        sitter = self.sitters[self.seating.seated(player)]
        sitter.gone_since = None if here else sitter.gone_since or now
        self._close_early(now)

    def change_seat(self, player: str, to: Seat, *, post: bool = False) -> None:
        """Move to another seat between hands, where the house allows it (CR-14, TH-09)."""
        if not self.terms.seat_changes:
            raise Refused("players can't change seats here (TH-09)")
        self.move_player(player, to, post=post)

    def move_player(self, player: str, to: Seat, *, post: bool = False) -> None:
        """The chef de partie moves a player (TH-09)."""
        seat = self.seating.seated(player)
        if self.driver.dealt(seat):
            raise Refused("you can't change seats during a hand (CR-14)")
        self.caves.move(seat, to, post=post)

    def leave(self, player: str, now: float) -> list[Event]:
        """Leave with the whole stack; with something at risk in a hand, when it is over (TH-74,
        CR-44). A claim to a push pot is given up as long as no card is dealt: the rest are asked
        anew (PN-49).
        """
        seat = self.seating.seated(player)
        if self.driver.part(seat):
            self._stand_up(seat, now)
            self._end_session(now)
            self._close_early(now)
            return self.driver.news()
        self.sitters[seat].leaving = True
        if self.driver.cards_out() or seat not in self.carried.claims():
            return []
        return self.rule(
            Decision("void", by="room", why="the player gave up the claim (PN-49)"), now
        )

    def silent(self, player: str) -> bool:
        """Whether a player must not talk now: their hand is live and undecided (HU-28)."""
        return not self.terms.chat_during_hand and self.driver.undecided(self.seat_of(player))

    def _stand_up(self, seat: Seat, now: float) -> None:
        self._take_off(seat, ledger.player(self.sitters[seat].player), "leave", now)

    def _take_off(self, seat: Seat, account: Account, why: str, now: float) -> int:
        follows = self.session.goes_on(len(self.sitters) - 1, self.terms.min_players)
        paid = self.caves.settle(seat, self.rules, follows=follows)
        amount = self.caves.take_off(seat, account, why, now, paid)
        self.tempo.ready.discard(seat)
        self._note_break(now)
        return amount

    def _note_break(self, now: float) -> None:
        if self.hand is None:
            self.carried.spare(self.rules, now)
            self.carried.note_break()

    # Absence, corrections, and the end of the session.

    def consign(self, player: str, now: float) -> int:
        """Keep an absent player's chips in their name and free the seat (TH-11)."""
        seat = self.seating.seated(player)
        if self.driver.dealt(seat):
            raise Refused("a hand is in play (TH-11)")
        self.seating.check_overdue(seat, now)
        return self._take_off(seat, ledger.consigned(player), "consign", now)

    def adjust_stack(self, player: str, amount: int, why: str) -> None:
        """Management gives or takes chips between hands (CR-35, BJ-36)."""
        seat = self.seating.seated(player)
        if self.hand is not None:
            raise Refused("a hand is in play (CR-35)")
        self.purse.adjust(seat, amount, why)

    def correct(self, moves: Sequence[Posting], sitting: Sequence[tuple[Seat, str]] = ()) -> None:
        """Chips go back between hands, by new postings; nobody is left with less than nothing."""
        if self.hand is not None:
            raise Refused("a hand is in play: correct it when it is over, or void it (CR-35)")
        if any(self.seat_of(player) != seat for seat, player in sitting):
            raise Refused("someone has changed seats in the meantime: look again (CR-35)")
        self.purse.correct(moves)

    def announce_last_hands(self, count: int | None = None) -> int:
        """The game ends after some more hands; the one in play does not count (TH-57)."""
        wanted = self.terms.last_hands_count if count is None else count
        return self.session.announce(wanted, in_hand=self.hand is not None)

    def close(self, now: float, *, emergency: bool = False) -> None:
        """End the session: stacks go home, unclaimed chips into the register (TH-12, TH-57)."""
        if self.hand is not None:
            raise Refused("a hand is in play: void it first (TH-57)")
        if not emergency and self.sitters:
            self.session.check_closing(enough=self.carried.enough())
        if not emergency and self.carried.pot_waits():
            raise Refused("a pot is carried over: it must be played for first (PN-49, TH-57)")
        self.carried.divide_pot(self.rules)
        self.closed, self.session.since = True, now
        for seat in list(self.sitters):
            self._stand_up(seat, now)
        self.caves.register(now)
        self.queue.clear()

    def open(self, rules: Any, now: float) -> None:
        """A new session by these rules, posted until it is closed (TH-04, TH-05)."""
        if not self.closed:
            raise Refused("the session must be closed first (TH-04)")
        self.play_by(rules)
        self.session, self.paused_since, self.last = Session(now), None, None
        self.time_banks.clear()
        self.seating.short_rebuys.clear()
        self.carried.new_game()
        self._between(now)

    def _end_session(self, now: float) -> None:
        """After the last hand, and after the pot that it has left; or when too few sit here for it,
        since nobody is seated any more (TH-57).
        """
        busy = self.hand is not None or self.closed or self.carried.pot_waits()
        seated = len(self.sitters) >= self.terms.min_players
        if self.session.played_out(enough=seated) and not busy:
            self.close(now)

    # Hands.

    def may_begin(self) -> bool:
        """Whether a hand can be dealt (TH-06, TH-73, CR-46)."""
        if self.hand is not None or self.closed or self.paused_since is not None:
            return False
        return self.carried.enough() and (self.last_hands != 0 or self.carried.pot_waits())

    def begin(self, deal: Deal | None, now: float) -> list[Event]:
        """The next hand; without a deal it is dealt from the pledge that stands."""
        if not self.may_begin():
            raise Refused("too few players for a hand (TH-06, CR-46)")
        deal = self.pledging.deal(self.rules, deal)
        chips = self.purse.dealt(self.carried.dealt())
        self.carried.gather()
        self.tempo.ready.clear()
        self.driver.begin(Hand(self.game, self.rules, chips, deal, self.carry))
        return self._step(now)

    def decide(self, player: str, decision: Decision, now: float) -> list[Event]:
        """A player's answer; the news of it for the house, to be redacted for others."""
        hand, seat = self.driver.playing(), self.seating.seated(player)
        if self.paused_since is not None:
            raise Refused("the table is paused by the staff", name="paused")
        if not self.driver.dealt(seat):
            why = "this hand began before you sat down: you play from the next one (CR-47, CH-46)"
            raise Refused(why, name="not_asked")
        hand.decide(seat, decision)
        self.sitters[seat].timeouts = 0
        self.clocks.give_back(seat, self.sitters[seat], now)
        return self._step(now, answered=seat)

    def rule(self, ruling: Decision, now: float) -> list[Event]:
        """A staff ruling in the hand."""
        self.driver.playing().rule(ruling)
        return self._step(now)

    def _step(self, now: float, answered: Seat = HOUSE) -> list[Event]:
        """Book what is new, wind the clocks, and end the hand if it is over."""
        hand = self.driver.playing()
        if hand.ask is not None and hand.ask.open and not self.clocks.stands(hand.ask):
            for seat in self.players():  # Those who came since the hand began.
                self.driver.join(seat, self.purse.stack(seat))
        news = self.driver.news()
        self.purse.book(news)
        if hand.over:
            self._finish(hand, now)
        elif hand.ask is not None:
            seconds = getattr(self.rules, hand.ask.clock)
            self.clocks.wind(hand.ask, seconds, now, answered, self.sitters)
        return news

    def _finish(self, hand: Hand, now: float) -> None:
        self.chips = self.purse.after(hand)
        self.carried.after(hand.carry)
        self.clocks.stop()
        self.tempo.ready.clear()
        self.session.count(played=self.driver.end())
        self.pledging.end(self.rules, hand)
        self.seating.rest(now)
        self._between(now)

    def _between(self, now: float) -> None:
        """Before the next deal: departures, recaves, absences, calls (CR-47)."""
        if self.seating.drawn:
            return  # Its director sees to them.
        claims = self.carried.claims()  # PN-46, PN-49
        for seat, sitter in list(self.sitters.items()):
            bound = seat in claims
            broke = self.seating.broke(seat, now, empty=not (bound or self.purse.stack(seat)))
            lost = not bound and self.seating.given_up(seat, now)
            if sitter.leaving or lost or broke:
                self._stand_up(seat, now)
            elif sitter.top_up:
                self.caves.recave(seat)
            elif self.terms.auto_consign and not bound and self.seating.overdue(seat, now):
                self.consign(sitter.player, now)
        self.seating.forget(now)
        self.clocks.forget(now)
        self._note_break(now)
        self._end_session(now)

    # Time.

    def tick(self, now: float) -> list[Event]:
        """Let time act: time banks, then time-outs; absences and calls between hands."""
        if self.paused_since is not None:
            return []
        if self.hand is None:
            self._between(now)
            return []
        news: list[Event] = []
        for seat in self.clocks.due(now):
            if self.hand is None or self.deadlines.get(seat, now + 1) > now:
                continue  # Another's time-out has ended the question.
            sitter = self.sitters.get(seat)
            if not (sitter and self.driver.to_act() and self.clocks.lend(seat, sitter)):
                news += self._run_out(seat, now)
        return news

    def _run_out(self, seat: Seat, now: float) -> list[Event]:
        hand, to_act = self.driver.playing(), self.driver.to_act()
        hand.expire(seat or None)
        if seat in self.sitters:
            self.sitters[seat].timeouts += to_act
            self.sitters[seat].on_reserve = False
        return self._step(now, answered=seat)

    def next_due(self) -> float | None:
        """When time will act next, between hands too: calls, absences, empty stacks."""
        if self.paused_since is not None:
            return None
        if self.hand is not None:
            return self.next_deadline()
        return min(self.seating.dues(self.carried.claims()), default=None)

    def rewind_clocks(self, now: float) -> None:
        """Begin every running clock anew: the room was down, and nobody could answer."""
        if self.hand is not None and self.hand.ask is not None:
            self.clocks.rewind(now, getattr(self.rules, self.hand.ask.clock))
