"""Faults on purpose: each breaks one thing of the room, and a rehearsal must find it.

A law that cannot fail proves nothing. `croupier sim --plant NAME` plays with one of them,
`croupier sim --plants` with all.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, Final

from msgspec import Struct

from croupier.rehearsal import broken
from croupier.rehearsal.plan import Plan
from croupier.server.books import batch as writing
from croupier.server.books import chain, holds
from croupier.server.books.fence import Fence
from croupier.server.books.leases import Leases
from croupier.server.books.writer import Writer
from croupier.server.clock import Clock
from croupier.server.live import entries, recovery, sight
from croupier.server.live.funds import Funds
from croupier.server.live.mirror import Mirror
from croupier.server.live.nodes import Nodes
from croupier.server.live.relay import Relay
from croupier.server.live.runner import Runner
from croupier.server.live.telling import Telling


class Plant(Struct, frozen=True):
    """One thing that is broken."""

    name: str
    what: str
    seen: tuple[str, ...]
    """By which oracles it should be seen."""
    where: Any
    attribute: str
    instead: Any
    needs: tuple[str, ...] = ()
    """What must befall for it to show: evenings without are not played."""

    def shows(self, plan: Plan) -> bool:
        """Whether an evening may find it."""
        on = {
            *plan.faults,
            *(name for name in ("before", "after", "doubled") if getattr(plan, name)),
        }
        return {*self.needs} <= on | ({"several"} if plan.nodes > 1 else set())


PLANTS: Final = (
    Plant(
        "news-first",
        "news are told before they are written",
        ("told", "news", "gap"),
        Runner,
        "_turn",
        broken.told_first,
    ),
    Plant(
        "no-fence",
        "a node writes whatever it had",
        ("fence", "epoch", "told", "owner", "books", "refused"),
        Fence,
        "hold",
        broken.unfenced,
        ("full", "several"),
    ),
    Plant(
        "lost-is-failed",
        "a commit without an answer counts as failed",
        ("refused", "log", "told", "gap"),
        Writer,
        "_was_committed",
        broken.no,
        ("after",),
    ),
    Plant(
        "lost-is-done",
        "a commit without an answer counts as done",
        ("told", "news", "books", "hole"),
        Writer,
        "_was_committed",
        broken.yes,
        ("before",),
    ),
    Plant(
        "ids-forgotten",
        "whoever takes a table over forgets what was asked before",
        ("twice",),
        recovery,
        "_remember",
        broken.nothing,
        ("kill", "doubled"),
    ),
    Plant(
        "taken-twice",
        "the same action is taken twice",
        ("twice",),
        Runner,
        "_check",
        broken.taken_twice,
        ("doubled",),
    ),
    Plant(
        "clocks-run-on",
        "clocks do not begin anew after a takeover",
        ("clock",),
        recovery,
        "_go_on",
        broken.clocks_run_on,
        ("kill",),
    ),
    Plant(
        "old-balance",
        "a node does not hear what others have booked",
        ("balance",),
        Mirror,
        "_accounts",
        broken.nothing,
        ("several",),
    ),
    Plant(
        "hold-kept",
        "what was set aside stays so after a refusal",
        ("hold",),
        Funds,
        "give_back",
        broken.nothing,
    ),
    Plant(
        "hold-after",
        "what was set aside stays so after the buy-in",
        ("hold",),
        Fence,
        "settle",
        broken.still,
    ),
    Plant(
        "hold-twice",
        "what was set aside is released twice",
        ("held", "log"),
        holds,
        "settle",
        broken.twice,
    ),
    Plant(
        "open-cards",
        "a view shows another seat's cards",
        ("cards",),
        sight,
        "view",
        broken.open_cards,
    ),
    Plant(
        "other-seat",
        "news are told as another seat sees them",
        ("cards", "news"),
        Runner,
        "hand_seat",
        broken.first_seat,
    ),
    Plant(
        "gap",
        "whoever comes back misses one piece of news",
        ("gap",),
        Telling,
        "_missed",
        broken.one_skipped,
        ("hang up",),
    ),
    Plant(
        "none-freed",
        "nobody declares dead nodes gone",
        ("alive",),
        Leases,
        "sweep",
        broken.none_freed,
        ("kill",),
    ),
    Plant(
        "wall-clock",
        "clocks follow the wall",
        ("time", "books", "alive"),
        Clock,
        "now",
        broken.by_the_wall,
        ("hour",),
    ),
    Plant(
        "kept-ahead",
        "a table is kept as if one more act were in it",
        ("log", "books", "hole", "told"),
        entries,
        "keep",
        broken.one_ahead,
        ("kill",),
    ),
    Plant(
        "old-head",
        "the chain goes on from what the node remembers",
        ("books", "log", "alive", "told", "refused"),
        Fence,
        "hold",
        broken.old_head,
        ("several",),
    ),
    Plant(
        "unlinked", "lines stand outside the chain", ("books",), chain, "linked", broken.unlinked
    ),
    Plant(
        "forgetful",
        "the journal forgets that time has acted",
        ("hole", "books", "log"),
        entries,
        "journal",
        broken.forgetful,
    ),
    Plant(
        "in-two",
        "acts and postings are two transactions",
        ("books", "log", "held", "told"),
        Runner,
        "_write",
        broken.in_two,
        ("kill",),
    ),
    Plant(
        "no-way-back",
        "a table keeps what could not be written",
        ("hole", "news", "books", "told", "log", "gap"),
        Runner,
        "_turn",
        broken.kept_in_memory,
        ("restart",),
    ),
    Plant(
        "ids-kept",
        "what could not be written counts as taken",
        ("told",),
        Runner,
        "_undo",
        broken.ids_kept,
        ("restart",),
    ),
    Plant(
        "no-hello",
        "a relay does not say who is there",
        ("people", "alive", "answer"),
        Relay,
        "_pass",
        broken.without_hello,
        ("several",),
    ),
    Plant(
        "strangers",
        "a node does not hear who came in elsewhere",
        ("people", "alive", "answer"),
        Mirror,
        "_sessions",
        broken.nothing,
        ("several",),
    ),
    Plant(
        "time-back",
        "a node's time may be before the journal's",
        ("time",),
        Clock,
        "not_before",
        broken.still,
        ("hour", "kill", "several"),
    ),
    Plant(
        "forgotten",
        "what waits is forgotten when the database goes away",
        ("answer", "alive"),
        Writer,
        "_again",
        broken.forgotten,
        ("before",),
    ),
    Plant("told-twice", "news are told twice", ("gap",), Telling, "tell", broken.told_twice),
    Plant(
        "only-up",
        "running balances never go down",
        ("books", "hold", "held"),
        writing,
        "_change",
        broken.only_up,
    ),
    Plant(
        "nothing-promised",
        "a table forgets what is set aside for a top-up",
        ("hold",),
        Nodes,
        "_promised",
        broken.nothing_promised,
    ),
)


def named(name: str) -> Plant | None:
    """A plant by its name."""
    return next((plant for plant in PLANTS if plant.name == name), None)


@contextmanager
def planted(plant: Plant | None) -> Iterator[None]:
    """Play with something broken."""
    if plant is None:
        yield
        return
    before: Callable[..., Any] = getattr(plant.where, plant.attribute)
    setattr(plant.where, plant.attribute, plant.instead)
    try:
        yield
    finally:
        setattr(plant.where, plant.attribute, before)
