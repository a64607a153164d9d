"""The hand, which drives a game.

A game is a coroutine that reads like its house's sheet: it moves chips and cards on the felt and
yields an `Ask` whenever somebody must decide. Each resume delivers one answer. `Hand` drives it,
refuses what is not allowed before the game sees it, and can rebuild any hand from its journal.
"""

from collections.abc import Iterable, Iterator
from typing import Any, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from croupier.core.asks import CLOCK, CLOSE, ROOM, VOID, Answer, Ask, Decision, Option, Refused
from croupier.core.catalogue import Game, name
from croupier.core.felt import (
    ALL,
    HOUSE,
    NOWHERE,
    Deal,
    Event,
    Felt,
    Said,
    Seat,
    Spot,
    View,
    redact,
)
from croupier.core.phrases import Amount
from croupier.core.words import COUNTED, OF_A_CARD, RULINGS

T = TypeVar("T")


class Opening(Struct, frozen=True):
    """All that a hand needs before its first answer."""

    game: Game
    rules: Any
    chips: dict[Spot, int]
    deal: Deal
    carry: Any


class Journal(Struct, frozen=True):
    """A whole hand: its opening and every answer, time-outs and rulings among them."""

    opening: Opening
    answers: tuple[Answer, ...]


class Hand:
    """One deal of play."""

    __slots__ = ("_log", "_play", "_send", "answers", "ask", "carry", "felt", "joined", "opening")

    def __init__(
        self, game: Game, rules: Any, chips: dict[Spot, int], deal: Deal, carry: Any = None
    ) -> None:
        carry = game.Carry() if carry is None else carry
        self.opening = Opening(game, rules, dict(chips), deal, carry)
        self.felt = Felt(chips, deal)
        self._log = self.felt.events.append
        self.joined: dict[Spot, int] = {}
        """What newcomers have brought; nothing for a seat that was left."""
        self.carry = carry
        self.answers: list[Answer] = []
        self.ask: Ask | None = None
        """Who may do what now; nothing when the hand is over."""
        self._play = game.play(rules, self.felt, carry)
        self._send = self._play.send
        try:
            self.ask = next(self._play)
        except StopIteration as end:
            self.carry = end.value

    def __repr__(self) -> str:
        asked = ", ".join(map(str, self.ask.options)) if self.ask else ""
        now = "over" if self.over else f"asks seat {asked}" if asked else "asks nobody"
        return f"<Hand of {name(self.opening.game)}: {now}, {len(self.events)} events>"

    @classmethod
    def replay(cls, journal: Journal) -> "Hand":
        """The hand that a journal tells."""
        hand = cls._begun(journal.opening)
        for seat, decision in journal.answers:
            cls._apply(hand, seat, decision)
        return hand

    @classmethod
    def walk(cls, journal: Journal) -> "Iterator[tuple[Hand, Answer]]":
        """The hand that a journal tells, before each of its answers."""
        hand = cls._begun(journal.opening)
        for seat, decision in journal.answers:
            yield hand, (seat, decision)
            cls._apply(hand, seat, decision)

    @classmethod
    def _begun(cls, start: Opening) -> "Hand":
        return cls(start.game, start.rules, start.chips, start.deal, start.carry)

    def retake(self, seat: Seat, decision: Decision, *, ruled_by_name: bool = False) -> None:
        """Take an answer of a journal that is not trusted: `Refused` if it was never legal.

        Rulings of a room that had them `ruled_by_name` and not as options are taken as they stand.
        """
        if decision.act == "join":
            self.join(seat, decision.amount)
        elif decision.act == "leave":
            self.part(seat)
        elif seat == HOUSE and decision == CLOSE:
            self.expire()
        elif seat == HOUSE and ruled_by_name and decision.act in RULINGS:
            self._check_signed(decision)
            self._apply(HOUSE, decision)
        elif seat == HOUSE:
            self.rule(replace(decision, cards=()))
        elif decision.by == CLOCK:
            self.expire(seat)
        else:
            self.decide(seat, decision)
        if self.answers[-1] != (seat, decision):
            raise Refused(
                "the journal has an answer from seat {seat} that was not legal", seat=seat
            )

    def fork(self) -> "Hand":
        """Another hand at the same point, to be played on by itself."""
        return Hand.replay(self.journal)

    @property
    def voids(self) -> tuple[Option, ...]:
        """The rulings that end any hand as if it had not been."""
        return (VOID, *getattr(self.opening.game, "VOIDS", ()))

    @property
    def rulings(self) -> tuple[Option, ...]:
        """What the staff may rule now: the options of seat 0, void first."""
        if self.ask is None:
            return ()
        return (*self.voids, *(self.ask.rulings() if self.ask.rulings else ()))

    @property
    def brought(self) -> dict[Spot, int]:
        """The chips of the opening, and those of newcomers."""
        return self.opening.chips | self.joined

    @property
    def over(self) -> bool:
        """Whether nobody has anything left to decide."""
        return self.ask is None

    @property
    def events(self) -> list[Event]:
        """Everything that happened, unredacted."""
        return self.felt.events

    @property
    def journal(self) -> Journal:
        """What rebuilds the hand."""
        return Journal(self.opening, tuple(self.answers))

    def feed(self, seat: Seat, since: int = 0) -> list[Event]:
        """What happened, as this seat may know it."""
        return [redact(event, seat) for event in self.events[since:]]

    def view(self, seat: Seat) -> View:
        """The felt as this seat sees it."""
        return self.felt.view(seat)

    def asked(self, seat: Seat) -> tuple[Option, ...]:
        """What this seat may do now."""
        return self.ask.options.get(seat, ()) if self.ask else ()

    def decide(self, seat: Seat, decision: Decision) -> None:
        """A seat's answer; `Refused` says what is allowed instead."""
        ask = self.ask
        if ask is None:
            raise Refused("the hand is over")
        options = ask.options.get(seat, ())
        if not options:
            why = self._why_not("") or "it is not seat {seat}'s turn"
            raise Refused(why, clause=ask.clause, name="not_asked", seat=seat)
        option = _offered(options, decision)
        if option is None:
            named = decision.act + (f" {decision.spot[1]}" if decision.spot[1] else "")
            why = self._why_not(named) or self._why_not(decision.act) or "{act} is not offered"
            raise Refused(why, options, ask.clause, act=named)
        fitted = _fitted(option, decision, ask.clause)
        if ask.judge and (fault := ask.judge(seat, fitted)):
            raise Refused(fault, (option,), ask.clause)
        self._apply(seat, fitted)

    def rule(self, ruling: Decision) -> None:
        """A staff act, with name and reason: one of the options of seat 0, checked like any other.

        A card that it names by its place is said aloud: with the ruling all have seen it.
        """
        self._check_signed(ruling)
        options = self.rulings
        option = _offered(options, ruling)
        if option is None:
            same = [one for one in options if one.act == ruling.act]
            named = "{act} cannot be ruled there" if same else "{act} cannot be ruled now"
            why = self._why_not(ruling.act) or named
            raise Refused(why, same or options, self._clause, act=ruling.act)
        fitted = _fitted(option, ruling, option.clause)
        place = slice(fitted.amount - 1, fitted.amount) if fitted.act in OF_A_CARD else slice(0)
        cards = tuple(self.felt.cards.get(fitted.spot, ())[place])
        self._apply(HOUSE, replace(fitted, cards=cards, by=ruling.by, why=ruling.why))

    def _check_signed(self, ruling: Decision) -> None:
        if not ruling.by or not ruling.why:
            raise Refused("a ruling needs a name and a reason")
        if self.ask is None:
            raise Refused("the hand is over: it can only be corrected")

    def join(self, seat: Seat, chips: int) -> None:
        """A newcomer takes part as long as bets are open, with these chips (CH-05, BJ-03)."""
        known = (seat, "stack") in self.felt.chips
        if self.ask is None or not self.ask.open or known or seat <= HOUSE or chips <= 0:
            raise Refused("bets are closed to newcomers: you can bet in the next round (CH-46)")
        self._apply(seat, Decision("join", chips, (seat, "stack"), by=ROOM))

    def part(self, seat: Seat) -> None:
        """A seat that has no bet leaves as long as bets are open (TH-74)."""
        chips = self.felt.chips
        bets = any(n for (owner, word), n in chips.items() if owner == seat and word != "stack")
        if self.ask is None or not self.ask.open or bets or (seat, "stack") not in chips:
            raise Refused("you leave when the hand is over (TH-74)")
        self._apply(seat, Decision("leave", spot=(seat, "stack"), by=ROOM))

    def expire(self, seat: Seat | None = None) -> None:
        """Time is over: for one seat or for all asked; a window or a pause is closed."""
        question = self.ask
        if question is None:
            raise Refused("the hand is over")
        if seat is not None:
            self._apply(seat, self._default(seat))
        elif question.open or not question.options:
            self._apply(HOUSE, CLOSE)
        else:
            for late in list(question.options):
                if self.ask is question and late in question.options:
                    self._apply(late, self._default(late))

    def _default(self, seat: Seat) -> Decision:
        """What happens when a seat's time is over: its first option."""
        if self.ask is None or self.ask.open or seat not in self.ask.options:
            raise Refused("no clock is running for seat {seat}", seat=seat)
        first = self.ask.options[seat][0]
        if first.cards:
            return Decision(first.act, 0, first.spot, first.cards[: first.low], CLOCK)
        return Decision(first.act, first.low, first.spot, (), CLOCK)

    @property
    def _clause(self) -> str:
        return self.ask.clause if self.ask else ""

    def _why_not(self, named: str) -> str:
        return self.opening.game.WHY_NOT.get((self._clause, named), "")

    def _apply(self, seat: Seat, decision: Decision) -> None:
        """Say an answer aloud that is known to be legal, and let the game go on."""
        d, answer = decision, (seat, decision)
        self.answers.append(answer)
        if d.cards or d.by:
            eyes = 1 << seat if d.cards and seat and d.act != "show" else ALL
            said = Said(seat, d.act, d.amount, d.spot, d.cards, d.by, d.why, eyes)
            if d.act == "join":
                self.felt.seat(seat, d.amount)
                self.joined[d.spot] = d.amount
            elif d.act == "leave":
                self.felt.clear(seat)
                self.joined[d.spot] = 0
        else:
            said = Said(seat, d.act, d.amount, d.spot)
        self._log(said)
        try:
            if seat == HOUSE and d.why and any(d.act == option.act for option in self.voids):
                self.ask = self._play.throw(Void(d.why))
            else:
                self.ask = self._send(answer)
        except StopIteration as end:
            self.ask, self.carry = None, end.value
        except Void:
            self.felt.take_back()
            self.ask, self.carry = None, self.opening.carry


