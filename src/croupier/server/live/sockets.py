"""The WebSocket: forms are checked here, then everything goes to a table's inbox."""

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any, Final

import msgspec
import structlog
from litestar import WebSocket, websocket

import croupier
from croupier.room import commands
from croupier.server.live import bulletins, calls, chats, frames, wire
from croupier.server.live.doorman import LINE
from croupier.server.live.entering import Following
from croupier.server.live.errands import Errand, Outcome, seed
from croupier.server.live.frames import FromClient, named
from croupier.server.live.lines import Lines, Listener, Outlet, Unfit
from croupier.server.live.pieces import Own, Pieces
from croupier.server.live.rails import Rails
from croupier.server.live.relay import Relay
from croupier.server.live.room import FRAMES_AT_ONCE, Room
from croupier.server.live.runner import Runner
from croupier.server.metrics import ANSWER, REFUSALS, SOCKETS
from croupier.server.people import browser
from croupier.server.people.directory import Person
from croupier.server.people.names import seen
from croupier.server.refusals import No

HELLO_SECONDS: Final = 10
PENDING: Final = 32
"""Money matters of one person that may wait for each other."""
CHAT: Final = 200
GOING: Final = ("sit_out", "unwait", "leave", "claim")
"""What is left to those who are players no longer: to take their chips and go."""
FAULT: Final = 4500
"""The code with which a connection ends by our own fault."""

log = structlog.get_logger()


