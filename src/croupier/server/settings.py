"""How a room is set up: defaults, then a TOML file, then the environment (CROUPIER_PORT=9000)."""

import os
import tomllib
from collections.abc import Mapping
from difflib import get_close_matches
from ipaddress import ip_network
from pathlib import Path
from typing import Annotated, Any, Final, Literal

import msgspec
from msgspec import Meta, Struct

from croupier.houses import Fairness, Level
from croupier.speech import NOTICE, french

PREFIX: Final = "CROUPIER_"
SHORTEST: Final = 16
LISTS: Final = ("houses", "trusted_proxies")

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
    address: str = ""
    """The room's address as people type it, such as https://cards.example; none: as they come."""
    tls_cert: str = ""
    tls_key: str = ""
    """Files of a certificate and its key: the room speaks TLS itself."""
    trusted_proxies: list[str] = []
    """Addresses or networks whose X-Forwarded-For and X-Forwarded-Proto are believed."""
    metrics_token: str = ""
    """What Prometheus sends as a bearer token for /metrics and /status; none: staff only."""
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
    rails: Annotated[int, Meta(ge=0, le=64)] = 0
    """Processes that hold people's connections for the room; 0: the room holds them itself."""
    join: bool = False
    """Be one node of several that share a PostgreSQL (`croupier serve --join`)."""
    role: Literal["both", "pit", "rail", "lab"] = "both"
    """Of such a node: `pit` runs tables and lets in other nodes alone; `rail` holds lines, passes
    calls on and runs no tables; `lab` answers about odds for all of them."""
    node_address: str = ""
    """Where other nodes reach this one, host:port; none: where it listens."""
    connections: Annotated[int, Meta(ge=0, le=1_000_000)] = 20_000
    """In all; 0: any number, here and in the next two."""
    connections_from_address: Annotated[int, Meta(ge=0, le=1_000_000)] = 200
    connections_of_person: Annotated[int, Meta(ge=0, le=1000)] = 12
    bots: Annotated[int, Meta(ge=0, le=9)] = 4
    """The most bots at a table."""
    bot_level: Level = "beginner"
    """How well they play: beginner, regular or strong. A house sheet may say otherwise."""
    cage_in_demo: bool = False
    """A training room: the cashier issues and redeems play chips."""
    house_bots: bool = False
    """Bots play with the house's money although there is a cage."""
    bots_alone: bool = False
    """Whether bots play when nobody is there."""
    bot_seconds: Seconds = 1.2
    pause_seconds: Seconds = 4.0
    """Between hands."""
    fairness: Fairness = "offer"
    """`offer`: hands are pledged, and players may contribute to the shuffle; `require`: and no hand
    is dealt unless somebody has committed to; `off`. A house sheet may say otherwise."""
    private_tables: Annotated[int, Meta(ge=0, le=500)] = 60
    """The most tables that players have open for their own company; 0: none."""
    coach: bool = True
    """Players may ask the lab what their options at a house game are worth."""
    auto_call: bool = True
    """The room itself calls the next of the waiting list; else the chef de partie does."""
    second_person_above: Amount = 5_000_00
    """Issuing and redeeming more than this takes two members of the staff, at once or in 24 hours
    for one player."""
    second_person_above_day: Amount = 50_000_00
    """So does what one cashier issues and redeems alone in 24 hours beyond this."""
    second_person_above_ruling: Amount = 5_000_00
    """So does a void, an adjustment or a correction at a table that moves more than this, at once
    or together with what the same person moved alone in 24 hours."""
    staff_play: bool = False
    """Members of the staff may be players too; never at a table where they act."""
    staff_second_factor: bool = True
    """The staff needs a password and a second factor before it serves."""
    drain_seconds: Seconds = 8.0
    """How long hands in play may take to finish when the room stops; then they are parked."""
    session_hours: Annotated[int, Meta(ge=1, le=8760)] = 720
    staff_session_hours: Annotated[int, Meta(ge=1, le=8760)] = 12
    break_minutes: Annotated[int, Meta(ge=1, le=1440)] = 60
    """Time away from the room that ends a stay, for players' own time limits."""
    chat_days: Annotated[int, Meta(ge=0, le=3650)] = 90
    """How long chat is kept for the staff."""
    reality_minutes: Annotated[int, Meta(ge=0, le=1440)] = 60
    """Reality check for those who chose none; 0: none."""
    notice: str = NOTICE
    """The house's words on responsible play."""
    notice_fr: str = ""
    """The same in French; nothing: the catalogue's, else the English."""
    log_level: str = "info"
    log_json: bool = True
    speed: Annotated[float, Meta(gt=0, le=1000)] = 1.0
    """How many times faster clocks run: for training and tests."""

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
            found[name] = value.split(",") if name in LISTS else value
    return found


def _checked(found: dict[str, Any], path: str) -> Settings:
    names = Settings.__struct_fields__
    for name in found:
        if name not in names:
            near = get_close_matches(name, names, 1)
            meant = f"did you mean {near[0]}? " if near else ""
            raise BadSettings(f"unknown setting {name!r}: {meant}allowed are {', '.join(names)}")
    try:
        return stand(msgspec.convert(found, Settings, strict=False))
    except msgspec.ValidationError as error:
        why, _, key = str(error).partition(" - at `$.")
        where = f"{path}: " if path else ""
        raise BadSettings(f"{where}{key.rstrip('`')}: {why}") from None


def stand(chosen: Settings) -> Settings:
    """Refuse settings that contradict each other."""
    if not chosen.demo and chosen.bots and not chosen.house_bots:
        raise BadSettings(
            "bots: a room with a cage (demo = false) has no bots, for they play with the house's "
            "money; set bots = 0, or house_bots = true to allow them"
        )
    if not chosen.demo and chosen.cage_in_demo:
        raise BadSettings("cage_in_demo: there is a cage already; this is for demo = true")
    if bool(chosen.tls_cert) != bool(chosen.tls_key):
        raise BadSettings("tls_cert, tls_key: name both files, or neither")
    if chosen.address and not chosen.address.startswith(("http://", "https://")):
        raise BadSettings("address: write it in full, such as https://cards.example")
    if 0 < len(chosen.metrics_token) < SHORTEST:
        raise BadSettings(f"metrics_token: {SHORTEST} characters or more")
    for proxy in chosen.trusted_proxies:
        _check_proxy(proxy)
    return chosen


def _check_proxy(proxy: str) -> None:
    try:
        ip_network(proxy)
    except ValueError:
        raise BadSettings(
            f"trusted_proxies: {proxy!r} is not an address or a network, such as 127.0.0.1"
        ) from None
