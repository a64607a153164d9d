"""What the errors of a database mean: a value that is refused, or a connection that was lost."""

from typing import Final

from sqlalchemy.exc import DBAPIError, IntegrityError

from croupier.server.books import schema
from croupier.server.refusals import No

DATA: Final = "22"
"""The class of PostgreSQL's errors about values."""
UNIQUE: Final = ("23505", "SQLITE_CONSTRAINT_UNIQUE", "SQLITE_CONSTRAINT_PRIMARYKEY")
GONE: Final = ("08", "57", "53300")
"""Its errors about connections, about a server that stops or starts, and about one that lets nobody
in because others have all places."""


def refusal(error: BaseException) -> No | None:
    """What a batch is refused with if its own values are at fault; else nothing."""
    if isinstance(error, IntegrityError):
        if schema.NO_NEGATIVE in str(error.orig):
            return No("no_funds", "an account would go below zero: nothing was done")
        if (getattr(error.orig, "sqlite_errorname", "") or _state(error)) in UNIQUE:
            return No("doubled", "this was done already")
    data = isinstance(error, DBAPIError) and _state(error).startswith(DATA)
    if data or isinstance(error, IntegrityError | OverflowError | UnicodeEncodeError):
        why = "a number is out of range, or the text contains characters that cannot be stored"
        return No("malformed", why)
    return None


def away() -> No:
    """What everybody is told while the database is away."""
    return No("busy", "the books can't be reached: nothing was done, try again in a moment")


def lost(error: BaseException) -> bool:
    """Whether the database went away, and may come back."""
    if isinstance(error, DBAPIError):
        return error.connection_invalidated or _state(error).startswith(GONE)
    return isinstance(error, OSError)


def _state(error: DBAPIError) -> str:
    return str(getattr(error.orig, "sqlstate", "") or "")
