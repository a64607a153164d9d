"""A player of hold'em: plays a flop game by its chances."""

from croupier.bots.flop import choose as choose  # noqa: PLC0414 - it is this game's too.
