"""The lab's answers as rows: for a program, a frame of figures, a notebook."""

from collections.abc import Sequence
from fractions import Fraction
from html import escape
from importlib import import_module
from typing import Any, Final

Row = dict[str, Any]

FRAMES: Final = ("pandas", "polars")
"""The packages that make a frame of rows, the first that is installed."""


def frame(rows: Sequence[Row]) -> Any:
    """The rows as a frame of pandas or Polars, whichever is installed."""
    for name in FRAMES:
        try:
            return import_module(name).DataFrame(rows)
        except ModuleNotFoundError as missing:
            if missing.name != name:
                raise
    raise ImportError("no frames without pandas or Polars: run pip install pandas")


def exactly(number: object) -> str | None:
    """A fraction as it is written; nothing for what is not exact."""
    return str(number) if isinstance(number, Fraction) else None


def html(title: str, rows: Sequence[Row], note: str) -> str:
    """The rows as a table of a notebook."""
    heads = "".join(f"<th>{escape(str(key))}</th>" for key in rows[0]) if rows else ""
    body = "".join(
        "<tr>" + "".join(f"<td>{escape(_shown(value))}</td>" for value in row.values()) + "</tr>"
        for row in rows
    )
    return (
        f"<table><caption>{escape(title)}</caption><thead><tr>{heads}</tr></thead>"
        f"<tbody>{body}</tbody></table><p>{escape(note)}</p>"
    )


def _shown(value: object) -> str:
    if value is None:
        return ""
    return f"{value:.6g}" if isinstance(value, float) else str(value)
