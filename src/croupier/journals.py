"""Journals as text: what is kept of a hand so that it can be rebuilt, audited and verified."""

from hashlib import blake2b
from typing import Any

import msgspec
from msgspec import Struct

import croupier
from croupier import games, rules
from croupier.felt import Deal, Event, Spot
from croupier.play import Answer, Hand, Journal, Opening


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
    digest: str
    """Of the events that the answers lead to."""


def write(hand: Hand) -> bytes:
    """The journal of a hand as JSON."""
    start = hand.opening
    page = Page(
        croupier.__version__,
        games.name(start.game),
        rules.plain(start.rules),
        tuple(start.chips.items()),
        start.deal,
        rules.plain(start.carry),
        tuple(hand.answers),
        digest(hand.events),
    )
    return msgspec.json.encode(page)


def read(text: bytes) -> Hand:
    """The hand that a written journal tells; one that does not lead to its events is refused."""
    try:
        page = msgspec.json.decode(text, type=Page)
        game = games.game(page.game)
        house, carry = rules.convert(page.rules, game.Rules), rules.convert(page.carry, game.Carry)
    except (msgspec.MsgspecError, games.UnknownGame) as error:
        raise BadJournal(f"not a journal: {error}") from None
    opening = Opening(game, house, dict(page.chips), page.deal, carry)
    hand = Hand.replay(Journal(opening, page.answers))
    if digest(hand.events) != page.digest:
        raise BadJournal(
            f"the journal of croupier {page.croupier} leads to other events in "
            f"croupier {croupier.__version__}"
        )
    return hand


def digest(events: list[Event]) -> str:
    """A short fingerprint of everything that happened."""
    return blake2b(msgspec.json.encode(events), digest_size=16).hexdigest()
