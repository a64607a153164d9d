"""A strong player of Low Ball: the draw that wins most often by the lab's count, and between two
the betting after the draw solved, with hands sorted by what they came to.
"""

from functools import cache
from random import Random
from typing import Final

import numpy as np

from croupier.bots import Seen
from croupier.bots import low_ball as beginner
from croupier.bots.betting import opponents
from croupier.bots.regular import low_ball
from croupier.core.asks import Decision
from croupier.core.cards import JOKER, PACK, PACK_WITH_JOKER
from croupier.core.felt import Cards, Said, Seat
from croupier.lab.games.low_ball import draws
from croupier.lab.kernels.twentyone import Floats
from croupier.lab.solve.rounds import Classes
from croupier.lab.solve.subgames import Bets
from croupier.lab.strong import reading, rounds
from croupier.ranks import lowball

SAMPLES: Final = 4_000
"""Deals that each draw is tried on."""
HANDS: Final = 12_000
"""Random hands that are drawn to, to see what comes of each number of cards."""
CLASSES: Final = 40
RAISES: Final = 3


def choose(sight: Seen, chance: Random) -> Decision:
    """Draw as the lab says; bet by the solution after the draw, as a regular before it."""
    option = sight.offered("draw")
    if option is not None:
        return drawn(sight, chance)
    forced = sight.offered("check") and sight.options[0].note  # LB-08
    if sight.offered("fold") and sight.clause == "LB-04" and not forced:
        return after_draw(sight, chance)
    return low_ball.choose(sight, chance)


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


def after_draw(sight: Seen, chance: Random) -> Decision:
    """Between two, by what both have drawn."""
    story, took = reading.read(sight), counts(sight)
    first = next((act.seat for act in line(sight, story.acts)), sight.seat)
    others = [seat for seat in story.live if seat != sight.seat]
    raising = sight.offered("raise") or sight.offered("bet")
    if len(opponents(sight)) != 1 or len(others) != 1 or raising is None:
        return low_ball.choose(sight, chance)
    last = others[0] if first == sight.seat else sight.seat
    joker = JOKER in sight.game.pack(sight.rules)
    known = classes(took.get(first, 0), took.get(last, 0), joker)
    at = int(np.searchsorted(bounds(joker), lowball.value(sight.view.cards[sight.seat, "hole"])))
    stands = max((amount for (_, word), amount in sight.view.chips.items() if word == "bet"),
                 default=0)  # fmt: skip
    bets = Bets(unit=max(1, raising.low - stands), raises=RAISES)
    return rounds.between_two(sight, line(sight, story.acts), known, at, bets, chance)


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
def finished(joker: bool) -> dict[int, list[int]]:
    """What random hands come to, by how many cards are drawn to them."""
    found: dict[int, list[int]] = {many: [] for many in range(6)}
    chance, pack = Random(1), PACK_WITH_JOKER if joker else PACK
    for _ in range(HANDS):
        ten = chance.sample(pack, 10)
        hole = tuple(ten[:5])
        many = len(beginner.discards(hole))
        found[many].append(lowball.value(beginner.finished(hole, ten[5:])))
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
    order = np.arange(CLASSES)
    wins = np.sign(order[:, None] - order[None, :]).astype(float)
    return Classes((weights[0], weights[1]), wins)
