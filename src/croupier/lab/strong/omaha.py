"""A strong player of Omaha: weighs its equity against the others' ranges."""

from croupier.lab.strong.equities import choose as choose  # noqa: PLC0414 - it is this game's too.
