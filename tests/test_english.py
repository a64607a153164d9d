"""The worst habits of translated English stay out of what people read."""

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from tokenize import COMMENT, STRING, tokenize

import pytest

import croupier

TREE = Path(__file__).parent.parent
SOURCE = Path(croupier.__file__).parent
EXAMPLES = TREE / "examples"

PAGES = [TREE / f"{name}.md" for name in ("README", "ARCHITECTURE", "CONTRIBUTING", "SECURITY")]

HABITS = {
    "they, not he": re.compile(r"\b[Hh](e|im|is|imself)\b"),
    "a number, not so many": re.compile(r"\bso (many|much)\b(?! (that|as)\b)", re.IGNORECASE),
    "a subject, not who": re.compile(r"(?<!anyone )(?<!player )(?<!players )\bwho is not\b"),
    "a person, not who": re.compile(r"\b(to|for|of|from|with) who\b", re.IGNORECASE),
}


def texts(path: Path) -> Iterator[tuple[int, str]]:
    """The strings and comments of a module."""
    with path.open("rb") as source:
        for token in tokenize(source.readline):
            if token.type in (STRING, COMMENT):
                yield token.start[0], token.string


def lines(path: Path) -> Iterator[tuple[int, str]]:
    yield from enumerate(path.read_text("utf-8").splitlines(), 1)


@cache
def written() -> list[tuple[str, int, str]]:
    """What users read, and what readers of the source do: file, line, text."""
    found: list[tuple[str, int, str]] = []
    for path in sorted([*SOURCE.rglob("*.py"), *EXAMPLES.rglob("*.py")]):
        found += ((path.name, *text) for text in texts(path))
    told = [
        *SOURCE.rglob("*.toml"),
        *EXAMPLES.rglob("*.toml"),
        *EXAMPLES.rglob("*.md"),
        *(TREE / "web/src/lib").glob("words.*.ts"),
    ]
    for path in sorted([*told, *(TREE / "docs").rglob("*.md"), *PAGES]):
        found += ((path.name, *text) for text in lines(path))
    return found


@pytest.mark.parametrize("habit", HABITS)
def test_what_people_read_is_written_as_people_write(habit: str) -> None:
    assert len(written()) > 5000
    assert [found for found in written() if HABITS[habit].search(found[2])] == []


@pytest.mark.parametrize(
    ("habit", "text"),
    [
        ("they, not he", "he has his seat"),
        ("a number, not so many", "deal so many at random"),
        ("a subject, not who", "who is not seated takes no part"),
        ("a person, not who", "reality check for who has chosen none"),
    ],
)
def test_each_habit_is_found(habit: str, text: str) -> None:
    assert HABITS[habit].search(text)
