"""Calls at a node among others: each goes to the node that can answer it.

What names a table goes to the node that runs it, all else of the API to the desk; files, health and
the odds are answered wherever they are asked. A node is believed by a secret that follows from the
house's key, which all of them share.
"""

import asyncio
import hmac
from collections.abc import Awaitable, Callable, Mapping
from http import HTTPStatus
from typing import TYPE_CHECKING, Any, Final

import httpx
import msgspec
import structlog
from msgspec import Struct

from croupier.core.phrases import Phrase
from croupier.room.acts import Command
from croupier.room.commands import AnyCommand
from croupier.room.ledger import Posting
from croupier.server.books.fence import DESK, Moving
from croupier.server.books.leases import LAB, PATIENCE, TTL, Node
from croupier.server.live.errands import Outcome
from croupier.server.people import browser
from croupier.server.refusals import No, Refusal

if TYPE_CHECKING:
    from croupier.server.live.room import Room

NODE: Final = "x-croupier-node"
HOST: Final = "x-croupier-host"
SCHEME: Final = "x-croupier-scheme"
HERE: Final = ("/api/health", "/api/schema", "/api/words", "/api/clauses/")
ODDS: Final = "/api/odds"
TABLES: Final = ("/api/tables/", "/api/staff/tables/", "/api/coach/")
INDOORS: Final = ("/api/health", "/metrics", "/status")
"""What is answered to anybody by a node that lets nobody in."""
INNER: Final = "/nodes/"
OWN: Final = (b"connection", b"transfer-encoding", b"content-length")
LARGEST: Final = 1_000_000
SECONDS: Final = 30.0

Scope = dict[str, Any]
Receive = Callable[[], Awaitable[dict[str, Any]]]
Send = Callable[[dict[str, Any]], Awaitable[None]]
App = Callable[[Any, Any, Any], Awaitable[None]]

log = structlog.get_logger()


class Wish(Struct):
    """What one node wants of a table that another runs."""

    place: str
    command: bytes
    player: str = ""
    action: str = ""
    preview: bool = False
    duty: dict[str, Any] | None = None


class Granted(Struct, tag=True):
    """What became of it."""

    seq: int
    seat: int
    moves: list[Posting]
    cut: bool


class Declined(Struct, tag=True):
    """Why nothing became of it, by language."""

    said: dict[str, Refusal]


class Told(Struct):
    """A message to one person, by language."""

    player: str
    texts: dict[str, bytes]


class Passed(No):
    """A refusal of another node, in its own words."""

    def __init__(self, said: dict[str, Refusal]) -> None:
        one = said["en"]
        super().__init__(one.name, Phrase("{WHY}", {"WHY": one.sentence}), clause=one.clause)  # type: ignore[arg-type]
        self._said = said

    def said(self, language: str) -> Refusal:
        """As the other node said it."""
        return self._said.get(language, self._said["en"])


