"""Journals as text: what is kept of a hand so that it can be rebuilt, audited and verified."""

from hashlib import blake2b
from typing import Any, Final

import msgspec
from msgspec import Struct
from msgspec.structs import replace

import croupier
from croupier.core import catalogue, prices
from croupier.core.asks import Answer
from croupier.core.felt import Deal, Event, Fault, Spot
from croupier.core.hand import Hand

RULED_BY_NAME: Final = "0.1."
"""Rooms of this version had rulings by name, wider than the options of today."""


class BadJournal(ValueError):
    """Text that tells no hand, or another hand than it claims."""


class Page(Struct, frozen=True):
    """A journal as it is written."""

    croupier: str
    game: str
    rules: Any
    chips: tuple[tuple[Spot, int], ...]
    deal: Deal
    carry: Any
    answers: tuple[Answer, ...]
    digest: str = ""
    """Of everything above and of the events that it leads to."""


def write(hand: Hand) -> bytes:
    """The journal of a hand as JSON."""
    start = hand.opening
    page = Page(
        croupier.__version__,
        catalogue.name(start.game),
        prices.plain(start.rules),
        tuple(start.chips.items()),
        start.deal,
        prices.plain(start.carry),
        tuple(hand.answers),
    )
    return msgspec.json.encode(sealed(page, hand.events))


def sealed(page: Page, events: list[Event]) -> Page:
    """The page with its digest."""
    return replace(page, digest=digest(replace(page, digest=""), events))


def read(text: bytes) -> Hand:
    """The hand that a written journal tells; one that does not lead to its events is refused."""
    try:
        page = msgspec.json.decode(text, type=Page)
        hand = _replayed(page)
    except (ArithmeticError, Fault, LookupError, ValueError) as error:
        raise BadJournal(f"not a journal of a hand by its rules: {error}") from None
    if sealed(page, hand.events) != page:
        raise BadJournal(
            f"the journal of croupier {page.croupier} leads to other events in "
            f"croupier {croupier.__version__}"
        )
    return hand


def _replayed(page: Page) -> Hand:
    """The hand of a page, every answer looked at as if it came from a stranger."""
    game = catalogue.game(page.game)
    house, carry = prices.convert(page.rules, game.Rules), prices.convert(page.carry, game.Carry)
    hand = Hand(game, house, dict(page.chips), page.deal, carry)
    by_name = page.croupier.startswith(RULED_BY_NAME)
    for seat, decision in page.answers:
        hand.retake(seat, decision, ruled_by_name=by_name)
    return hand


def digest(*things: object) -> str:
    """A short fingerprint."""
    return blake2b(msgspec.json.encode(things), digest_size=16).hexdigest()
