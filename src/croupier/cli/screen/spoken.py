"""A table of a running room line by line: for pipes, screen readers and terminals of one's own."""

import asyncio
import os
import sys
from collections.abc import Callable
from functools import partial
from threading import Thread
from typing import Final

from rich.console import Console
from rich.text import Text

from croupier.cli.asking import HELP, YES
from croupier.cli.grammar import HowMuch, Which, meant
from croupier.cli.lines import LEAVE
from croupier.cli.painting import cards_seen
from croupier.cli.places import Places, doubt
from croupier.cli.screen.place import Question, wished
from croupier.cli.screen.visit import Visit
from croupier.cli.tongue import plain
from croupier.core.asks import Decision, Option

SIT: Final = frozenset({"sit", "asseoir", "s"})
SAY: Final = frozenset({"say", "dire"})
SEATS: Final = frozenset({"seats", "places"})
CHUNK: Final = 4096
END: Final = "q"
"""What the end of the input means."""


class Spoken:
    """Tells what happens at a table in lines, and takes lines for answers."""

    def __init__(self, place: Visit, screen: Console, *, waits: bool) -> None:
        self.place, self.screen, self.tongue = place, screen, place.tongue
        self.waits = waits
        """Whether a line is read only when something is asked: its writer does not look."""
        self.where = Places(place.tongue, place.name)
        self.bell = asyncio.Event()
        self.lines: list[str] = []
        self.put: object = None
        """The question that was put last."""
        self.stood = self.told = ""
        self.doubted: Decision | None = None
        place.changed = self.bell.set

    async def run(self) -> str:
        """Until the person leaves; what they are told at the door."""
        self.screen.print(Text(self.place.title, style="bold green"))
        self.tell("? explains what you may do, q leaves the table.")
        playing = asyncio.create_task(self.place.run())
        try:
            while True:
                self.bell.clear()
                self.show()
                while self.lines and (self.asked or not self.waits):
                    if not await self.take(self.lines.pop(0)):
                        return await self.place.leave()
                    self.show()
                await self.bell.wait()
        finally:
            playing.cancel()

    def heard(self, line: str) -> None:
        """A line of the person's."""
        self.lines.append(line)
        self.bell.set()

    # Telling.

    def tell(self, sentence: str, **holes: object) -> None:
        """A sentence of the terminal."""
        self.screen.print(Text(f"  {self.tongue.say(sentence, **holes)}", style="dim"))

    @property
    def question(self) -> Question | None:
        """What is asked of the person now."""
        found = self.place.scene().question
        return found if found is not None and found.options else None

    @property
    def asked(self) -> bool:
        """Whether the table waits for the person: for an answer, or to sit down; or whether the
        tournament does.
        """
        contest = self.place.contest
        offered = contest is not None and contest.asks
        return offered or not self.place.table.seat or self.question is not None

    def show(self) -> None:
        """What is new, and the question if it is another."""
        fresh, self.place.chronicle.fresh = self.place.chronicle.fresh, []
        for line in fresh:
            self.screen.print(line)
        stands = self.place.scene().stands
        if stands and stands != self.stood:
            self.screen.print(Text(stands, style="yellow"))
        wishes = self.place.contest.wishes() if self.place.contest else []
        offers = " · ".join(f"{wish.key} {wish.label}" for wish in wishes)
        if offers and offers != self.told:
            self.screen.print(Text(offers, style="bold"))
        self.stood, self.told = stands, offers
        ask, me = self.place.table.ask, self.place.table.seat
        now = (ask.hand, ask.seq, ask.options) if ask is not None and ask.options else me
        if now != self.put:
            self.put, self.doubted = now, None
            self.put_question()

    def put_question(self) -> None:
        """The cards and what may be done; to those who look on, how to sit down."""
        question, view, me = self.question, self.place.table.view, self.place.table.seat
        if question is not None:
            sheet, caller = self.place.sheet, self.place.chronicle.caller
            for line in cards_seen(self.tongue, sheet.game, sheet.rules, view, me, caller):
                self.screen.print(line)
            if head := self.where.question(question.options, self.words):
                self.screen.print(Text(head, style="bold"))
            for note in self.where.notes(question.options):
                self.screen.print(Text(note, style="bold yellow"))
            choices = ", ".join(self.where.choices(question.options, self.words))
            self.screen.print(Text(choices + self.tongue.colon))
        elif not me and self.place.contest is None:
            least = self.place.table.about["terms"]["min_buy_in"]
            self.tell(
                "sit 100 sits you down with 100, from {least}.", least=self.tongue.money(least)
            )

    @property
    def words(self) -> list[str]:
        """The words of the spots with cards."""
        return [word for _, word in self.place.table.view.cards]

    # Taking.

    async def take(self, line: str) -> bool:
        """What a line means; whether the person stays."""
        if self.waits:
            self.screen.print(Text(f"> {line}"))
        words = plain(self.tongue.amounts(line)).split()
        try:
            if words and words[0] in LEAVE:
                return False
            await self.do(line, words)
        except HowMuch as lacks:
            self.tell("How much? {sizes}", sizes=self.tongue.range(lacks.option))
        except Which as lacks:
            places = ", ".join(self.where.place(option, self.words) for option in lacks.options)
            self.tell("Which? {places}", places=places)
        except ValueError as error:
            said = self.tongue.worded(error)
            self.screen.print(Text(said[:1].upper() + said[1:], style="red"))
        return True

    async def do(self, line: str, words: list[str]) -> None:
        """One line: a wish about the seat, a word to the table, or an answer."""
        if self.doubted is not None:
            decision, self.doubted = self.doubted, None
            if words and words[0] in YES:
                await self.place.decide(decision)
        elif not words:
            await self.deal_now()
        elif words[0] in HELP:
            self.explain()
        elif words[0] in SEATS and len(words) == 1:
            self.show_seats()
        elif words[0] in SAY and len(words) > 1:
            await self.place.say(line.split(maxsplit=1)[1])
        elif act := self.offer(words[0]):
            await self.place.wish(act)
        elif words[0] in SIT and not self.place.table.seat and self.place.contest is None:
            await self.sit(words[1:])
        elif not await wished(self.place, words):
            await self.answer(line)

    def offer(self, word: str) -> str:
        """What the tournament offers and a word means, if anything: its key or its first word."""
        wishes = self.place.contest.wishes() if self.place.contest else []
        named = {wish.key: wish.act for wish in wishes}
        named |= {plain(wish.label).split()[0]: wish.act for wish in wishes}
        return named.get(word, "")

    async def deal_now(self) -> None:
        """Enter alone: no need to wait, where that can be said."""
        if any(wish.act == "go_on" for wish in self.place.wishes()):
            await self.place.wish("go_on")

    async def sit(self, words: list[str]) -> None:
        """Sit down, with what was named or with what the house advises; or wait for a seat."""
        (wish,) = self.place.wishes()
        usual = wish.amount[1] if wish.amount else 0
        await self.place.wish(wish.act, self.tongue.amount(words[-1]) if words else usual)

    async def answer(self, line: str) -> None:
        """A decision; in a window an amount with the name of a spot is a bet."""
        question = self.question
        if question is None:
            raise ValueError(self.tongue.say("Nothing is asked of you now."))
        decision = self.meant(line, question)
        if again := doubt(decision, question.options):
            self.doubted = decision
            self.tell(again)
        else:
            await self.place.decide(decision)

    def meant(self, line: str, question: Question) -> Decision:
        """The decision of a line."""
        names: Callable[[Option], list[str]] = partial(
            self.where.names, words=self.words, me=self.place.table.seat
        )
        try:
            return meant(line, question.options, self.tongue, names)
        except ValueError:
            bets = [option for option in question.options if option.act == "bet"]
            if not question.open or not bets:
                raise
            return meant(f"{self.tongue.act(bets[0])} {line}", bets, self.tongue, names)

    # On demand.

    def explain(self) -> None:
        """What may be done now, and at any time."""
        if (question := self.question) is not None:
            for line in self.where.explained(question.options, self.words, question.clause):
                self.screen.print(line)
        self.tell("At any time: recave 100, out, in, move 3, seats, say hello, q (leave).")

    def show_seats(self) -> None:
        """Who sits where, with what."""
        seats = sorted(self.place.scene().seats.items())
        shown = [f"{s} {one.name} {self.tongue.money(one.stack)}" for s, one in seats]
        self.screen.print(Text("  " + " · ".join(shown), style="dim"))


async def speak(place: Visit) -> str:
    """Play at a table by lines; its input is read beside everything else."""
    loop = asyncio.get_running_loop()
    one = Spoken(place, Console(highlight=False, soft_wrap=True), waits=not sys.stdin.isatty())

    def read() -> None:  # Not by `sys.stdin`, which nobody else could close then.
        rest = b""
        while chunk := os.read(sys.stdin.fileno(), CHUNK):
            *lines, rest = (rest + chunk).split(b"\n")
            for line in lines:
                loop.call_soon_threadsafe(one.heard, line.decode(errors="replace").strip())
        loop.call_soon_threadsafe(one.heard, END)

    Thread(target=read, daemon=True).start()
    return await one.run()
