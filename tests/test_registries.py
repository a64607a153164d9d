"""No list of games is kept anywhere: a game's name stands in its own faces and nowhere else."""

import ast
import re
from pathlib import Path

import pytest

import croupier
from croupier.core import catalogue

SOURCE = Path(croupier.__file__).parent
BROWSER = SOURCE.parents[1] / "web/src"
FLOORS = (
    "games", "bots", "bots/regular", "speech/plates", "speech/guides", "lab/games", "lab/forms",
    "lab/strong", "envs/games", "envs/batches",
)  # fmt: skip
"""Where a game has a module of its name."""
PAPERS = ("houses/*.toml", "speech/clauses/*.toml", "speech/french.toml")
BROWSERS_WORDS = ("lib/words.en.ts", "lib/words.fr.ts")
OWN = [name for name in catalogue.names() if name not in catalogue.guests()]


def is_face(path: Path, name: str) -> bool:
    """Whether a file is a face of the game: its own module or a paper that names tables."""
    module = name.replace("-", "_")
    homes = [SOURCE / floor / module for floor in FLOORS]
    own = any(path == home.with_suffix(".py") or home in path.parents for home in homes)
    return own or any(path in SOURCE.glob(paper) for paper in PAPERS)


def sources() -> list[Path]:
    found = [*SOURCE.rglob("*.py"), *SOURCE.rglob("*.toml")]
    return sorted(path for path in found if "static" not in path.parts)


def names_game(path: Path, name: str) -> bool:
    """Whether a file knows a game by its name: a compound name anywhere, a plain word as code."""
    text, module = path.read_text("utf-8"), name.replace("-", "_")
    if "-" in name:
        return bool(re.search(rf"(?<![\w-]){name}(?![\w-])|(?<![\w]){module}(?!\w)", text))
    return path.suffix == ".py" and named_in_code(ast.parse(text), name)


def named_in_code(tree: ast.Module, name: str) -> bool:
    """A string that is the name, or an import of one of the game's faces."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and node.value == name:
            return True
        if isinstance(node, ast.Import | ast.ImportFrom):
            package = getattr(node, "module", "") or ""
            modules = {f"{package}.{alias.name}".strip(".") for alias in node.names} | {package}
            floors = tuple(f"croupier.{floor.replace('/', '.')}.{name}" for floor in FLOORS)
            if any(f"{module}.".startswith(f"{one}.") for module in modules for one in floors):
                return True
    return False


FORMATS = SOURCE / "histories"
"""Formats of others, which tell some of these games and no more."""
EQUITIES = {"Equity.svelte", "lab/equities.py", "lab/kernels/equity.py", "library.py"}
NAMESAKES = {
    "holdem": {*EQUITIES, "lab/league/imagined.py"},
    "omaha": EQUITIES,
    "casino-holdem": {"rehearsal/rehearsal.toml", "rehearsal/weather.py"},
    "blackjack": {"ranks/twentyone.py", "Answer.svelte", "Boxes.svelte"},
}
"""Words that mean something else there: a way of ranking in equities, a hand of two cards, and the
tables of the house in which a rehearsal is played.
"""


@pytest.mark.parametrize("name", OWN)
def test_only_its_own_faces_know_a_game(name: str) -> None:
    found = [
        str(path.relative_to(SOURCE))
        for path in sources()
        if not is_face(path, name) and path.parent != FORMATS and names_game(path, name)
    ]
    assert set(found) <= NAMESAKES.get(name, set()), found


@pytest.mark.parametrize("name", OWN)
def test_the_browser_knows_no_game(name: str) -> None:
    files = [path for kind in ("ts", "svelte", "json") for path in BROWSER.rglob(f"*.{kind}")]
    words = {BROWSER / words for words in BROWSERS_WORDS}
    knows = re.compile(rf"""["'`]({name}|{name.replace("-", "_")})["'`]""")
    asked = (path for path in files if path not in words and path.parent.name != "dev")
    found = {path.name for path in asked if knows.search(path.read_text("utf-8"))}
    assert found <= NAMESAKES.get(name, set())


def test_the_law_can_fail() -> None:
    assert named_in_code(ast.parse('GAMES = ("blackjack",)'), "blackjack")
    assert named_in_code(ast.parse("from croupier.games import blackjack"), "blackjack")
    assert named_in_code(ast.parse("import croupier.bots.holdem"), "holdem")
    assert not named_in_code(ast.parse("from croupier.ranks import omaha"), "omaha")
    assert names_game(SOURCE / "houses/live-casino.toml", "casino-holdem")


def test_every_face_of_a_house_game_is_found_by_its_name() -> None:
    for name in OWN:
        assert catalogue.place(name, "croupier.bots", "bot"), name
        assert catalogue.place(name, "croupier.speech.plates", "plate"), name
        assert catalogue.place(name, "croupier.speech.guides", "guide"), name
    assert catalogue.place("no-such-game", "croupier.bots", "bot") is None
