"""Solutions as charts and sentences for people, and as plain data for programs."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from croupier.core.cards import text
from croupier.lab.charts import Cell, Chart, Strategy, square
from croupier.lab.kernels.twentyone import Floats
from croupier.lab.solve import pushfold
from croupier.lab.solve.buckets import preflop
from croupier.lab.solve.small import Solver
from croupier.lab.solve.subgames import Subgame

ACTS = {-2: "fold", -1: "check or call"}
SEATS = ("first to act", "second", "third", "fourth", "small blind", "big blind")


def grid(title: str, shares: Sequence[float], notes: Sequence[str] = ()) -> Chart:
    """169 starting hands, each with how often it does something; nan: it is never there."""
    cells = []
    for at in reversed(range(169)):
        share, name = float(shares[at]), pushfold.name(at)
        shown = "" if np.isnan(share) else f"{round(100 * share)}"
        note = f"{name}: {share:.1%}" + (f", {notes[at]}" if notes else "")
        cells.append(Cell(shown, "heat", 0.0 if np.isnan(share) else share, note))
    return square(title, cells)


def small(solver: Solver) -> Strategy:
    """Kuhn's game or Leduc, at the first decision, and how good the solution is."""
    first = solver.policy()[""]
    game = solver.game
    cells = tuple((Cell(f"{chances[1]:.1%}", "heat", chances[1]),) for chances in first.values())
    chart = Chart("The first player bets", "card", ("bet",), tuple(first), cells)
    lines = (
        f"Value for the first player: {solver.worth:+.6f} antes a hand (known: {game.known:+.6f}).",
        f"Exploitability: {1000 * solver.exploitability:.4f} thousandths of an ante a hand.",
    )
    return Strategy(game.title, (chart,), (), lines)


def small_data(solver: Solver) -> dict[str, Any]:
    """The whole policy, by public history and card; acts in the order fold, call, raise."""
    return {
        "game": solver.game.title,
        "value": solver.worth,
        "known": solver.game.known,
        "exploitability": solver.exploitability,
        "policy": solver.policy(),
    }


def seats(many: int) -> list[str]:
    """What the seats are called, in the order of acting."""
    return [*SEATS[: many - 2], *SEATS[4:]]


def charts(chart: pushfold.Chart) -> Strategy:
    """Who pushes and who calls."""
    named, unit = seats(len(chart.stacks)), "of the prizes" if chart.prizes else "big blinds"
    found = [grid(f"{who} pushes, %", row) for who, row in zip(named, chart.push, strict=False)]
    for pusher, rows in enumerate(chart.call):
        for caller in range(pusher + 1, len(named)):
            title = f"{named[caller]} calls {named[pusher]}, %"
            found.append(grid(title, rows[caller]))
    lines = [
        f"{who}: a stack of {stack:g} gains {value:+.5f} {unit} a hand."
        for who, stack, value in zip(named, chart.stacks, chart.values, strict=True)
    ]
    gap = f"Exploitability: {1000 * chart.exploitability:.4f} thousandths {unit} a hand."
    return Strategy("Push or fold", tuple(found), (), (*lines, gap))


def charts_data(chart: pushfold.Chart) -> dict[str, Any]:
    """The same for programs."""
    named = seats(len(chart.stacks))
    hands = [pushfold.name(at) for at in range(169)]

    def by_hand(row: Floats) -> dict[str, float]:
        return {hand: round(float(share), 6) for hand, share in zip(hands, row, strict=True)}

    pairs = [(p, c) for p in range(len(named) - 1) for c in range(p + 1, len(named))]
    return {
        "stacks": list(chart.stacks),
        "prizes": list(chart.prizes),
        "values": list(chart.values),
        "exploitability": chart.exploitability,
        "push": {named[p]: by_hand(row) for p, row in enumerate(chart.push)},
        "call": {f"{named[c]} calls {named[p]}": by_hand(chart.call[p, c]) for p, c in pairs},
    }


def named(act: int) -> str:
    """An act of a subgame."""
    return ACTS.get(act, f"to {act}")


def subgame(game: Subgame) -> Strategy:
    """What the first player does, hand by hand, and what both have in the end."""
    mixed, values = game.strategy(0), game.value(0)
    weights = game.ranges[0] * game.meetings(0)
    found = [
        grid(f"Out of position: {named(act)}, %", _by_class(game, mixed[at], weights))
        for at, act in enumerate(game.acts(0))
    ]
    ends = [_mean(game.value(me), game.ranges[me] * game.meetings(me)) for me in (0, 1)]
    parts = ", ".join(
        f"{named(act)} {_mean(mixed[at], weights):.1%}" for at, act in enumerate(game.acts(0))
    )
    lines = (
        f"Out of position: {parts}.",
        f"Of the pot of {game.spot.pot}: {ends[0]:.3f} out of position, {ends[1]:.3f} in position.",
        f"Exploitability: {game.exploitability():.4%} of the pot after {game.done} rounds.",
    )
    notes = [f"{value:.2f} chips" for value in _by_class(game, values, weights)]
    worth = grid("Out of position: part of the pot", _shares(game, values, weights), notes)
    return Strategy("The end of a hand", (*found, worth), (), lines)


def _shares(game: Subgame, values: Floats, weights: Floats) -> list[float]:
    return [value / game.spot.pot for value in _by_class(game, values, weights)]


def _mean(row: Floats, weights: Floats) -> float:
    return float(row @ weights / weights.sum())


def _by_class(game: Subgame, row: Floats, weights: Floats) -> list[float]:
    """Averages over the hands of each starting hand."""
    total, many = np.zeros(169), np.zeros(169)
    for (a, b), value, weight in zip(game.hands, row, weights, strict=True):
        at = preflop(a, b)
        total[at] += value * weight
        many[at] += weight
    return [float(t / m) if m else float("nan") for t, m in zip(total, many, strict=True)]


def subgame_data(game: Subgame) -> dict[str, Any]:
    """Every decision of the street that begins: how often each hand takes each act, and values."""
    hands = [text(hand[::-1]).replace(" ", "") for hand in game.hands]
    found = []
    for line, node in game.lines():
        rows = np.round(game.strategy(node), 5).T.tolist()
        player = int(game.tree.nodes[node, 1])
        held = [at for at, weight in enumerate(game.ranges[player]) if weight > 0]
        chances = {hands[at]: rows[at] for at in held}
        acts = [named(act) for act in game.acts(node)]
        found.append({"line": line, "player": player, "acts": acts, "chances": chances})
    values = [
        {
            hands[at]: round(float(v), 5)
            for at, v in enumerate(game.value(me))
            if game.ranges[me][at]
        }
        for me in (0, 1)
    ]
    return {
        "board": text(game.spot.board),
        "pot": game.spot.pot,
        "stack": game.spot.stack,
        "rounds": game.done,
        "exploitability": game.exploitability(),
        "values": values,
        "decisions": found,
    }
