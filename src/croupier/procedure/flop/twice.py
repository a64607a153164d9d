"""Running it twice: two boards for those who are all-in, each for half of every pot.

No sheet allows it and none forbids it: a house that wants it says so. All betting must be over, and
everybody still in must agree.
"""

from collections.abc import Mapping, Sequence
from typing import Final

from croupier.core.asks import Option, Play, ask_all
from croupier.core.cards import Card
from croupier.core.felt import BOARD, MUCK, SECOND, Felt, Seat, Spot
from croupier.procedure.flop.dealing import STREETS, deal_board
from croupier.procedure.flop.rules import Rules

ONCE_OR_TWICE: Final = (Option("run once"), Option("run twice"))


def run_twice(rules: Rules, felt: Felt, players: Sequence[Seat]) -> Play[bool]:
    """Ask everybody still in; where all agree, their hands are shown and both boards are dealt."""
    streets = coming(felt)
    rest, burns = sum(streets), len(streets) * rules.burn_cards
    if 2 * (rest + burns) > len(felt.deck):
        return False  # Ten hands of Omaha leave too few cards.
    answers = yield from ask_all(dict.fromkeys(players, ONCE_OR_TWICE), "CR-43")
    if any(answer.act == "run once" for answer in answers.values()):
        return False
    for seat in players:
        felt.show((seat, "hole"))
    for up in streets:
        deal_board(rules, felt, up)
    if burns:
        felt.deal(MUCK, burns, why="burn")
    felt.deal(SECOND, rest, up=True)  # At once: where it lies, it is whole.
    return True


def coming(felt: Felt) -> tuple[int, ...]:
    """The streets that are still to be dealt."""
    dealt = len(felt.cards.get(BOARD, ()))
    return STREETS[max(0, dealt - 2) :]


def boards(cards: Mapping[Spot, Sequence[Card]]) -> list[list[Card]]:
    """The board, or both: the second begins with the cards that lay there when it was run."""
    board, second = list(cards.get(BOARD, ())), cards.get(SECOND, ())
    return [board, [*board[: -len(second)], *second]] if second else [board]
