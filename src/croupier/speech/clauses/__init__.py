"""The clauses of the rule sheets in our own words, in English and French, one file a sheet.

Rules, refusals and plates cite clauses by their ids; here is what each says.
`python -m croupier.speech.clauses` prints docs/rules/clauses.md, which a test compares.
"""

import re
import tomllib
from collections.abc import Iterable, Iterator
from difflib import get_close_matches
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Final, NamedTuple

from croupier.core import catalogue
from croupier.speech.french import spaced

CITED: Final = re.compile(r"\b[A-Z]{2}-\d\d\b")
"""An id in a text."""


class UnknownClause(ValueError):
    """No sheet has a clause of this id."""


class Clause(NamedTuple):
    """A clause in one language."""

    id: str
    sheet: str
    text: str


def clause(named: str, language: str = "en") -> Clause:
    """A clause by its id, `BJ-16`."""
    wanted = named.strip().upper()
    found = every(language).get(wanted)
    if found is None:
        near = get_close_matches(wanted, every(language), 3)
        meant = f": did you mean {', '.join(near)}?" if near else ": ids look like BJ-16"
        raise UnknownClause(f"there is no clause {named!r}{meant}")
    return found


@cache
def every(language: str = "en") -> dict[str, Clause]:
    """All clauses by their ids, sheet by sheet; a guest cannot change those of the house."""
    guests = _read(catalogue.papers("clauses"), language)
    return {**own(language), **{one.id: one for one in guests}, **own(language)}


@cache
def own(language: str = "en") -> dict[str, Clause]:
    """The clauses of the house's own games."""
    sheets = (file for file in files(__name__).iterdir() if file.name.endswith(".toml"))
    ranked = sorted(sheets, key=lambda file: file.name)
    return {found.id: found for found in _read(ranked, language)}


def _read(sheets: Iterable[Traversable], language: str) -> Iterator[Clause]:
    for file in sheets:
        sheet = tomllib.loads(file.read_text("utf-8"))
        title = sheet.pop("title")[language]
        for named, words in sheet.items():
            text = words[language]
            yield Clause(named, title, spaced(text) if language == "fr" else text)


def page() -> str:
    """All clauses in both languages, in Markdown."""
    lines = [
        "# Clause by clause",
        "",
        "What every clause says, in our own words; comments, tests, refusals and plates cite the",
        "ids. `croupier rules --clause BJ-16` prints one. Made by",
        "`python -m croupier.speech.clauses`.",
    ]
    sheet = ""
    for found in own().values():
        if found.sheet != sheet:
            sheet = found.sheet
            lines += ["", f"## {sheet}", "", "| | English | Français |", "|---|---|---|"]
        lines.append(f"| {found.id} | {found.text} | {own('fr')[found.id].text} |")
    return "\n".join(lines) + "\n"
