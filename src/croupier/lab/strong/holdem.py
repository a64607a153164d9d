"""A strong player of hold'em. Between two players it follows the blueprint up to the turn and
solves the river when it is there; among more it weighs its equity against ranges.
"""

from functools import lru_cache
from random import Random
from typing import Final

import numpy as np

from croupier.bots import Seen, within
from croupier.core.asks import Decision
from croupier.lab.kernels.twentyone import Floats
from croupier.lab.solve import blueprint
from croupier.lab.solve.buckets import preflop
from croupier.lab.solve.pushfold import Chart, solve
from croupier.lab.solve.subgames import Bets, Spot, Subgame
from croupier.lab.strong import equities, multiway, ranges
from croupier.lab.strong.ranges import HANDS, NUMBER, Followed
from croupier.lab.strong.reading import Story, read
from croupier.procedure.pots import pot_size

ROUNDS: Final = 120
"""Rounds in which a river is solved: about 0.15 s of one core."""
WHIM: Final = 0.1
MOST_WHIM: Final = 0.7
"""How often an all-in of the pot's size, and of many pots, is made with any hand."""
PUSHES: Final = 12
"""Stacks in big blinds up to which it pushes or folds."""
LEAST: Final = 0.02
"""Acts that are taken less often than this are not taken."""
SMALL: Final = 0.002
"""Hands with less than this part of the likeliest one's weight are left out of a search."""


def choose(sight: Seen, chance: Random) -> Decision:
    """One decision, with what the seat may see."""
    if sight.offered("run twice") or not sight.offered("fold"):
        return equities.choose(sight, chance)
    story = read(sight)
    if len(story.seats) != 2:
        return multiway.choose(sight, story, chance)
    return between_two(sight, story, chance)


def between_two(sight: Seen, story: Story, chance: Random) -> Decision:
    """Push or fold, the blueprint, or the solved river."""
    if answer := short(sight, story, chance):
        return answer
    followed = ranges.follow(story, plan_for(sight, story))
    if story.street == 3:
        return on_river(sight, story, followed, chance)
    if followed.node is None or all_in(sight, story):
        return multiway.against(sight, [rival(sight, story, followed)], chance)
    return by_blueprint(sight, story, followed, chance)


def depth(sight: Seen, story: Story) -> float:
    """What both can lose, in big blinds."""
    return float(min(story.stacks[seat] for seat in story.seats) / sight.rules.big_blind)


def short(sight: Seen, story: Story, chance: Random) -> Decision | None:
    """With short stacks the first act before the flop is by the chart of push or fold."""
    made, stacks = len(story.acts), depth(sight, story)
    if sight.rules.limit != "no_limit" or story.street or made > 1 or stacks > PUSHES:
        return None
    call, raising = sight.offered("call"), sight.offered("raise")
    chart = charts(max(1, round(stacks)))
    at = preflop(*(int(card) for card in sight.view.cards[sight.seat, "hole"]))
    if made == 0 and raising:
        goes = chance.random() < chart.push[0, at]
        return Decision("raise", raising.high, raising.spot) if goes else Decision("fold")
    if made == 1 and call and all_in(sight, story):
        return Decision("call" if chance.random() < chart.call[0, 1, at] else "fold")
    return None


@lru_cache(32)
def charts(big_blinds: int) -> Chart:
    """Push or fold with stacks of this size."""
    return solve([big_blinds, big_blinds], rounds=600)


def all_in(sight: Seen, story: Story) -> bool:
    """Whether a call is the last decision of the hand."""
    call, chips = sight.offered("call"), sight.view.chips
    others = [chips.get((seat, "stack"), 0) for seat in story.seats if seat != sight.seat]
    return call is not None and (call.low >= chips[sight.seat, "stack"] or not any(others))


def plan_for(sight: Seen, story: Story) -> str:
    """The lesson with the nearest stacks."""
    if sight.rules.limit == "limit":
        return "limit"
    stacks = depth(sight, story)
    sizes = [name for name in blueprint.GROWERS if name.startswith("no limit")]
    return min(sizes, key=lambda name: abs(np.log(stacks / int(name.split()[-1]))))


def player_of(story: Story, seat: int) -> int:
    """0 for the button, who acts first before the flop."""
    return 0 if story.first == seat else 1


