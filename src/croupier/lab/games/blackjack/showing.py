"""How to play blackjack, as charts and sentences."""

from collections.abc import Sequence
from typing import Final

from croupier.games.blackjack import Rules
from croupier.lab.charts import Cell, Chart, Strategy
from croupier.lab.games.blackjack.solving import (
    FACES,
    UPCARDS,
    Choice,
    choices,
    insurance_edge,
    solve,
    value,
)
from croupier.lab.kernels.twentyone import ACE

CARDS: Final = 0
"""A question about the strategy names no cards."""

LETTERS: Final = {"stand": "S", "hit": "H", "double": "D", "split": "P", "surrender": "R"}


def strategy(rules: Rules, cards: Sequence[int] = ()) -> Strategy:  # noqa: ARG001 - it takes none.
    """The charts of hard totals, soft totals and pairs, one act for each."""
    solved = solve(rules)
    gain = value(rules, solved, "pairs") - value(rules, solved, "total")
    lines = (
        "S stand, H hit, D double (else hit), Ds double (else stand), P split",
        *_fallbacks(rules),
        f"Never insure: the house keeps {float(insurance_edge(rules)):.3%} of it.",
        f"Playing by the exact cards instead of totals gains {gain:.4%} of the stake.",
    )
    return Strategy("blackjack", charts(rules), (), lines)


def _fallbacks(rules: Rules) -> tuple[str, ...]:
    """A surrender is for the first two cards: what is done where it is not allowed."""
    if rules.surrender == "none":
        return ()
    return ("Rh, Rs, Rp: surrender (else hit, stand, split)",)


def charts(rules: Rules) -> tuple[Chart, ...]:
    """Hard totals, soft totals and pairs."""
    solved = solve(rules)
    every = [choices(rules, solved, up, "total") for up in UPCARDS]
    columns = tuple(FACES[up] for up in UPCARDS)
    hard = {str(total): _hard_pair(total) for total in range(19, 4, -1)}
    soft = {f"A,{FACES[rank]}": (ACE, rank) for rank in range(8, 0, -1)}
    pairs = {f"{FACES[rank]},{FACES[rank]}": (rank, rank) for rank in (ACE, *range(9, 0, -1))}
    titles = {"Hard totals": hard, "Soft totals": soft, "Pairs": pairs}
    return tuple(
        Chart(
            title,
            "hand",
            columns,
            tuple(rows),
            tuple(tuple(_cell(some, *two) for some in every) for two in rows.values()),
        )
        for title, rows in titles.items()
    )


def _hard_pair(total: int) -> tuple[int, int]:
    """Two cards of a hard total that are no pair, as the chart's rows stand for."""
    low = max(total - 10, 2)
    high = total - low
    if low == high:
        low, high = low - 1, high + 1
    return low - 1, high - 1


def _cell(some: dict[tuple[int, int], Choice], a: int, b: int) -> Cell:
    choice = some.get((a, b)) or some[b, a]
    worth = {"stand": choice.stand, "hit": choice.hit, "double": choice.double}
    worth |= {"split": choice.split, "surrender": choice.surrender}
    note = ", ".join(f"{act} {gain:+.4f}" for act, gain in worth.items() if gain is not None)
    letter = LETTERS[choice.act]
    if choice.act == "surrender":
        letter += LETTERS[choice.instead].lower()
    if choice.act == "double" and choice.stand > choice.hit:
        letter = "Ds"
    return Cell(letter, choice.act, choice.value, note)
