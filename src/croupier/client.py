"""A small client of the room, for bots and tests: see docs/protocol.md and docs/bots.md."""

import asyncio
import contextlib
import secrets
from collections.abc import AsyncIterator, Callable, Coroutine, Iterable, Sequence
from typing import Any, Final, Self

import msgspec
from msgspec import Struct

from croupier.bots import Seen
from croupier.core import catalogue, pledges, prices
from croupier.core.asks import Option
from croupier.core.cards import Card
from croupier.core.felt import NOWHERE, Event, Seat, Spot, View
from croupier.core.proofs import Proof
from croupier.core.verify import Check
from croupier.core.witness import Witness
from croupier.extras import need
from croupier.histories import handtext
from croupier.histories.proving import story_checks

need("room", "httpx", "websockets")

import httpx
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, WebSocketException

VERSION: Final = 1


class No(Exception):
    """The room refused: by name, with a sentence and what is allowed."""

    def __init__(self, body: dict[str, Any]) -> None:
        super().__init__(f"{body.get('name')}: {body.get('sentence')}")
        self.name = str(body.get("name", ""))
        self.sentence = str(body.get("sentence", ""))
        self.clause = str(body.get("clause", ""))
        self.allowed = msgspec.convert(body.get("allowed", []), tuple[Option, ...])
        self.body = body


class Gone(ConnectionError):
    """The connection was lost, or closed by the room: connect again and join."""


class Ask(Struct):
    """A question as this seat sees it."""

    seq: int
    clause: str
    open: bool
    asked: list[Seat]
    options: tuple[Option, ...]
    seconds: float
    hand: int = 0

    def option(self, act: str) -> Option | None:
        """The option of an act, if it is offered."""
        return next((option for option in self.options if option.act == act), None)


