"""The room: all tables, the people, the books and the store, from opening to closing."""

import asyncio
import contextlib
from collections import Counter
from collections.abc import Callable
from typing import Any, Final, Protocol
from weakref import WeakValueDictionary

import msgspec
import sqlalchemy as sa
import structlog

from croupier.core.felt import Fault
from croupier.core.phrases import Phrase
from croupier.room import ledger, news
from croupier.room.ledger import CAGE
from croupier.server import chance
from croupier.server.books import copies, reports, schema
from croupier.server.books.balances import Books
from croupier.server.books.store import Batch, Store, encoded
from croupier.server.clock import Clock, monotonic
from croupier.server.live import chats, recovery, wire
from croupier.server.live.doorman import Doorman
from croupier.server.live.errands import Step
from croupier.server.live.floor import Floor
from croupier.server.live.forwarding import Forward
from croupier.server.live.frames import FromServer, Reader
from croupier.server.live.funds import Funds
from croupier.server.live.hosting import Hosting
from croupier.server.live.houses import Houses, printed
from croupier.server.live.lines import Lines
from croupier.server.live.nodes import Nodes
from croupier.server.live.practice import Practice
from croupier.server.live.rails import Rails
from croupier.server.live.runner import Runner
from croupier.server.live.tournaments import Tournaments
from croupier.server.metrics import SEATED
from croupier.server.outside import WORLD, Outside
from croupier.server.people import duties, links, tastes
from croupier.server.people.buckets import Buckets
from croupier.server.people.care import Care
from croupier.server.people.clubs import Clubs
from croupier.server.people.codes import Guesses
from croupier.server.people.directory import People, Person
from croupier.server.people.factors import Factors
from croupier.server.people.locks import Locks
from croupier.server.people.notices import Notice
from croupier.server.people.passwords import Vault
from croupier.server.people.sessions import Session, Sessions, fingerprint
from croupier.server.people.throttle import Door, Tries
from croupier.server.people.tickets import Tickets
from croupier.server.refusals import No
from croupier.server.settings import Settings
from croupier.speech.french import LANGUAGES

LINK: Final = links.ADMIN
PREVIEWS_A_MINUTE: Final = 20
"""Of one member of the staff; as many at once."""
PRACTICES_AT_ONCE: Final = 6
"""Practice tables that one person may open, at once and each minute."""
CHAT_BURST: Final = 6
CHAT_RATE: Final = 0.5
"""Lines of chat by one person, at once and each second."""
FRAMES_AT_ONCE: Final = 30_000
FRAMES_RATE: Final = 10_000
"""Messages of a table's chat, at once and each second: a line costs one for each reader."""
CARE_SECONDS: Final = 10
GONE_SECONDS: Final = 12 * 3600
"""A guest of whom nothing is heard for so long has gone."""

log = structlog.get_logger()


class Socket(Reader, Protocol):
    """One connection of a person."""

    @property
    def session(self) -> str:
        """By which session."""

    def close(self, code: int) -> None:
        """End it."""


