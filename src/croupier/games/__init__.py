"""The games: a file each, a folder where a game has back rooms; `core.catalogue` finds them."""

from croupier.core.catalogue import game, names

__all__ = ["game", "names"]
