"""Fair cards, cuts and lots: everything random in a hand is a pure function of its seed.

The seed is 32 secret bytes from outside. Whoever knows it can deal the hand again, so all that
follows is a promise to every verifier; a change of it is a new version of the game record.

Stream. ChaCha20 (RFC 8439, section 2.4) over zero bytes, with the seed as key, block counter 0 and
a label as nonce: ASCII, filled with zero bytes on the right to 12. The labels are `cards`, `cut`,
`lots` and `discards`; each has its own stream, so that one more lot moves no card.

Number below n. For n up to 256 take the next byte of the stream, for n up to 65536 the next two,
high byte first, as a whole number w below span (256 or 65536). If w >= span - span % n, throw it
away and take the next; otherwise the number is w % n. Every number is then equally likely.

Shuffle. Lay out the pack in its order. For last = len - 1 down to 1 draw a number below last + 1
from `cards` and swap the cards at that number and at last (Fisher and Yates, from the bottom up).

Cut. Draw a number below len - 1 from `cut` and add 1: that many cards go from top to bottom.

Shoe. A game that keeps its shoe says how many cards are left in it. The next deal has these on top,
as they lay; behind them all other cards in the order of the last deal, shuffled as above, but from
`discards`. There is no cut. Of a void hand every card goes back: its shoe, from the top of the last
deal as many cards as are left, is shuffled from `cards`. With 0 left the whole pack is dealt anew.

Lots. For each bound that the game names, in order, a number below it from `lots`: a die is a lot
below 6, and the order of a later shuffle is a row of lots.

A pack has 52! orders, about 2 to the 226th: fewer than there are seeds. A shoe has more; there no
seed reaches every order, but nobody can tell which orders are left out.
"""

from collections.abc import Iterator, Sequence
from hashlib import blake2b
from typing import Any, Final, TypeVar

from msgspec import Struct

from croupier.core.cards import FACES, BadCards, Card
from croupier.core.cards import cards as named
from croupier.core.catalogue import Game
from croupier.core.felt import Deal
from croupier.core.hand import Hand

T = TypeVar("T")

SEED_BYTES: Final = 32
MOST_CARDS: Final = 1 << 16

_CHUNK: Final = bytes(128)  # Two blocks: a pack of 52 uses about 54 bytes.


def seed_of(text: str) -> bytes:
    """The seed of a text that a person chose: for practice and tests, not for a live table."""
    return blake2b(text.encode(), digest_size=SEED_BYTES).digest()


def deal(seed: bytes, pack: Sequence[Card], bounds: Sequence[int] = ()) -> Deal:
    """The shuffled and cut pack, where it was cut, and a lot below each bound."""
    at = cut_position(seed, len(pack))
    return Deal(cards=cut(shuffle(seed, pack), at), lots=lots(seed, bounds), cut=at)


def next_deal(seed: bytes, game: Game, rules: Any, last: Hand | None) -> Deal:
    """The deal of the next hand at a table: a fresh pack, or what is left of the last hand's shoe.

    Behind the shoe lie the discards, shuffled, so that a hand can always go on (BJ-45).
    """
    found = shoe(game, rules, last)
    if found is None:
        return deal(seed, game.pack(rules), game.LOTS)
    top = shuffle(seed, found.left) if found.void else found.left
    behind = shuffle(seed, found.discards, "discards")
    return Deal(cards=(*top, *behind), lots=lots(seed, game.LOTS))


class Shoe(Struct, frozen=True):
    """What a hand has left of its shoe, and the other cards of the pack, both as they lie."""

    left: tuple[Card, ...]
    discards: tuple[Card, ...]
    void: bool
    """What a void hand showed goes back: what is left must be shuffled."""


