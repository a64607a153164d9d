"""A betting round between two that is solved at the table, for games whose hands are classes."""

from functools import lru_cache
from random import Random
from typing import Final

from croupier.bots import Seen, within
from croupier.core.asks import Decision
from croupier.lab.solve.rounds import BettingRound, Classes
from croupier.lab.solve.subgames import Bets
from croupier.lab.strong.reading import Act
from croupier.procedure.pots import pot_size

LEAST: Final = 0.03
"""Acts that are taken less often than this are not taken."""


def between_two(
    sight: Seen, acts: list[Act], classes: Classes, at: int, bets: Bets, chance: Random
) -> Decision:
    """What a solution does here with a class; `acts` are those of this round."""
    chips = sight.view.chips
    seats = {seat for seat, word in sight.view.cards if seat and word == "hole"}
    lie = {seat: chips.get((seat, "bet"), 0) for seat in seats}
    left = min(chips.get((seat, "stack"), 0) + lie[seat] for seat in seats)
    line = tuple(-1 if act.what in ("check", "call") else act.to for act in acts)
    pot = pot_size(chips) - sum(lie.values())
    blinds = (lie[sight.seat], max(lie.values())) if not acts else (acts[0].own, acts[0].stands)
    if bets.unit:
        left = min(left, blinds[1] + (bets.raises + 2) * bets.unit)
    known = bets.unit and all(to < 0 or not (to - blinds[1]) % bets.unit for to in line)
    game = _solved(classes, max(pot, 1), max(left, 1), bets, () if known else line, blinds)
    node = game.node(line)
    row = game.strategy(node)[:, at]
    kept = [0.0 if part < LEAST else float(part) for part in row]
    return _act(sight, chance.choices(game.acts(node), kept)[0])


@lru_cache(256)
def _solved(
    classes: Classes, pot: int, stack: int, bets: Bets, line: tuple[int, ...],
    blinds: tuple[int, int],
) -> BettingRound:  # fmt: skip
    game = BettingRound(classes, pot, stack, bets, line, blinds)
    game.learn()
    return game


def _act(sight: Seen, to: int) -> Decision:
    call, raising = sight.offered("call"), sight.offered("raise") or sight.offered("bet")
    if to == -2 and call:
        return Decision("fold")
    if to < 0 or raising is None:
        return Decision("call" if call else "check")
    return within(raising, to)
