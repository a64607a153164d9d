"""Refusals by name, as docs/protocol.md lists them."""

from collections.abc import Callable, Sequence
from typing import Final, Literal

from msgspec import Struct

from croupier import french
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
    "second_factor",
    "busy",
]
STATUS: Final[dict[str, int]] = {
    "malformed": 400,
    "no_session": 401,
    "forbidden": 403,
    "second_factor": 403,
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
    """A refusal by name, in English; `said` tells it in the reader's language."""

    def __init__(
        self, name: Name, sentence: str, allowed: Sequence[Option] = (), clause: str = ""
    ) -> None:
        super().__init__(sentence)
        self.name: Name = name
        self.sentence, self.allowed, self.clause = sentence, tuple(allowed), clause

    def said(self, language: str) -> Refusal:
        """As it is sent to a reader."""
        sentence = (language == "fr" and self.french()) or self.sentence
        return Refusal(self.name, sentence, self.allowed, self.clause)

    def french(self) -> str | None:
        """The sentence in French, if it has one."""
        return french.known(self.sentence)

    @property
    def status(self) -> int:
        """The HTTP status of it."""
        return STATUS.get(self.name, 422)


class NotAllowed(No):
    """What a game or a table refused, amounts in the house's currency."""

    def __init__(self, refused: Refused, money: Callable[[int], str]) -> None:
        sentence = refused.sentence(money)
        super().__init__("not_allowed", sentence, refused.allowed, refused.clause)
        self.refused, self.money = refused, money

    def french(self) -> str | None:
        """The sentence in French, if it has one."""
        return french.refusal(self.refused, self.money)


def amount(cents: int) -> str:
    """An amount for a person, where no house gives it a currency."""
    return f"{cents // 100:,}.{cents % 100:02}"
