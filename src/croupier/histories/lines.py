"""The lines of a `.hand` text: an event each, in words that can be read aloud.

Nothing here knows any game: what can be written is what the closed list of words and the felt can
say. The grammar stands in docs/hand-format.md.
"""

import json
import re
from functools import lru_cache
from typing import Any, Final

from croupier.core.cards import Card
from croupier.core.cards import cards as cards_of
from croupier.core.cards import text as faces
from croupier.core.felt import DECK, HOUSE, NOWHERE, Cards, Chips, Event, Said, Seat, Spot
from croupier.core.words import COUNTED, WORDS
from croupier.histories.story import BadHistory

CENTS: Final = 100
MOST_DIGITS: Final = 16
MOST_SPOTS: Final = 1 << 12
"""How many spots are kept in mind: a stranger's file may name as many as it likes."""
_CARD: Final = r"(?:(?:[2-9TJQKA]|10)[cdhs]|Jk|\?\?)"
_MONEY: Final = r"\d+(?:\.\d\d)?"
_AMOUNT: Final = re.compile(r"-?\d{1,15}(?:\.\d{1,2})?", re.ASCII)
_STRING: Final = r'"(?:[^"\\]|\\.)*"'
_SAID: Final = re.compile(
    rf"([>!]) (house|\d+) ({'|'.join(sorted(WORDS, key=len, reverse=True))})"
    rf"(?: ({_MONEY}))?(?: on ([a-z0-9][^\"]*?))?(?: with ({_CARD}(?: {_CARD})*))?"
    rf"(?: by ([a-z]+|{_STRING}))?(?: because ({_STRING}))?"
)
_SPOT: Final = r"[^:=>]+"
_WHY: Final = r" \(([a-z_ ]+)\)"
_CHIPS: Final = re.compile(rf"- ({_SPOT}) -> ({_SPOT}): ({_MONEY}){_WHY}")
_CARDS: Final = re.compile(rf"\+ (?:({_SPOT}) -> )?({_SPOT}?)(:| =) ([^()]+?)(?:{_WHY})?")
_PLAIN: Final = re.compile(r"[a-z]+")


# Money, spots and names as they are written.


def money(amount: int) -> str:
    """An amount in the house's currency: `10`, `7.50`, `-3`."""
    whole, cents = divmod(abs(amount), CENTS)
    return f"{'-' if amount < 0 else ''}{whole}" + (f".{cents:02}" if cents else "")


def cents(text: str) -> int:
    """The smallest units of a written amount."""
    if text.isdecimal() and text.isascii() and len(text) < MOST_DIGITS:
        return int(text) * CENTS
    if not _AMOUNT.fullmatch(text):
        raise BadHistory(f"{text[:40]!r} is no amount: write 10 or 7.50")
    whole, _, rest = text.lstrip("-").partition(".")
    amount = int(whole) * CENTS + int(f"{rest:0<2}")
    return -amount if text.startswith("-") else amount


@lru_cache(MOST_SPOTS)
def spot_text(spot: Spot) -> str:
    """A spot: `2/bet`, and `pot` for the house's."""
    return spot[1] if spot[0] == HOUSE else f"{spot[0]}/{spot[1]}"


@lru_cache(MOST_SPOTS)
def spot_of(text: str) -> Spot:
    """The spot that is written."""
    seat, slash, word = text.partition("/")
    return (int(seat), word) if slash else (HOUSE, text)


def _who(seat: Seat) -> str:
    return str(seat) if seat else "house"


def _seat(text: str) -> Seat:
    return HOUSE if text == "house" else int(text)


def _place(spot: Spot, speaker: Seat) -> str:
    """In what somebody says, a bare word is the speaker's own spot."""
    return spot[1] if spot[0] == speaker else f"{_who(spot[0])}/{spot[1]}"


@lru_cache(MOST_SPOTS)
def _place_of(text: str, speaker: Seat) -> Spot:
    seat, slash, word = text.partition("/")
    return (_seat(seat), word) if slash else (speaker, text)


def _word(text: str) -> Any:  # Of whichever kind the line has place for.
    if text not in WORDS:
        raise BadHistory(f"{text!r} is not a word that a hand speaks")
    return text


# Writing.


def line(event: Event, *, answer: bool) -> str:
    """An event as its line."""
    if type(event) is Chips:
        src, dst = spot_text(event.src), spot_text(event.dst)
        return f"- {src} -> {dst}: {money(event.amount)} ({event.why})"
    if type(event) is Cards:
        return _cards_line(event)
    return _said_line(event, answer=answer) if type(event) is Said else ""


def _said_line(said: Said, *, answer: bool) -> str:
    told = f"{'>' if answer else '!'} {_who(said.seat)} {said.what}"
    if said.amount:
        told += f" {said.amount if said.what in COUNTED else money(said.amount)}"
    if said.spot != NOWHERE:
        told += f" on {_place(said.spot, said.seat)}"
    if said.cards:
        told += f" with {faces(said.cards)}"
    if said.by:
        told += f" by {said.by if _PLAIN.fullmatch(said.by) else json.dumps(said.by)}"
    return told + (f" because {json.dumps(said.why)}" if said.why else "")


def _cards_line(event: Cards) -> str:
    cards, why = faces(event.cards), f" ({event.why})"
    if event.src == event.dst:
        return f"+ {spot_text(event.dst)} = {cards}{'' if event.why == 'show' else why}"
    if event.src == DECK:
        return f"+ {spot_text(event.dst)}: {cards}{'' if event.why == 'deal' else why}"
    return f"+ {spot_text(event.src)} -> {spot_text(event.dst)}: {cards}{why}"


# Reading.


@lru_cache(1 << 13)
def event_of(text: str) -> Event:
    """The event of a line; most lines of an evening come again."""
    mark = text[:1]
    if mark in (">", "!") and (found := _SAID.fullmatch(text)):
        return _said(*found.groups())
    if mark == "-" and (found := _CHIPS.fullmatch(text)):
        src, dst, amount, why = found.groups()
        return Chips(spot_of(src), spot_of(dst), cents(amount), _word(why))
    if mark == "+" and (found := _CARDS.fullmatch(text)):
        return _moved(*found.groups())
    raise BadHistory(f"{text!r} is not a line of a hand: see docs/hand-format.md")


def _said(
    _: str, who: str, act: str, amount: str, on: str, cards: str, by: str, why: str
) -> Said:  # The groups of the pattern, in order.
    seat = _seat(who)
    counted = act in COUNTED and amount
    return Said(
        seat,
        _word(act),
        int(amount) if counted else cents(amount or "0"),
        _place_of(on, seat) if on else NOWHERE,
        cards_of(cards) if cards else (),
        json.loads(by) if by and by[0] == '"' else by or "",
        json.loads(why) if why else "",
    )


def _moved(src: str, dst: str, how: str, cards: str, why: str) -> Cards:
    lies: tuple[Card, ...] = cards_of(cards)
    target = spot_of(dst)
    if how == " =":
        return Cards(target, target, lies, _word(why or "show"))
    return Cards(spot_of(src) if src else DECK, target, lies, _word(why or "deal"))
