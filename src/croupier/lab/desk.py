"""The odds desk: the lab's answers as plain data, for a process of their own beside the room."""

from fractions import Fraction
from functools import lru_cache
from typing import Any

import msgspec

from croupier import games, journals, lab, rules
from croupier.lab import hints
from croupier.lab.odds import Odds

MOST_ROWS = 16


@lru_cache(maxsize=200)
def answer(game: str, written: bytes) -> dict[str, Any]:
    """The odds of a game under rules written as JSON, its strategy charts, and where money goes."""
    house = rules.convert(msgspec.json.decode(written), games.game(game).Rules)
    solved: Odds = lab.of(game).odds(house)
    edge = solved.house_edge
    return {
        "game": game,
        "house_edge": solved.house_edge_float,
        "house_edge_exact": f"{edge.numerator}/{edge.denominator}" if edge is not None else None,
        "element_of_risk": solved.element_of_risk,
        "average_bet": solved.average_bet,
        "std_dev": solved.std_dev,
        "frequencies": solved.frequencies,
        "bets": {name: float(value) for name, value in solved.bets.items()},
        "exact": solved.exact,
        "method": solved.method,
        "notes": list(solved.notes),
        "rows": rows(solved),
        "strategy": charts(game, house),
    }


def rows(solved: Odds) -> list[dict[str, Any]]:
    """The results that matter most: how likely, and what part of the edge they make."""
    spread = next(iter(solved.spreads.values()), None)
    if spread is None:
        return []
    parts = [(net, float(chance), float(net * chance)) for net, chance in spread.chances.items()]
    weighty = sorted(parts, key=lambda part: -abs(part[2]))[:MOST_ROWS]
    return [
        {"name": signed(net), "chance": chance, "part": part}
        for net, chance, part in sorted(weighty, reverse=True)
    ]


def signed(net: Fraction) -> str:
    """A result in units of the first bet."""
    return f"{float(net):+g}"


def charts(game: str, house: Any) -> list[dict[str, Any]]:
    """The charts of how to play."""
    if game not in lab.STRATEGIES:
        return []
    return [
        {
            "title": chart.title,
            "columns": list(chart.columns),
            "rows": list(chart.rows),
            "cells": [[cell.text for cell in row] for row in chart.cells],
        }
        for chart in lab.of(game).strategy(house).charts
    ]


def advice(journal: bytes, seat: int) -> list[dict[str, Any]]:
    """What each option of a seat is worth in a hand, in the smallest unit of money."""
    worth = hints.value_of_options(journals.read(journal), seat)
    return [
        {"act": act, "spot": [seat, spot], "amount": amount, "value": float(value)}
        for (act, spot, amount), value in worth.items()
    ]
