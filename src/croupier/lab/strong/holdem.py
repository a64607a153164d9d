"""A strong player of hold'em. Between two players it follows the blueprint up to the turn and
solves the river when it is there, and the turn where bets were made that the blueprint does not
know; among more it weighs its equity against ranges.

Between two it has a *plan*: what it would do with every hand it may hold, from what is public. Then
it looks at its own.
"""

from functools import lru_cache
from random import Random
from typing import Final

import numpy as np

from croupier.bots import Seen, within
from croupier.core.asks import Decision
from croupier.lab.kernels.twentyone import Floats
from croupier.lab.solve import blueprint, buckets
from croupier.lab.solve.characters import EQUAL, PASSIVE, STUBBORN, liked
from croupier.lab.solve.pushfold import Chart, solve
from croupier.lab.solve.subgames import Bets, Spot, Subgame
from croupier.lab.strong import equities, multiway, ranges
from croupier.lab.strong.plans import Plan
from croupier.lab.strong.ranges import HANDS, NUMBER, Followed
from croupier.lab.strong.reading import Story, read
from croupier.procedure.pots import pot_size

TURN, RIVER = 2, 3
ROUNDS: Final = {TURN: 30, RIVER: 100}
"""Rounds in which a street is solved: a turn in about 0.8 s of one core, a river in 0.15 s."""
RUNOUTS: Final = 10
"""Rivers that a turn is solved with."""
WHIM: Final = 0.1
MOST_WHIM: Final = 0.7
"""How often an all-in of the pot's size, and of many pots, is made with any hand."""
PUSHES: Final = 12
"""Stacks in big blinds up to which it pushes or folds."""
SMALL: Final = 0.002
"""Hands with less than this part of the likeliest one's weight are left out of a search."""
ODD: Final = 0.5
"""How likely an equal must be for its answers to be the best."""
AHEAD, FAR_AHEAD = 0.64, 0.85
"""What part of the pot a hand must win to raise where no solution is known; and to raise again in a
limit game where everything has been raised already.
"""


def choose(sight: Seen, chance: Random) -> Decision:
    """One decision, with what the seat may see."""
    if sight.offered("run twice") or not sight.offered("fold"):
        return equities.choose(sight, chance)
    story = read(sight)
    if len(story.seats) != 2:
        return multiway.choose(sight, story, chance)
    return between_two(sight, story).drawn(sight, chance)


def plan(sight: Seen) -> Plan | None:
    """What it would do here with any hand; None if that is no matter of its cards, or not known."""
    if sight.offered("run twice") or not sight.offered("fold"):
        return None
    story = read(sight)
    return between_two(sight, story) if len(story.seats) == 2 else None


def between_two(sight: Seen, story: Story) -> Plan:
    """Push or fold, the blueprint, or the solved river: whatever it holds."""
    if found := short(sight, story):
        return found
    followed = ranges.follow(story, plan_for(sight, story))
    lost = followed.node is None and story.street == TURN
    if (lost or story.street == RIVER) and not all_in(sight, story):
        return searched(sight, story, followed).kept()
    last = all_in(sight, story) or outbid(sight, story, followed)
    if followed.node is None or last or odd(sight, story, followed):
        return by_strength(sight, story, followed)
    return by_blueprint(sight, story, followed).kept()


def depth(sight: Seen, story: Story) -> float:
    """What both can lose, in big blinds."""
    return float(min(story.stacks[seat] for seat in story.seats) / sight.rules.big_blind)


def short(sight: Seen, story: Story) -> Plan | None:
    """With short stacks the first act before the flop is by the chart of push or fold."""
    made, stacks = len(story.acts), depth(sight, story)
    if sight.rules.limit != "no_limit" or story.street or made > 1 or stacks > PUSHES:
        return None
    raising, chart = sight.offered("raise"), charts(max(1, round(stacks)))
    if made == 0 and raising:
        goes = Decision("raise", raising.high, raising.spot)
        return _or_fold(goes, chart.push[0])
    if made == 1 and sight.offered("call") and all_in(sight, story):
        return _or_fold(Decision("call"), chart.call[0, 1])
    return None


def _or_fold(goes: Decision, often: Floats) -> Plan:
    row = often[buckets.starting()]
    return Plan([goes, Decision("fold")], np.array([row, 1 - row]))


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


def outbid(sight: Seen, story: Story, followed: Followed) -> bool:
    """Whether more was raised, or may be, than the tree of a limit game has."""
    node, me = followed.node or 0, player_of(story, sight.seat)
    mine = followed.plan.tree.nodes[node, 1] == me
    full = not ranges.parts(followed.plan, node) and sight.offered("raise") is not None
    return sight.rules.limit == "limit" and (full or not mine)


def odd(sight: Seen, story: Story, followed: Followed) -> bool:
    """Whether the plan has no answer: to a bet so small that it takes it for a check, or to one who
    raises like nobody who plays by it. In limit it has learnt to answer all of them.
    """
    if sight.rules.limit == "limit" or sight.offered("call") is None:
        return False
    now = followed.now[1 - player_of(story, sight.seat)]
    unseen = not ranges.folds(followed.plan, followed.node or 0)
    return unseen or bool(now[EQUAL].sum() < ODD * now.sum())