class Forward:
    """Passes calls on, and answers what other nodes ask."""

    def __init__(self, room: "Room") -> None:
        self.room = room
        self._ways: dict[str, httpx.AsyncBaseTransport] = {}
        self._telling: set[asyncio.Task[None]] = set()

    @property
    def secret(self) -> str:
        """By which nodes know each other."""
        return self.room.store.seal.link(b"", b"nodes of one room").hex()

    def headers(self, host: str, cookies: str = "") -> dict[str, str]:
        """For a call in somebody's name."""
        own = {NODE: self.secret, HOST: host}
        return own | ({"Cookie": cookies} if cookies else {})

    def of_node(self, headers: Mapping[str, str]) -> bool:
        """Whether another node speaks."""
        given = headers.get(NODE, "")
        return bool(given) and hmac.compare_digest(given.encode(), self.secret.encode())

    # Calls.

    def around(self, app: App) -> App:
        """An application, with what other nodes answer in its place."""

        async def passed(scope: Scope, receive: Receive, send: Send) -> None:
            if scope["type"] not in ("http", "websocket"):
                await app(scope, receive, send)
                return
            headers = {name.decode("latin-1"): v.decode("latin-1") for name, v in scope["headers"]}
            if self.of_node(headers):
                scope["client"] = (headers.get(HOST, ""), 0)
                scope["scheme"] = headers.get(SCHEME, scope["scheme"])
                if scope["type"] == "http":
                    await self._inside(app, scope, receive, send)
                    return
            elif self._indoors(scope):
                await self._refuse(scope, send, No("forbidden", "people come in at another node"))
                return
            elif scope["type"] == "http" and (place := _place(scope["path"])):
                if not await self._elsewhere(place, scope, receive, send):
                    await self._inside(app, scope, receive, send)
                return
            await app(scope, receive, send)

        return passed

    async def _inside(self, app: App, scope: Scope, receive: Receive, send: Send) -> None:
        """A call for this node, which knows first whatever is in the books by now: who calls may
        have come in elsewhere a moment ago.
        """
        if self.room.nodes is not None:
            await self.room.nodes.catch_up()
        if not scope["path"].startswith(INNER):
            await app(scope, receive, send)
        elif scope["path"] == f"{INNER}ask":
            await _answer(send, await self._granted(await _body(receive)))
        else:
            self._tell(msgspec.msgpack.decode(await _body(receive), type=Told))
            await _answer(send, b"")

    async def _elsewhere(self, place: str, scope: Scope, receive: Receive, send: Send) -> bool:
        """Whether another node has answered."""
        nodes = self.room.nodes
        node = await self._owner(place)
        if nodes is None or (node is not None and node.node == nodes.node and nodes.fresh):
            return False
        body = await _body(receive)
        try:
            if node is None or node.node == nodes.node:
                raise httpx.ConnectError("nobody runs it now")
            await self._pass(node, scope, body, send)
        except httpx.HTTPError as error:
            log.warning("not passed on", fault=type(error).__name__)
            await self._refuse(scope, send, Moving())
        return True

    def _indoors(self, scope: Scope) -> bool:
        """Whether a person calls a node that is there for other nodes alone."""
        nodes, path = self.room.nodes, scope["path"]
        return scope["type"] == "http" and bool(nodes and nodes.indoors) and path not in INDOORS

    async def _refuse(self, scope: Scope, send: Send, no: No) -> None:
        accepted = dict(scope["headers"]).get(b"accept-language", b"").decode("latin-1")
        said = msgspec.json.encode(no.said(browser.language(accepted)))
        await _answer(send, said, no.status, b"application/json")

    async def _owner(self, place: str) -> Node | None:
        """Who runs it; what is being moved is waited for a moment."""
        nodes = self.room.nodes
        for _ in range(round(2 * PATIENCE / 0.05)):
            found = nodes.owner(place) if nodes else None
            if found is not None:
                return found
            await asyncio.sleep(0.05)
        return None

    async def _sent(
        self, node: Node, method: str, target: bytes, headers: Any, body: bytes
    ) -> tuple[int, list[tuple[bytes, bytes]], bytes]:
        """Another node's answer, as it is. No client of ours keeps anything of it: what is one
        person's cookie must never be sent for another.
        """
        if node.node not in self._ways:
            self._ways[node.node] = self.room.outside.way()
        url = httpx.URL(f"http://{node.address}").copy_with(raw_path=target)
        patience = {"timeout": httpx.Timeout(SECONDS, connect=TTL / 3).as_dict()}
        asked = httpx.Request(method, url, headers=headers, content=body, extensions=patience)
        answer = await self._ways[node.node].handle_async_request(asked)
        try:
            found = b"".join([part async for part in answer.aiter_raw()])
        finally:
            await answer.aclose()
        return answer.status_code, answer.headers.raw, found

    async def _pass(self, node: Node, scope: Scope, body: bytes, send: Send) -> None:
        query = scope["query_string"]
        target = scope["raw_path"] + (b"?" + query if query else b"")
        kept = [(name, value) for name, value in scope["headers"] if name not in OWN]
        own = self.headers((scope.get("client") or ("",))[0]) | {SCHEME: scope["scheme"]}
        named = [(k.encode(), v.encode()) for k, v in own.items()]
        status, headers, found = await self._sent(
            node, scope["method"], target, [*kept, *named], body
        )
        told = [(k.lower(), v) for k, v in headers if k.lower() not in OWN]
        told.append((b"content-length", str(len(found)).encode()))
        await send({"type": "http.response.start", "status": status, "headers": told})
        await send({"type": "http.response.body", "body": found})

    # What nodes ask of each other.

    async def ask(self, place: str, command: Command, **how: Any) -> Outcome:
        """Have another node do a command at one of its tables."""
        wish = Wish(place, msgspec.json.encode(command), **how)
        found = await self._call(place, "ask", msgspec.msgpack.encode(wish))
        got = msgspec.msgpack.decode(found, type=Granted | Declined)
        if isinstance(got, Declined):
            raise Passed(got.said)
        return Outcome(got.seq, got.seat, got.moves, [], got.cut)

    async def _granted(self, body: bytes) -> bytes:
        wish = msgspec.msgpack.decode(body, type=Wish)
        how: Any = {"player": wish.player, "action": wish.action, "preview": wish.preview}
        try:
            runner = self.room.runner(wish.place)
            command = msgspec.json.decode(wish.command, type=AnyCommand)
            done = await runner.ask(command, duty=wish.duty, **how)
            return msgspec.msgpack.encode(Granted(done.seq, done.seat, done.moves, done.cut))
        except No as no:
            said = {language: no.said(language) for language in ("en", "fr")}
            return msgspec.msgpack.encode(Declined(said))

    def tell(self, player: str, texts: dict[str, bytes]) -> None:
        """Somebody is told something by the desk, where they are whatever else they do."""
        body = msgspec.msgpack.encode(Told(player, texts))
        task = asyncio.create_task(self._quietly(body))
        self._telling.add(task)
        task.add_done_callback(self._telling.discard)

    async def _quietly(self, body: bytes) -> None:
        try:
            await self._call(DESK, "told", body)
        except No:
            log.warning("not told")

    def _tell(self, told: Told) -> None:
        for socket in self.room.connections.get(told.player, ()):
            socket.send(told.texts[socket.language])

    async def _call(self, place: str, what: str, body: bytes) -> bytes:
        node = await self._owner(place)
        try:
            if node is None:
                raise httpx.ConnectError("nobody runs it now")
            target = f"{INNER}{what}".encode()
            status, _, found = await self._sent(node, "POST", target, self.headers(""), body)
        except httpx.HTTPError:
            status, found = HTTPStatus.BAD_GATEWAY, b""
        if status != HTTPStatus.OK:
            raise Moving
        return found

    async def close(self) -> None:
        """Nothing more is passed on."""
        for way in self._ways.values():
            await way.aclose()


def _place(path: str) -> str:
    """What a call is about: a table, the desk, or nothing that another must answer."""
    if not path.startswith("/api/") or path.startswith(HERE):
        return ""
    if path.startswith(ODDS):
        return LAB
    for start in TABLES:
        if path.startswith(start):
            house, _, rest = path.removeprefix(start).partition("/")
            return f"{house}/{rest.partition('/')[0]}"
    return DESK


async def _body(receive: Receive) -> bytes:
    found, more = b"", True
    while more and len(found) <= LARGEST:
        message = await receive()
        found += message.get("body", b"")
        more = message.get("more_body", False)
    return found


async def _answer(
    send: Send, body: bytes, status: int = 200, kind: bytes = b"application/msgpack"
) -> None:
    headers = [(b"content-type", kind), (b"content-length", str(len(body)).encode())]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})
