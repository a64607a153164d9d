"""Cards: plain small ints, their faces in text, and packs.

A card is rank * 4 + suit: 0 is the two of clubs, 51 the ace of spades. The joker is 52.
A card whose face may not be seen is the back, 53.
"""

from collections.abc import Iterable
from typing import Final, NewType, cast

Card = NewType("Card", int)

RANKS: Final = "23456789TJQKA"
SUITS: Final = "cdhs"
SYMBOLS: Final = "♣♦♥♠"

JOKER: Final = Card(52)
BACK: Final = Card(53)

FACES: Final = (*(rank + suit for rank in RANKS for suit in SUITS), "Jk", "??")
RANK: Final = tuple(card >> 2 for card in range(52))
SUIT: Final = tuple(card & 3 for card in range(52))

PACK: Final = tuple(map(Card, range(52)))
PACK_WITH_JOKER: Final = (*PACK, JOKER)

_CARDS: Final = {face: Card(card) for card, face in enumerate(FACES)}


class BadCards(ValueError):
    """Text that names no card, or one card too often."""


def decks(count: int) -> tuple[Card, ...]:
    """`count` packs of 52, one after another."""
    return PACK * count


def card(text: str) -> Card:
    """The card of a text: `As`, `10h`, `td`, `A♠`, `Jk`, `??`."""
    if text in _CARDS:
        return _CARDS[text]
    rank, suit = text[:-1].upper(), text[-1:].lower()
    if suit in SYMBOLS and suit:
        suit = SUITS[SYMBOLS.index(suit)]
    face = "Jk" if text.upper() == "JK" else ("T" if rank == "10" else rank) + suit
    if face not in _CARDS:
        raise BadCards(
            f"{text!r} is not a card: write a rank of {RANKS} and a suit of {SUITS}, "
            "such as As or Td; Jk is the joker"
        )
    return _CARDS[face]


def cards(text: str) -> tuple[Card, ...]:
    """The cards of a text, with or without spaces between them: `As Td 9h`, `AsTd9h`."""
    as_written = [_CARDS.get(word) for word in text.split()]
    if None not in as_written:  # As `text` writes them: nine times faster.
        return cast("tuple[Card, ...]", tuple(as_written))
    return tuple(card(face) for word in text.replace(",", " ").split() for face in _faces(word))


def _faces(word: str) -> list[str]:
    faces = []
    while word:
        size = 3 if word.startswith("10") else 2
        faces.append(word[:size])
        word = word[size:]
    return faces


def distinct(text: str) -> tuple[Card, ...]:
    """The cards of a text; a card that is there twice is refused."""
    found = cards(text)
    for at, one in enumerate(found):
        if one in found[:at]:
            raise BadCards(f"{FACES[one]} appears twice: every card is in the pack once")
    return found


def text(some: Iterable[int]) -> str:
    """Cards as they are written: `As Td 9h`."""
    return " ".join(FACES[one] for one in some)


def symbols(some: Iterable[int]) -> str:
    """Cards as they are drawn: `A♠ 10♦ 9♥`, the joker ★."""
    return " ".join(symbol(one) for one in some)


def symbol(one: int) -> str:
    """A card as it is drawn."""
    if one >= JOKER:
        return "★" if one == JOKER else "??"
    rank = RANKS[RANK[one]]
    return ("10" if rank == "T" else rank) + SYMBOLS[SUIT[one]]
