"""Omaha as a learning environment."""

from typing import Final

from croupier.envs.flop import SPREAD, begun

__all__ = ["SPREAD", "VERSION", "begun"]

VERSION: Final = 0
