"""Compiled kernels: Numba behind one typed word, and a line to the person who waits for it.

Kernels are compiled once and kept on disk: beside this package, or in the user's own cache where
the package cannot be written. The first compilation takes a while, so it is announced. To load
Numba takes most of a second, so that waits for the first call of a kernel.
"""

import sys
from collections.abc import Callable
from functools import cache, cached_property, update_wrapper
from typing import Any, TypeVar, cast

import numpy as np

Function = TypeVar("Function", bound=Callable[..., Any])

wide: Callable[[Any], int] = np.int64  # type: ignore[assignment]
"""A number with all its 64 bits, where a kernel would take a narrower one."""


def kernel(function: Function) -> Function:
    """A function of arrays and numbers that is compiled when it is first called."""
    return cast("Function", _Kernel(function, {}))


def lean(function: Function) -> Function:
    """A kernel that makes no array: nobody counts who holds those it is given, which costs more
    than small steps on many rows.
    """
    return cast("Function", _Kernel(function, {"_nrt": False}))  # A word of Numba's own.


def step(function: Function) -> Function:
    """A lean kernel that is always written out where it is called, for a call with many arrays
    costs more than a few additions.
    """
    return cast("Function", _Kernel(function, {"_nrt": False, "forceinline": True}))


_watchers: list[Callable[[bool], None]] = []


def watch(watcher: Callable[[bool], None]) -> None:
    """Tell somebody when this process begins to compile (True) and when it has done (False)."""
    _watchers.append(watcher)


def loaded() -> bool:
    """Whether Numba is there already, so that one more kernel costs little."""
    return "numba" in sys.modules


class _Kernel:
    """A function that becomes Numba's when it is called, from Python or from another kernel."""

    def __init__(self, function: Callable[..., Any], options: dict[str, Any]) -> None:
        self._function, self._options = function, options
        update_wrapper(self, function)

    @cached_property
    def _compiled(self) -> Any:
        return _numba().njit(cache=True, nogil=True, error_model="numpy", **self._options)(
            self._function
        )

    @property
    def _numba_type_(self) -> Any:
        return self._compiled._numba_type_

    def __call__(self, *given: Any) -> Any:
        return self._compiled(*given)


@cache
def _numba() -> Any:
    """Numba, which tells once when kernels are compiled; one from the disk is no news."""
    import numba  # noqa: PLC0415 - see above.
    from numba.core import event  # noqa: PLC0415

    class Announcer(event.Listener):
        told = False
        depth = 0
        """Kernels that are being compiled, each for the one before it."""

        def on_start(self, event: object) -> None:  # noqa: ARG002
            if not self.told:
                self.told = True
                sys.stderr.write("croupier: compiling the lab's kernels, this once …\n")
                sys.stderr.flush()
            self.depth += 1
            self.tell(1)

        def on_end(self, event: object) -> None:  # noqa: ARG002
            self.depth -= 1
            self.tell(0)

        def tell(self, depth: int) -> None:
            """To those who watch, only the first and the last of many."""
            if self.depth == depth:
                for watcher in _watchers:
                    watcher(depth == 1)

    event.register("numba:compile", Announcer())  # type: ignore[no-untyped-call]
    return numba
