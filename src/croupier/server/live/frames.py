"""What every message of the protocol is built on."""

import contextlib
from typing import Protocol

import msgspec
from msgspec import Struct

from croupier.server.live.lines import LONGEST, RATE, Unfit
from croupier.server.refusals import No


class FromClient(Struct, frozen=True, tag_field="type"):
    """What a client sends."""


class FromServer(Struct, tag_field="type"):
    """What the room sends."""


class Reader(Protocol):
    """Somebody who is told something."""

    @property
    def player(self) -> str:
        """Who, or nothing for a stranger."""

    @property
    def language(self) -> str:
        """The reader's language."""

    def send(self, text: bytes) -> None:
        """Give a message to be sent."""


def unfit(why: Unfit) -> No:
    """Why a message was not heard."""
    if why == "hasty":
        return No("too_fast", "at most {number} {number|message|messages} a second", number=RATE)
    return No(
        "malformed", "a message has at most {number} {number|character|characters}", number=LONGEST
    )


def named(frame: str | bytes) -> tuple[str, str]:
    """The id and the table of a message that is no message, as far as they can be read."""
    with contextlib.suppress(msgspec.MsgspecError, RecursionError, UnicodeError):
        data = msgspec.json.decode(frame)
        if isinstance(data, dict):
            name, table = data.get("id", ""), data.get("table", "")
            return (name if isinstance(name, str) else ""), (
                table if isinstance(table, str) else ""
            )
    return "", ""