def rival(sight: Seen, story: Story, followed: Followed) -> dict[tuple[int, ...], float]:
    """The other's range now; the further an all-in goes beyond the pot, the less it tells."""
    weights = followed.now[1 - player_of(story, sight.seat)]
    call = sight.offered("call")
    if call is None or not all_in(sight, story):
        return as_range(weights)
    before = max(pot_size(sight.view.chips) - call.low, 1)
    whim = min(MOST_WHIM, WHIM * call.low / before)
    return as_range((1 - whim) * weights / weights.sum() + whim * (weights > 0) / len(weights))


def as_range(weights: Floats) -> dict[tuple[int, ...], float]:
    """Weights by hand, without the unlikeliest."""
    least = weights.max() * SMALL
    kept = np.flatnonzero(weights > least)
    return {(int(HANDS[at, 0]), int(HANDS[at, 1])): float(weights[at]) for at in kept}


def by_blueprint(sight: Seen, story: Story, followed: Followed, chance: Random) -> Decision:
    """What was learnt for this bucket."""
    plan, node = followed.plan, followed.node or 0
    a, b = sorted(int(card) for card in sight.view.cards[sight.seat, "hole"])
    held = ranges.of_board(story.board, plan_for(sight, story))
    mixed = plan.strategy(node)[:, held[NUMBER[a, b]]]
    sizes = ranges.parts(plan, node)
    acts = [-2, -1] if len(mixed) - len(sizes) == 2 else [-1]
    return taken(sight, draw(mixed, chance), [*acts, *sizes])


def draw(chances: Floats, chance: Random) -> int:
    """An act by its chance; the rarest are left out."""
    kept = np.where(chances < max(LEAST, 0.15 * chances.max()), 0.0, chances)
    return chance.choices(range(len(kept)), kept.tolist())[0]


def taken(sight: Seen, at: int, acts: list[float]) -> Decision:
    """An act of a tree at the table: a fold, a check or call, a part of the pot or all-in."""
    part, call = acts[at], sight.offered("call")
    raising = sight.offered("raise") or sight.offered("bet")
    if part == -2:
        return Decision("fold" if call else "check")
    if part < 0 or raising is None:
        return Decision("call" if call else "check")
    if at == len(acts) - 1 and sight.rules.limit != "limit":
        return Decision(raising.act, raising.high, raising.spot)
    owed, chips = call.low if call else 0, sight.view.chips
    stands = chips.get((sight.seat, "bet"), 0) + owed
    return within(raising, stands + round(part * (pot_size(chips) + owed)))


def on_river(sight: Seen, story: Story, followed: Followed, chance: Random) -> Decision:
    """Solve the river from its beginning, then do what the average strategy does here."""
    me, seats = player_of(story, sight.seat), {player_of(story, s): s for s in story.seats}
    line = [act for act in story.acts if act.street == 3]
    chips = sight.view.chips
    bets = {s: chips.get((s, "bet"), 0) for s in story.seats}
    left = min(chips.get((s, "stack"), 0) + bets[s] for s in story.seats)
    pot = pot_size(chips) - sum(bets.values())
    unit = 2 * sight.rules.big_blind if sight.rules.limit == "limit" else 0
    done = tuple(-1 if act.what in ("check", "call") else act.to for act in line)
    spot = Spot(story.board, pot, left, Bets(unit=unit, raises=3 if unit else 2), done)
    if left <= 0 or seats.keys() != {0, 1}:
        return multiway.against(sight, [rival(sight, story, followed)], chance)
    both = [as_range(followed.ranges[1]), as_range(followed.ranges[0])]
    hole = tuple(sorted(int(card) for card in sight.view.cards[sight.seat, "hole"]))
    both[1 - me].setdefault((hole[0], hole[1]), max(both[1 - me].values(), default=1.0) * SMALL)
    game = Subgame(spot, both)
    game.learn(ROUNDS)
    node = game.at(done)
    mixed = game.strategy(node)[:, game.hands.index((hole[0], hole[1]))]
    acts = game.acts(node)
    return river_act(sight, acts[draw(mixed, chance)])


def river_act(sight: Seen, to: int) -> Decision:
    """An act of a solved river at the table."""
    call, raising = sight.offered("call"), sight.offered("raise") or sight.offered("bet")
    if to == -2:
        return Decision("fold")
    if to == -1 or raising is None:
        return Decision("call" if call else "check")
    return within(raising, to)
