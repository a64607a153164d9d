"""How the words of a hand are said: one table (words.toml) for terminal, browser and French."""

import tomllib
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Any, Final, Literal

import msgspec
from msgspec import Struct

from croupier.core import catalogue

NOTICE: Final = (
    "Play is for pleasure: gambling can lead to debt and addiction. Set yourself limits, take "
    "breaks, and never play with what you need. You can set limits and exclude yourself at any "
    "time. Help: 09-74-75-13-13."
)
"""What the house says about play, wherever a person sits down (TH-61)."""

Kind = Literal["act", "house", "ruling", "chips", "cards"]


class Forms(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A word in one language; words.toml says what each form is for."""

    act: str = ""
    act_on: str = ""
    to: str = ""
    do: str = ""
    plain: str = ""
    tag: str = ""
    says: str = ""
    says_on: str = ""
    you: str = ""
    you_on: str = ""
    house: str = ""
    rule: str = ""
    asks: str = ""
    asks_on: str = ""


class Spoken(Struct, frozen=True, forbid_unknown_fields=True):
    """A word in both languages."""

    kind: Kind
    en: Forms
    fr: Forms
    counted: bool = False
    card: bool = False

    def forms(self, language: str) -> Forms:
        """The word in a language."""
        return self.fr if language == "fr" else self.en


class Told(Struct, frozen=True, forbid_unknown_fields=True):
    """A note in brief and as a sentence."""

    short: str
    says: str


class Vocabulary(Struct, frozen=True, forbid_unknown_fields=True):
    """All that is said."""

    words: dict[str, Spoken] = {}
    spots: dict[str, dict[str, str]] = {}
    notes: dict[str, dict[str, Told]] = {}
    phrases: dict[str, dict[str, str]] = {}
    """What else a guest has a browser say, by the browser's keys."""


class SaidTwice(ValueError):
    """A guest says a word, a spot or a note that the house or another guest says already."""


@cache
def own() -> Vocabulary:
    """What the house says."""
    return _read(files(__name__) / "words.toml")


@cache
def guests() -> Vocabulary:
    """What guests say besides."""
    found = Vocabulary()
    for paper in catalogue.papers("words.toml"):
        found = _joined(found, _read(paper))
    return found


@cache
def vocabulary() -> Vocabulary:
    """The one table of words, those of guests too."""
    return _joined(own(), guests())


def _read(paper: Traversable) -> Vocabulary:
    return msgspec.convert(tomllib.loads(paper.read_text("utf-8")), Vocabulary)


def _joined(one: Vocabulary, other: Vocabulary) -> Vocabulary:
    parts: dict[str, dict[str, Any]] = {}
    for part in Vocabulary.__struct_fields__:
        here, there = getattr(one, part), getattr(other, part)
        if twice := here.keys() & there.keys():
            raise SaidTwice(f"words.toml: {part} that are said already: {', '.join(sorted(twice))}")
        parts[part] = {**here, **there}
    return Vocabulary(**parts)


SAID: Final = {
    "do": "do {}",
    "plain": "do {} plain",
    "tag": "tag {}",
    "says": "says {}",
    "says_on": "says {} on",
    "you": "you {}",
    "you_on": "you {} on",
    "house": "house {}",
    "rule": "ruling {}",
    "asks": "q {}",
    "asks_on": "q {} on",
}
"""How a browser asks for the forms of a word."""


def phrases(said: Vocabulary, language: Literal["en", "fr"]) -> dict[str, str]:
    """What a browser says of each word, spot and note."""
    found = {
        key.format(word): form
        for word, spoken in said.words.items()
        for name, key in SAID.items()
        if (form := getattr(spoken.forms(language), name))
    }
    found |= {f"spot {spot}": named[language] for spot, named in said.spots.items()}
    found |= {note: told[language].short for note, told in said.notes.items()}
    return found | {key: text[language] for key, text in said.phrases.items()}


def forms(word: str, language: str) -> Forms:
    """A word in a language."""
    return vocabulary().words[word].forms(language)


def act(word: str, language: str, *, on: bool = False) -> str:
    """An act as it is offered and typed; `on` where it is done on a spot."""
    said = forms(word, language)
    return (said.act_on if on else "") or said.act or word


def spot(word: str, language: str) -> str:
    """The name of a spot: `Ante`, `Box 3`, `Trips Plus`; of a hand that was split, its box."""
    base, _, number = word.partition(" ")
    spots = vocabulary().spots
    if base == "side" and not number.isdigit():  # A side bet by its name, not a side pot.
        base, _, number = number.partition(" ")
    found = spots[base][language] if base in spots else base.replace("_", " ").capitalize()
    number = number.partition(".")[0]
    if "{n}" not in found and number.isdecimal():
        return f"{found} {number}"
    return found.replace("{n}", number).strip()


def note(word: str, language: str) -> str:
    """What a player is told beside an option, as a sentence."""
    return vocabulary().notes[word][language].says
