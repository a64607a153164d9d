"""Every clause in our own words, in both languages, and nothing cites one that does not exist."""

import re
from pathlib import Path

import pytest
from typer.testing import CliRunner

import croupier
from croupier.cli import app
from croupier.speech import clauses
from croupier.speech.clauses import CITED, UnknownClause, clause, every, page

SOURCE = Path(croupier.__file__).parent
TREE = SOURCE.parent.parent
HOW_MANY = {"BJ": 48, "HU": 37, "CH": 50, "TH": 74, "CR": 47, "HE": 12, "OM": 20, "PN": 51,
            "DH": 38, "LB": 42}  # fmt: skip


def test_every_clause_of_every_sheet_is_there_in_both_languages() -> None:
    ids = [
        f"{sheet}-{number:02}" for sheet, last in HOW_MANY.items() for number in range(1, last + 1)
    ]
    for language in "en", "fr":
        assert sorted(every(language)) == sorted(ids)
        for found in every(language).values():
            assert re.fullmatch(r"[A-ZÀÉL0-9].*[.]", found.text), found
            assert len(found.text) < 260, found
    assert all(every()[one].text != every("fr")[one].text for one in ids)


def cited(where: str, kind: str) -> dict[str, str]:
    found = {}
    for path in sorted((TREE / where).rglob(f"*.{kind}")):
        if "static" not in path.parts and "node_modules" not in path.parts:
            found |= dict.fromkeys(CITED.findall(path.read_text("utf-8")), str(path))
    return found


@pytest.mark.parametrize(
    ("where", "kind"), [("src", "py"), ("src", "toml"), ("docs", "md"), ("web/src", "svelte"),
                        ("web/src", "ts")]
)  # fmt: skip
def test_whatever_is_cited_exists(where: str, kind: str) -> None:
    found = cited(where, kind)
    assert {one: path for one, path in found.items() if one not in every()} == {}


def test_the_page_of_the_docs_is_made_from_the_clauses() -> None:
    assert (TREE / "docs/rules/clauses.md").read_text("utf-8") == page()


def test_a_clause_by_command_in_both_languages() -> None:
    def said(*options: str) -> str:
        result = CliRunner().invoke(app, ["rules", "--clause", *options])
        assert result.exit_code == 0
        return " ".join(result.stdout.split())

    assert "BJ-16 · Blackjack" in said("bj-16")
    assert clause("BJ-16").text in said("BJ-16")
    text = " ".join(clause("BJ-16", "fr").text.split())
    assert text in said("BJ-16", "--language", "fr")


def test_an_unknown_clause_is_refused_with_its_neighbours() -> None:
    with pytest.raises(UnknownClause, match="'BJ-99': did you mean BJ-"):
        clause("BJ-99")
    with pytest.raises(UnknownClause, match="ids look like BJ-16"):
        clauses.clause("hello")
