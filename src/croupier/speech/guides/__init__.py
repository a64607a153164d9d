"""Guides: what a newcomer wants to know, and is told at the table when it comes up.

One file for each game, named like the game; a guest has `guide` beside its rules. A guide is told
from what the table asks and shows: a step names the acts that must be offered, or the spot where
cards must lie, and never which hand it is. So nothing here is a script, and a step that does not
come up is not told.
"""

from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import cast

from msgspec import Struct

from croupier.core import catalogue
from croupier.core.cards import Card, cards
from croupier.houses import House, TableSheet
from croupier.speech.plates import Line, Voice


class Step(Struct, frozen=True):
    """One thing to tell a newcomer, and its moment: the acts, the cards or the end that it waits
    for. Which of several acts is offered does not matter.
    """

    text: str
    at: str = ""
    """The word of the spot that it points at; none: the answers."""
    asked: tuple[str, ...] = ()
    lies: str = ""
    over: bool = False


class Rung(Struct, frozen=True):
    """A hand of the ranking: its name and cards of which it can be made."""

    name: str
    cards: tuple[Card, ...]


class Ladder(Struct, frozen=True):
    """A ranking, the best hand first."""

    title: str
    rungs: tuple[Rung, ...]
    note: str = ""


class Guide(Struct, frozen=True):
    """The goal, a round in a few lines, the ranking in cards, and the steps of the first hands."""

    goal: str
    course: tuple[Line, ...]
    ladders: tuple[Ladder, ...]
    steps: tuple[Step, ...]


Value = Callable[[Sequence[Card]], int]
Name = Callable[[Sequence[Card]], str]


class OutOfOrder(ValueError):
    """A ranking whose hands do not go down."""


def ladder(title: str, hands: Sequence[str], value: Value, name: Name, note: str = "") -> Ladder:
    """A ranking drawn in cards; the order and the names are those by which the game pays."""
    drawn = [cards(hand) for hand in hands]
    worth = [value(hand) for hand in drawn]
    if any(above <= below for above, below in pairwise(worth)):
        raise OutOfOrder(f"{title}: not from the best hand down: {', '.join(hands)}")
    return Ladder(title, tuple(Rung(name(hand), hand) for hand in drawn), note)


def guide(house: House, table: TableSheet, language: str = "en") -> Guide | None:
    """The guide of a table, if its game has one."""
    module = catalogue.face(catalogue.name(table.game), __name__, "guide")
    return cast("Guide", module.guide(table.rules, Voice(house, language))) if module else None
