"""How to play blackjack, as charts and sentences."""

from collections.abc import Sequence
from typing import Final

from croupier.games.blackjack import Rules
from croupier.lab.charts import Cell, Chart, Strategy
from croupier.lab.games.blackjack.solving import (
    FACES,
    UPCARDS,
    Choice,
    Shoe,
    choices,
    insurance_edge,
    solve,
    value,
)
from croupier.lab.kernels.twentyone import ACE

CARDS: Final = 0
"""A question about the strategy names no cards."""

LETTERS: Final = {"stand": "S", "hit": "H", "double": "D", "split": "P", "surrender": "R"}


def hard_pairs(total: int) -> list[tuple[int, int]]:
    """The hands of two cards of a hard total that are no pair, the largest card first."""
    return [
        (total - high - 1, high - 1)
        for high in range(10, total // 2, -1)
        if 2 <= total - high < high
    ]


HARD: Final = {str(total): hard_pairs(total) for total in range(19, 4, -1)}
SOFT: Final = {f"A,{FACES[rank]}": [(ACE, rank)] for rank in range(8, 0, -1)}
PAIRS: Final = {f"{FACES[rank]},{FACES[rank]}": [(rank, rank)] for rank in (ACE, *range(9, 0, -1))}
TITLES: Final = {"Hard totals": HARD, "Soft totals": SOFT, "Pairs": PAIRS}
ROWS: Final = {**HARD, **SOFT, **PAIRS}
"""The rows of the chart, and the hands of two cards that each stands for."""


def strategy(
    rules: Rules,
    cards: Sequence[int] = (),  # noqa: ARG001 - It takes none.
    shoe: Shoe | None = None,
) -> Strategy:
    """The charts of hard totals, soft totals and pairs, one act for each."""
    solved = solve(rules, shoe)
    gain = value(rules, solved, "pairs") - value(rules, solved, "total")
    insurance = float(insurance_edge(rules, solved.shoe))
    insure = f"Never insure: the house keeps {insurance:.3%} of it."
    if insurance < 0:
        insure = f"Insure against an ace: it gains {-insurance:.3%} of its stake."
    lines = (
        "S stand, H hit, D double (else hit), Ds double (else stand), P split",
        *_fallbacks(rules),
        *([insure] if rules.insurance else []),
        f"Playing by the exact cards instead of totals gains {gain:.4%} of the stake.",
    )
    return Strategy("blackjack", charts(rules, shoe), (), lines)


def _fallbacks(rules: Rules) -> tuple[str, ...]:
    """A surrender is for the first two cards: what is done where it is not allowed."""
    if rules.surrender == "none":
        return ()
    return ("Rh, Rs, Rp: surrender (else hit, stand, split)",)


def charts(rules: Rules, shoe: Shoe | None = None) -> tuple[Chart, ...]:
    """Hard totals, soft totals and pairs."""
    solved = solve(rules, shoe)
    every = [choices(rules, solved, up, "total") for up in UPCARDS]
    columns = tuple(FACES[up] for up in UPCARDS)
    return tuple(
        Chart(
            title,
            "hand",
            columns,
            tuple(rows),
            tuple(tuple(_cell(some, twos) for some in every) for twos in rows.values()),
        )
        for title, rows in TITLES.items()
    )


def _cell(some: dict[tuple[int, int], Choice], twos: list[tuple[int, int]]) -> Cell:
    """The act of a cell, from the first of its hands that can be dealt."""
    choice = next((some[two] for two in twos if two in some), None)
    if choice is None:
        return Cell("", "", 0.0, "")
    worth = {"stand": choice.stand, "hit": choice.hit, "double": choice.double}
    worth |= {"split": choice.split, "surrender": choice.surrender}
    note = ", ".join(f"{act} {gain:+.4f}" for act, gain in worth.items() if gain is not None)
    letter = LETTERS[choice.act]
    if choice.act == "surrender":
        letter += LETTERS[choice.instead].lower()
    if choice.act == "double" and choice.stand > choice.hit:
        letter = "Ds"
    return Cell(letter, choice.act, choice.value, note)
