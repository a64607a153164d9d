"""A strong player of any flop game without a blueprint: equity against ranges."""

from random import Random

from croupier.bots import Seen, passive
from croupier.core.asks import Decision
from croupier.lab.strong import multiway
from croupier.lab.strong.reading import read


def choose(sight: Seen, chance: Random) -> Decision:
    """One decision, with what the seat may see."""
    if sight.offered("run twice"):
        return Decision("run twice")
    if not sight.offered("fold"):
        return passive(sight, chance)
    return multiway.choose(sight, read(sight), chance)
