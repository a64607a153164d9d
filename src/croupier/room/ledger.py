"""Postings: every chip that moves in the house is one line from account to account."""

from msgspec import Struct

from croupier.felt import Chips, Seat


class Posting(Struct, frozen=True, gc=False):
    """One line of the ledger."""

    src: str
    dst: str
    amount: int
    why: str


def player(name: str) -> str:
    """A player's account at the cashier's."""
    return f"player:{name}"


def consigned(name: str) -> str:
    """Chips kept in a player's name (TH-11)."""
    return f"consigned:{name}"


def orphans(name: str) -> str:
    """Chips that a player did not claim by the end of the session (TH-12)."""
    return f"orphans:{name}"


def spot(table: str, seat: Seat, word: str) -> str:
    """A spot of a table's felt."""
    return f"table:{table}:{seat}:{word}"


def posting(table: str, event: Chips) -> Posting:
    """The posting of a chip event: exactly one for each."""
    return Posting(spot(table, *event.src), spot(table, *event.dst), event.amount, event.why)
