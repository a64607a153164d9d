"""Every clause in our own words, in both languages, and nothing cites one that does not exist."""

import re
from importlib.machinery import SourceFileLoader
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType

import pytest
from typer.testing import CliRunner

import croupier
from croupier.cli import app
from croupier.speech import clauses
from croupier.speech.clauses import CITED, UnknownClause, clause, every, own, page

SOURCE = Path(croupier.__file__).parent
TREE = SOURCE.parent.parent
HOW_MANY = {"BJ": 48, "HU": 37, "CH": 50, "TH": 74, "CR": 47, "HE": 12, "OM": 20, "PN": 51,
            "DH": 38, "LB": 42}  # fmt: skip


def test_every_clause_of_every_sheet_is_there_in_both_languages() -> None:
    ids = [
        f"{sheet}-{number:02}" for sheet, last in HOW_MANY.items() for number in range(1, last + 1)
    ]
    for language in "en", "fr":
        assert sorted(own(language)) == sorted(ids)
        for found in own(language).values():
            assert re.fullmatch(r"[A-ZÀÉL0-9].*[.]", found.text), found
            assert len(found.text) < 260, found
    assert all(own()[one].text != own("fr")[one].text for one in ids)


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


def matrix() -> ModuleType:
    """scripts/clauses as a module."""
    path = str(TREE / "scripts" / "clauses")
    loader = SourceFileLoader("matrix", path)
    spec = spec_from_file_location("matrix", path, loader=loader)
    assert spec is not None
    found = module_from_spec(spec)
    loader.exec_module(found)
    return found


def test_the_matrix_fails_on_a_clause_without_a_test_and_on_a_test_without_a_clause() -> None:
    script = matrix()
    tests = {one: ["tests/test_x.py::test_it"] for one in every() if one not in script.UNTESTED}
    assert script.wrong(tests) == []
    del tests["BJ-16"]
    assert [line[:17] for line in script.wrong(tests)] == ["BJ-16 has no test"]
    assert script.wrong(tests | {"BJ-16": ["x"], "BJ-99": ["x"]}) == ["BJ-99 is no clause: x"]
    assert script.wrong(tests | {"BJ-16": ["x"], "TH-24": ["x"]}) == [
        "TH-24 is listed as without a test and has one"
    ]


def test_the_matrix_finds_the_lines_that_cite_a_clause() -> None:
    script = matrix()
    assert script.ranged("# BJ-28 .. BJ-30, TH-02") == ["BJ-28", "BJ-29", "BJ-30"]
    file, _, line = next(at for at in script.cited()["BJ-16"] if "games/" in at).partition(":")
    assert "BJ-16" in (SOURCE / file).read_text("utf-8").splitlines()[int(line) - 1]


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
