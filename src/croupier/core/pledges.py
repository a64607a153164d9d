"""Pledges (fair/2): decks that are fixed before the players' own chance picks and orders one.

Before a hand the room draws a secret master and tells the roots of four shuffled decks. Players who
had committed themselves to 32 bytes then reveal them; the hash of all picks a deck, its order and
the turn of its lots. Every card and lot has a salted leaf of its own, so one may be opened while
the others stay secret. `proofs` makes of it what a stranger can check.

docs/fairness.md is the page of bytes; a change of it is a new version of the game record.
"""

import hmac
from collections.abc import Iterable, Mapping
from functools import cache, lru_cache
from hashlib import sha256
from typing import Final, Literal

from msgspec import Struct
from msgspec.structs import replace

from croupier.core import fair
from croupier.core.cards import Card
from croupier.core.felt import Deal, Seat

VERSION: Final = 2
DECKS: Final = 4
"""A power of two, so that a byte picks each of them equally often."""
SIZE: Final = 32
"""Of a master, an entropy, a salt and every digest."""
NOTHING: Final = bytes(SIZE)
"""The record before the first, and the joint of a pledge that was not dealt."""

Cards = tuple[Card, ...]
Outcome = Literal[0, 1, 2]
FINISHED: Final = 0
VOID: Final = 1
ABANDONED: Final = 2
"""Before the deal."""


class Subject(Struct, frozen=True):
    """What a pledge is for."""

    table: str
    hand: int
    game: str
    pack: Cards
    bounds: tuple[int, ...] = ()


class Contributor(Struct, frozen=True):
    """A player who has a say in a deal, the seat when it was pledged, and the commitment."""

    seat: Seat
    player: str
    commitment: bytes


class Pledge(Struct, frozen=True):
    """What is told of four decks before the deal."""

    subject: Subject
    decks: tuple[bytes, ...]
    entropy: tuple[Contributor, ...] = ()
    """By seat."""
    prev: bytes = NOTHING
    """The record of the table's pledge before."""


class Deck(Struct, frozen=True):
    """One of the decks, with all that is secret of it."""

    seed: bytes
    deal: Deal
    leaves: tuple[bytes, ...]
    root: bytes

    def salt(self, at: int) -> bytes:
        """The salt of a leaf."""
        return salt(self.seed, at)


# Bytes.


@cache
def tag(word: str) -> bytes:
    """What keeps the hashes of different things apart."""
    return b"croupier/fair/2/" + word.encode("ascii") + b"\0"


def u8(number: int) -> bytes:
    """One byte."""
    return number.to_bytes(1, "big")


def u16(number: int) -> bytes:
    """Two bytes, the high one first."""
    return number.to_bytes(2, "big")


def u32(number: int) -> bytes:
    """Four bytes, the high one first."""
    return number.to_bytes(4, "big")


def _sized(text: str) -> bytes:
    return u32(len(text.encode())) + text.encode()


def _hash(*parts: bytes) -> bytes:
    return sha256(b"".join(parts)).digest()


def _mac(key: bytes, *parts: bytes) -> bytes:
    return hmac.digest(key, b"".join(parts), "sha256")


# The room's side: masters and decks.


@lru_cache(256)
def context(subject: Subject) -> bytes:
    """Ties every digest to its table, hand and game."""
    return _hash(
        tag("context"),
        _sized(subject.table),
        u32(subject.hand),
        _sized(subject.game),
        u16(len(subject.pack)),
        bytes(subject.pack),
        u16(len(subject.bounds)),
        *map(u32, subject.bounds),
    )


def seed(master: bytes, subject: Subject, number: int) -> bytes:
    """The seed of one of the decks."""
    return _mac(master, tag("deck"), context(subject), u8(number))


def salt(of: bytes, at: int) -> bytes:
    """What hides the leaf at a place of the deck of a seed."""
    return _mac(of, tag("salt"), u16(at))


def shuffled(of: bytes, subject: Subject) -> Deal:
    """The pack and the lots as the seed of a deck fixes them."""
    return fair.deal(_mac(of, tag("shuffle")), subject.pack, subject.bounds)


@lru_cache(DECKS << 8)  # From the pledge to the deal and the proof, at 256 tables.
def deck(of: bytes, subject: Subject, number: int) -> Deck:
    """The deck of a seed: shuffled and cut, its lots drawn, every leaf salted."""
    where = context(subject) + u8(number)
    fixed = shuffled(of, subject)
    size = len(fixed.cards)
    cards = (card_leaf(where, at, card, salt(of, at)) for at, card in enumerate(fixed.cards))
    lots = (lot_leaf(where, at, lot, salt(of, size + at)) for at, lot in enumerate(fixed.lots))
    leaves = (*cards, *lots)
    return Deck(of, fixed, leaves, root(where, leaves))


def card_leaf(where: bytes, at: int, card: Card, hidden_by: bytes) -> bytes:
    """The leaf of a card at a place of a deck, which is `where`: its context and number."""
    return _hash(tag("card"), where, u16(at), u8(card), hidden_by)


def lot_leaf(where: bytes, at: int, lot: int, hidden_by: bytes) -> bytes:
    """The leaf of a lot of a deck."""
    return _hash(tag("lot"), where, u16(at), u32(lot), hidden_by)


def root(where: bytes, leaves: Iterable[bytes]) -> bytes:
    """What is told of a deck before it is dealt."""
    return _hash(tag("root"), where, *leaves)


def decks(master: bytes, subject: Subject) -> tuple[Deck, ...]:
    """The decks of a master."""
    return tuple(deck(seed(master, subject, n), subject, n) for n in range(DECKS))