class Room:
    """Everything that is open."""

    def __init__(self, settings: Settings, outside: Outside = WORLD) -> None:
        self.settings, self.outside = settings, outside
        self.clock = Clock(settings.speed)
        self.nodes = Nodes(self) if settings.join else None
        """This node among others; nothing in a room that is alone."""
        self.forward = Forward(self)
        fence = self.nodes.fence if self.nodes else None
        self.store = Store(settings.database, settings.key, settings.key_file, fence, outside)
        self.books, self.funds = Books(), Funds(self)
        self.people = People(self.store, self._has_gone)
        self.sessions = Sessions(self.store, settings, self.clock.now, self._on_duty)
        self.factors = Factors(self.store)
        self.vault, self.tries, self.tickets = Vault(), Tries(), Tickets()
        self.care = Care(self)
        self._set_paces(settings)
        self.opened_at, self.latest = 0.0, 0.0
        """When the room was opened, and when something was last done before."""
        self.restored = False
        """Whether the books are a copy that was put back, and opened for the first time since."""
        self.houses = {house.name: house for house in printed(settings.houses)}
        self.estate = Houses(self)
        self.runners: dict[str, Runner] = {}
        self.floor, self.practice, self.hosting = Floor(self), Practice(self), Hosting(self)
        self.tournaments = Tournaments(self)
        self.lines, self.rails = Lines(), Rails(settings.rails)
        self.sockets: dict[Socket, None] = {}
        self.connections: dict[str, list[Socket]] = {}
        self.stopping = asyncio.Event()
        self.draining = False
        self.failed: BaseException | None = None
        self.locks, self.tastes = Locks(), tastes.Known()
        self.clubs, self.guesses = Clubs(self.store), Guesses()
        self.link, self.takings = "", reports.Takings()
        self.began = monotonic()
        self._caring: asyncio.Task[None] | None = None
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        self.leaving: Callable[[], None] = self.stopping.set
        """What is done when this node is asked to go."""
        self.waiting: Counter[str] = Counter()
        """How many money matters of each person have not been answered yet."""

    def _set_paces(self, settings: Settings) -> None:
        """How much of everything there may be, and how fast."""
        self.door = Door(settings.newcomers_an_hour)
        self.doorman = Doorman(settings.connections, settings.connections_from_address)
        self.calls = Buckets(10 * settings.calls_a_second, settings.calls_a_second)
        self.chats = Buckets(CHAT_BURST, CHAT_RATE)
        self.choruses = Buckets(FRAMES_AT_ONCE, FRAMES_RATE)
        self.previews = Buckets(PREVIEWS_A_MINUTE, PREVIEWS_A_MINUTE / 60)
        self.practices = Buckets(PRACTICES_AT_ONCE, PRACTICES_AT_ONCE / 60)

    # Opening and closing.

    async def open(self) -> None:
        """Read the books, rebuild every table, and let them run; or let go of all again."""
        await self.store.open()
        try:
            await self._begin()
        except BaseException:
            with contextlib.suppress(Exception):  # Why it does not open is told, not what follows.
                await self.close()
            raise

    async def _begin(self) -> None:
        if self.store.failed is not None:
            self.store.failed.add_done_callback(lambda done: self.fail(done.exception()))
        await self.load()
        if self.nodes is None:
            await self.open_desk()
        else:
            await self.nodes.open()
        self._caring = asyncio.create_task(self._care(), name="care")
        await self.rails.open()
        log.info("open", tables=len(self.runners), people=len(self.people.known))

    async def load(self) -> None:
        """Everybody and everything that is no table."""
        self.books = await Books.load(self.store)
        await self.people.load()
        await self.sessions.load()
        await self.factors.load()
        await self.locks.load(self.store)
        await self.tastes.load(self.store)
        await self.clubs.load()
        await self.hosting.load()
        await recovery.one_money(self)
        self.latest = await recovery.latest(self.store)
        self.clock.not_before(self.latest)
        self.opened_at = self.clock.now()

    async def open_desk(self) -> None:
        """What there is once in a room: its first start, its floor, its tournaments."""
        await self.estate.load()
        self.restored = await copies.restored(self.store)
        await self.floor.load()
        await recovery.check(self)
        await copies.settled(self.store)
        await self._part_duties()
        await self._first_start()
        self.floor.open()
        await self.tournaments.load(self.opened_at - (self.latest or self.opened_at))
        await self.tournaments.open()

    async def run(self, runner: Runner) -> None:
        """A table that cannot go on stops the room: what is in the books is the truth."""
        try:
            runner.bell.set()
            await runner.run()
        except asyncio.CancelledError:
            raise
        except BaseException as error:  # noqa: BLE001 - stop at once, whatever it is.
            log.error("table failed", table=runner.name, fault=type(error).__name__)  # noqa: TRY400
            self.fail(error)

    def fail(self, error: BaseException | None) -> None:
        """The room stops: what is in the books is the truth."""
        self.failed = self.failed or error or Fault("the store failed")
        self.stopping.set()
        self.store.here.set()
        for runner in self.runners.values():
            runner.bell.set()

    async def _first_start(self) -> None:
        """A link that makes its first user the admin, once; the store keeps only its hash."""
        known = await self.store.row(sa.select(schema.facts).where(schema.facts.c.name == LINK))
        if known is not None and known.value == "used":
            return
        self.link = chance.token(18)
        batch = Batch()
        batch.add(schema.facts, name=LINK, value=fingerprint(self.link))
        await self.store.commit(batch)

    async def _part_duties(self) -> None:
        """Roles that exclude each other are parted, with a line in the journal of the staff."""
        for person in self.people.known.values():
            left = duties.parted(person.roles, staff_play=self.settings.staff_play)
            if left != person.roles:
                batch, had = Batch(), sorted(person.roles)
                self.people.change(batch, person, roles=left)
                body = {"player": person.player, "had": had, "roles": sorted(left)}
                batch.add(schema.duties, **self.duty(person, "roles", "", "duties apart", body))
                await self.store.commit(batch)

    async def drain(self) -> None:
        """No new hands; those in play may end in the time they are given."""
        self.draining = True
        if self.nodes is not None:
            await self.nodes.drain()
            return
        closing = Phrase("The room closes; seats, chips and hands are kept.")
        self.all(Notice("closing", closing))
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(self.settings.drain_seconds):
                while any(self._busy(runner) for runner in self.runners.values()):  # noqa: ASYNC110
                    await asyncio.sleep(0.05)

    @staticmethod
    def _busy(runner: Runner) -> bool:
        """People are waited for, bots are not."""
        return runner.table.hand is not None and any(True for _ in runner.human_seats())

    async def close(self) -> None:
        """Park what is in play, write what is waiting, and close."""
        self.stopping.set()
        self.store.here.set()
        for runner in self.runners.values():
            runner.bell.set()
        try:
            await self._leave()
        finally:  # Whatever happens: others wait for the books.
            await self.store.close()
        log.info("closed")

    async def _leave(self) -> None:
        self.practice.close()
        await self.tournaments.close()
        for socket in list(self.sockets):
            socket.close(1012)
        if self._caring is not None:
            self._caring.cancel()
            await asyncio.gather(self._caring, return_exceptions=True)
        await self.floor.close()
        if self.nodes is not None:
            await self.nodes.close()
        await self.forward.close()
        await self.rails.close()

    # Tables and people.

    def runner(self, name: str, player: str | None = None) -> Runner:
        """A table by its name, if somebody may see it; for the house itself, every one."""
        found = self.runners.get(name) or self.practice.of(name, player or "")
        if found is None or not (player is None or self.hosting.admits(name, player)):
            why = "there is no table {TABLE}: GET /api/lobby lists them"
            raise No("no_table", why, TABLE=name)
        return found

    def person(self, token: str) -> tuple[Person, Session]:
        """Who comes with this token."""
        session = self.sessions.of_token(token)
        person = self.people.person(session.player)
        self.locks.check(person.player)
        self.people.seen[person.player] = self.clock.now()
        return person, session

    def _on_duty(self, player: str) -> bool:
        person = self.people.known.get(player)
        return person is not None and bool(person.roles & {*duties.DUTIES})

    def lacks(self, person: Person) -> list[str]:
        """What a member of the staff must set before they serve."""
        if not self.settings.staff_second_factor or not self._on_duty(person.player):
            return []
        has = {"password": bool(person.secret), "factor": bool(self.factors.of(person.player))}
        return [name for name, held in has.items() if not held]

    def _has_gone(self, person: Person) -> bool:
        """A guest not seen for hours, with nothing left at a table: their name is free."""
        who, held = person.player, self.books.held
        if person.kind != "guest" or who in self.connections or self.seats(who):
            return False
        if self.tournaments.entered(who):
            return False
        if held(ledger.consigned(who)) or held(ledger.orphans(who)):
            return False
        waits = any(e.player == who for runner in self.runners.values() for e in runner.table.queue)
        seen = self.people.seen.get(who, self.opened_at)
        return not waits and self.clock.now() - seen > GONE_SECONDS

    def lock(self, name: str) -> asyncio.Lock:
        """One money matter of a person, or under one id, at a time; forgotten when nobody waits."""
        return self._locks.setdefault(name, asyncio.Lock())

    def seats(self, player: str) -> dict[str, int]:
        """Where somebody sits."""
        found = {name: runner.table.seat_of(player) for name, runner in self.runners.items()}
        return {name: seat for name, seat in found.items() if seat}

    def issue(self, batch: Batch, player: str, amount: int, why: str, by: str) -> str:
        """Chips from the cage to an account."""
        key = f"issue:{chance.hexed(8)}"
        line = ledger.line(CAGE, ledger.player(player), amount, f"{why} ({by})")
        self.books.post(batch, line, key, self.clock.now(), "", 0)
        return key

    def duty(self, by: Person, act: str, place: str, why: str, body: Any) -> dict[str, Any]:
        """One line for the journal of the staff."""
        return {
            "at": self.clock.now(),
            "by": by.player,
            "act": act,
            "place": place,
            "why": why,
            "body": encoded(body),
        }

    def enter(self, socket: Socket) -> None:
        """A new connection."""
        self.sockets[socket] = None
        if socket.player not in self.connections:
            self._note(socket.player, here=True)
        self.connections.setdefault(socket.player, []).append(socket)

    def gone(self, socket: Socket) -> None:
        """A connection less."""
        if self.sockets.pop(socket, socket) is None:
            self.connections[socket.player].remove(socket)
            if not self.connections[socket.player]:
                del self.connections[socket.player]
                self.people.seen[socket.player] = self.clock.now()
                self._note(socket.player, here=False)

    def _note(self, player: str, *, here: bool) -> None:
        """Every table where somebody sits hears that they are gone, or back (CR-44)."""
        for name in self.seats(player) if player else ():
            self.runners[name].note(player, here=here)

    # Telling people.

    def all(self, message: FromServer | Notice) -> None:
        """To everybody."""
        for socket in self.sockets:
            socket.send(wire.worded(message, socket.language))

    def to(self, player: str, message: FromServer | Notice) -> None:
        """To one person, on every connection; where they all are, the desk tells them."""
        if self.nodes is not None and not self.nodes.desk and not isinstance(message, wire.Balance):
            self.forward.tell(player, {one: wire.worded(message, one) for one in LANGUAGES})
            return
        for socket in self.connections.get(player, ()):
            socket.send(wire.worded(message, socket.language))

    def tell_balances(self, batch: Batch) -> None:
        """To everybody whose account a batch has changed."""
        for account in batch.changes:
            if account.kind == "player" and account.owner in self.connections:
                self.to(account.owner, wire.Balance(self.books.balance(account.owner)))

    def heard(self, runner: Runner, step: Step) -> None:
        """After the news: accounts that changed, names that were called."""
        self.tell_balances(step.batch)
        self.hosting.heard(runner, step)
        if runner.director is not None and (step.begun or step.ended):
            runner.director.bell.set()
        for item in step.news:
            if isinstance(item, news.Queue):
                for player, _, seat, until in item.waiting:
                    if seat:
                        left = max(0.0, self.clock.wait(until))
                        self.to(player, wire.Called(runner.name, seat, left))

    def end_session(self, batch: Batch, key: str) -> None:
        """End a session and its connections."""
        self.sessions.end(batch, key)
        self.hang_up(key)

    def hang_up(self, key: str) -> None:
        """End the connections of a session."""
        for socket in [socket for socket in self.sockets if socket.session == key]:
            socket.close(4401)

    async def new_password(self, batch: Batch, person: Person, secret: str, but: str = "") -> None:
        """Another password: every session ends but the one that chose it."""
        self.people.change(batch, person, secret=secret)
        for session in self.sessions.of(person.player):
            if session.id != but:
                self.end_session(batch, session.id)
        await self.store.commit(batch)

    async def _care(self) -> None:
        """Stays, sessions that have grown too old, and chat that is kept no longer."""
        while not self.stopping.is_set():
            await asyncio.sleep(min(CARE_SECONDS, 60 / self.clock.speed))
            for socket in list(self.sockets):
                if socket.session and not self.sessions.lives(socket.session):
                    socket.close(4401)
            if self.nodes is not None and not self.nodes.desk:
                continue
            with contextlib.suppress(No):  # The books are out of reach: later, then.
                await self.care.look()
                await chats.forget(self)
                await self.hosting.look()
            self.practice.look()
            self._count()

    def _count(self) -> None:
        sitters = [s for runner in self.runners.values() for s in runner.table.sitters.values()]
        bots = sum(sitter.bot for sitter in sitters)
        SEATED.labels("bot").set(bots)
        SEATED.labels("person").set(len(sitters) - bots)


def decoded(text: bytes) -> Any:
    """A column's JSON."""
    return msgspec.json.decode(text)
