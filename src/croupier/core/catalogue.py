"""The catalogue: what the module of a game holds, and how a game and its faces are found by name.

The house's own games lie in `croupier.games`; another package brings more, as guests, by an entry
point of the group `croupier.games`. A game has other *faces* than its rules: a plate, a bot, what
the lab knows of it. Those of the house's own games lie under the game's name on their floors; a
guest has them beside its rules (`its_package.bot`), and what it brings in writing too (`papers`).
"""

from collections.abc import Callable, Iterator, Mapping
from functools import cache
from importlib import import_module
from importlib.resources import files
from importlib.resources.abc import Traversable
from importlib.util import find_spec
from pkgutil import iter_modules
from types import ModuleType
from typing import Any, Final, Literal, Protocol, cast

from msgspec import Struct

from croupier.core.asks import Play
from croupier.core.cards import Card
from croupier.core.company import Company
from croupier.core.felt import Felt, Spot, View

OWN: Final = "croupier.games"
"""Where the house's own games lie, and the group in which others are announced."""


Family = Literal["poker", "house", "boxes", "sets"]
"""How a table is drawn: around a pot, seats before the dealer, by boxes, or hands set in two."""
Cloth = Literal["green", "midnight", "wine"]


class Layout(Struct, frozen=True):
    """How a table of the game is drawn: its family and felt, and the words of its spots.

    Deck and muck are always there. Cards of the house stand from the dealer's side to the players'.
    """

    family: Family = "poker"
    felt: Cloth = "green"
    plan: str = ""
    """A plan that the browser has for tables like this one; else it takes the family's."""
    aim: str = ""
    """What wins, where that goes against habit: printed on the felt."""
    place: int = 9
    """Where the lobby shows the game: what most people come for first."""
    seat_chips: tuple[str, ...] = ("stack",)
    seat_cards: tuple[str, ...] = ()
    house_chips: tuple[str, ...] = ()
    house_cards: tuple[str, ...] = ()


class Reading(Struct, frozen=True):
    """What the cards on a spot are worth, as a person says it, and the cards that make it."""

    name: str
    cards: tuple[Card, ...]
    kind: str = ""
    """What a client may tell hands apart by, in every language: `flush`, `bust`."""
    made: tuple[Card, ...] = ()
    """Those of the cards that the name speaks of: the pair, the highest card."""
    place: int = 0
    """Its place among such hands that lie open: 1 is the best, equal hands share a place; 0 where
    there is no other.
    """
    low: "Reading | None" = None
    """The low hand of the same cards, where the pot has a half for it."""

    @property
    def names(self) -> str:
        """All that it is called: `pair of aces / seven-five low`."""
        return f"{self.name} / {self.low.name}" if self.low else self.name


class Game(Protocol):
    """What the module of a game holds."""

    @property
    def __name__(self) -> str: ...

    @property
    def TITLE(self) -> str:  # noqa: N802
        """What the house calls it."""

    @property
    def SEATS(self) -> range:  # noqa: N802
        """With how many seats a hand can be dealt."""

    @property
    def LAYOUT(self) -> Layout:  # noqa: N802
        """The words of its spots."""

    @property
    def WHY_NOT(self) -> Mapping[tuple[str, str], str]:  # noqa: N802
        """Why an act is not offered, by the ask's clause and the act; no act: not asked."""

    @property
    def LOTS(self) -> tuple[int, ...]:  # noqa: N802
        """The bounds of the numbers that a hand needs from chance besides its cards."""

    @property
    def Rules(self) -> Any:  # noqa: N802
        """The struct of what a house may choose."""

    @property
    def Carry(self) -> Any:  # noqa: N802
        """The struct of what stays between hands; made from nothing it is a new game's."""

    @property
    def COMPANY(self) -> Company:  # noqa: N802
        """What becomes of the carry when people come, go, move or stay away."""

    @property
    def pack(self) -> Callable[[Any], tuple[Card, ...]]:
        """The cards that the rules deal from."""

    @property
    def play(self) -> Callable[[Any, Felt, Any], Play[Any]]:
        """One hand: rules, felt and carry in, the next carry out."""

    @property
    def read(self) -> Callable[[Any, View, str], dict[Spot, Reading]]:
        """What the cards in a view are worth by the rules, in a language."""


class UnknownGame(LookupError):
    """No game of this name is in the catalogue."""


def name(game: Game) -> str:
    """The name of a game as it is typed."""
    return _names().get(game.__name__) or _typed(game.__name__.rpartition(".")[2])


def _typed(named: str) -> str:
    return named.replace("_", "-")


@cache
def places() -> Mapping[str, str]:
    """The module of each game by its name; a game of the house's own cannot be replaced."""
    own = import_module(OWN).__path__
    from importlib.metadata import entry_points  # noqa: PLC0415 - it takes a tenth of a second.

    found = {_typed(guest.name): guest.value for guest in entry_points(group=OWN)}
    found |= {_typed(module.name): f"{OWN}.{module.name}" for module in iter_modules(own)}
    return dict(sorted(found.items()))


@cache
def _names() -> Mapping[str, str]:
    return {place: named for named, place in places().items()}


def names() -> list[str]:
    """The names of all games."""
    return list(places())


def guests() -> list[str]:
    """The names of the games that other packages bring."""
    return [named for named, place in places().items() if not place.startswith(f"{OWN}.")]


@cache
def game(named: str) -> Game:
    """The game of this name."""
    if named not in places():
        raise UnknownGame(f"there is no game {named!r}: the games are {', '.join(names())}")
    return cast("Game", import_module(places()[named]))


def games() -> Iterator[Game]:
    """All games."""
    return map(game, names())


@cache
def place(named: str, floor: str, beside: str) -> str | None:
    """The module of a game's face, if it has one: on a floor of the house, or beside a guest."""
    if named not in places():
        return None
    home, _, last = places()[named].rpartition(".")
    where = f"{floor}.{last}" if home == OWN else f"{places()[named]}.{beside}"
    try:
        return where if find_spec(where) else None
    except ModuleNotFoundError:  # A guest of a single module has nothing beside it.
        return None


def face(named: str, floor: str, beside: str) -> ModuleType | None:
    """A face of a game, if it has this one."""
    found = place(named, floor, beside)
    return import_module(found) if found else None


def papers(named: str) -> Iterator[Traversable]:
    """What guests bring in writing under a name: a file, or the TOML files of a folder."""
    for guest in guests():
        if not hasattr(game(guest), "__path__"):
            continue
        found = files(places()[guest]) / named
        if found.is_file():
            yield found
        elif found.is_dir():
            sheets = (one for one in found.iterdir() if one.name.endswith(".toml"))
            yield from sorted(sheets, key=lambda one: one.name)
