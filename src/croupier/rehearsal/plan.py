"""What a seed turns on at a rehearsal, and what became of it."""

from random import Random
from typing import Final

from msgspec import Struct, field

KINDS: Final = (
    "kill", "freeze", "cable", "cut", "restart", "drain", "move", "hour", "hang up", "sleep",
    "full",
)  # fmt: skip
"""What may befall an evening (`weather`)."""


class Plan(Struct):
    """What a seed turns on, and how much of it."""

    nodes: int
    people: int
    bots: int
    seconds: float
    stay: float
    think: float
    doubled: float
    slow: float
    database_slow: float
    before: float
    after: float
    faults: dict[str, float]
    """By name, how many seconds pass between two of them."""


class Wrong(Struct):
    """What was found."""

    oracle: str
    why: str
    at: float


class Played(Struct):
    """What a rehearsal was like."""

    seed: int
    plan: Plan
    wrong: list[Wrong] = field(default_factory=list)
    hands: int = 0
    acts: int = 0
    commits: int = 0
    faults: dict[str, int] = field(default_factory=dict)
    answered: int = 0
    virtual: float = 0.0
    steps: int = 0
    trace: str = ""
    latest: list[str] = field(default_factory=list)


def planned(seed: int, nodes: int, seconds: float) -> Plan:
    """Some faults, at some rates; some evenings are calm."""
    chance = Random(f"plan {seed}")
    on = [kind for kind in KINDS if chance.random() < 0.45]
    return Plan(
        nodes=nodes or chance.choice([1, 2, 2, 3, 3, 3]),
        people=chance.randint(3, 6),
        bots=chance.choice([0, 2, 3]),
        seconds=seconds,
        stay=chance.choice([5.0, 30.0, 200.0]),
        think=chance.choice([0.4, 1.0, 2.5]),
        doubled=chance.choice([0.0, 0.02, 0.2]),
        slow=chance.choice([0.0005, 0.005, 0.05]),
        database_slow=chance.choice([0.0003, 0.002, 0.01]),
        before=chance.choice([0.0, 0.0, 0.01]),
        after=chance.choice([0.0, 0.0, 0.01, 0.03]),
        faults={kind: chance.uniform(4, 25) for kind in on},
    )