class Void(Exception):
    """The hand is void. A game whose sheet keeps something on the table catches it."""


def _offered(options: Iterable[Option], decision: Decision) -> Option | None:
    """The option of this act; its spot need not be named where only one has the act."""
    act, spot = decision.act, decision.spot
    for option in options:
        if option.act == act and option.spot == spot:
            return option
    found = [option for option in options if option.act == act]
    return found[0] if len(found) == 1 and spot == NOWHERE else None


def _fitted(option: Option, decision: Decision, clause: str) -> Decision:
    """The decision completed by what the option leaves no choice of, or refused."""
    amount, cards, low = decision.amount, decision.cards, option.low
    if option.cards or cards:
        _check_cards(option, decision, option.clause or clause)
    elif not amount and low == option.high:
        amount = low
    elif not low <= amount <= option.high or (amount - low) % option.step:
        named = amount if option.act in COUNTED else Amount(amount)
        found = option.clause or clause
        raise Refused(
            "{act} {amount} is not allowed", (option,), found, act=option.act, amount=named
        )
    if amount == decision.amount and decision.spot == option.spot and not decision.by:
        return replace(decision, why="") if decision.why else decision
    return Decision(option.act, amount, option.spot, cards)


def _check_cards(option: Option, decision: Decision, clause: str) -> None:
    cards = decision.cards
    if not option.cards:
        raise Refused("{act}: name the cards", (option,), clause, act=option.act)
    if any(cards.count(card) > option.cards.count(card) for card in cards):
        raise Refused("you can't choose these cards", (option,), clause)
    if not option.low <= len(cards) <= option.high or decision.amount:
        raise Refused(
            "you can't choose {number} {number|card|cards}", (option,), clause, number=len(cards)
        )
