"""A player of Omaha hi-lo: plays a flop game by its chances."""

from croupier.bots.flop import choose
from croupier.bots.flop import equity as strength

__all__ = ["choose", "strength"]
