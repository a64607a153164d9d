"""The clauses of the rule sheets in our own words, in English and French, one file a sheet.

Rules, refusals and plates cite clauses by their ids; here is what each says.
`python -m croupier.speech.clauses` prints docs/rules/clauses.md, which a test compares.
"""

import re
import tomllib
from collections.abc import Iterator
from difflib import get_close_matches
from functools import cache
from importlib.resources import files
from typing import Final, NamedTuple

from croupier.speech.french import spaced

CITED: Final = re.compile(r"\b(?:BJ|HU|CH|TH|CR|HE|OM|PN|DH|LB)-\d\d\b")
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
    """All clauses by their ids, sheet by sheet."""
    return {found.id: found for found in _read(language)}


def _read(language: str) -> Iterator[Clause]:
    sheets = (file for file in files(__name__).iterdir() if file.name.endswith(".toml"))
    for file in sorted(sheets, key=lambda file: file.name):
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
    for found in every().values():
        if found.sheet != sheet:
            sheet = found.sheet
            lines += ["", f"## {sheet}", "", "| | English | Français |", "|---|---|---|"]
        lines.append(f"| {found.id} | {found.text} | {every('fr')[found.id].text} |")
    return "\n".join(lines) + "\n"