class Connection:
    """One person at the other end of a line."""

    def __init__(self, room: Room, host: str, cookie: str) -> None:
        self.room, self._host, self._cookie = room, host, cookie
        self.person: Person | None = None
        self.session, self.device = "", ""
        self.language = "en"
        self.joined: dict[str, Runner] = {}
        self.following = Following(self)
        self._greeted = False
        self._errands: set[asyncio.Task[None]] = set()

    def begin(self, take: Callable[[Lines, Rails, Listener], Outlet]) -> None:
        """The line is open: who calls says hello before long."""
        SOCKETS.inc()
        self._line = take(self.room.lines, self.room.rails, self)
        asyncio.get_running_loop().call_later(HELLO_SECONDS, self._expect_hello)

    def _expect_hello(self) -> None:
        if not self._greeted:
            self.close(4408)

    @property
    def player(self) -> str:
        """Who is at the other end; nobody for a spectator."""
        return self.person.player if self.person else ""

    def send(self, text: bytes) -> None:
        """Give a message to be sent; a table never waits for a slow reader."""
        self._line.send(text)

    def tell(self, pieces: Pieces, own: Own) -> None:
        """Give a message to be sent of which most is the same for many."""
        self._line.tell(pieces, own)

    def close(self, code: int) -> None:
        """End the connection when the rest is sent."""
        self._line.close(code)

    def fail(self, error: Exception) -> None:
        """End this connection by our own fault; its kind is logged, its words may name cards."""
        log.error("line failed", player=self.player, fault=type(error).__name__)
        self.close(FAULT)

    def gone(self) -> None:
        """The line has ended. Money matters go on: a limit waits for the one before."""
        SOCKETS.dec()
        self.room.doorman.leave(self._host)
        self.room.gone(self)
        for runner in self.joined.values():
            runner.telling.part(self)
        self.joined.clear()
        self.following.end()

    # Receiving.

    def unfit(self, why: Unfit) -> None:
        """A message that was not heard."""
        self.refuse("", "", frames.unfit(why))

    def _hello(self, frame: str | bytes) -> None:
        self._greeted = True
        try:
            hello = wire.read(frame)
            if not isinstance(hello, wire.Hello):
                raise No("malformed", "the first message is hello")
            if hello.version != wire.VERSION:
                raise No("wrong_version", "this room speaks version {number}", number=wire.VERSION)
            self.language = hello.language
            self._enter(hello.token or self._cookie)
        except (msgspec.MsgspecError, RecursionError, UnicodeError, No) as error:
            no = error if isinstance(error, No) else No("malformed", "this message cannot be read")
            self.refuse("", "", no)
            self.close(4401 if no.name == "no_session" else 4400)

    def _enter(self, token: str) -> None:
        room = self.room
        if token:
            self.person, session = room.person(token)
            most = room.settings.connections_of_person
            if most and len(room.connections.get(self.player, ())) >= most:
                raise No(
                    "too_fast",
                    "one person can have at most {number} {number|connection|connections}",
                    number=most,
                )
            self.session, self.device = session.id, session.device
            room.care.arrive(self.person)
        room.enter(self)
        person = self.person
        self.send(
            wire.text(
                wire.Welcome(
                    wire.VERSION,
                    croupier.__version__,
                    self.player,
                    person.name if person else "",
                    sorted(person.roles) if person else [],
                    room.books.balance(self.player),
                    room.seats(self.player) if person else {},
                    room.settings.worded_notice(self.language),
                )
            )
        )

    def heard(self, frame: str | bytes) -> None:
        """One message, of which the first is hello; a bad one is refused and changes nothing."""
        name, table = "", ""
        if not self._greeted:
            self._hello(frame)
            return
        if self.session and not self.room.sessions.lives(self.session):
            self.close(4401)
            return
        try:
            said = wire.read(frame)
            name, table = getattr(said, "id", ""), getattr(said, "table", "")
            self._do(said)
        except No as no:
            self.refuse(name, table, no)
        except msgspec.MsgspecError as error:
            self.refuse(*named(frame), No("malformed", "{WHY}", WHY=str(error)))
        except (RecursionError, UnicodeError):
            self.refuse("", "", No("malformed", "this message cannot be read"))
        except Exception as error:  # noqa: BLE001 - one client may fail, never the room.
            self.fail(error)

    def refuse(self, name: str, table: str, no: No) -> None:
        """Nothing has changed, and why."""
        REFUSALS.labels(no.name).inc()
        said = no.said(self.language)
        told = wire.RefusedWire(name, table, said.name, said.sentence, said.allowed, said.clause)
        self.send(wire.text(told))

    def _do(self, said: FromClient) -> None:
        if isinstance(said, wire.Ping):
            _check_id(said.id or "ping")
            self.send(wire.text(wire.Pong(said.id, self.room.clock.now())))
            return
        if isinstance(said, bulletins.AboutTournament):
            self._in_tournament(said)
            return
        if not isinstance(said, wire.AtTable):
            raise No("malformed", "say hello only once")
        if isinstance(said, wire.Part):
            self._part(said.table)
            return
        runner = self.room.runner(said.table, self.player)
        if isinstance(said, wire.Join):
            self.joined[runner.name] = runner
            self._run(self._join(runner, said.since))
        elif isinstance(said, wire.Chat):
            self._chat(said, runner)
        elif isinstance(said, wire.Emote):
            self._emote(said, runner)
        elif isinstance(said, wire.CallFloor):
            self._run(self._floor(said, runner, self._may_act(said)))
        elif isinstance(said, wire.Act):
            self._act(said, runner)

    def _part(self, table: str) -> None:
        """Look no more; a table that has broken up since is nothing to speak of."""
        runner = self.joined.pop(table, None)
        if runner is not None:
            runner.telling.part(self)

    def _in_tournament(self, said: bulletins.AboutTournament) -> None:
        if isinstance(said, bulletins.Entry):
            self._run(self.following.enter(said, self._may_act(said)))
        elif said.tournament in self.room.tournaments.directors:
            director = self.room.tournaments.of(said.tournament)
            self.following.follow(director, on=isinstance(said, bulletins.Follow))
        elif isinstance(said, bulletins.Follow):
            self._run(self.following.recall(said.tournament))

    # Acting.

    def _act(self, said: wire.Act, runner: Runner) -> None:
        person = self._may_act(said)
        command = said.command(player=person.player, name=person.name, seed=seed())
        hand, asks = (said.hand, said.seq) if isinstance(said, wire.Decide) else (0, 0)
        began = asyncio.get_running_loop().time()

        def reply(outcome: Outcome | No) -> None:
            ANSWER.observe(asyncio.get_running_loop().time() - began)
            try:
                self._answer(said, runner, outcome)
            except Exception as error:  # noqa: BLE001 - one client may fail, never the room.
                self.fail(error)

        now = self.room.clock.now()
        errand = Errand(command, person.player, said.id, reply, now, hand, asks)
        brings = getattr(command, "buy_in", getattr(command, "amount", 0))
        if isinstance(command, commands.Sit | commands.TopUp | commands.SitIn):
            if self.room.waiting[person.player] >= PENDING:
                raise No("too_fast", "wait for the answers to your last messages")
            self.room.waiting[person.player] += 1
            self._run(self._within_limits(runner, errand, 0 if runner.owner else brings))
        else:
            runner.put(errand)

    async def _join(self, runner: Runner, since: int) -> None:
        """Look at a table as soon as all that lies there is in the books."""
        async with runner.calm:
            if runner.name in self.joined:
                runner.telling.join(self, since)

    def _run(self, errand: Coroutine[Any, Any, None]) -> None:
        """See to something that takes a while, and read on."""
        if len(self._errands) >= PENDING:
            errand.close()
            raise No("too_fast", "wait for the answers to your last messages")
        task = asyncio.create_task(self._fenced(errand))
        self._errands.add(task)
        task.add_done_callback(self._errands.discard)

    async def _fenced(self, errand: Coroutine[Any, Any, None]) -> None:
        try:
            await errand
        except Exception as error:  # noqa: BLE001 - one client may fail, never the room.
            self.fail(error)

    async def _within_limits(self, runner: Runner, errand: Errand, brings: int) -> None:
        """One's own limits are looked at one money matter after the other."""
        done: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
        reply = errand.reply

        def answered(outcome: Outcome | No) -> None:
            reply(outcome)
            if not done.done():
                done.set_result(isinstance(outcome, No))

        errand.reply = answered
        try:
            async with self.room.lock(errand.player):
                besides = runner.table if isinstance(errand.command, commands.TopUp) else None
                await self.room.care.check_play(errand.player, brings, self.device, besides)
                anew = besides is not None
                await self.room.funds.set_aside(runner, errand.player, brings, anew=anew)
                runner.put(errand)
                if await done or anew:
                    await self.room.funds.give_back(runner, errand.player, brings)
        except No as no:
            reply(no)
        finally:
            self.room.waiting[errand.player] -= 1
            if not self.room.waiting[errand.player]:
                del self.room.waiting[errand.player]

    def _may_act(self, said: wire.Action | bulletins.Entry) -> Person:
        if self.person is None:
            raise No("forbidden", "a spectator cannot act: come in with a token")
        if "player" not in self.person.roles and said.__struct_config__.tag not in GOING:
            raise No("forbidden", "only players can act at a table")
        _check_id(said.id)
        if self.room.stopping.is_set():
            raise No("busy", "the room is closing")
        return self.person

    def _answer(self, said: wire.Action, runner: Runner, outcome: Outcome | No) -> None:
        if isinstance(outcome, No):
            self.refuse(said.id, runner.name, outcome)
            return
        balance = self.room.books.balance(self.player)
        done = wire.Done(said.id, runner.name, outcome.seq, balance, outcome.seat)
        self.send(wire.text(done))

    def _chat(self, said: wire.Chat, runner: Runner) -> None:
        text = seen(said.text)
        if not 0 < len(text) <= CHAT:
            raise No("malformed", "a chat line has 1 to {number} characters", number=CHAT)
        person = self._may_speak(said, runner)
        self._run(self._say(said, runner, person, text))

    def _emote(self, said: wire.Emote, runner: Runner) -> None:
        """Shown at the player's seat, so nobody does it from the rail or out of a crowd."""
        seat = runner.table.seat_of(self.player)
        if not seat or runner.table.audience.crowd:
            raise No("not_seated", "take a seat first")
        person = self._may_speak(said, runner)
        shown = wire.EmoteWire(runner.name, person.player, seat, said.emote)
        runner.telling.all(wire.text(shown))
        self._answer(said, runner, Outcome(runner.record.seq, seat, [], []))

    def _may_speak(self, said: wire.Action, runner: Runner) -> Person:
        """Whoever is muted, hasty or undecided about a hand does not talk."""
        person = self._may_act(said)
        if person.muted_until > self.room.clock.now():
            raise No("muted", "the staff has muted you")
        if not self.room.chats.take(person.player):
            raise No("too_fast", "you write too fast: wait a moment")
        if runner.name not in self.joined:
            raise No("forbidden", "join the table first")
        if runner.table.silent(person.player):
            raise No(
                "not_allowed",
                "decide first: the chat is closed while your decision is open",
                clause="HU-28",
            )
        readers = min(len(runner.telling.watchers), FRAMES_AT_ONCE)
        if not self.room.choruses.take(runner.name, readers):
            raise No("too_fast", "many people are talking here: wait a moment")
        return person

    async def _say(self, said: wire.Chat, runner: Runner, person: Person, text: str) -> None:
        """Kept for the staff, then heard."""
        try:
            at = await chats.keep(self.room, person, runner.name, text)
        except No as no:
            self.refuse(said.id, runner.name, no)
            return
        runner.telling.all(
            wire.text(wire.ChatWire(runner.name, person.player, person.name, text, at))
        )
        seat = runner.table.seat_of(person.player)
        self._answer(said, runner, Outcome(runner.record.seq, seat, [], []))

    async def _floor(self, said: wire.CallFloor, runner: Runner, person: Person) -> None:
        try:
            await calls.call(self.room, person, runner, said.text)
        except No as no:
            self.refuse(said.id, runner.name, no)
        else:
            self._answer(
                said,
                runner,
                Outcome(runner.record.seq, runner.table.seat_of(person.player), [], []),
            )


