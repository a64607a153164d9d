"""A table of a running room: one's chair there, over the room's own protocol (docs/protocol.md)."""

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from fractions import Fraction
from typing import Any, Final

import httpx
import msgspec
from rich.text import Text

from croupier.cli.calls import Caller
from croupier.cli.screen.contest import ACTS, Contest
from croupier.cli.screen.place import Chronicle, Neighbour, Question, Scene, Told, Wish, Worth
from croupier.cli.screen.talk import Talk
from croupier.cli.tongue import Tongue
from croupier.client import Client, Gone, No, Table
from croupier.core import catalogue, prices
from croupier.core.asks import Decision
from croupier.core.felt import Event, Seat, Spot
from croupier.houses import CENTS, House, TableSheet

PATIENCE: Final = (0.2, 0.5, 1, 2, 4, 8)
"""How long one waits before the line is tried again: the last one for ever."""
OF_HANDS: Final = ("chips", "cards", "said")
RECENT: Final = 50
"""The hands that the page of hands begins with."""


class Visit:
    """The person's chair at a table of a room, or a place behind the rail."""

    has_chat = True

    def __init__(
        self, client: Client, table: Table, language: str, contest: Contest | None = None
    ) -> None:
        self.client, self.contest = client, contest
        about = table.about
        currency = about["currency"] if contest is None else ""  # Chips of those are not money.
        self.house = House(about["house"], about["house"], currency, "", {})
        self.tongue = Tongue(language, self.house)
        self.changed: Callable[[], None] = lambda: None
        self.stacks: dict[Seat, int] = {}
        """What each seat holds outside a hand."""
        self.dealt: set[Seat] = set()
        self.playing = False
        self.until = 0.0
        self.stands = ""
        self.coached = False
        self.lost = asyncio.Event()
        self.arrive(table)

    def arrive(self, table: Table) -> None:
        """At a table: the first, or another of the tournament."""
        self.table, self.path, about = table, table.name, table.about
        game = catalogue.game(about["game"])
        rules = prices.convert(about["rules"], game.Rules)
        self.sheet = TableSheet(self.path, about["title"], game, rules)
        caller = Caller(self.tongue, game, rules, self.name, aloud=True)
        self.chronicle = Chronicle(caller, lambda: self.table.seat)
        self.talk = Talk(self)
        self.follow()

    @property
    def title(self) -> str:
        """What is played, and where."""
        own = f"{self.sheet.title} · {self.house.title}"
        return own if self.contest is None else self.contest.title()

    def name(self, seat: Seat) -> str:
        """Who sits there."""
        if seat == self.table.seat:
            return self.tongue.say("You")
        entry = self.table.seats.get(seat)
        return str(entry["name"]) if entry else self.tongue.say("Seat {seat}", seat=seat)

    # What is seen.

    def scene(self) -> Scene:
        """The table as the room tells it."""
        table, me = self.table, self.table.seat
        seats = {
            seat: Neighbour(self.name(seat), self.stack(seat), entry["away"])
            for seat, entry in table.seats.items()
        }
        ask = table.ask
        question = None
        if ask is not None:
            question = Question(ask.options, ask.clause, ask.open, tuple(ask.asked), self.until)
        return Scene(
            table.view, me, seats, question, table.hand, self.playing,
            self.chronicle.button, self.stands or self.talk.standing(),
        )  # fmt: skip

    def stack(self, seat: Seat) -> int:
        """The chips before a seat: in a hand as the felt has them."""
        if self.playing and seat in self.dealt:
            return self.table.view.chips.get((seat, "stack"), 0)
        return self.stacks.get(seat, 0)

    def wishes(self) -> list[Wish]:
        """A seat for those who look on; for those who sit: deal now, chips, a break."""
        say, terms = self.tongue.say, self.table.about["terms"]
        me = self.table.seat
        if self.contest is not None:
            return self.contest.wishes()
        if not me:
            full = len(self.table.seats) >= terms["seats"] and not self.talk.called
            if full:
                return [Wish("w", say("Wait for a seat"), "wait")]
            amount = (terms["min_buy_in"], terms["advised_buy_in"], terms["max_buy_in"])
            return [Wish("s", say("Sit down"), "sit", amount)]
        most = max(terms["max_buy_in"] - self.stack(me), 0)
        usual = min(terms["advised_buy_in"], most or terms["advised_buy_in"])
        chips = Wish("$", say("Chips"), "recave", (terms["min_buy_in"], usual, most))
        away = self.table.seats[me]["away"]
        out, back = Wish("=", say("Sit out"), "sit_out"), Wish("=", say("Come back"), "sit_in")
        window = self.table.ask is not None and self.table.ask.open
        ready = [Wish("enter", say("Deal now"), "go_on")] if window or not self.playing else []
        return [*ready, chips, back if away else out]

    # What the room tells.

    def follow(self) -> None:
        """From now on every message of this line is heard."""
        self.client.follower = self.hear
        self.whole()

    def hear(self, message: Mapping[str, Any]) -> None:
        """A message of the room; an empty one: the line is lost."""
        kind = message.get("type", "")
        if not kind:
            self.lost.set()
        elif kind == "tournament" and self.contest is not None:
            if self.contest.path not in ("", self.path):
                self.client.run(self.go_on(self.contest.path))
        elif message.get("table", self.path) != self.path:
            return
        elif kind == "table":
            self.whole()
        elif kind == "news":
            self.news(message["events"])
        else:
            self.talk.hear(message)
        self.changed()

    async def go_on(self, path: str) -> None:
        """To another table of the tournament; one that is not ready is tried again later."""
        if path != self.path:
            with suppress(No, Gone):
                self.arrive(await self.client.join(path))
                self.talk.tell(self.tongue.say("You move to another table."), "yellow")
                self.changed()

    def whole(self) -> None:
        """The whole table: on coming, and on coming back in mid-hand what was missed."""
        about = self.table.about
        self.playing = about["in_play"]
        self.stacks = {entry["seat"]: entry["stack"] for entry in about["seats"]}
        opened = next((e for e in about["events"] if e["type"] == "hand"), None)
        told = [msgspec.convert(e, Event) for e in about["events"] if e["type"] in OF_HANDS]
        if opened is not None and not self.knows(opened["hand"]):
            self.begin(opened)
        self.chronicle.tell(told[len(self.chronicle.events) :])
        self.wind()

    def knows(self, number: int) -> bool:
        """Whether a hand is the one that is told."""
        return bool(self.chronicle.hands) and self.chronicle.hands[-1].number == number

    def begin(self, event: Mapping[str, Any]) -> None:
        """A hand begins, or began before one came."""
        chips = {(spot[0], spot[1]): amount for spot, amount in event["chips"]}
        self.dealt = {seat for seat, word in chips if word == "stack"}
        self.chronicle.begin(event["hand"], chips)

    def news(self, events: list[dict[str, Any]]) -> None:
        """What has happened."""
        for event in events:
            kind = event["type"]
            if kind == "hand":
                self.playing = True
                self.begin(event)
            elif kind in OF_HANDS:
                self.chronicle.tell([msgspec.convert(event, Event)])
                self.dealt |= {event["seat"]} if event.get("what") == "join" else set()
            elif kind == "over":
                self.over(event)
            else:
                self.talk.table(event)
        self.wind()

    def wind(self) -> None:
        """By when the question is to be answered."""
        ask = self.table.ask
        now = asyncio.get_running_loop().time()
        self.until = now + ask.seconds if ask is not None and ask.seconds else 0

    def over(self, event: Mapping[str, Any]) -> None:
        """A hand has ended."""
        self.playing = False
        chips = self.table.view.chips
        self.stacks |= {seat: chips.get((seat, "stack"), 0) for seat in self.dealt}
        net = dict(map(tuple, event["net"])).get(self.table.seat)
        self.chronicle.end(net)
        if self.coached and net is not None:
            self.client.run(self.review(event["hand"]))

    async def review(self, hand: int) -> None:
        """What one's decisions in a hand cost, once the books have it."""
        with suppress(No, httpx.HTTPError):
            found = await self.client.call("GET", f"/api/coach/{self.path}/{hand}")
            if found["decisions"]:
                self.chronicle.cost(round(found["cost"] * CENTS))
                self.changed()

    # The line.

    async def run(self) -> None:
        """Come back whenever the line is lost."""
        while True:
            await self.lost.wait()
            self.stands = self.tongue.say("The connection is lost: trying again…")
            self.changed()
            await self.come_back()
            self.lost.clear()
            self.changed()

    async def come_back(self) -> None:
        """Another line with the same session: the seat, the chips and the hand are still there."""
        old, tries = self.client, 0
        with suppress(OSError):
            await old.close()
        while True:
            await asyncio.sleep(PATIENCE[min(tries, len(PATIENCE) - 1)])
            tries += 1
            client = Client(old.address, old.token, language=old.language)
            try:
                if self.contest is not None:
                    await self.contest.come(client)
                    self.path = self.contest.path or self.path
                table = await client.join(self.path)
            except (Gone, httpx.HTTPError):
                await client.close()
                continue
            except No as no:
                self.stands = no.sentence
                self.changed()
                continue
            self.client, self.stands = client, ""
            if table.name == self.table.name:
                self.table = table
                self.follow()
            else:
                self.arrive(table)
            return

    # What the person does.

    async def act(self, kind: str, **fields: Any) -> dict[str, Any]:
        """An action; what is refused says why, and by which clause."""
        return await self.told(self.client.act(kind, self.path, **fields))

    async def told(self, asked: Awaitable[dict[str, Any]]) -> dict[str, Any]:
        """What the room answers."""
        try:
            return await asked
        except No as no:
            raise ValueError(refusal(no)) from None
        except Gone:
            raise ValueError(self.tongue.say("The connection is lost: trying again…")) from None

    async def decide(self, decision: Decision) -> None:
        """Answer what is asked."""
        ask = self.table.ask
        if ask is None:
            return
        body = msgspec.to_builtins(decision)
        await self.act("decide", hand=ask.hand, seq=ask.seq, **body)

    async def wish(self, act: str, amount: int = 0) -> None:
        """Something about the seat."""
        if self.contest is not None and act in ACTS:
            await self.told(self.contest.do(act))
            return
        fields: dict[str, Any] = {}
        kind = {"go_on": "ready", "recave": "top_up"}.get(act, act)
        if act == "sit":
            fields = {"buy_in": amount, "post": True, "seat": self.talk.called}
        elif act == "recave":
            fields = {"amount": amount}
        elif act == "sit_in":
            fields = {"post": True}
        await self.act(kind, **fields)
        self.talk.called = 0 if act == "sit" else self.talk.called

    async def move(self, seat: Seat) -> None:
        """Change seats."""
        await self.act("change_seat", seat=seat, post=True)

    async def say(self, text: str) -> None:
        """Talk to the table."""
        await self.act("chat", text=text)

    async def call(self, path: str) -> Any:
        """A page of the room."""
        try:
            return await self.client.call("GET", path)
        except No as no:
            raise ValueError(refusal(no)) from None
        except httpx.HTTPError as error:
            raise ValueError(str(error)) from None

    async def worth(self) -> Worth:
        """From the room's own laboratory."""
        self.coached = True
        found = await self.call(f"/api/coach/{self.path}")
        return {
            (one["act"], one["spot"], one["amount"]): Fraction(one["value"]) * CENTS
            for one in found["values"]
        }

    async def odds(self) -> str:
        """Nobody is helped against others who play for their money."""
        if self.sheet.game.COMPANY.for_a_pot:
            return self.tongue.say("Among players the coach is silent: nobody is helped here.")
        return self.tongue.say("There is no hint here.")

    async def hands(self) -> list[Told]:
        """One's hands at this table, those from before this visit too."""
        kept = {told.number: told for told in self.chronicle.hands}
        older = await self.call(f"/api/me/hands?count={RECENT}&table={self.path}")
        for one in older:
            kept.setdefault(one["hand"], Told(one["hand"], [], one["net"]))
        return sorted(kept.values(), key=lambda told: -told.number)

    async def lines(self, told: Told) -> list[Text]:
        """How a hand went; one from before is asked for."""
        if not told.lines:
            found = await self.call(f"/api/me/hands/{self.path}/{told.number}")
            names = {one["seat"]: one["name"] for one in found["names"]}
            caller = Caller(
                self.tongue, self.sheet.game, self.sheet.rules,
                lambda seat: names.get(seat, ""), aloud=True,
            )  # fmt: skip
            chips: dict[Spot, int] = {(s[0], s[1]): amount for s, amount in found["chips"]}
            caller.begin(chips, found["seat"])
            feed = [msgspec.convert(e, Event) for e in found["events"] if e["type"] in OF_HANDS]
            told.lines = caller.tell(feed)
        return told.lines

    async def leave(self) -> str:
        """Get up, and hang up."""
        told = ""
        if self.contest is not None:
            told = self.contest.farewell() or self.tongue.say(
                "You are still in the tournament: come back the same way."
            )
        elif self.table.seat:
            with suppress(ValueError):
                done = await self.act("leave")
                held = self.tongue.money(self.client.balance)
                told = self.tongue.say(
                    "You leave the table: your account holds {balance}.", balance=held
                )
                if done["seat"]:
                    told = self.tongue.say("You get up when the hand is over.")
        self.client.follower = None
        with suppress(OSError):
            await self.client.close()
        return told


def refusal(no: No) -> str:
    """What the room says, with its clause."""
    named = not no.clause or no.clause in no.sentence
    return no.sentence if named else f"{no.sentence} ({no.clause})"
