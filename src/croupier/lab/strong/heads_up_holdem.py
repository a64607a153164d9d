"""A strong player of Heads-Up Hold'em: plays as the lab says."""

from croupier.lab.strong.exact import choose as choose  # noqa: PLC0414 - it is this game's too.
