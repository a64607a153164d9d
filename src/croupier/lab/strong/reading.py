"""What a strong player of hold'em reads from the feed: who is in, and every act in order."""

from typing import NamedTuple

from croupier.bots import Seen
from croupier.core.felt import BOARD, Cards, Chips, Said, Seat
from croupier.procedure.pots import pot_size


class Act(NamedTuple):
    """One act in a betting round, with what stood before it."""

    seat: Seat
    street: int
    what: str
    to: int
    """What it brought the seat's bet to; of a fold, what lay there."""
    stands: int
    """The highest bet before it."""
    own: int
    pot: int
    """All chips in pots and bets before it."""


class Story(NamedTuple):
    """A hand so far, as one seat knows it."""

    seats: list[Seat]
    """Everybody who was dealt in."""
    live: list[Seat]
    first: Seat
    """Who acted first before the flop."""
    stacks: dict[Seat, int]
    """What each had when the cards were dealt, blinds included."""
    acts: list[Act]
    board: tuple[int, ...]

    @property
    def street(self) -> int:
        """0 before the flop, 3 on the river."""
        return max(0, len(self.board) - 2)

    def raises(self, street: int) -> int:
        """How many bets and raises were made on a street."""
        return sum(act.street == street and act.what in ("bet", "raise") for act in self.acts)


STREET = {0: 0, 3: 1, 4: 2, 5: 3}


def read(sight: Seen) -> Story:
    """Follow the feed from its beginning; the chips at the end tell what they were at first."""
    chips = dict(sight.view.chips)
    for event in reversed(sight.feed):
        if isinstance(event, Chips):
            chips[event.src] = chips.get(event.src, 0) + event.amount
            chips[event.dst] = chips.get(event.dst, 0) - event.amount
    dealt: list[Seat] = []
    acts: list[Act] = []
    board: tuple[int, ...] = ()
    stacks = {seat: amount for (seat, word), amount in chips.items() if word == "stack" and seat}
    for event in sight.feed:
        if isinstance(event, Said) and event.seat and event.what in BETTING and dealt:
            acts.append(_act(event, chips, STREET.get(len(board), 3)))
        elif isinstance(event, Chips):
            chips[event.src] = chips.get(event.src, 0) - event.amount
            chips[event.dst] = chips.get(event.dst, 0) + event.amount
        elif isinstance(event, Cards) and event.dst == BOARD:
            board += tuple(int(card) for card in event.cards)
        elif isinstance(event, Cards) and event.dst[1] == "hole" and event.dst[0] not in dealt:
            dealt.append(event.dst[0])
    live = [seat for seat in dealt if (seat, "hole") in sight.view.cards]
    first = acts[0].seat if acts else sight.seat
    return Story(dealt, live, first, stacks, acts, board)


BETTING = ("fold", "check", "call", "bet", "raise")


def _act(said: Said, chips: dict[tuple[Seat, str], int], street: int) -> Act:
    own = chips.get((said.seat, "bet"), 0)
    stands = max((amount for (_, word), amount in chips.items() if word == "bet"), default=0)
    to = said.amount if said.what in ("bet", "raise") else own
    if said.what == "call":
        to = own + said.amount
    return Act(said.seat, street, said.what, to, stands, own, pot_size(chips))