def _check_id(text: str) -> None:
    if not 0 < len(text) <= 64 or not text.isprintable():
        raise No("malformed", "an action needs an id of 1 to 64 printable characters")


@websocket("/ws", opt={"exclude_from_auth": True})
async def live(socket: WebSocket[Any, Any, Any]) -> None:
    """One person's line to the tables."""
    room: Room = socket.app.state.room
    host = socket.client.host if socket.client else ""
    if room.nodes and room.nodes.indoors and not room.forward.of_node(socket.headers):
        await socket.close(1013, "people come in at another node")
        return
    if not room.doorman.enter(host):
        await socket.close(1013, "too many connections")
        return
    try:
        if room.nodes is not None and room.forward.of_node(socket.headers):
            await room.nodes.mirror.catch_up()
        await socket.accept()
        take: Any = socket.scope["extensions"][LINE]["take"]  # type: ignore[index]
    except BaseException:
        room.doorman.leave(host)
        raise
    cookie = browser.token(socket)
    if room.nodes is None or room.forward.of_node(socket.headers):
        Connection(room, host, cookie).begin(take)
        return

    def connected() -> Connection | None:
        return Connection(room, host, cookie) if room.doorman.enter(host) else None

    Relay(room, room.nodes, host, socket.headers.get("Cookie", ""), connected).begin(take)