class Client:
    """One person's connection to a room."""

    def __init__(
        self, address: str, token: str = "", *, contribute: bool = True, language: str = "en"
    ) -> None:
        self.address, self.token, self.language = address.rstrip("/"), token, language
        self.contribute = contribute
        """Whether to take part in the shuffle: see docs/fairness.md."""
        secure = self.address.startswith("https")  # Certificates take a while to load.
        self.http = httpx.AsyncClient(base_url=self.address, timeout=30, verify=secure)
        self.player, self.name = "", ""
        self.roles: list[str] = []
        self.balance = 0
        self.welcome: dict[str, Any] = {}
        self.tables: dict[str, Table] = {}
        self.tournaments: dict[str, dict[str, Any]] = {}
        self.notices: list[dict[str, Any]] = []
        self.received: list[str] | None = None
        """All frames, to look at: set it to a list."""
        self.follower: Callable[[dict[str, Any]], None] | None = None
        """Sees each message of the room once it is taken; an empty one when the line is lost."""
        self._waiting: dict[str, asyncio.Future[dict[str, Any]]] = {}
        self._socket: ClientConnection | None = None
        self._reader: asyncio.Task[None] | None = None
        self._tasks: set[asyncio.Task[None]] = set()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    # REST.

    async def call(self, method: str, path: str, body: Any = None) -> Any:
        """A call; its answer, or `No`."""
        headers = {"Authorization": f"Bearer {self.token}"} if self.token else {}
        headers["Accept-Language"] = self.language
        answer = await self.http.request(method, path, json=body, headers=headers)
        data = answer.json() if answer.content else None
        if answer.is_error:
            raise No(data if isinstance(data, dict) else {"name": str(answer.status_code)})
        return data

    async def text(self, path: str) -> str:
        """A file, as it is written; `No` if there is none."""
        headers = {"Authorization": f"Bearer {self.token}"} if self.token else {}
        answer = await self.http.get(path, headers=headers)
        if answer.is_error:
            raise No(answer.json())
        return answer.text

    async def guest(self, nickname: str) -> "Client":
        """Come in as a guest."""
        return self._entered(await self.call("POST", "/api/guests", {"nickname": nickname}))

    async def log_in(self, name: str, password: str, code: str = "") -> "Client":
        """Come in with a password, and the code of a second factor if there is one."""
        told = await self.call("POST", "/api/sessions", {"name": name, "password": password})
        if "ticket" in told:
            proof = {"ticket": told["ticket"], "code": code}
            told = await self.call("POST", "/api/sessions/factor", proof)
        return self._entered(told)

    async def staff_link(self, code: str) -> "Client":
        """Come in by the one-time link of the first start."""
        return self._entered(await self.call("POST", "/api/sessions/link", {"code": code}))

    def _entered(self, session: dict[str, Any]) -> "Client":
        self.token, self.player = session["token"], session["player"]
        self.name, self.roles, self.balance = session["name"], session["roles"], session["balance"]
        return self

    # The WebSocket.

    async def connect(self) -> None:
        """Open the line and say hello."""
        url = self.address.replace("http", "ws", 1) + "/ws"
        try:
            self._socket = await connect(url, compression=None, max_size=None, ping_interval=None)
            hello = {"version": VERSION, "token": self.token, "language": self.language}
            await self._say({"type": "hello", **hello})
            self.welcome = self._heard(await self._socket.recv())
        except (WebSocketException, OSError) as error:
            raise Gone(str(error)) from None
        if self.welcome["type"] != "welcome":
            raise No(self.welcome)
        self.player, self.balance = self.welcome["player"], self.welcome["balance"]
        self._reader = asyncio.create_task(self._read())

    async def close(self) -> None:
        """Hang up."""
        if self._socket is not None:
            await self._socket.close()
        if self._reader is not None:
            await asyncio.gather(self._reader, *self._tasks, return_exceptions=True)
        await self.http.aclose()

    def hang_up(self) -> None:
        """Lose the connection without a word, as a broken line does."""
        if self._socket is not None:
            self._socket.transport.abort()

    async def join(self, table: str, since: int = 0) -> "Table":
        """Look at a table; the answer is its view, or what was missed. `No`: there is none."""
        found = self.tables.setdefault(table, Table(self, table))
        found.ready.clear()
        await self._say({"type": "join", "table": table, "since": since})
        await found.ready.wait()
        if self._reader is not None and self._reader.done():
            raise Gone
        if found.refusal:
            refusal, found.refusal = found.refusal, {}
            raise No(refusal)
        return found

    def run(self, task: Coroutine[Any, Any, None]) -> None:
        """See to something, and read on."""
        running = asyncio.create_task(task)
        self._tasks.add(running)
        running.add_done_callback(self._tasks.discard)

    async def follow(self, tournament: str) -> None:
        """Hear of a tournament: what it is now stands in `tournaments`."""
        await self._say({"type": "follow", "tournament": tournament})

    async def enter(self, tournament: str, kind: str = "enter", **fields: Any) -> dict[str, Any]:
        """Enter a tournament, or do something else in it; `No` if it is refused."""
        return await self._act({"type": kind, "tournament": tournament, **fields})

    async def act(self, kind: str, table: str, **fields: Any) -> dict[str, Any]:
        """An action, and its `done`; `No` if it is refused."""
        return await self._act({"type": kind, "table": table, **fields})

    async def _act(self, fields: dict[str, Any]) -> dict[str, Any]:
        name = fields.pop("id", "") or secrets.token_hex(8)
        waiting: asyncio.Future[dict[str, Any]] = asyncio.get_running_loop().create_future()
        self._waiting[name] = waiting
        await self._say({"id": name, **fields})
        answer = await waiting
        if answer["type"] == "refused":
            raise No(answer)
        return answer

    async def _say(self, message: dict[str, Any]) -> None:
        if self._socket is None:
            await self.connect()
        assert self._socket is not None  # noqa: S101 - connect() has just made it.
        try:
            await self._socket.send(msgspec.json.encode(message).decode())
        except ConnectionClosed:
            raise Gone from None

    async def _read(self) -> None:
        assert self._socket is not None  # noqa: S101 - connect() has just made it.
        try:
            async for frame in self._socket:
                message = self._heard(frame)
                self._take(message)
                self._follow(message)
        except ConnectionClosed:
            pass
        finally:
            self._lost()

    def _lost(self) -> None:
        for waiting in self._waiting.values():
            if not waiting.done():
                waiting.set_exception(Gone())
                waiting.exception()
        for table in self.tables.values():
            table.lost = True
            table.ready.set()
            table.changed.set()
        self._follow({})

    def _follow(self, message: dict[str, Any]) -> None:
        if self.follower is not None:
            self.follower(message)

    def _heard(self, frame: str | bytes) -> dict[str, Any]:
        if self.received is not None:
            self.received.append(frame if isinstance(frame, str) else frame.decode())
        found: dict[str, Any] = msgspec.json.decode(frame)
        return found

    def _take(self, message: dict[str, Any]) -> None:
        kind = message["type"]
        if kind in ("done", "refused", "pong", "tournament_done"):
            self.balance = message.get("balance", self.balance)
            waiting = self._waiting.pop(message["id"], None)
            if waiting is not None and not waiting.done():
                waiting.set_result(message)
            elif kind == "refused" and message["table"] in self.tables:
                self.tables[message["table"]].refuse(message)
        elif kind in ("table", "news", "pledge"):
            self.tables.setdefault(message["table"], Table(self, message["table"])).take(message)
        elif kind == "tournament":
            self.tournaments[message["line"]["tournament"]] = message
        elif kind == "totals":
            self.tables[message["table"]].totals = message["totals"]
        elif kind == "balance":
            self.balance = message["balance"]
        elif kind != "welcome":
            self.notices.append(message)


