"""How a room is set up: defaults, then a TOML file, then the environment (CROUPIER_PORT=9000)."""

import os
import tomllib
from collections.abc import Mapping
from difflib import get_close_matches
from pathlib import Path
from typing import Annotated, Any, Final

import msgspec
from msgspec import Meta, Struct

from croupier import french

PREFIX: Final = "CROUPIER_"
NOTICE: Final = (
    "Play is for pleasure: gambling can lead to debt and addiction. Set yourself limits, take "
    "breaks, and never play with what you need. You can set limits and exclude yourself at any "
    "time. Help: 09-74-75-13-13."
)

Amount = Annotated[int, Meta(ge=0, le=10**15)]
Seconds = Annotated[float, Meta(ge=0, le=3600)]


class BadSettings(ValueError):
    """A setting that cannot stand: which, and what is allowed."""


class Settings(Struct, kw_only=True, forbid_unknown_fields=True):
    """All that an operator may choose. Amounts are in the smallest unit."""

    database: str = "croupier.db"
    """A path (SQLite), or sqlite:///… or postgresql://…"""
    key_file: str = ""
    """Where the house's key lies; none: systemd's credential, else beside the database."""
    key: str = ""
    """The key itself, in place of a file: for an environment that keeps secrets."""
    host: str = "127.0.0.1"
    port: Annotated[int, Meta(ge=0, le=65535)] = 8000
    """0: any that is free."""
    houses: list[str] = []
    """Names of built-in houses or paths of sheets; none: all built-in houses."""
    demo: bool = True
    """Guests may come in with a nickname and get play chips."""
    demo_chips: Amount = 10_000_00
    registration: bool = True
    newcomers_an_hour: Annotated[int, Meta(ge=0, le=1_000_000)] = 120
    """Guests and new accounts from one address; 0: any number."""
    calls_a_second: Annotated[int, Meta(ge=0, le=1_000_000)] = 40
    """Calls from one address, dear ones counted as several; ten times as many at once; 0: any."""
    connections: Annotated[int, Meta(ge=0, le=1_000_000)] = 20_000
    """In all; 0: any number, here and in the next two."""
    connections_from_address: Annotated[int, Meta(ge=0, le=1_000_000)] = 200
    connections_of_person: Annotated[int, Meta(ge=0, le=1000)] = 12
    bots: Annotated[int, Meta(ge=0, le=9)] = 4
    """At most so many at a table."""
    bots_alone: bool = False
    """Whether bots play when nobody is there."""
    bot_seconds: Seconds = 1.2
    pause_seconds: Seconds = 4.0
    """Between hands."""
    auto_call: bool = True
    """The room itself calls the next of the waiting list; else the chef de partie does."""
    second_person_above: Amount = 5_000_00
    """Issuing and redeeming more than this takes two members of the staff."""
    second_person_above_ruling: Amount = 5_000_00
    """So does a void, an adjustment or a correction at a table that moves more than this."""
    drain_seconds: Seconds = 8.0
    """How long hands in play may take to finish when the room stops; then they are parked."""
    session_hours: Annotated[int, Meta(ge=1, le=8760)] = 720
    reality_minutes: Annotated[int, Meta(ge=0, le=1440)] = 60
    """Reality check for those who chose none; 0: none."""
    notice: str = NOTICE
    """The house's words on responsible play."""
    notice_fr: str = ""
    """The same in French; nothing: the catalogue's, else the English."""
    log_level: str = "info"
    log_json: bool = True
    speed: Annotated[float, Meta(gt=0, le=1000)] = 1.0
    """Clocks run so many times faster: for training and tests."""

    def worded_notice(self, language: str) -> str:
        """The notice in the reader's language."""
        return (language == "fr" and self.notice_fr) or french.say(self.notice, language)


def read(path: str = "", environ: Mapping[str, str] | None = None, **given: Any) -> Settings:
    """The settings of a file, the environment and the command line, in this order."""
    found = _file(path) if path else {}
    found |= _environment(os.environ if environ is None else environ)
    found |= {name: value for name, value in given.items() if value is not None}
    return _checked(found, path)


def _file(path: str) -> dict[str, Any]:
    try:
        return tomllib.loads(Path(path).read_text("utf-8"))
    except (OSError, UnicodeDecodeError) as error:
        raise BadSettings(f"{path}: cannot be read: {error}") from None
    except tomllib.TOMLDecodeError as error:
        raise BadSettings(f"{path}: not TOML: {error}") from None


def _environment(environ: Mapping[str, str]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for key, value in environ.items():
        if key.startswith(PREFIX):
            name = key.removeprefix(PREFIX).lower()
            found[name] = value.split(",") if name == "houses" else value
    return found


def _checked(found: dict[str, Any], path: str) -> Settings:
    names = Settings.__struct_fields__
    for name in found:
        if name not in names:
            near = get_close_matches(name, names, 1)
            meant = f"did you mean {near[0]}? " if near else ""
            raise BadSettings(f"unknown setting {name!r}: {meant}allowed are {', '.join(names)}")
    try:
        return msgspec.convert(found, Settings, strict=False)
    except msgspec.ValidationError as error:
        why, _, key = str(error).partition(" - at `$.")
        where = f"{path}: " if path else ""
        raise BadSettings(f"{where}{key.rstrip('`')}: {why}") from None
