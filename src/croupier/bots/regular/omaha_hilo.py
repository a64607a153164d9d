"""A regular of Omaha hi-lo: plays a flop game by its chances and the others' bets."""

from croupier.bots.regular.flop import choose as choose  # noqa: PLC0414 - it is this game's too.
