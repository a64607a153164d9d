"""Asking a person for a decision, and for whatever the answer lacks."""

from collections.abc import Callable, Sequence
from typing import Final

from rich.text import Text

from croupier.cli.calls import MATES
from croupier.cli.grammar import HowMuch, Which, meant
from croupier.cli.lines import ROOM, Person
from croupier.cli.places import Places, doubt
from croupier.cli.tongue import plain
from croupier.core.asks import Decision, Option
from croupier.core.hand import Hand

HELP: Final = frozenset({"?", "help", "aide"})
HINT: Final = frozenset({"!", "hint", "conseil"})
YES: Final = frozenset({"y", "yes", "o", "oui"})
AGREEMENTS: Final = {
    "cow": "Cow: you buy one hand together and share what it wins "
    "(cow 7 Dario: you put in 7, Dario holds the cards).",
    "partner": "Partner: each buys a hand, and the pot that either wins is halved.",
    "backing": "Back: if one of you wins, they give the other the buy-in back.",
}
"""What players may agree on about a push pot (PN-21, PN-24, PN-28)."""

ANY_TIME: Final = "At any time: recave 100, out (sit out), move 3 (seat 3), seats, q (leave)."


class Again(Exception):
    """The person has thought better of it: the choices are put again."""


class Asker:
    """Puts a question to a person and reads the answer."""

    def __init__(self, person: Person) -> None:
        self.person, self.tongue = person, person.tongue
        self.where = Places(person.tongue, person.name)

    def decision(self, hand: Hand, hint: Callable[[], None]) -> Decision:
        """A decision, by its word or the beginning of it; what is left out is asked for."""
        options = hand.asked(self.person.seat)
        self.question(hand, options)
        choices = self.where.choices(options, self.words(hand))
        while True:
            line = self.ask(choices)
            try:
                if plain(line) in HELP:
                    self.explain(hand)
                elif plain(line) in HINT:
                    hint()
                elif line:
                    return self.sure(self.answer(line, hand, options), options)
            except Again:
                continue
            except ValueError as error:
                self.person.complain(error)

    def question(self, hand: Hand, options: Sequence[Option]) -> None:
        """What is asked, where the acts do not say it; and what a person should know."""
        if head := self.where.question(options, self.words(hand)):
            self.person.screen.print(Text(head, style="bold"))
        for note in self.where.notes(options):
            self.person.screen.print(Text(note, style="bold yellow"))

    def ask(self, choices: Sequence[str]) -> str:
        """Put the choices and read a line; choices that do not fit stand above the prompt."""
        prompt = ", ".join(choices)
        if len(prompt) > self.person.screen.width - ROOM:
            self.person.listed(choices, style="")
            prompt = ""
        return self.person.line(prompt)

    def answer(self, line: str, hand: Hand, options: Sequence[Option]) -> Decision:
        """The decision that a line means; an amount or a place that it lacks is asked for."""

        def names(option: Option) -> list[str]:
            return self.where.names(option, self.words(hand), self.person.seat)

        while True:
            try:
                return meant(line, options, self.tongue, names)
            except HowMuch as lacks:
                prompt = self.tongue.say("How much? {sizes}", sizes=self.tongue.range(lacks.option))
            except Which as lacks:
                places = ", ".join(self.place(hand, option) for option in lacks.options)
                prompt = self.tongue.say("Which? {places}", places=places)
            more = self.person.line(prompt)
            if not more:
                raise Again
            line = f"{line} {more}"

    def sure(self, decision: Decision, options: Sequence[Option]) -> Decision:
        """A fold where a check is free, or a winning hand thrown away, is confirmed (TH-37)."""
        question = doubt(decision, options)
        if question and plain(self.person.line(self.tongue.say(question))) not in YES:
            raise Again
        return decision

    def words(self, hand: Hand) -> list[str]:
        """The words of the spots with cards."""
        return [word for _, word in hand.felt.cards]

    def place(self, hand: Hand, option: Option) -> str:
        """The place of an option as it is shown."""
        return self.where.place(option, self.words(hand))

    def explain(self, hand: Hand) -> None:
        """What may be done now, by which clause, and what may be done at any time."""
        options, clause = hand.asked(self.person.seat), hand.ask.clause if hand.ask else ""
        for line in self.where.explained(options, self.words(hand), clause):
            self.person.screen.print(line)
        for act in dict.fromkeys(o.act for o in hand.asked(self.person.seat) if o.act in MATES):
            self.person.tell(AGREEMENTS[act])
        if hand.ask and hand.ask.open:
            self.person.tell("Write amounts in the order of the spots (10 5) or by name (ante 10);")
            self.person.tell("Enter alone bets the same again, 0 skips the hand.")
        self.person.tell(ANY_TIME)
