"""What one reader sees of a table: views, asks, readings and events, each redacted by the felt.

A reader looks through a *seat of the hand*: the one they were dealt into, else 0, the public.
A player who sits down in a seat later never inherits what its last owner saw.
"""

from collections.abc import Iterable, Mapping
from typing import Any, Final

from croupier.core import pledges
from croupier.core.asks import Decision
from croupier.core.catalogue import Game, Reading
from croupier.core.felt import HOUSE, Cards, Chips, Said, Seat, Spot, View, redact
from croupier.core.hand import Hand
from croupier.core.imagine import InOrder, imagine
from croupier.core.pledges import Contributor, Envelope
from croupier.room import news
from croupier.room.table import Table
from croupier.server.live.wire import (
    AskWire,
    Language,
    LowWire,
    PledgeWire,
    ReadingWire,
    Totals,
    ViewWire,
)

LANGUAGES: Final[tuple[Language, ...]] = ("en", "fr")


def redacted(item: news.News, seat: Seat) -> Any:
    """One piece of news as a seat may know it."""
    return redact(item, seat) if isinstance(item, Chips | Cards | Said) else item


def view(table: Table, seat: Seat) -> ViewWire:
    """The felt: of the hand in play, or as the last one left it."""
    hand = table.hand or table.newest
    lying = table.hand.felt.chips if table.hand else table.chips
    chips = table.audience.chips(lying, seat, table.game.LAYOUT)
    cards, deck = (hand.felt.faces(seat), len(hand.felt.deck)) if hand else ({}, 0)
    return ViewWire(list(chips.items()), list(cards.items()), deck)


def ask(table: Table, seat: Seat, now: float, speed: float = 1.0) -> AskWire | None:
    """The question that stands: one's own options in full, of the others only who is asked."""
    hand = table.hand
    if hand is None or hand.ask is None:
        return None
    question, audience = hand.ask, table.audience
    clocks = audience.clocks(table.clocks, seat)
    left = {s: round(max(0.0, at - now) / speed, 2) for s, at in clocks.items()}
    sitter = table.sitters.get(seat)
    return AskWire(
        table.asks,
        question.clause,
        question.open,
        audience.seats(question.options, seat),
        hand.asked(seat) if seat else (),
        left.get(seat, left.get(HOUSE, min(left.values(), default=0.0))),
        list(left.items()),
        sitter.reserve_seconds / speed if sitter else 0,
        len(question.options),
        [s for s in left if s in table.sitters and table.sitters[s].on_reserve],
    )


def readings(hand: Hand, seat: Seat) -> list[ReadingWire]:
    """What the cards of a hand are worth that a seat sees."""
    return read(hand.opening.game, hand.opening.rules, hand.view(seat))


def read(game: Game, rules: Any, seen: View) -> list[ReadingWire]:
    """What the cards of a view are worth, in every language."""
    found = {language: game.read(rules, seen, language) for language in LANGUAGES}
    spots = found[LANGUAGES[0]]
    return [_in_all({lang: found[lang][spot] for lang in found}, spot) for spot in spots]


def _in_all(told: Mapping[Language, Reading], spot: Spot) -> ReadingWire:
    one = told[LANGUAGES[0]]
    names = {language: reading.name for language, reading in told.items()}
    lows = {language: reading.low.name for language, reading in told.items() if reading.low}
    low = LowWire(one.low.cards, lows, one.low.place) if one.low else None
    return ReadingWire(spot, one.cards, names, one.kind, one.made, one.place, low)


def considered(hand: Hand, seat: Seat, decision: Decision) -> list[ReadingWire]:
    """What a seat's own cards would be if it decided so; `Refused` if it may not.

    It is tried on a hand that the seat cannot tell from its own, of which only its own cards are
    followed, and only until anything else happens: no hidden card is ever looked at.
    """
    trial = imagine(hand.opening, hand.feed(seat), InOrder())
    seen, since = trial.view(seat), len(trial.events)
    trial.decide(seat, decision)
    for event in trial.events[since + 1 :]:
        if not isinstance(event, Cards) or event.src[0] != seat:
            break
        seen.take(redact(event, seat))
    found = read(hand.opening.game, hand.opening.rules, seen)
    return [reading for reading in found if reading.spot[0] == seat]


def pledge(table: str, made: Envelope, seconds: float, listed: Iterable[Contributor]) -> PledgeWire:
    """What is pledged for the next hand, and by which contributions."""
    return PledgeWire(
        table,
        made.subject.hand,
        pledges.VERSION,
        pledges.context(made.subject).hex(),
        [root.hex() for root in made.pledge.decks],
        [(one.seat, one.commitment.hex()) for one in listed],
        made.prev.hex(),
        made.digest.hex(),
        round(seconds, 2),
    )


def totals(table: Table) -> Totals | None:
    """A crowd in numbers."""
    found = table.audience.numbers(table.hand) if table.hand else None
    return Totals(*found) if found else None


def dealt_in(hand: Hand) -> list[Seat]:
    """The seats that took part: chips or cards of theirs have moved."""
    seats: set[Seat] = set()
    for event in hand.events:
        if isinstance(event, Chips | Cards):
            seats |= {event.src[0], event.dst[0]}
    return sorted(seats - {HOUSE})
