"""Compiled kernels: Numba behind one typed word, and a line to the person who waits for it.

Kernels are compiled once and kept on disk: beside this package, or in the user's own cache where
the package cannot be written. The first compilation takes a while, so it is announced.
"""

import sys
from collections.abc import Callable
from typing import Any, Final, TypeVar, cast

import numba
import numpy as np
from numba.core import event

Function = TypeVar("Function", bound=Callable[..., Any])

wide: Callable[[Any], int] = np.int64  # type: ignore[assignment]
"""A number with all its 64 bits, where a kernel would take a narrower one."""


def kernel(function: Function) -> Function:
    """A function of arrays and numbers that is compiled when it is first called."""
    return cast("Function", numba.njit(cache=True, nogil=True, error_model="numpy")(function))


def lean(function: Function) -> Function:
    """A kernel that makes no array: nobody counts who holds those it is given, which costs more
    than small steps on many rows.
    """
    made: Any = numba.njit
    uncounted = {"_nrt": False}  # A word of Numba's own, which its types do not tell.
    return cast(
        "Function", made(cache=True, nogil=True, error_model="numpy", **uncounted)(function)
    )


class _Announcer(event.Listener):
    """Tells once that kernels are being compiled; a kernel from the disk does not wake it."""

    told = False

    def on_start(self, event: object) -> None:  # noqa: ARG002
        if not self.told:
            self.told = True
            sys.stderr.write("croupier: compiling the lab's kernels, this once …\n")
            sys.stderr.flush()

    def on_end(self, event: object) -> None:
        """Nothing to say: the answer follows."""


ANNOUNCER: Final = _Announcer()
event.register("numba:compile", ANNOUNCER)  # type: ignore[no-untyped-call]
