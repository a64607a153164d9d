"""Refusals by name, as docs/protocol.md lists them."""

from collections.abc import Sequence
from typing import Any, Final, Literal

from msgspec import Struct

from croupier.core.asks import Option, Refused
from croupier.core.phrases import Money, Phrase
from croupier.speech import french

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


def amount(cents: int) -> str:
    """An amount for a person, where no house gives it a currency."""
    return f"{cents // 100:,}.{cents % 100:02}"


class No(ValueError):
    """A refusal by name: a template of the source and its values; `said` puts them together."""

    def __init__(
        self,
        name: Name,
        why: str | Phrase,
        allowed: Sequence[Option] = (),
        clause: str = "",
        money: Money = amount,
        **values: Any,
    ) -> None:
        super().__init__(name)
        self.name: Name = name
        self.refused, self.money = Refused(why, allowed, clause, **values), money

    @classmethod
    def to(cls, refused: Refused, money: Money) -> "No":
        """What a game or a table refused, amounts in the house's currency."""
        return cls(refused.name, refused.why, refused.allowed, refused.clause, money)

    @property
    def clause(self) -> str:
        """The clause that says so."""
        return self.refused.clause

    def __str__(self) -> str:
        return self.said("en").sentence

    def said(self, language: str) -> Refusal:
        """As it is sent to a reader."""
        sentence = french.refusal(self.refused, language, self.money)
        return Refusal(self.name, sentence, self.refused.allowed, self.clause)

    @property
    def status(self) -> int:
        """The HTTP status of it."""
        return STATUS.get(self.name, 422)
