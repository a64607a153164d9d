"""Refusals by name, as docs/protocol.md lists them."""

from collections.abc import Sequence
from typing import Final, Literal

from msgspec import Struct

from croupier.play import Option, Refused

Name = Literal[
    "malformed",
    "wrong_version",
    "no_session",
    "forbidden",
    "no_table",
    "not_found",
    "doubled",
    "stale",
    "late",
    "not_asked",
    "not_allowed",
    "not_seated",
    "paused",
    "closed",
    "no_funds",
    "limit",
    "muted",
    "too_fast",
    "taken",
    "second_person",
    "busy",
]
STATUS: Final[dict[str, int]] = {
    "malformed": 400,
    "no_session": 401,
    "forbidden": 403,
    "no_table": 404,
    "not_found": 404,
    "doubled": 409,
    "taken": 409,
    "paused": 409,
    "closed": 409,
    "too_fast": 429,
    "busy": 503,
}
"""Any other refusal is 422."""


class Refusal(Struct):
    """A refusal as it is sent."""

    name: str
    sentence: str
    allowed: tuple[Option, ...] = ()
    clause: str = ""


class No(ValueError):
    """A refusal by name."""

    def __init__(
        self, name: Name, sentence: str, allowed: Sequence[Option] = (), clause: str = ""
    ) -> None:
        super().__init__(sentence)
        self.name: Name = name
        self.sentence, self.allowed, self.clause = sentence, tuple(allowed), clause

    @property
    def status(self) -> int:
        """The HTTP status of it."""
        return STATUS.get(self.name, 422)


def of_game(refused: Refused, money: object = str) -> No:
    """What a game or a table refused."""
    sentence = refused.sentence(money) if callable(money) else str(refused)
    return No("not_allowed", sentence, refused.allowed, refused.clause)
