"""The dossier as a page of Markdown, and as plain data."""

from collections.abc import Iterator
from typing import Any

from msgspec import Struct, to_builtins

from croupier import __version__
from croupier.lab.rng.battery import FAILS, Judged
from croupier.lab.rng.bits import LENGTH
from croupier.lab.rng.others import Heard


class Dossier(Struct, frozen=True):
    """The room's own deals, those with a planted weakness, and what other programs say."""

    seed: str
    day: str
    room: Judged
    planted: tuple[Judged, ...]
    heard: tuple[Heard, ...]
    missing: tuple[str, ...]

    @property
    def sound(self) -> bool:
        """The room's deals pass, and every planted weakness is found."""
        own = not self.room.fails and not any(one.failed for one in self.heard)
        return own and all(one.fails for one in self.planted)

    def data(self) -> dict[str, Any]:
        """All of it as plain data."""
        return {
            "version": __version__,
            "seed": self.seed,
            "day": self.day,
            "sound": self.sound,
            "room": self.room.data(),
            "planted": [one.data() for one in self.planted],
            "others": to_builtins(self.heard),
            "not_installed": self.missing,
        }


def page(dossier: Dossier) -> str:
    """The dossier for people."""
    return "\n".join((*_room(dossier), *_planted(dossier), *_heard(dossier))) + "\n"


def _room(dossier: Dossier) -> Iterator[str]:
    room = dossier.room
    yield f"Croupier {__version__}, {dossier.day}, seed `{dossier.seed}`: {room.deals:,} deals by"
    yield f"{room.maker}."
    yield f"A test fails below a chance of {FAILS:g}; sequences have {LENGTH:,} bits."
    yield ""
    yield "| test | of | sequences, passed at 1 % | chance | |"
    yield "|---|---|---:|---:|---|"
    for one in room.results:
        passed = f"{one.passed} of {one.sequences}" if one.sequences > 1 else ""
        yield f"| {one.test} | {one.of} | {passed} | {one.chance:.4f} | {one.verdict} |"


def _planted(dossier: Dossier) -> Iterator[str]:
    if dossier.planted:
        yield ""
        yield "| planted weakness | deals | fails |"
        yield "|---|---:|---|"
    for one in dossier.planted:
        yield f"| {one.maker} | {one.deals:,} | {', '.join(one.fails) or 'nothing: not found'} |"


def _heard(dossier: Dossier) -> Iterator[str]:
    for one in dossier.heard:
        yield ""
        yield f"`{one.command}`:"
        yield ""
        yield from (f"    {line}" for line in one.lines)
    if dossier.missing:
        yield ""
        yield f"Not installed, so not asked: {', '.join(dossier.missing)}."
