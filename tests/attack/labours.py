"""Work for the lab's process that no lab would do."""

import time

from numba.core import event

from croupier.lab.kernels import jit
from croupier.server.live import laboratory


def forever(*question: object) -> None:
    while True:
        time.sleep(0.1)


def compiled(*question: object) -> dict[str, int]:
    """Longer at compiling than an answer may take, kernels within kernels; then an answer."""
    jit._numba()
    with event.trigger_event("numba:compile"), event.trigger_event("numba:compile"):
        time.sleep(4)
    return counted(*question)


def compiled_forever(*question: object) -> None:
    compiled(*question)
    forever(*question)


def hungry(*question: object) -> int:
    return len(bytearray(laboratory.MEMORY))


def counted(*question: object) -> dict[str, int]:
    return {"answered": len(question)}
