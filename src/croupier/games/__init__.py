"""The games: one file, one game. This folder is the catalogue."""

from collections.abc import Iterator
from functools import cache
from importlib import import_module
from pkgutil import iter_modules
from typing import cast

from croupier.play import Game


class UnknownGame(LookupError):
    """No game of this name is in the catalogue."""


def name(game: Game) -> str:
    """The name of a game as it is typed: `casino-holdem`."""
    return game.__name__.rpartition(".")[2].replace("_", "-")


def names() -> list[str]:
    """The names of all games."""
    return sorted(found.name.replace("_", "-") for found in iter_modules(__path__))


@cache
def game(named: str) -> Game:
    """The game of this name."""
    if named not in names():
        raise UnknownGame(f"there is no game {named!r}: the games are {', '.join(names())}")
    return cast("Game", import_module(f"{__name__}.{named.replace('-', '_')}"))


def catalogue() -> Iterator[Game]:
    """All games."""
    return map(game, names())
