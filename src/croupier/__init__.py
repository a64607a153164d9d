"""An open casino card room: deal a hand, ask for its odds, run a table.

The names below are imported when they are used first (docs/library.md); `__init__.pyi` tells their
types.
"""

from importlib import import_module
from typing import Any

__version__ = "0.9.0"

_HOMES = {
    "Decision": "core.asks",
    "Hand": "core.hand",
    "Option": "core.asks",
    "Refused": "core.asks",
    "act": "library",
    "count": "library",
    "deal": "library",
    "edge": "library",
    "equity": "library",
    "game": "core.catalogue",
    "games": "",
    "house": "houses",
    "houses": "",
    "journal": "library",
    "play": "library",
    "replay": "library",
}
"""Where each public name lives; a part of the house lives here."""

__all__ = ["__version__", *_HOMES]  # noqa: PLE0604 - they are strings.


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module 'croupier' has no attribute {name!r}")
    home = _HOMES[name]
    if not home:
        return import_module(f"croupier.{name}")
    found = getattr(import_module(f"croupier.{home}"), name)
    globals()[name] = found
    return found


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