def pledged(
    master: bytes, subject: Subject, entropy: Iterable[Contributor] = (), prev: bytes = NOTHING
) -> Pledge:
    """The pledge of a master."""
    by_seat = tuple(sorted(entropy, key=lambda one: one.seat))
    return Pledge(subject, tuple(one.root for one in decks(master, subject)), by_seat, prev)


# What anybody can compute.


def commitment(table: str, hand: int, player: str, entropy: bytes) -> bytes:
    """What a player tells of 32 bytes before the decks are fixed; nobody else can use it."""
    return _hash(tag("entropy"), _sized(table), u32(hand), _sized(player), entropy)


def digest(pledge: Pledge) -> bytes:
    """A pledge in 32 bytes."""
    return _hash(
        tag("pledge"),
        context(pledge.subject),
        u8(len(pledge.decks)),
        *pledge.decks,
        u16(len(pledge.entropy)),
        *(u16(one.seat) + one.commitment for one in pledge.entropy),
        pledge.prev,
    )


def joint(of: bytes, reveals: Mapping[Seat, bytes]) -> bytes:
    """The chance that the room and the players have made together, of a pledge's digest."""
    shares = (u16(seat) + entropy for seat, entropy in sorted(reveals.items()))
    return _hash(tag("joint"), of, u16(len(reveals)), *shares)


def picked(chance: bytes) -> int:
    """Which deck is dealt."""
    return chance[0] % DECKS


def order(chance: bytes, size: int) -> tuple[int, ...]:
    """In which order the places of the picked deck are dealt."""
    return fair.shuffle(_mac(chance, tag("order")), range(size))


def offsets(chance: bytes, bounds: tuple[int, ...]) -> tuple[int, ...]:
    """How far each lot is turned on."""
    return fair.lots(_mac(chance, tag("lots")), bounds)


def dealt(fixed: Deal, bounds: tuple[int, ...], chance: bytes) -> Deal:
    """The deal of a hand: the picked deck in the order of all. It is cut by that already."""
    turned = zip(fixed.lots, offsets(chance, bounds), bounds, strict=True)
    return Deal(
        cards=tuple(fixed.cards[at] for at in order(chance, len(fixed.cards))),
        lots=tuple((lot + more) % bound for lot, more, bound in turned),
    )


def later(master: bytes, subject: Subject, chance: bytes, hand: int) -> bytes:
    """The seed of what a later hand of a shoe needs besides it: its lots, and the discards."""
    return _mac(master, tag("later"), context(subject), u32(hand), chance)


def behind(shoe: Cards, gone: int, rest: Cards, of: bytes) -> Cards:
    """The cards behind what is left of a shoe: those that are gone from it, and the `rest` of the
    pack that was not pledged, shuffled by the seed of the hand (BJ-45).
    """
    return fair.shuffle(of, (*shoe[:gone], *rest), "discards")


def record(of: bytes, chance: bytes, outcome: Outcome) -> bytes:
    """What became of a pledge; the next of the table names it."""
    return _hash(tag("record"), of, chance, u8(outcome))


# An envelope: a pledge with its secret.


class Envelope(Struct, frozen=True):
    """All that the room knows of a pledge, from the moment it is made until it is opened."""

    no: int
    """Counts the pledges of a table, from 1."""
    subject: Subject
    master: bytes
    entropy: tuple[Contributor, ...] = ()
    prev: bytes = NOTHING
    rest: Cards = ()
    """Cards of the pack that were not pledged: they were gone from a shoe before."""
    reveals: tuple[tuple[Seat, bytes], ...] = ()
    joint: bytes = NOTHING
    last: int = 0
    """The newest hand that was dealt from it; 0: none yet."""
    outcome: Outcome | None = None
    """Nothing while it stands."""
    why: str = ""
    """Why it was abandoned."""

    @property
    def pledge(self) -> Pledge:
        """What was told of it."""
        return pledged(self.master, self.subject, self.entropy, self.prev)

    @property
    def digest(self) -> bytes:
        """The pledge in 32 bytes."""
        return digest(self.pledge)

    @property
    def record(self) -> bytes:
        """What became of it."""
        if self.outcome is None:
            raise ValueError("a pledge that stands has no record yet")
        return record(self.digest, self.joint, self.outcome)

    @property
    def missing(self) -> list[Contributor]:
        """Contributors who did not reveal in time."""
        heard = dict(self.reveals)
        return [one for one in self.entropy if one.seat not in heard]

    @property
    def seed(self) -> bytes:
        """The seed of the deck that was picked."""
        return seed(self.master, self.subject, picked(self.joint))

    @property
    def deck(self) -> Deck:
        """The deck that was picked."""
        return deck(self.seed, self.subject, picked(self.joint))

    def opened(self, hand: int) -> "Envelope":
        """With the chance of all who have revealed, for the first hand that is dealt from it."""
        return replace(self, joint=joint(self.digest, dict(self.reveals)), last=hand)

    def deal(self, hand: int, gone: int = 0) -> Deal:
        """The deal of a hand, when `gone` cards of a shoe were dealt before."""
        subject = self.subject
        whole = dealt(shuffled(self.seed, subject), subject.bounds, self.joint)
        if not gone and not self.rest:
            return whole
        of = later(self.master, subject, self.joint, hand)
        lots = fair.lots(of, subject.bounds) if gone else whole.lots
        return Deal((*whole.cards[gone:], *behind(whole.cards, gone, self.rest, of)), lots)