def rival(sight: Seen, story: Story, followed: Followed) -> Floats:
    """The other's range now; the further an all-in goes beyond the pot, the less it tells."""
    weights: Floats = followed.now[1 - player_of(story, sight.seat)].sum(axis=0)
    call = sight.offered("call")
    if call is None or not all_in(sight, story):
        return weights
    before = max(pot_size(sight.view.chips) - call.low, 1)
    whim = min(MOST_WHIM, WHIM * call.low / before)
    found: Floats = (1 - whim) * weights / weights.sum() + whim * (weights > 0) / len(weights)
    return found


def by_strength(sight: Seen, story: Story, followed: Followed) -> Plan:
    """Raise when well ahead of the other's range, call by the price of the pot."""
    share = ranges.strength(story.board, rival(sight, story, followed))
    call, raising = sight.offered("call"), sight.offered("raise") or sight.offered("bet")
    owed, pot = call.low if call else 0, pot_size(sight.view.chips)
    far = FAR_AHEAD if sight.rules.limit == "limit" and call else AHEAD
    raises = share > far if raising else np.zeros(len(share), np.bool_)
    stays = share >= owed / (pot + owed) if call else np.ones(len(share), np.bool_)
    acts = [Decision("fold" if call else "check"), Decision("call" if call else "check")]
    rows = [~raises & ~stays, ~raises & stays]
    if raising:
        acts.append(sized(sight, 1.0))
        rows.append(raises)
    return Plan(acts, np.array(rows, float))


def sized(sight: Seen, part: float) -> Decision:
    """A bet or raise of a part of the pot."""
    raising = sight.offered("raise") or sight.offered("bet")
    call, chips = sight.offered("call"), sight.view.chips
    if raising is None:
        return Decision("call" if call else "check")
    owed = call.low if call else 0
    stands = chips.get((sight.seat, "bet"), 0) + owed
    return within(raising, stands + round(part * (pot_size(chips) + owed)))


def by_blueprint(sight: Seen, story: Story, followed: Followed) -> Plan:
    """What was learnt for each bucket."""
    plan, node = followed.plan, followed.node or 0
    held = ranges.of_board(story.board, plan_for(sight, story))
    rows, sizes = plan.strategy(node)[:, held], ranges.parts(plan, node)
    call, raising = sight.offered("call"), sight.offered("raise") or sight.offered("bet")
    acts = [Decision("call" if call else "check"), *(sized(sight, part) for part in sizes)]
    if len(rows) > len(acts):
        acts.insert(0, Decision("fold" if call else "check"))
    if sizes and raising and sight.rules.limit != "limit":
        acts[-1] = Decision(raising.act, raising.high, raising.spot)
    return Plan(acts, rows)


def searched(sight: Seen, story: Story, followed: Followed) -> Plan:
    """Solve a street from its beginning, then do what the average strategy does here."""
    me = player_of(story, sight.seat)
    line = [act for act in story.acts if act.street == story.street]
    done = tuple(-1 if act.what in ("check", "call") else act.to for act in line)
    mine, theirs = followed.begun[me][EQUAL], followed.begun[1 - me]
    # The stubborn give up what they did not like before the flop, and nothing else.
    calls = theirs[list(PASSIVE)].sum(axis=0) + theirs[STUBBORN] * liked()[0][buckets.starting()]
    both = [
        as_range(np.maximum(mine, SMALL * mine.max()), 0.0),
        as_range(theirs.sum(axis=0) - calls),
    ]
    # Who has the button acts last: in a subgame player 1.
    held, led = both if me else both[::-1], sight.rules.limit != "limit"
    game = Subgame(spot(sight, story, done), held, me, as_range(calls), led=led)
    game.learn(ROUNDS[story.street])
    node = game.at(done)
    rows = np.full((int(game.tree.nodes[node, 3]), len(HANDS)), 1.0)
    rows[:, [NUMBER[hand[0], hand[1]] for hand in game.hands]] = game.strategy(node)
    return Plan([solved_act(sight, to) for to in game.acts(node)], rows / rows.sum(axis=0))


def spot(sight: Seen, story: Story, done: tuple[int, ...]) -> Spot:
    """What stands when a street begins, and what may be bet: on the turn less."""
    chips = sight.view.chips
    bets = {seat: chips.get((seat, "bet"), 0) for seat in story.seats}
    left = min(chips.get((seat, "stack"), 0) + bets[seat] for seat in story.seats)
    unit = 2 * sight.rules.big_blind if sight.rules.limit == "limit" else 0
    pot = pot_size(chips) - sum(bets.values())
    if story.street == RIVER:
        return Spot(story.board, pot, left, Bets(unit=unit, raises=3 if unit else 2), done)
    return Spot(story.board, pot, left, Bets((1.0,), 1, unit), done, RUNOUTS)


def as_range(weights: Floats, small: float = SMALL) -> dict[tuple[int, ...], float]:
    """Weights by hand, without the unlikeliest."""
    kept = np.flatnonzero(weights > weights.max() * small)
    return {(int(HANDS[at, 0]), int(HANDS[at, 1])): float(weights[at]) for at in kept}


def solved_act(sight: Seen, to: int) -> Decision:
    """An act of a solved street at the table."""
    call, raising = sight.offered("call"), sight.offered("raise") or sight.offered("bet")
    if to == -2:
        return Decision("fold")
    if to == -1 or raising is None:
        return Decision("call" if call else "check")
    return within(raising, to)
