"""What a line that a person types at the table means."""

from collections.abc import Iterable
from fractions import Fraction

from croupier.play import Decision


def valued(worth: dict[tuple[str, str, int], Fraction], taken: Decision) -> Fraction:
    """The value of a decision; between the ends of a slider it is in proportion."""
    ends = sorted(
        (amount, value)
        for (act, spot, amount), value in worth.items()
        if act == taken.act and spot == taken.spot[1]
    )
    if not ends:
        return max(worth.values())
    (low, least), (high, most) = ends[0], ends[-1]
    if low == high:
        return least
    return least + (most - least) * Fraction(taken.amount - low, high - low)


def one_of(line: str, act: str, acts: Iterable[str], words: int) -> bool:
    """Whether a line, or its first words, begins this act and no other."""
    start = " ".join(line.split()[:words])
    begun = [other for other in acts if other.startswith(start)]
    return act == start or begun == [act]


def rest_of(line: str, act: str) -> list[str]:
    """What stands behind the act."""
    words = line.split()
    named = len(act.split()) if line.startswith(act) else 1
    return [word for word in words[named:] if word not in ("to", "on")]


def shortest(acts: list[str]) -> dict[str, str]:
    """For each act the shortest beginning that no other act has."""
    return {
        act: next(
            (
                act[:size]
                for size in range(1, len(act))
                if not any(other.startswith(act[:size]) for other in acts if other != act)
            ),
            act,
        )
        for act in acts
    }
