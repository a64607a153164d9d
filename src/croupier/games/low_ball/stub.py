"""The stub: what is left of the deck after the deal, dealt from and made anew (LB-12, LB-34).

While the deck lasts it is the stub. When it runs out, discards and folded hands are shuffled and
lie on a spot of their own, from whose top the dealer goes on. The order comes from a row of lots,
drawn and committed before the hand like its cards.
"""

from typing import Final

from croupier.core.felt import HOUSE, MUCK, Felt, Spot
from croupier.core.words import Cause

STUB: Final[Spot] = (HOUSE, "stub")
BURN: Final[Spot] = (HOUSE, "burn")
EXPOSED: Final[Spot] = (HOUSE, "exposed")
DISCARD: Final = "discard"

SIZES: Final = (45, 25, 20, 15, 15, 12, 10, 10)
"""As many cards the first, the second ... new stub of a hand of five-card draw can have: nine
players can empty it eight times when they play without the joker and burn a card."""
ROWS: Final = tuple(bound for size in SIZES for bound in range(size, 1, -1))
"""The bounds of the lots that put these stubs in order."""


def row(start: int, nth: int, count: int) -> int:
    """Where the lots lie that order `count` cards: the nth row, cut down to their number.

    Only rulings can make a stub too large for its row or one too many: then the first row, which is
    long enough for every stub, serves again.
    """
    at = nth if nth < len(SIZES) and count <= SIZES[nth] else 0
    return start + sum(size - 1 for size in SIZES[:at]) + SIZES[at] - count


def burn(felt: Felt, start: int, held: Spot | None = None) -> None:
    """The top card is out of play."""
    serve(felt, BURN, 1, start, held, why="burn")


def serve(
    felt: Felt, spot: Spot, count: int, start: int, held: Spot | None = None, why: Cause = "draw"
) -> None:
    """Cards from the top; when the stub runs out, the rest comes from a new one (LB-34).

    `start` is where the rows begin among the lots, `held` the discards of the player being served,
    which stay out of the new stub.
    """
    while count:
        if not felt.deck and STUB not in felt.cards:
            renew(felt, count, start, held)
        taken = min(count, len(felt.deck or felt.cards[STUB]))
        if felt.deck:
            felt.deal(spot, taken, why=why)
        else:
            felt.move(STUB, spot, felt.cards[STUB][:taken], why=why)
        count -= taken


def renew(felt: Felt, count: int, start: int, held: Spot | None) -> None:
    """Discards and folded hands become a new stub; burned and exposed cards only if it is too
    little without them (LB-34).
    """
    collect(felt, held)
    if len(felt.cards.get(MUCK, ())) < count:
        for spot in [s for s in (BURN, EXPOSED) if s in felt.cards]:
            felt.move(spot, MUCK, why="muck")
    nth = sum(getattr(event, "what", "") == "shuffle" for event in felt.events)
    felt.shuffle(MUCK, STUB, row(start, nth, len(felt.cards[MUCK])))


def collect(felt: Felt, held: Spot | None = None) -> None:
    """Discards go to the muck, and with them the sight of how many each drew (LB-22)."""
    for spot in [s for s in felt.cards if s[1] == DISCARD and s != held]:
        felt.move(spot, MUCK, why="muck")
