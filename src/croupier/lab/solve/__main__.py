"""Make the shipped files again: `python -m croupier.lab.solve FILE [--minutes 25 | --equities]`.

With `--games` only these are learnt, all others kept as they are shipped.
"""

import sys
from argparse import ArgumentParser
from pathlib import Path

import numpy as np

from croupier.lab.solve import allin, blueprint

KEEP_SECONDS = 60
"""What was learnt is written as often, in CPU seconds."""


def main() -> None:
    """Learn the blueprint, or count equities."""
    parser = ArgumentParser(prog="python -m croupier.lab.solve")
    parser.add_argument("file", type=Path)
    parser.add_argument("--minutes", type=float, default=25, help="of one core")
    parser.add_argument("--equities", action="store_true", help="count all-in equities instead")
    parser.add_argument("--games", default=",".join(blueprint.GROWERS), help="with commas")
    asked = parser.parse_args()
    if asked.equities:
        np.savez_compressed(asked.file, equities=allin.counted().astype(np.float32))
    else:
        learn(asked.file, 60 * asked.minutes, asked.games.split(","))


def learn(file: Path, seconds: float, games: list[str]) -> None:
    """Learn, and keep what was learnt every minute."""
    kept = 0.0
    for spent, deals, known, lessons in blueprint.learn(games, seconds):
        if spent - kept > KEEP_SECONDS or spent + 1 > seconds:
            kept = spent
            blueprint.write(file, known, lessons, deals)
            sys.stderr.write(f"{spent:,.0f} s: {deals:,} deals\n")


if __name__ == "__main__":
    main()
