"""Proofs: what a seat is given of a hand's pledge when the hand is over.

A proof opens the decks that were not dealt, and of the one that was only the cards and lots that
its reader has seen. `verify` checks it.
"""

from collections.abc import Mapping
from typing import Final, Literal

from msgspec import Struct

from croupier.core import pledges
from croupier.core.cards import Card
from croupier.core.felt import Seat
from croupier.core.hand import Hand
from croupier.core.imagine import known_places, lots_aloud
from croupier.core.pledges import Deck, Envelope, Subject

Hex = str
STANDING: Final = -1
"""The outcome of a shoe that is still dealt from."""


class Proof(Struct, kw_only=True):
    """A hand's pledge, opened as far as its reader may see. Bytes are in hexadecimal digits."""

    fair: Literal[2] = 2
    table: str
    hand: int
    first: int
    """The hand that was pledged: the first of a shoe, else the hand itself."""
    gone: int
    """How many cards of a shoe were gone before the hand."""
    game: str
    pack: list[int]
    rest: list[int]
    """Cards behind a shoe that was pledged anew; they were not part of the pledge."""
    bounds: list[int]
    decks: list[Hex]
    entropy: list[tuple[int, Hex]]
    """Seat and commitment of each contributor."""
    players: list[tuple[int, str]]
    prev: Hex
    pledge: Hex
    reveals: list[tuple[int, Hex]]
    joint: Hex
    deck: int
    spare: list[tuple[int, Hex]]
    """Number and seed of each deck that was not dealt."""
    leaves: list[Hex]
    openings: list[tuple[int, int, Hex]]
    """Place in the dealing order of the pledged deck, card and salt."""
    lots: list[tuple[int, int, Hex, int]]
    """Number, committed lot, salt and the lot of the hand."""
    outcome: int
    record: Hex
    master: Hex
    """Nothing while a card of the deck is secret."""

    @property
    def subject(self) -> Subject:
        """What was pledged."""
        pack = tuple(map(Card, self.pack))
        return Subject(self.table, self.first, self.game, pack, tuple(self.bounds))


# Making.


def proof(
    envelope: Envelope, number: int, hand: Hand | None, seat: Seat, *, secret: bool = True
) -> Proof:
    """The proof of a finished hand for a seat, 0 being the public; nothing is opened of a hand in
    which nothing moved. Where nothing is secret any more, the master is told.
    """
    gone = 0 if hand is None else shoe_gone(envelope, hand)
    aloud = {} if hand is None else lots_aloud(hand)
    seen: dict[int, Card] = {}
    if hand is not None:
        size = len(hand.opening.deal.cards)
        seen = known_places(hand.opening.game, size, aloud, hand.feed(seat))
    return opened(envelope, envelope.deck, number, gone, seen, aloud, secret=secret)


def shoe_gone(envelope: Envelope, hand: Hand) -> int:
    """How many cards were gone from the pledged shoe before a hand."""
    keeps, start = getattr(hand.opening.game, "shoe", None), hand.opening
    left = keeps(start.rules, start.carry) if keeps else 0
    return len(envelope.subject.pack) - left if left else 0


def opened(
    envelope: Envelope,
    deck: Deck,
    number: int,
    gone: int,
    seen: Mapping[int, Card],
    aloud: Mapping[int, int],
    *,
    secret: bool,
) -> Proof:
    """A proof that opens the places of the hand that were seen, and the lots drawn aloud."""
    subject, standing = envelope.subject, envelope.outcome is None
    chance, which = envelope.joint, pledges.picked(envelope.joint)
    seeds = [pledges.seed(envelope.master, subject, n) for n in range(pledges.DECKS)]
    return Proof(
        table=subject.table,
        hand=number,
        first=subject.hand,
        gone=gone,
        game=subject.game,
        pack=list(subject.pack),
        rest=list(envelope.rest),
        bounds=list(subject.bounds),
        decks=[one.hex() for one in envelope.pledge.decks],
        entropy=[(one.seat, one.commitment.hex()) for one in envelope.entropy],
        players=[(one.seat, one.player) for one in envelope.entropy],
        prev=envelope.prev.hex(),
        pledge=envelope.digest.hex(),
        reveals=[(at, entropy.hex()) for at, entropy in sorted(envelope.reveals)],
        joint=chance.hex(),
        deck=which,
        spare=[(n, one.hex()) for n, one in enumerate(seeds) if n != which],
        leaves=[leaf.hex() for leaf in deck.leaves],
        openings=_openings(deck, chance, gone, seen),
        lots=_lots(deck, gone, aloud),
        outcome=STANDING if standing else envelope.outcome or 0,
        record="" if standing else envelope.record.hex(),
        master="" if secret or standing else envelope.master.hex(),
    )


def _openings(
    deck: Deck, chance: bytes, gone: int, seen: Mapping[int, Card]
) -> list[tuple[int, int, Hex]]:
    """The cards that were seen, with their salts; those behind a shoe have none."""
    order = pledges.order(chance, len(deck.deal.cards))
    places = [gone + at for at in sorted(seen) if gone + at < len(order)]
    return [
        (place, deck.deal.cards[order[place]], deck.salt(order[place]).hex()) for place in places
    ]


def _lots(deck: Deck, gone: int, aloud: Mapping[int, int]) -> list[tuple[int, int, Hex, int]]:
    """The lots that were drawn aloud; those of a later hand of a shoe have no leaves."""
    if gone:
        return [(at, lot, "", lot) for at, lot in aloud.items()]
    size, fixed = len(deck.deal.cards), deck.deal.lots
    return [(at, fixed[at], deck.salt(size + at).hex(), lot) for at, lot in aloud.items()]
