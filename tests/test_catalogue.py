"""The catalogue: games and their faces by name, the house's own and those of other packages."""

import sys

import pytest

from croupier.core import catalogue
from croupier.core.catalogue import UnknownGame

FLOOR = "croupier.bots"


def announce(place, **games: str) -> None:
    """Files of an installed package that brings these games."""
    info = place / "guests-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: guests\nVersion: 1.0\n")
    lines = [f"{name} = {module}" for name, module in games.items()]
    (info / "entry_points.txt").write_text("\n".join(["[croupier.games]", *lines, ""]))


@pytest.fixture
def guests(tmp_path, monkeypatch):
    """Two guests: a package with a bot and papers, and a single module."""
    package = tmp_path / "first_guest"
    (package / "houses").mkdir(parents=True)
    for name in ("__init__.py", "bot.py", "french.toml", "houses/b.toml", "houses/a.toml"):
        (package / name).touch()
    (package / "houses/read.me").touch()
    (tmp_path / "lone_guest.py").touch()
    announce(tmp_path, first_guest="first_guest", lone_guest="lone_guest", holdem="lone_guest")
    monkeypatch.syspath_prepend(tmp_path)
    cached = [catalogue.places, catalogue._names, catalogue.game, catalogue.place]
    for one in cached:
        one.cache_clear()
    yield
    for one in cached:
        one.cache_clear()
    for name in ("first_guest", "first_guest.bot", "lone_guest"):
        sys.modules.pop(name, None)


def test_a_guest_is_found_by_the_name_that_is_typed(guests):
    assert catalogue.guests() == ["first-guest", "lone-guest"]
    assert catalogue.game("first-guest").__name__ == "first_guest"
    assert catalogue.name(catalogue.game("lone-guest")) == "lone-guest"


def test_a_guest_does_not_take_the_place_of_the_houses_own_game(guests):
    assert catalogue.game("holdem").__name__ == "croupier.games.holdem"


def test_a_face_lies_on_its_floor_or_beside_a_guest(guests):
    assert catalogue.face("holdem", FLOOR, "bot").__name__ == "croupier.bots.holdem"
    assert catalogue.face("first-guest", FLOOR, "bot").__name__ == "first_guest.bot"


@pytest.mark.parametrize("named", ["first-guest", "lone-guest", "nothing"])
def test_a_face_that_a_game_does_not_have_is_none(guests, named):
    assert catalogue.face(named, FLOOR, "plate") is None


def test_guests_bring_a_file_or_the_sheets_of_a_folder(guests):
    assert [paper.name for paper in catalogue.papers("french.toml")] == ["french.toml"]
    assert [paper.name for paper in catalogue.papers("houses")] == ["a.toml", "b.toml"]
    assert list(catalogue.papers("clauses")) == []


def test_every_name_is_a_game_of_its_own():
    assert [catalogue.name(game) for game in catalogue.games()] == catalogue.names()


def test_an_unknown_game_is_refused_with_those_that_are_known():
    with pytest.raises(UnknownGame, match=r"there is no game 'bridge': .*blackjack"):
        catalogue.game("bridge")
