"""Sentences for people: a template of the source, and the values for its holes.

What a client wrote is only ever a value. A template is looked up in a catalogue, never searched for
in a text, so no message can cost more than its length.
"""

import re
from collections.abc import Callable, Mapping
from typing import Any, Final

from msgspec import Struct

MOST: Final = 12
"""As many members of a list are named; the rest are counted."""
LONGEST: Final = 200
"""As many characters of somebody's own words a refusal repeats."""

Money = Callable[[int], str]

FORMS: Final = re.compile(r"\{(\w+)\|((?:[^{}|]|\{\w+\})*)\|((?:[^{}|]|\{\w+\})*)\}")
"""`{number|minute|minutes}`: the form for one and the form for several."""


class Amount(int):
    """Cents, written in the house's currency; any other number is written as it is."""

    __slots__ = ()


class Phrase(Struct, frozen=True):
    """A sentence to be put together in the reader's language.

    A hole in capitals is carried over as it stands; the text in any other may be a phrase of the
    catalogue itself. A word that is counted has both its forms: `{number} {number|hand|hands}`.
    """

    template: str
    values: Mapping[str, Any] = {}

    def __str__(self) -> str:
        return english(self)


def english(phrase: Phrase, money: Money = str) -> str:
    """The sentence in English."""
    if not phrase.values:
        return phrase.template
    said = {name: _said(value, money) for name, value in phrase.values.items()}
    return counted(phrase.template, phrase.values, "en").format_map(said)


def counted(template: str, values: Mapping[str, Any], language: str) -> str:
    """A template with its counted words in the form that their number takes."""

    def form(found: re.Match[str]) -> str:
        name, one, several = found.groups()
        number = float(values[name])
        return one if (abs(number) < 2 if language == "fr" else number == 1) else several

    return FORMS.sub(form, template) if "|" in template else template


def _said(value: Any, money: Money) -> str:
    if isinstance(value, Phrase):
        return english(value, money)
    if isinstance(value, Amount):
        return money(int(value))
    if isinstance(value, list | tuple | range):
        named = [_said(member, money) for member in value[:MOST]]
        return ", ".join(named) + rest(len(value), "and {} more")
    return str(value)


def rest(count: int, more: str) -> str:
    """How many members of a list are not named."""
    return f", {more.format(count - MOST)}" if count > MOST else ""


def cut(value: Any) -> Any:
    """A value that a person can read."""
    long = isinstance(value, str) and len(value) > LONGEST
    return f"{value[:LONGEST]}…" if long else value
