"""What the room counts, for Prometheus. No label and no number tells of a card."""

from typing import Final

from prometheus_client import Counter, Gauge, Histogram

COMMIT_SECONDS: Final = Histogram(
    "croupier_commit_seconds",
    "How long a group commit took.",
    buckets=(0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2),
)
GROUP: Final = Histogram(
    "croupier_group_size",
    "Batches in a group commit.",
    buckets=(1, 2, 5, 10, 20, 50, 100, 200, 400),
)
POSTINGS: Final = Counter("croupier_postings", "Postings written to the books.")
COMMANDS: Final = Counter("croupier_commands", "Commands that tables took.", ["command"])
COUNTED: Final[dict[str, Counter]] = {}
"""The counters of commands by their word; looking them up anew would cost more than counting."""


def count(command: str) -> None:
    """One more command."""
    found = COUNTED.get(command)
    if found is None:
        found = COUNTED[command] = COMMANDS.labels(command)
    found.inc()


REFUSALS: Final = Counter("croupier_refusals", "Actions refused.", ["name"])
HANDS: Final = Counter("croupier_hands", "Hands played.", ["game"])
FAULTS: Final = Counter("croupier_faults", "Steps that failed by our own fault.", ["game"])
LATE: Final = Histogram(
    "croupier_deadline_late_seconds",
    "How much later than its time a deadline was kept.",
    buckets=(0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5),
)
ANSWER: Final = Histogram(
    "croupier_answer_seconds",
    "From the arrival of an action to its answer.",
    buckets=(0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2),
)
HANDOVERS: Final = Counter("croupier_handovers", "Tables that this node has taken.")
SOCKETS: Final = Gauge("croupier_sockets", "Open WebSockets.")
SEATED: Final = Gauge("croupier_seated", "Players in seats.", ["kind"])
