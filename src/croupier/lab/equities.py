"""How often each of several hands or ranges wins, written as people write them."""

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any, Final

import msgspec
from msgspec import Struct

from croupier.core.cards import BadCards, distinct, text
from croupier.lab import ranges, rows
from croupier.lab.kernels import equity, sampling
from croupier.lab.odds import Unanswerable
from croupier.lab.ranges import Range

MOST: Final = 10
"""Hands against each other: a table seats no more."""

Cards = tuple[int, ...]


class Share(Struct, frozen=True):
    """How one hand or range fares."""

    hand: str
    equity: Fraction
    """Its part of all pots."""
    wins: int
    """Deals in which it takes the whole pot."""
    ties: int
    """Deals in which it takes a part."""
    losses: int
    error: float
    """One standard error of the equity; 0 if it is exact."""


class Equities(Struct, frozen=True):
    """The answer of `croupier equity`."""

    game: str
    board: str
    dead: str
    exact: bool
    deals: int
    players: tuple[Share, ...]

    def __repr__(self) -> str:
        shares = ", ".join(f"{one.hand} {float(one.equity):.4%}" for one in self.players)
        on = f" on {self.board}" if self.board else ""
        return f"<{self.game}{on}: {shares}; {self.counted}>"

    @property
    def counted(self) -> str:
        """How many deals stand behind the answer."""
        return f"{self.deals:,} deals, {'every one counted' if self.exact else 'sampled'}"

    def table(self) -> list[rows.Row]:
        """A row for each hand."""
        return [
            {
                "hand": one.hand,
                "equity": float(one.equity),
                "equity_exact": str(one.equity) if self.exact else None,
                "wins": one.wins,
                "ties": one.ties,
                "losses": one.losses,
                "standard_error": one.error,
            }
            for one in self.players
        ]

    def frame(self) -> Any:
        """The table as a frame of pandas or Polars."""
        return rows.frame(self.table())

    def next_cards(self) -> list[rows.Row]:
        """A row for each card that can come next: what each hand wins then."""
        lies = set(distinct(self.board)) | set(distinct(self.dead))
        if len(distinct(self.board)) not in (3, 4):
            raise Unanswerable("the next card is told on a flop or a turn: name its cards")
        found = (self._with(card) for card in range(51, -1, -1) if card not in lies)
        return [row for row in found if row]

    def _with(self, card: int) -> rows.Row:
        """The row of a card; empty if somebody holds it."""
        hands, board = [one.hand for one in self.players], f"{self.board}{text([card])}"
        try:
            after = equities(self.game, hands, board, self.dead)
        except Unanswerable:  # A hand that is named has this card.
            return {}
        shares = {f"{at} {one.hand}": float(one.equity) for at, one in enumerate(after.players, 1)}
        return {"card": text([card]), **shares}

    def data(self) -> dict[str, Any]:
        """The answer as plain data."""
        return {
            "game": self.game,
            "board": self.board,
            "dead": self.dead,
            "exact": self.exact,
            "deals": self.deals,
            "players": self.table(),
        }

    def json(self) -> str:
        """The answer as JSON."""
        return msgspec.json.encode(self.data()).decode()

    def _repr_html_(self) -> str:
        title = f"{self.game} on {self.board}" if self.board else self.game
        return rows.html(title, self.table(), self.counted)


def equities(
    game: str,
    hands: Sequence[str],
    board: str = "",
    dead: str = "",
    *,
    exact: bool = False,
    samples: int | None = None,
    seed: int = 0,
    progress: Callable[[int, int], None] | None = None,
) -> Equities:
    """The part of all pots that each hand or range wins.

    Every deal is counted where that is quick or `exact` is asked for, else some are sampled.
    """
    _check_question(game, hands, exact, samples)
    on_board, gone = _cards("board", board), _cards("dead", dead)
    _check_cards(on_board, gone)
    read = ranges.holdem if game == "holdem" else ranges.omaha
    some = [read(hand, frozenset((*on_board, *gone))) for hand in hands]
    _check_fixed(hands, some)
    quick = samples is None and equity.work(game, some, on_board, gone) <= equity.EXACT_WORK
    if exact or quick:
        found = equity.exact(game, some, on_board, gone, progress)
    else:
        many = samples or sampling.SAMPLES
        found = sampling.sampled(game, some, on_board, gone, many, seed, progress)
    players = tuple(
        Share(hand, one.equity, one.wins, one.ties, found.deals - one.wins - one.ties, one.error)
        for hand, one in zip(hands, found.players, strict=True)
    )
    return Equities(game, text(on_board), text(gone), found.exact, found.deals, players)


def _check_question(game: str, hands: Sequence[str], exact: bool, samples: int | None) -> None:
    if game not in equity.HOLE:
        raise Unanswerable(f"there is no equity of {game!r}: it is {', '.join(equity.HOLE)}")
    if exact and samples:
        raise Unanswerable("exact counts every deal and samples only some: ask for one of them")
    if samples is not None and samples < 1:
        raise Unanswerable("samples: at least 1")
    if len(hands) < 2:
        raise Unanswerable("an equity needs at least two hands or ranges")
    if len(hands) > MOST:
        raise Unanswerable(f"a table seats ten, not {len(hands)}")


def _cards(named: str, written: str) -> Cards:
    try:
        cards = tuple(distinct(written))
    except BadCards as error:
        raise Unanswerable(f"{named}: {error}") from None
    if any(card > 51 for card in cards):
        raise Unanswerable(f"{named}: there is no joker in this game")
    return cards


def _check_cards(board: Cards, dead: Cards) -> None:
    if len(board) not in (0, 3, 4, 5):
        raise Unanswerable(f"a board has no cards, three, four or five, not {len(board)}")
    both = set(board) & set(dead)
    if both:
        raise Unanswerable(
            f"{text(sorted(both))} is on the board and dead: every card is there once"
        )


def _check_fixed(hands: Sequence[str], ranges: Sequence[Range]) -> None:
    """Two hands that are named card by card must not share one."""
    seen: dict[int, str] = {}
    for written, some in zip(hands, ranges, strict=True):
        if not some:
            raise Unanswerable(f"{written}: the board or the dead cards leave no such hand")
        for card in next(iter(some)) if len(some) == 1 else ():
            if card in seen:
                raise Unanswerable(f"{text([card])} is in {seen[card]} and in {written}")
            seen[card] = written