class Table:
    """A table as this person sees it, kept up to date by the news."""

    def __init__(self, client: Client, name: str) -> None:
        self.client, self.name = client, name
        self.about: dict[str, Any] = {}
        self.view = View({}, {}, 0)
        self.seats: dict[Seat, dict[str, Any]] = {}
        self.hand, self.seq = 0, 0
        self.ask: Ask | None = None
        self.readings: list[Any] = []
        self.totals: dict[str, Any] | None = None
        self.events: list[dict[str, Any]] = []
        """Of the hand in play, or of the last."""
        self.lost = False
        self.refusal: dict[str, Any] = {}
        """Why it cannot be joined."""
        self.witness = Witness(name, client.player)
        self.contributes, self.tried = client.contribute, -1
        self.pledged = 0
        """The hand that is pledged and not dealt yet."""
        self.ready, self.changed = asyncio.Event(), asyncio.Event()

    @property
    def seat(self) -> Seat:
        """One's own seat here, 0 without one."""
        mine = self.client.player
        return next((s for s, entry in self.seats.items() if entry["player"] == mine), 0)

    def refuse(self, message: dict[str, Any]) -> None:
        """The room refuses, if one waits to be let in."""
        if not self.ready.is_set():
            self.refusal = message
            self.ready.set()

    def take(self, message: dict[str, Any]) -> None:
        """Follow the room."""
        if message["type"] == "pledge":
            self._pledged(message)
            return
        if message["type"] == "table":
            self._whole(message)
        else:
            for event in message["events"]:
                self._event(event)
        self.hand, self.seq = message["hand"], message["seq"]
        self.readings = message["readings"]
        self.totals = message["totals"] or self.totals
        self.ask = msgspec.convert(message["ask"], Ask | None)
        if self.ask is not None:
            self.ask.hand = self.hand
        self._commit()
        self.ready.set()
        self.changed.set()

    def _whole(self, message: dict[str, Any]) -> None:
        self.about = message
        view = message["view"]
        chips = {_spot(spot): amount for spot, amount in view["chips"]}
        cards = {_spot(spot): tuple(map(Card, faces)) for spot, faces in view["cards"]}
        self.view = View(chips, cards, view["deck"])
        self.seats = {entry["seat"]: entry for entry in message["seats"]}
        self.events = message["events"]
        for event in self.events[:1]:
            self._begun(event)

    def _begun(self, event: dict[str, Any]) -> None:
        """A hand begins, or began before we came."""
        if event["type"] == "hand":
            self.witness.hand(event["hand"]).chance = event["fair"]

    def _event(self, event: dict[str, Any]) -> None:
        kind = event["type"]
        if kind == "hand":
            chips = {_spot(spot): amount for spot, amount in event["chips"]}
            self.view, self.events = View(chips, {}, event["deck"]), []
            self._begun(event)
        elif kind == "seat":
            self.seats[event["seat"]] = event
        elif kind == "left":
            self.seats.pop(event["seat"], None)
        elif kind in ("chips", "cards", "said"):
            self.view.take(msgspec.convert(event, Event))
        self.events.append(event)

    # The shuffle.

    def _pledged(self, message: dict[str, Any]) -> None:
        """Reveal what we had committed to, now that we hold the pledge."""
        self.pledged = message["hand"]
        if reveal := self.witness.pledged(message):
            self.client.run(self._contribute(self.pledged, reveal))
        else:
            self._commit()

    def _commit(self) -> None:
        """Commit for the next hand that is not pledged yet; tried once for each hand."""
        now = max(self.hand, self.pledged)
        if self.contributes and self.seat and self.tried != now:
            self.tried = now
            if not self.witness.committed(now + 1):
                self.client.run(self._contribute(now))

    async def _contribute(self, hand: int, reveal: str = "") -> None:
        """Reveal for a hand, and commit for the one after it."""
        after = self.witness.commitment(hand + 1, secrets.token_bytes(pledges.SIZE))
        try:
            await self.client.act("entropy", self.name, hand=hand, reveal=reveal, next=after)
            self.witness.hand(hand).revealed = bool(reveal)
        except No as no:
            self.witness.withdrawn(hand + 1)
            self.contributes = no.name != "not_allowed"  # The room pledges nothing.
        except Gone:
            pass

    async def verify(self, hand: int = 0) -> list[Check]:
        """Check the shuffle of a hand that we have played: the last one, if none is named."""
        number = hand or self.hand
        path = f"/api/me/hands/{self.name}/{number}"
        proof = msgspec.convert(await self.client.call("GET", f"{path}/fair"), Proof)
        text = await self.client.text(f"{path}/text")
        lines = await self.client.call("GET", f"/api/tables/{self.name}/fair")
        story = handtext.read(text)
        records = {one["record"]: (one["hand"], one["prev"]) for one in lines}
        found = list(self.witness.judge(proof, records))
        if number == self.hand:
            found.append(Check("own feed", self._feed_fault(story.events)))
        return [*found, *story_checks(proof, story)]

    def _feed_fault(self, told: Sequence[Event]) -> str:
        """Whether a text tells what was seen here."""
        kinds = ("chips", "cards", "said")
        seen = [msgspec.convert(e, Event) for e in self.events if e["type"] in kinds]
        return "" if list(told) == seen else "it tells another story than the room did"

    # Acting.

    def seen(self, ask: Ask) -> Seen:
        """What a bot may know when it is asked: the same as the house's own bots."""
        game = catalogue.game(self.about["game"])
        kinds = ("chips", "cards", "said")
        feed = [msgspec.convert(e, Event) for e in self.events if e["type"] in kinds]
        rules = prices.convert(self.about["rules"], game.Rules)
        return Seen(game, rules, self.seat, self.view, feed, ask.options, ask.clause)

    async def sit(self, buy_in: int, seat: Seat = 0, *, post: bool = True) -> Seat:
        """Take a seat."""
        body = {"buy_in": buy_in, "seat": seat, "post": post}
        return int((await self.client.act("sit", self.name, **body))["seat"])

    async def leave(self) -> None:
        """Get up."""
        await self.client.act("leave", self.name)

    async def decide(
        self,
        ask: Ask,
        act: str,
        amount: int = 0,
        spot: Spot = NOWHERE,
        cards: Iterable[Card] = (),
        **more: Any,
    ) -> dict[str, Any]:
        """Answer an ask."""
        body = {"act": act, "amount": amount, "spot": spot, "cards": list(cards)}
        return await self.client.act(
            "decide", self.name, hand=ask.hand, seq=ask.seq, **body, **more
        )

    async def asks(self) -> AsyncIterator[Ask]:
        """Each question to us, once; in an open window, once for the window."""
        answered = (0, 0)
        while not self.lost:
            ask = self.ask
            if ask is not None and ask.options and (ask.hand, ask.seq) != answered:
                answered = (ask.hand, ask.seq)
                yield ask
                continue
            await self.news()

    async def news(self, seconds: float | None = None) -> None:
        """Wait until something is new."""
        self.changed.clear()
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await self.changed.wait()


def _spot(pair: list[Any]) -> Spot:
    return int(pair[0]), str(pair[1])
