"""Simulation: a way of play dealt many times, by one process, several workers or a cluster.

The hands are cut into *blocks* of a fixed size. A block is a pure function of the table, the seed
and its number, and blocks are added up in their order, so the result does not depend on who played
which. What is not finished when somebody interrupts is left out.
"""

from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from fractions import Fraction
from functools import lru_cache, partial
from math import sqrt
from typing import Any, Final

import numpy as np
from msgspec import Struct

from croupier import lab
from croupier.lab import crews
from croupier.lab.kernels.dealing import Nets
from croupier.lab.kernels.jit import kernel
from croupier.lab.odds import Unanswerable

BLOCK: Final = 100_000
"""Hands that are played at one go: a whole number of sittings."""
SITTING: Final = 1_000
MOST_NET: Final = 1 << 62
"""No sitting wins or loses more parts of a bet."""
BANKROLL: Final = 100

Play = Callable[[int, int, Nets, Nets], None]
"""Deals the rounds from a number on: seed, first round, their net results, their stakes."""


class Block(Struct, frozen=True):
    """What is kept of some hands in a row; two blocks in a row add up to one."""

    hands: int
    counts: dict[int, int]
    """How often each net result came, in parts of the first bet."""
    staked: int
    lead: int
    """The losses in a row that it begins with."""
    trail: int
    """The losses in a row that it ends with."""
    longest: int
    sittings: int
    ruined: int
    """Sittings that lost the whole bankroll."""


NOTHING: Final = Block(0, {}, 0, 0, 0, 0, 0, 0)


def together(one: Block, two: Block) -> Block:
    """Two blocks in a row."""
    counts = dict(one.counts)
    for net, many in two.counts.items():
        counts[net] = counts.get(net, 0) + many
    return Block(
        one.hands + two.hands,
        counts,
        one.staked + two.staked,
        one.lead if one.lead < one.hands else one.hands + two.lead,
        two.trail if two.trail < two.hands else two.hands + one.trail,
        max(one.longest, two.longest, one.trail + two.lead),
        one.sittings + two.sittings,
        one.ruined + two.ruined,
    )


class Report(Struct, frozen=True):
    """The answer of `croupier simulate`."""

    game: str
    hands: int
    unit: int
    mean: float
    """What the player gained on average, by the first bet."""
    error: float
    """One standard error of the mean."""
    std_dev: float
    average_bet: float
    chances: dict[Fraction, float]
    longest_losing_run: int
    risk_of_ruin: float | None
    """The share of sittings that lost the bankroll; None if not one was finished."""
    sitting: int
    bankroll: int

    @property
    def interval(self) -> tuple[float, float]:
        """Where the true mean lies with 95 % confidence."""
        return self.mean - 1.96 * self.error, self.mean + 1.96 * self.error


def report(game: str, block: Block, unit: int, sitting: int, bankroll: int) -> Report:
    """What the blocks tell."""
    if not block.hands:
        raise Unanswerable("no hand was finished")
    nets = np.array(list(block.counts)) / unit
    many = np.array(list(block.counts.values())) / block.hands
    mean = float(nets @ many)
    deviation = sqrt(max(float((nets - mean) ** 2 @ many), 0.0))
    return Report(
        game,
        block.hands,
        unit,
        mean,
        deviation / sqrt(block.hands),
        deviation,
        block.staked / unit / block.hands,
        {Fraction(n, unit): m / block.hands for n, m in sorted(block.counts.items())},
        block.longest,
        block.ruined / block.sittings if block.sittings else None,
        sitting,
        bankroll,
    )


