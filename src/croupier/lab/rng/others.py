"""Programs of others that test numbers, where they are installed: dieharder and PractRand."""

import shutil
import subprocess
from collections.abc import Iterator
from itertools import islice
from typing import Final

from msgspec import Struct

from croupier.lab.rng import draws

CHUNKS: Final = 1 << 12
"""Pieces of 64 kB that a program is given at most: 256 MB."""
PROGRAMS: Final = {
    "dieharder": (
        ("dieharder", "-g", "200", "-d", "0"),
        ("dieharder", "-g", "200", "-d", "15", "-p", "20"),
        ("dieharder", "-g", "200", "-d", "100", "-t", "20000"),
        ("dieharder", "-g", "200", "-d", "101", "-t", "20000"),
    ),
    "PractRand": (("RNG_test", "stdin", "-tlmin", "16MB", "-tlmax", "64MB"),),
}
"""The commands of each, which read bytes from their input."""
FAILED: Final = ("FAILED", "FAIL")


class Heard(Struct, frozen=True):
    """What a program said."""

    program: str
    command: str
    lines: tuple[str, ...]
    failed: bool


def installed() -> list[str]:
    """The programs that are there."""
    return [name for name, runs in PROGRAMS.items() if shutil.which(runs[0][0])]


def asked(seed: str) -> Iterator[Heard]:
    """Put the room's bytes to every program that is installed."""
    for name in installed():
        for command in PROGRAMS[name]:
            lines = tuple(_told(command, seed))
            failed = any(word in line for line in lines for word in FAILED)
            yield Heard(name, " ".join(command), lines, failed)


def _told(command: tuple[str, ...], seed: str) -> Iterator[str]:
    """The lines of a program that name a test and a chance."""
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as run:  # noqa: S603
        if run.stdin is None or run.stdout is None:
            return
        try:
            for piece in islice(draws.stream(seed), CHUNKS):
                run.stdin.write(piece)
            run.stdin.close()
        except BrokenPipeError:  # It has had enough.
            pass
        for line in run.stdout.read().decode(errors="replace").splitlines():
            if any(word in line for word in ("PASSED", "WEAK", "FAIL", "no anomalies")):
                yield " ".join(line.split())
