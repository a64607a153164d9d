"""The keys and values of sheets, and what is wrong in one, as a person reads them.

A sheet's keys are English. `rules.toml` has the French of those of our own games and tournaments; a
guest's key is shown as it is written.
"""

import re
import tomllib
from functools import cache
from importlib.resources import files
from typing import Any, Final

from croupier.core.phrases import Phrase
from croupier.speech import french

_NOT_ALLOWED: Final = " is not allowed: write "
_LISTED: Final = re.compile(r'("[\w-]+"|\d+)(, ("[\w-]+"|\d+))* or ("[\w-]+"|\d+)')


@cache
def _said() -> dict[str, dict[str, str]]:
    return tomllib.loads((files(__package__) / "rules.toml").read_text("utf-8"))


def name(key: str, language: str) -> str:
    """A key as a form shows it."""
    words = key.replace("_", " ")
    found = _said()["keys"].get(key) if language == "fr" else None
    return found or words[:1].upper() + words[1:]


def value(written: Any, language: str) -> str:
    """A value that may be chosen."""
    text = str(written)
    found = _said()["values"].get(text) if language == "fr" else None
    return found or text.replace("_", " ")


def why(text: str, language: str) -> str:
    """What is wrong, or what is allowed."""
    if language != "fr":
        return text
    written, refused, allowed = text.partition(_NOT_ALLOWED)
    if refused:
        said = {"VALUE": written, "ALLOWED": why(allowed, "fr")}
        return french.said(Phrase("{VALUE} is not allowed: write {ALLOWED}", said), "fr")
    return text.replace(" or ", " ou ") if _LISTED.fullmatch(text) else french.say(text, "fr")
