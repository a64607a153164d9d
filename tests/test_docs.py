"""Links and anchors of the docs lead somewhere; what the site is made of is tried in part.

`scripts/docs`, which `scripts/check` runs, builds the site and fails on a broken link and on
whatever would be fetched from another host.
"""

import re
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path

import pytest

TREE = Path(__file__).parent.parent
PAGES = sorted([*TREE.glob("*.md"), *(TREE / "docs").rglob("*.md")])
LINK = re.compile(r"\[[^\]]*\]\(([^)\s]+)\)")
FENCED = re.compile(r"^```.*?^```", re.MULTILINE | re.DOTALL)


def hook():
    spec = spec_from_file_location("docs_pages", TREE / "scripts/docs_pages.py")
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def prose(page: Path) -> str:
    return FENCED.sub("", page.read_text("utf-8"))


def anchors(page: Path) -> set[str]:
    """The anchors of a page, as MkDocs and code hosts make them from its headings."""
    heads = re.findall(r"^#+ (.*)$", prose(page), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", head.lower()).strip().replace(" ", "-") for head in heads}


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(TREE).as_posix())
def test_links_lead_somewhere(page: Path) -> None:
    broken = []
    for target in LINK.findall(re.sub(r"`[^`\n]*`", "", prose(page))):
        path, _, anchor = target.partition("#")
        there = (page.parent / path).resolve() if path else page
        if not re.match(r"[a-z]+:", path) and (
            not there.exists() or (anchor and anchor not in anchors(there))
        ):
            broken.append(target)
    assert broken == []


def test_the_navigation_names_each_page_once() -> None:
    nav = [{"Play": ["a.md", {"Games": [{"One": "b.md"}]}]}, {"Home": "index.md"}]
    assert hook().named(nav) == ["a.md", "b.md", "index.md"]


def test_links_of_the_tree_become_links_of_the_site() -> None:
    followed = hook().followed
    assert followed("[a](docs/lab.md#speed)", "README.md") == "[a](lab.md#speed)"
    assert followed("![a](docs/img/x.png)", "README.md") == "![a](img/x.png)"
    assert followed("[a](../../README.md)", "docs/rules/holdem.md") == "[a](../index.md)"
    assert followed("[`a.py`](../src/a.py)", "docs/lab.md") == "`a.py`"
    assert followed("[a](https://x.example)", "docs/lab.md") == "[a](https://x.example)"


def test_what_would_be_fetched_is_found() -> None:
    foreign = hook().foreign
    assert foreign('<script src="https://cdn.example/x.js">')
    assert foreign('<link rel="stylesheet" href=//fonts.example/x.css>')
    assert not foreign('<a href="https://x.example">there</a> <img src="img/x.png">')