class Job(Struct, frozen=True):
    """All that a worker needs to know."""

    game: str
    rules: Any
    """As plain data: it travels to other processes."""
    options: dict[str, Any]
    seed: int
    hands: int
    sitting: int = SITTING
    bankroll: int = BANKROLL

    @property
    def blocks(self) -> int:
        """How many there are, the last perhaps smaller."""
        return -(-self.hands // self.block)

    @property
    def block(self) -> int:
        """Hands of a block: about as many whatever the sitting, and whole sittings."""
        return max(BLOCK // self.sitting, 1) * self.sitting


def unit_of(job: Job) -> int:
    """The parts of the first bet that its results are counted in."""
    return _dealer(job.game, repr(job.rules), _Held(job))[1]


def play_block(job: Job, number: int) -> Block:
    """One block."""
    first = number * job.block
    size = min(job.block, job.hands - first)
    play, unit = _dealer(job.game, repr((job.rules, job.options)), _Held(job))
    nets, bets = np.zeros(size, np.int64), np.zeros(size, np.int64)
    play(job.seed, first, nets, bets)
    lead, trail, longest, ruined = _digest(nets, job.sitting, min(job.bankroll * unit, MOST_NET))
    found, many = _counted(nets)
    return Block(
        size,
        dict(zip(found.tolist(), many.tolist(), strict=True)),
        int(bets.sum()),
        lead,
        trail,
        longest,
        size // job.sitting,
        ruined,
    )


class _Held:
    """A job beside a key that tells it: equal to every other."""

    def __init__(self, job: Job) -> None:
        self.job = job

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Held)

    def __hash__(self) -> int:
        return 0


@lru_cache(8)
def _dealer(game: str, key: str, held: _Held) -> tuple[Play, int]:  # noqa: ARG001 - the key tells jobs apart.
    from croupier.core import catalogue, prices  # noqa: PLC0415

    job = held.job
    return dealer(game, prices.convert(job.rules, catalogue.game(game).Rules), job.options)


def dealer(game: str, rules: Any, options: dict[str, Any]) -> tuple[Play, int]:
    """The kernel of a game with all its tables, and its unit."""
    maker = getattr(lab.known(game), "dealer", None)
    if maker is None:
        known = ", ".join(name for name in lab.priced() if hasattr(lab.of(name), "dealer"))
        raise Unanswerable(f"there is no kernel for {game}: {known} have one, or --through-rules")
    made: tuple[Play, int] = maker(rules, **options)
    return made


@kernel
def _digest(nets: Nets, sitting: int, bankroll: int) -> tuple[int, int, int, int]:
    """Losses in a row at the beginning, at the end and at most; sittings that were ruined."""
    lead, run, longest, ruined = -1, 0, 0, 0
    balance, broke = 0, False
    for n in range(len(nets)):
        if n % sitting == 0:
            balance, broke = 0, False
        if nets[n] < 0:
            run += 1
            longest = max(longest, run)
        else:
            if lead < 0:
                lead = run
            run = 0
        balance += nets[n]
        if balance <= -bankroll and not broke:
            broke = True
            ruined += 1
    return (run if lead < 0 else lead), run, longest, ruined


@kernel
def _counted(nets: Nets) -> tuple[Nets, Nets]:
    """The results that came and how often each did, whatever lies between them."""
    size = 256
    while True:
        found, many = np.zeros(size, np.int64), np.zeros(size, np.int64)
        results = 0
        for net in nets:
            at = (net * 0x9E3779B1) & (size - 1)
            while many[at] and found[at] != net:
                at = (at + 1) & (size - 1)
            if not many[at]:
                found[at] = net
                results += 1
                if 2 * results > size:
                    break
            many[at] += 1
        if 2 * results <= size:
            return found[many > 0], many[many > 0]
        size *= 4


# Who plays the blocks.


def alone(job: Job) -> Iterator[Block]:
    """One after the other."""
    return map(partial(play_block, job), range(job.blocks))


def threads(job: Job, workers: int) -> Iterator[Block]:
    """Several at a time: kernels let go of Python's lock."""
    play_block(job, job.blocks - 1)  # Compiles and fills the tables once.
    with ThreadPoolExecutor(workers) as pool:
        waiting: list[Future[Block]] = []
        numbers = iter(range(job.blocks))
        try:
            for number in numbers:
                waiting.append(pool.submit(play_block, job, number))
                if len(waiting) > 2 * workers:
                    yield waiting.pop(0).result()
            for future in waiting:
                yield future.result()
        finally:
            pool.shutdown(wait=True, cancel_futures=True)


def cluster(job: Job, address: str) -> Iterator[Block]:
    """On a Dask cluster."""
    return crews.cluster(partial(play_block, job), range(job.blocks), address)


def added(blocks: Iterable[Block], progress: Callable[[Block], None] | None = None) -> Block:
    """The sum of blocks in their order; an interruption keeps what is finished."""
    total = NOTHING
    try:
        for block in blocks:
            total = together(total, block)
            if progress:
                progress(total)
    except KeyboardInterrupt:
        pass
    return total
