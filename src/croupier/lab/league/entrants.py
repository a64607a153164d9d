"""Who may enter the league: the house's levels, stock characters, and functions of others."""

import sys
from collections.abc import Callable
from importlib import import_module
from importlib.util import find_spec
from typing import Final

from croupier import bots
from croupier.bots import Bot
from croupier.bots.stock import STOCK
from croupier.core.catalogue import Game
from croupier.lab.league import guests
from croupier.lab.odds import Unanswerable

OTHERS: Final[dict[str, Callable[[], Bot]]] = {"rlcard-limit": guests.rlcard_limit}
"""Players of other packages, where they are installed."""


def names() -> list[str]:
    """Who can be named without a module."""
    return [*bots.LEVELS, "0.1", *STOCK, *OTHERS]


def entrant(named: str, game: Game) -> Bot:
    """The player of a name, or the function `module:function`."""
    level = next((level for level in bots.LEVELS if level == named), None)
    if level:
        return bots.bot(game, level)
    if named == "0.1":
        return bots.bot(game)
    if named in STOCK:
        return STOCK[named]
    if named in OTHERS:
        return OTHERS[named]()
    if ":" in named:
        return outside(named)
    raise Unanswerable(
        f"there is no bot {named!r}: name {', '.join(names())}, or your own as module:function"
    )


def outside(named: str) -> Bot:
    """A function of a module that Python finds here; it takes a `Seen` and a `Random`."""
    module, _, function = named.partition(":")
    if "" not in sys.path:
        sys.path.append("")  # A command is not started from the folder it stands in.
    try:
        found = getattr(import_module(module), function, None) if find_spec(module) else None
    except (ImportError, ValueError) as error:
        raise Unanswerable(f"{named}: {module} cannot be loaded: {error}") from None
    if not callable(found):
        raise Unanswerable(f"{named}: there is no function {function!r} in a module {module!r}")
    chosen: Bot = found
    return chosen
