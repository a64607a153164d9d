"""What of a result was luck of the board: an unbiased correction (chance nodes of AIVAT, Burch et
al. 2018).

Whenever the board gets cards, each player's part of the pot changes from what it was worth on
average before to what it is worth now. Those changes are nobody's skill, and they are zero on
average, so they may be taken from the result. Where all are all-in this is the usual all-in
adjustment. Parts are those of the hands that were held, all cards seen that the dealer has seen.
"""

from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Final, NamedTuple

from croupier.core.catalogue import Game
from croupier.core.felt import BOARD, DECK, Cards, Seat, View
from croupier.core.hand import Hand as Played
from croupier.lab.kernels import equity, sampling
from croupier.lab.kernels.equity import Hand
from croupier.lab.kernels.runouts import SHARES
from croupier.procedure.flop import Family
from croupier.procedure.pots import pot_size

EXACT_BOARDS: Final = 3
"""Cards on the board from which on all boards are counted; before that a sample does, unbiased."""
SAMPLES: Final = 4_000


class Turn(NamedTuple):
    """The board got cards: who was in, for which pot, and the boards before and after."""

    holes: Mapping[Seat, Hand]
    dead: Hand
    pot: int
    before: Hand
    after: Hand


def luck(hand: Played) -> dict[Seat, float]:
    """How many chips the cards of the board brought each seat beyond what was due."""
    kind = kind_of(hand.opening.game)
    found: dict[Seat, float] = {}
    for turn in turns(hand) if kind else ():
        holes = tuple(turn.holes.values())
        seen = shares(kind, holes, turn.after, turn.dead)
        due = shares(kind, holes, turn.before, turn.dead)
        for at, seat in enumerate(turn.holes):
            found[seat] = found.get(seat, 0.0) + turn.pot * (seen[at] - due[at])
    return found


def kind_of(game: Game) -> str:
    """What the lab calls the game, if it has a board."""
    family: Family | None = getattr(game, "FAMILY", None)
    if family is None:
        return ""
    return equity.known_as(family.hole, hilo=family.low is not None)


def turns(hand: Played) -> Iterator[Turn]:
    """Every time that the board got cards."""
    view = View(dict(hand.brought), {}, len(hand.opening.deal.cards))
    dealt: dict[Seat, Hand] = {}
    for event in hand.events:
        if not isinstance(event, Cards):
            view.take(event)
            continue
        before = view.cards.get(BOARD, ())
        view.take(event)
        if event.dst == BOARD and event.src == DECK:
            holes = {s: cards for (s, word), cards in view.cards.items() if word == "hole"}
            dead = tuple(card for seat, hole in dealt.items() if seat not in holes for card in hole)
            yield Turn(holes, dead, pot_size(view.chips), before, view.cards[BOARD])
        elif event.dst[1] == "hole" and event.src == DECK:
            dealt[event.dst[0]] = view.cards[event.dst]


@lru_cache(4096)
def shares(kind: str, holes: tuple[Hand, ...], board: Hand, dead: Hand) -> tuple[float, ...]:
    """The part of the pot that each hand has on average."""
    if len(board) >= EXACT_BOARDS:
        counts, boards = equity.over_boards(kind, holes, board, dead)
        return tuple(float(part) / (SHARES * boards) for part in counts[:, 2])
    seed = hash((holes, dead)) & 0x7FFFFFFF
    found = sampling.sampled(kind, [[hole] for hole in holes], board, dead, SAMPLES, seed)
    return tuple(float(player.equity) for player in found.players)
