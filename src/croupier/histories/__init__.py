"""Hands that travel: our own `.hand` text of every game, and the formats of others.

A hand is told as a `Story`, which holds only what its teller saw; a format writes stories and may
read them. What a format has no words for it refuses by name, and an export counts what it left out.
"""

from collections import Counter
from collections.abc import Callable, Iterable
from typing import Final

from msgspec import Struct

from croupier.histories import handtext, ohh, phh, stars, starstext
from croupier.histories.story import About, BadHistory, Contest, Story, Unsayable, replayed, told

__all__ = [
    "FORMATS",
    "About",
    "BadHistory",
    "Contest",
    "Export",
    "Format",
    "Story",
    "Unsayable",
    "export",
    "format_of",
    "read",
    "replayed",
    "told",
]


class Format(Struct, frozen=True):
    """A way to write hands down."""

    title: str
    suffixes: tuple[str, ...]
    """How its files end; the first is for several hands."""
    write: Callable[[Story], str]
    joined: Callable[[list[str]], str]
    """One file from the texts of hands."""
    read: Callable[[str], list[Story]] | None = None
    """The hands of a text, where we can read the format."""


FORMATS: Final = {
    "hand": Format("Croupier .hand", (".hand",), handtext.write, "\n".join, handtext.read_all),
    "phh": Format("PHH", (".phhs", ".phh"), phh.write, phh.joined, phh.read_all),
    "ohh": Format("Open Hand History", (".ohh",), ohh.write, "\n".join),
    "stars": Format("PokerStars text", (".txt",), stars.write, "".join, starstext.read_all),
}


class Export(Struct):
    """What was written, and what the format could not say."""

    text: str
    written: int
    left_out: Counter[str]
    """Hands by the reason why they are not in the text."""


def export(form: str, stories: Iterable[Story]) -> Export:
    """Stories in a format, and how many of them it has no words for."""
    texts: list[str] = []
    left_out: Counter[str] = Counter()
    for story in stories:
        try:
            texts.append(FORMATS[form].write(story))
        except Unsayable as reason:
            left_out[str(reason)] += 1
    return Export(FORMATS[form].joined(texts), len(texts), left_out)


def format_of(file: str) -> str:
    """The format of a file by its name."""
    for name, form in FORMATS.items():
        if file.lower().endswith(form.suffixes):
            return name
    known = ", ".join(suffix for form in FORMATS.values() for suffix in form.suffixes)
    raise BadHistory(f"{file}: no history ends like this: the endings are {known}")


def read(text: str, form: str) -> list[Story]:
    """The hands of a text."""
    reader = FORMATS[form].read
    if reader is None:
        raise BadHistory(f"{FORMATS[form].title} is written here, not read")
    return reader(text)
