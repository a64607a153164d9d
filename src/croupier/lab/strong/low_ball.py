"""A strong player of Low Ball: the draw that wins most often by the lab's count, and between two
both betting rounds solved: before the draw with hands sorted by what they draw to, after it by what
they came to.
"""

from bisect import bisect
from functools import cache
from operator import itemgetter
from random import Random
from typing import Final

import numpy as np

from croupier.bots import Seen
from croupier.bots import low_ball as beginner
from croupier.bots.betting import opponents
from croupier.bots.regular import low_ball
from croupier.core.asks import Decision
from croupier.core.cards import JOKER, PACK, PACK_WITH_JOKER, Card
from croupier.core.felt import Cards, Said, Seat
from croupier.lab.games.low_ball import draws
from croupier.lab.kernels.twentyone import Floats
from croupier.lab.solve.rounds import Classes
from croupier.lab.solve.subgames import Bets
from croupier.lab.strong import reading, rounds
from croupier.lab.strong.reading import Story
from croupier.ranks import lowball

SAMPLES: Final = 4_000
"""Deals that each draw is tried on."""
HANDS: Final = 12_000
"""Random hands that are drawn to, to see what comes of each number of cards."""
CLASSES: Final = 40
RAISES: Final = 3


def choose(sight: Seen, chance: Random) -> Decision:
    """Draw as the lab says; bet by the solution between two, as a regular among more."""
    option = sight.offered("draw")
    if option is not None:
        return drawn(sight, chance)
    forced = sight.offered("check") and sight.options[0].note  # LB-08
    story = reading.read(sight)
    if forced or not sight.offered("fold") or len(story.live) != 2 or len(opponents(sight)) != 1:
        return low_ball.choose(sight, chance)
    solved = after_draw if sight.clause == "LB-04" else before_draw
    return solved(sight, story, chance) or low_ball.choose(sight, chance)


def drawn(sight: Seen, chance: Random) -> Decision:
    """The draw that wins most often."""
    option = sight.offered("draw")
    hole = sight.view.cards.get((sight.seat, "hole"), ())
    if option is None or len(hole) != 5:
        return low_ball.choose(sight, chance)
    joker = JOKER in sight.game.pack(sight.rules)
    for draw in draws([int(card) for card in hole], SAMPLES, joker=joker):
        gone = tuple(card for card in option.cards if int(card) not in draw.keep)
        if not draw.draws and sight.offered("stand pat"):
            return Decision("stand pat")
        if option.low <= len(gone) <= option.high and len(gone) == draw.draws:
            return Decision("draw", 0, option.spot, gone)
    return low_ball.choose(sight, chance)


def before_draw(sight: Seen, story: Story, chance: Random) -> Decision | None:
    """By what the hand draws to; the rest of the hand is thought to be checked through."""
    hole = sight.view.cards[sight.seat, "hole"]
    if len(story.seats) != 2 or len(hole) != 5:
        return None
    edges, known = openings(JOKER in sight.game.pack(sight.rules))
    at = bisect(edges, promise(hole))
    return rounds.between_two(sight, story.acts, known, at, bets(sight), chance)


def after_draw(sight: Seen, story: Story, chance: Random) -> Decision | None:
    """By what both have drawn."""
    took, acts = counts(sight), line(sight, story.acts)
    first = acts[0].seat if acts else sight.seat
    last = next(seat for seat in story.live if seat != first)
    joker = JOKER in sight.game.pack(sight.rules)
    known = classes(took.get(first, 0), took.get(last, 0), joker)
    at = int(np.searchsorted(bounds(joker), lowball.value(sight.view.cards[sight.seat, "hole"])))
    return rounds.between_two(sight, acts, known, at, bets(sight), chance)