def shoe(game: Game, rules: Any, last: Hand | None) -> Shoe | None:
    """The shoe that the next hand is dealt from; nothing where that is a fresh pack."""
    keeps = getattr(game, "shoe", None)
    left = keeps(rules, last.carry) if keeps and last else 0
    if last is None or not 0 < left < len(game.pack(rules)) == len(last.opening.deal.cards):
        return None
    cards = last.opening.deal.cards
    gone = len(cards) - len(last.felt.deck)
    void = bool(gone) and last.carry == last.opening.carry
    gone = 0 if void else gone
    return Shoe(cards[gone : gone + left], (*cards[:gone], *cards[gone + left :]), void)


def shuffle(seed: bytes, pack: Sequence[T], label: str = "cards") -> tuple[T, ...]:
    """The pack in an order of which all are equally likely."""
    _check_size(len(pack))
    cards, source = list(pack), stream(seed, label)
    for last in range(len(cards) - 1, 0, -1):
        at = below(source, last + 1)
        cards[last], cards[at] = cards[at], cards[last]
    return tuple(cards)


def cut_position(seed: bytes, size: int) -> int:
    """How many cards the cut takes from the top: at least one, and never all."""
    _check_size(size)
    if size < 2:
        raise ValueError(f"a pack of {size} cannot be cut: it takes two cards or more")
    return 1 + below(stream(seed, "cut"), size - 1)


def cut(cards: Sequence[Card], at: int) -> tuple[Card, ...]:
    """The cards with `at` of them taken from the top and put below the others."""
    if not 0 < at < len(cards):
        raise ValueError(
            f"{len(cards)} cards cannot be cut at {at}: both parts need a card, "
            f"so cut at 1 to {len(cards) - 1}"
        )
    return (*cards[at:], *cards[:at])


def lots(seed: bytes, bounds: Sequence[int]) -> tuple[int, ...]:
    """A number below each bound."""
    if any(not 0 < bound <= MOST_CARDS for bound in bounds):
        raise ValueError(f"a lot is drawn below a bound of 1 to {MOST_CARDS}")
    source = stream(seed, "lots")
    return tuple(below(source, bound) for bound in bounds)


def arranged(text: str, pack: Sequence[Card], lots: tuple[int, ...] = ()) -> Deal:
    """A pack with nothing left to chance: the named cards on top, then the rest in pack order."""
    top, rest = named(text), list(pack)
    for card in top:
        if card not in rest:
            has = "is not in the pack" if card not in pack else "is named too often"
            raise BadCards(f"{FACES[card]} {has}: the pack has it {pack.count(card)} times")
        rest.remove(card)
    return Deal(cards=(*top, *rest), lots=lots)


def stream(seed: bytes, label: str) -> Iterator[int]:
    """The endless bytes of one label, from its first; a bad seed is refused at once."""
    if len(seed) != SEED_BYTES:
        raise ValueError(f"a seed of {len(seed)} bytes: a seed has exactly {SEED_BYTES}")
    return _bytes(seed, label)


def _bytes(seed: bytes, label: str) -> Iterator[int]:
    # Imported here because half of all commands never shuffle and need not wait for it.
    from cryptography.hazmat.primitives.ciphers import Cipher, algorithms  # noqa: PLC0415

    # The library wants the block counter in front of the nonce: 4 bytes, low byte first.
    nonce = bytes(4) + label.encode("ascii").ljust(12, b"\0")
    cipher = Cipher(algorithms.ChaCha20(seed, nonce), mode=None).encryptor()
    while True:
        yield from cipher.update(_CHUNK)


def below(source: Iterator[int], n: int) -> int:
    """A number below n, 1 to 65536, each equally likely: the tail that would favour some is cut."""
    wide = n > 256
    span = 65536 if wide else 256
    fair = span - span % n
    for byte in source:
        word = byte << 8 | next(source) if wide else byte
        if word < fair:
            return word % n
    raise EOFError("the source of numbers has run dry")


def _check_size(size: int) -> None:
    if size > MOST_CARDS:
        raise ValueError(f"{size} cards are too many: one shuffle takes up to {MOST_CARDS}")
