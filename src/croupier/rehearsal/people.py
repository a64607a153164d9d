"""People at a rehearsal: they play at random, dial again when their line breaks, send again what
was not answered, and remember all that they were told.
"""

import asyncio
import json
from contextlib import suppress
from random import Random
from typing import TYPE_CHECKING, Any

import httpx
from msgspec import Struct

from croupier.rehearsal.network import Line
from croupier.server.live.wire import VERSION

if TYPE_CHECKING:
    from croupier.rehearsal.stage import Stage

PATIENCE = 14.0
"""How long somebody waits for an answer before they dial again."""


class Act(Struct):
    """Something that somebody has asked for."""

    place: str
    frame: str
    sent_at: float
    times: int = 1
    done: bool = False
    refused: str = ""
    asked: float = 0.0


class Seen(Struct):
    """A table as somebody was last told of it."""

    name: str
    seq: int = 0
    hand: int = 0
    seat: int = 0
    crowd: bool = False
    least: int = 0
    ask: dict[str, Any] | None = None
    since: set[int] = set()
    """From where it was asked for."""


class Heard(Struct):
    """News or a view, for the auditor."""

    player: str
    place: str
    first: int
    seq: int
    events: list[Any]
    view: Any = None


class Person:
    """One of them."""

    def __init__(self, stage: "Stage", name: str, tables: list[str], chance: Random) -> None:
        self.stage, self.name, self.wants, self.chance = stage, name, tables, chance
        self.token, self.player = "", ""
        self.acts: dict[str, Act] = {}
        self.tables: dict[str, Seen] = {}
        self.heard: list[Heard] = []
        self.balance: int | None = None
        self.line: Line | None = None
        self.visits = self.news = 0
        self.left_at = 0.0
        self._number = 0
        self._gone = asyncio.Event()
        self._welcome = asyncio.Event()

    @property
    def address(self) -> str:
        """Where they are."""
        return f"person {self.name}"

    async def evening(self) -> None:
        """Visit after visit."""
        while not self.stage.over:
            try:
                async with asyncio.timeout(60):
                    await self._visit()
            except (TimeoutError, httpx.TransportError, KeyError, ConnectionError):
                pass
            finally:
                self._hang_up()
            await asyncio.sleep(self.chance.uniform(0.05, 0.6))

    def _hang_up(self) -> None:
        if self.line is not None:
            self.line.hang_up()
        self.line = None
        self.left_at = self.stage.loop.now
        self._gone.set()

    async def look_once_more(self) -> None:
        """When all is calm: what they have."""
        self.balance = None
        for _ in range(8 if self.token else 0):
            with suppress(TimeoutError, ConnectionError):
                await self._dial(self.chance.choice(self.stage.addresses))
            if self.balance is not None:
                self.stage.auditor.balance(self, self.balance)
                break
            await asyncio.sleep(1)
        self._hang_up()

    async def _visit(self) -> None:
        address = self.chance.choice(self.stage.addresses)
        if not self.token:
            await self._come_in(address)
        await self._dial(address)
        self.visits += 1
        for name in self.wants:
            self.tables.setdefault(name, Seen(name)).since.clear()
            self._join(name)
        last = list(self.acts.values())[-2:] if self.chance.random() < 0.3 else []
        for act in self.acts.values():
            if (act in last or (not act.done and not act.refused)) and act.times < 4:
                self._send_again(act)
        await self._play()

    async def _dial(self, address: str) -> None:
        node = self.stage.net.nodes[address]
        self._gone.clear()
        self._welcome.clear()
        self.line = Line(self.stage.net, self.address, node, self._hear, self._lose)
        self.line.dial({})
        async with asyncio.timeout(5):
            if not await self.line.opened:
                raise ConnectionError
            hello = {"type": "hello", "version": VERSION, "token": self.token}
            self.line.say(json.dumps(hello))
            await self._welcome.wait()

    async def _come_in(self, address: str) -> None:
        self._number += 1
        body = {"nickname": f"{self.name}{self._number}"}
        asked = httpx.Request("POST", f"http://{address}/api/guests", json=body)
        async with asyncio.timeout(8):
            found = await self.stage.net.call(self.address, address, asked)
        if found.status_code == httpx.codes.CREATED:
            told = found.json()
            self.token, self.player = told["token"], told["player"]
            self.stage.entered(self)
        else:
            raise ConnectionError

    def _join(self, name: str) -> None:
        known = self.tables.setdefault(name, Seen(name))
        since = known.seq if self.chance.random() < 0.5 else 0
        known.since.add(since)
        self._say({"type": "join", "table": name, "since": since})

    def _say(self, fields: dict[str, Any]) -> None:
        if self.line is not None:
            self.line.say(json.dumps(fields))

    # Playing.

    async def _play(self) -> None:
        ends = self.stage.loop.now + self.chance.expovariate(1 / self.stage.plan.stay)
        while not self.stage.over and self.stage.loop.now < ends and not self._gone.is_set():
            await asyncio.sleep(self.chance.uniform(0.1, self.stage.plan.think))
            if self._impatient():
                self.stage.note(f"{self.name} waits no longer")
                return
            if not self._gone.is_set() and self.line is not None:
                self._something(self.tables[self.chance.choice(self.wants)])

    def _impatient(self) -> bool:
        now = self.stage.loop.now
        return any(
            not act.done and not act.refused and now - act.asked > PATIENCE and act.times < 4
            for act in self.acts.values()
        )

    def _something(self, at: Seen) -> None:
        dice, late = self.chance.random(), list(self.acts.values())[-3:]
        busy = [act for act in late if act.refused == "busy" and not act.done and act.times < 4]
        if busy and dice < 0.3:
            self._send_again(self.chance.choice(busy))
        elif dice < 0.04 and late:
            self._send_again(self.chance.choice(late))
        elif dice < 0.05:
            self._join(at.name)
        elif not at.seat:
            self._sit(at)
        elif at.ask and any(True for _ in at.ask.get("options", ())):
            self._decide(at, at.ask)
        elif dice < 0.12:
            self._act(at, "top_up", amount=self.chance.choice([100, 50_00, 100_00, 900_00]))
        elif dice < 0.14:
            self._act(at, "leave")
        elif dice < 0.16:
            self._act(at, self.chance.choice(["sit_out", "sit_in"]))

    def _sit(self, at: Seen) -> None:
        if at.least and not self._open(at.name, "sit"):
            self._act(at, "sit", buy_in=self.chance.choice([at.least, 2 * at.least, 1000_00]))

    def _open(self, place: str, kind: str) -> bool:
        """Whether the same was asked for and not answered yet."""
        return any(
            a.place == place and not a.done and not a.refused and f'"{kind}"' in a.frame
            for a in self.acts.values()
        )

    def _decide(self, at: Seen, ask: dict[str, Any]) -> None:
        option = self.chance.choice(ask["options"])
        cards = list(option.get("cards") or ())[: option.get("low", 0)]
        low, high = option.get("low", 0), option.get("high", 0)
        step = option.get("step") or 1
        more = self.chance.randint(0, (high - low) // step) if high > low else 0
        amount = 0 if cards else low + (more * step if self.chance.random() < 0.2 else 0)
        fields = {"hand": at.hand, "seq": ask["seq"], "act": option["act"], "amount": amount}
        if option.get("spot"):
            fields["spot"] = option["spot"]
        if cards:
            fields["cards"] = cards
        self._act(at, "decide", **fields)
        at.ask = None

    def _act(self, at: Seen, kind: str, **fields: Any) -> None:
        key = f"{self.name}-{len(self.acts)}"
        frame = json.dumps({"type": kind, "table": at.name, "id": key, **fields})
        now = self.stage.loop.now
        self.acts[key] = Act(at.name, frame, now, asked=now)
        if self.line is not None:
            self.line.say(frame)
            if self.chance.random() < self.stage.plan.doubled:
                self.acts[key].times += 1
                self.line.say(frame)

    def _send_again(self, act: Act) -> None:
        act.times += 1
        act.asked = self.stage.loop.now
        if self.line is not None:
            self.line.say(act.frame)

    # Hearing.

    def _lose(self, code: int) -> None:
        self.stage.note(f"{self.name}: line ended {code}")
        if code == 4500:
            self.stage.wrong("people", f"{self.name}: a line ended by a fault of the room")
        self._gone.set()
        self._welcome.set()

    def _hear(self, text: bytes) -> None:
        told = json.loads(text)
        self.stage.trace(self.name, text)
        kind = told["type"]
        hear = getattr(self, f"_hear_{kind}", None)
        if hear is not None:
            hear(told)

    def _hear_welcome(self, told: dict[str, Any]) -> None:
        self.balance = told["balance"]
        self._welcome.set()

    def _hear_balance(self, told: dict[str, Any]) -> None:
        self.balance = told["balance"]

    def _hear_table(self, told: dict[str, Any]) -> None:
        at = self.tables[told["table"]]
        at.seq, at.hand, at.crowd = told["seq"], told["hand"], told["crowd"]
        at.seat, at.ask = told["you"]["seat"], self._own(told["ask"])
        at.least = told["terms"]["min_buy_in"]
        self.heard.append(Heard(self.player, at.name, 0, at.seq, [], told["view"]))

    def _hear_news(self, told: dict[str, Any]) -> None:
        at = self.tables[told["table"]]
        self.news += 1
        asked = told["first"] <= at.seq and told["first"] - 1 in at.since
        if not at.crowd and told["first"] != at.seq + 1 and not asked:
            why = f"{self.name} at {at.name}: news {told['first']} after {at.seq}"
            self.stage.wrong("gap", why)
        self.heard.append(Heard(self.player, at.name, told["first"], told["seq"], told["events"]))
        at.seq, at.hand = max(at.seq, told["seq"]), told["hand"]
        at.ask = self._own(told["ask"])
        for event in told["events"]:
            self._look(at, event)

    def _look(self, at: Seen, event: Any) -> None:
        kind = event.get("type") if isinstance(event, dict) else ""
        if kind == "seated" and event["player"] == self.player:
            at.seat = event["seat"]
        if kind == "freed" and event["player"] == self.player:
            at.seat = 0

    def _own(self, ask: dict[str, Any] | None) -> dict[str, Any] | None:
        return ask if ask and ask.get("options") else None

    def _hear_done(self, told: dict[str, Any]) -> None:
        act = self.acts.get(told["id"])
        if act is not None:
            act.done = True
            self.tables[told["table"]].seat = told["seat"]
            self.balance = told["balance"]
            self.stage.auditor.done(self, told["id"], act)

    def _hear_refused(self, told: dict[str, Any]) -> None:
        act = self.acts.get(told["id"])
        if act is not None and not act.done:
            act.refused = told["name"]
            if told["name"] == "doubled":
                act.done = True
                if act.times == 1:
                    self.stage.wrong("refused", f"{told['id']} was asked once, and is doubled")
                self.stage.auditor.done(self, told["id"], act)
        if act is None:
            self.stage.note(f"{self.name} is refused: {told['name']}: {told['sentence']}")
            if told["name"] in ("malformed", "no_session"):
                self.stage.wrong("people", f"{self.name} is refused: {told['sentence']}")
        if told["name"] in ("stale", "late", "not_seated") and self.line is not None:
            self._join(told["table"])