def bets(sight: Seen) -> Bets:
    """The bet of this round, by what a raise adds or a bet costs; a check may be the last word."""
    raising, call = sight.offered("raise") or sight.offered("bet"), sight.offered("call")
    stands = max((many for (_, word), many in sight.view.chips.items() if word == "bet"), default=0)
    unit = raising.low - stands if raising else call.low if call else 0
    return Bets(unit=max(1, unit), raises=RAISES, check_raise=sight.rules.check_raise)


def counts(sight: Seen) -> dict[Seat, int]:
    """How many cards each has drawn."""
    thrown = (e for e in sight.feed if isinstance(e, Cards) and e.why == "discard")
    found: dict[Seat, int] = {}
    for event in thrown:
        found[event.src[0]] = found.get(event.src[0], 0) + len(event.cards)
    return found


def line(sight: Seen, acts: list[reading.Act]) -> list[reading.Act]:
    """The acts after the draw."""
    said = [e.what for e in sight.feed if isinstance(e, Said) and e.seat]
    after = max((at for at, what in enumerate(said) if what in ("draw", "stand pat")), default=-1)
    many = sum(what in reading.BETTING for what in said[after + 1 :])
    return acts[len(acts) - many :]


@cache
def dealt(joker: bool) -> list[tuple[tuple[int, ...], int]]:
    """Random hands: what each promises, and what it comes to."""
    chance, pack = Random(1), PACK_WITH_JOKER if joker else PACK
    tens = (chance.sample(pack, 10) for _ in range(HANDS))
    return [
        (promise(tuple(ten[:5])), lowball.value(beginner.finished(tuple(ten[:5]), ten[5:])))
        for ten in tens
    ]


@cache
def finished(joker: bool) -> dict[int, list[int]]:
    """What hands come to, by how many cards are drawn to them."""
    found: dict[int, list[int]] = {many: [] for many in range(6)}
    for (gone, *_), value in dealt(joker):
        found[-gone].append(value)
    return found


def promise(hole: tuple[Card, ...]) -> tuple[int, ...]:
    """A number for how good a hand is before the draw: fewer cards to draw, lower ones to keep."""
    gone = beginner.discards(hole)
    kept = sorted((beginner.low(card) for card in hole if card not in gone), reverse=True)
    return (-len(gone), *(-low for low in kept))


@cache
def openings(joker: bool) -> tuple[list[tuple[int, ...]], Classes]:
    """Classes of hands before the draw, the worst first: where each begins, and what it wins of
    the others when both have drawn.
    """
    hands = sorted(dealt(joker), key=itemgetter(0))
    size = len(hands) // CLASSES
    parts = [hands[at * size : (at + 1) * size] for at in range(CLASSES)]
    came = np.array([np.searchsorted(bounds(joker), [value for _, value in p]) for p in parts])
    often = np.array([np.bincount(row, minlength=CLASSES) / size for row in came])
    even = np.full(CLASSES, 1 / CLASSES)
    return [part[0][0] for part in parts[1:]], Classes((even, even), often @ above() @ often.T)


def above() -> Floats:
    """Who wins by class: the better, and equal ones nothing."""
    order = np.arange(CLASSES)
    found: Floats = np.sign(order[:, None] - order[None, :]).astype(float)
    return found


@cache
def bounds(joker: bool) -> Floats:
    """Where the classes begin: all that hands come to, in parts of one size."""
    every = np.sort(np.concatenate([some for some in finished(joker).values() if some]))
    found: Floats = every[len(every) * np.arange(1, CLASSES) // CLASSES].astype(float)
    return found


@cache
def classes(ones: int, twos: int, joker: bool) -> Classes:
    """How likely each class is by the number of cards that were drawn; equal classes share."""
    weights = []
    for many in ones, twos:
        some = finished(joker)[min(many, 5)] or finished(joker)[3]
        held = np.bincount(np.searchsorted(bounds(joker), some), minlength=CLASSES) + 0.1
        weights.append(held / held.sum())
    return Classes((weights[0], weights[1]), above())
