"""Betting by equity against ranges: for pots of more than two, and for games with no blueprint."""

from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache
from random import Random
from typing import Final

from croupier.bots import Seen, within
from croupier.core.asks import Decision
from croupier.lab.kernels import equity, sampling
from croupier.lab.kernels.equity import Hand
from croupier.lab.league.luck import kind_of
from croupier.lab.odds import Unanswerable
from croupier.lab.ranges import holdem
from croupier.lab.strong.reading import Act, Story
from croupier.procedure.pots import pot_size

SAMPLES: Final = 3_000
CARDS: Final = 400
"""Random hands of Omaha that ranges are chosen from."""
Range = dict[Hand, float]


def choose(sight: Seen, story: Story, chance: Random) -> Decision:
    """Weigh the hand against what the others still in are likely to hold."""
    others = [seat for seat in story.live if seat != sight.seat]
    return against(sight, [likely(sight, story, seat) for seat in others], chance)


def likely(sight: Seen, story: Story, seat: int) -> Range:
    """A share of the best hands, narrower with every bet and raise."""
    share = 1.0
    for act in story.acts:
        if act.seat == seat:
            share *= narrower(act, len(story.seats))
    return top(kind_of(sight.game), max(share, 0.04), story.board)


def narrower(act: Act, players: int) -> float:
    """What part of a range does this."""
    if act.what in ("check", "fold"):
        return 0.97
    if act.what == "call":
        return 0.6 if act.street == 0 else 0.75
    if act.street:
        return 0.5
    return 0.25 if players > 3 or act.pot > 4 * act.stands else 0.45


@lru_cache(512)
def top(kind: str, share: float, board: Hand) -> Range:
    """The best hands of a game before the flop, without those that need a card of the board."""
    if equity.HOLE[kind] == 2:
        percent = max(3, round(100 * share))
        return dict.fromkeys(holdem(f"{percent}%", frozenset(board)), 1.0)
    best = ranked(kind)
    kept = best[: max(20, round(share * len(best)))]
    return {hand: 1.0 for hand in kept if not set(hand) & set(board)}


@lru_cache(4)
def ranked(kind: str) -> list[Hand]:
    """Random hands from the best to the worst, by what they win against any hand."""
    drawn = Random(1)
    hands = [tuple(sorted(drawn.sample(range(52), equity.HOLE[kind]))) for _ in range(CARDS)]
    others = [anybody(kind, drawn)]
    worth = {hand: strength(kind, hand, others, (), 100) for hand in set(hands)}
    return sorted(worth, key=worth.__getitem__, reverse=True)


def anybody(kind: str, drawn: Random) -> Range:
    """Some hands that stand for any."""
    return {tuple(sorted(drawn.sample(range(52), equity.HOLE[kind]))): 1.0 for _ in range(200)}


def strength(kind: str, hole: Hand, rivals: Sequence[Range], board: Hand, samples: int) -> float:
    """The part of the pot that a hand wins against ranges, on average."""
    free = [{h: w for h, w in some.items() if not set(h) & set(hole)} for some in rivals]
    weighted = [{h: Fraction(round(1 + 999 * w / max(some.values()))) for h, w in some.items()}
                for some in free if some]  # fmt: skip
    try:
        found = sampling.sampled(kind, [[hole], *weighted], board, (), samples, hash(hole) & 0xFFFF)
    except Unanswerable:
        return 1 / (len(rivals) + 1)
    return float(found.players[0].equity)


def against(sight: Seen, rivals: Sequence[Range], chance: Random) -> Decision:
    """Bet for value, call by the price, bluff now and then."""
    hole = tuple(int(card) for card in sight.view.cards[sight.seat, "hole"])
    board = tuple(int(card) for card in sight.view.cards.get((0, "board"), ()))
    share = strength(kind_of(sight.game), hole, rivals, board, SAMPLES)
    return priced(sight, share, len(rivals), chance)


def priced(sight: Seen, share: float, rivals: int, chance: Random) -> Decision:
    """Raise with more than a fair part, call when the pot pays for it."""
    call, pot = sight.offered("call"), pot_size(sight.view.chips)
    raising = sight.offered("raise") or sight.offered("bet")
    owed, fair = call.low if call else 0, 1 / (rivals + 1)
    enough = fair + (0.08 if not call else 0.14)
    bluff = chance.random() < (0.12 if not call else 0.04) and share < fair * 0.7
    if raising and (share > enough or bluff):
        stands = sight.view.chips.get((sight.seat, "bet"), 0) + owed
        size = 1.0 if share > enough + 0.15 else 0.6
        return within(raising, stands + round(size * (pot + owed)))
    if call is None:
        return Decision("check")
    return Decision("call" if share > owed / (pot + owed) + 0.02 else "fold")
