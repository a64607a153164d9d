"""A hand as it can be told: the opening that everybody knew, and the events as one seat saw them.

Every text is written from a story, so what a seat may not know cannot stand in it: `told` is the
one place where a hand is redacted for telling.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from msgspec import Struct
from msgspec.structs import replace

from croupier.core import fair
from croupier.core.asks import Decision, decided
from croupier.core.cards import Card
from croupier.core.catalogue import Game
from croupier.core.felt import ALL, HOUSE, Cards, Chips, Deal, Event, Fault, Said, Seat, Spot
from croupier.core.following import lots_aloud
from croupier.core.hand import Hand, Opening
from croupier.core.imagine import Shuffler, imagine

TRIES: Final = 300
"""How often other hidden cards are tried until a story follows from them."""
CROWD: Final = 100
"""Above this number of seats a story is of one's own seat and the house alone."""


class BadHistory(ValueError):
    """A text that tells no hand, or another one than the rules allow."""


class Untold(BadHistory):
    """A story that leaves out what would be needed to put it to the rules."""


class Unsayable(ValueError):
    """What a format has no words for; the message is the reason, and it is counted."""


class Contest(Struct, frozen=True):
    """The tournament that a hand was played in: its chips are not money."""

    name: str
    """As the books call it: `casino-club/hourly.3`."""
    title: str
    buy_in: int
    fee: int
    bounty: int
    stack: int
    level: int
    """Its number, breaks not counted."""
    sit_and_go: bool
    starts_at: str = "1970-01-01T00:00:00Z"
    minutes: int = 15
    """How long the first level lasts."""
    rebuys: bool = False
    re_entries: bool = False


class About(Struct, frozen=True, kw_only=True):
    """What is known of a hand beyond the felt."""

    names: Mapping[Seat, str] = {}
    bots: frozenset[Seat] = frozenset()
    house: str = ""
    table: str = ""
    number: int = 0
    at: str = ""
    """When it began, as RFC 3339 writes it in UTC: `2026-11-16T20:14:05Z`."""
    currency: str = ""
    seats: int = 0
    """How many can sit at the table."""
    contest: Contest | None = None

    def name(self, seat: Seat) -> str:
        """What a seat is called."""
        return self.names.get(seat) or f"Seat {seat}"


NOTHING_KNOWN: Final = About()


class Story(Struct, frozen=True, kw_only=True):
    """A hand as `seen` by everybody together (nothing), by the public (0) or by one seat."""

    game: Game
    rules: Any
    chips: Mapping[Spot, int]
    carry: Any
    events: Sequence[Event]
    answers: frozenset[int]
    """Which of the events are answers; the others follow from them."""
    seen: Seat | None = None
    deal: Deal | None = None
    """Only where everything is seen: the cards that were dealt, in their order."""
    lots: Mapping[int, int] = {}
    """The lots that were drawn aloud."""
    stacks: Mapping[Seat, int] = {}
    """What the text itself says that seats have in the end; it must be so."""
    about: About = NOTHING_KNOWN

    @property
    def crowd(self) -> bool:
        """Whether the story leaves out other seats."""
        return self.seen is not None and self.game.SEATS.stop > CROWD


def told(hand: Hand, seat: Seat | None = None, about: About = NOTHING_KNOWN) -> Story:
    """A hand as a seat may tell it: 0 is the public, nothing is everything."""
    start = hand.opening
    whole = Story(
        game=start.game,
        rules=start.rules,
        chips=start.chips,
        carry=start.carry,
        events=_opened(hand) if seat is None else hand.feed(seat),
        answers=_answers(hand),
        seen=seat,
        deal=_dealt(hand) if seat is None else None,
        lots={} if seat is None else lots_aloud(hand),
        about=about,
    )
    return whole if seat is None or not whole.crowd else _alone(whole, seat)


def _alone(story: Story, seat: Seat) -> Story:
    """The story without the other seats of a large table."""
    own = (HOUSE, seat)
    kept = [at for at, event in enumerate(story.events) if _owner(event) in own]
    names = {s: name for s, name in story.about.names.items() if s == seat}
    return replace(
        story,
        chips={spot: amount for spot, amount in story.chips.items() if spot[0] in own},
        events=[story.events[at] for at in kept],
        answers=frozenset(n for n, at in enumerate(kept) if at in story.answers),
        about=replace(story.about, names=names, bots=story.about.bots & {seat}),
    )


def _owner(event: Event) -> Seat:
    """Whose an event is at a large table; the house's is everybody's."""
    return event.seat if isinstance(event, Said) else event.src[0] or event.dst[0]


def _opened(hand: Hand) -> list[Event]:
    """What happened, with all faces, for the eyes of all."""
    return [e if isinstance(e, Chips) or e.eyes == ALL else _open(e) for e in hand.events]


def _open(event: Cards | Said) -> Event:
    if type(event) is Cards:
        return Cards(event.src, event.dst, event.cards, event.why)
    return replace(event, eyes=ALL)


def _answers(hand: Hand) -> frozenset[int]:
    """Where the answers stand among the events."""
    found: list[int] = []
    answers = iter(hand.answers)
    waiting = next(answers, None)
    for at, event in enumerate(hand.events):
        if waiting is None:
            break
        if type(event) is Said and event.what == waiting[1].act and is_answer(event, *waiting):
            found.append(at)
            waiting = next(answers, None)
    return frozenset(found)


def is_answer(said: Said, seat: Seat, decision: Decision) -> bool:
    """Whether this is how the driver says an answer."""
    return said.seat == seat and decision == decided(said)


def _dealt(hand: Hand) -> Deal:
    """The cards that were dealt. What is left of a shoe stays secret, for it is dealt later; where
    the deck was cut in the hand all of it is told.
    """
    deal = hand.opening.deal
    if any(type(e) is Said and e.what == "cut" and e.seat == HOUSE for e in hand.events):
        return Deal(deal.cards, deal.lots)
    return Deal(deal.cards[: len(deal.cards) - len(hand.felt.deck)], deal.lots)


# Back from a story to a hand.


def replayed(story: Story) -> Hand:
    """The hand of a story by its rules: one that does not lead to the told events is refused."""
    try:
        hand = _from_deal(story) if story.deal is not None else _imagined(story)
    except BadHistory:
        raise
    except (ArithmeticError, Fault, LookupError, ValueError, StopIteration) as error:
        raise BadHistory(f"not a hand by its rules: {error}") from None
    for seat, stack in story.stacks.items():
        if (held := hand.felt.chips.get((seat, "stack"), 0)) != stack:
            raise BadHistory(f"seat {seat} ends with {held}, the text says {stack} (in cents)")
    return hand


def as_seen(story: Story, seat: Seat) -> Story:
    """The same story with fewer eyes: a seat cannot tell what another saw."""
    if story.seen not in (None, seat) and seat != HOUSE:
        raise BadHistory(f"the text is what seat {story.seen} saw: it cannot tell seat {seat}'s")
    return story if story.seen == seat else told(replayed(story), seat, story.about)


def opening(story: Story, deal: Deal) -> Opening:
    """What the hand began with."""
    return Opening(story.game, story.rules, dict(story.chips), deal, story.carry)


def _from_deal(story: Story) -> Hand:
    """Every answer is judged again; where more than the answers is told, all must follow."""
    deal = story.deal or Deal(())
    lots = deal.lots or (0,) * len(story.game.LOTS)
    whole = Deal((*deal.cards, *_rest(story, deal.cards)), lots)
    hand = Hand(story.game, story.rules, dict(story.chips), whole, story.carry)
    for at in sorted(story.answers):
        said = story.events[at]
        if type(said) is Said:
            hand.retake(said.seat, decided(said))
    if len(story.answers) < len(story.events):
        compare(story.events, _opened(hand))
    return hand


def _rest(story: Story, dealt: Sequence[Card]) -> list[Card]:
    """The pack without the cards that were dealt, in its order."""
    rest = list(story.game.pack(story.rules))
    try:
        for card in dealt:
            rest.remove(card)
    except ValueError:
        raise BadHistory("a card is dealt more often than the pack has it") from None
    return rest


def compare(events: Sequence[Event], followed: Sequence[Event]) -> None:
    """Refuse told events that are not those which follow."""
    if events == followed:
        return
    for told_event, real in zip(events, followed, strict=False):
        if told_event != real:
            raise BadHistory(f"told is {told_event}, but by the rules it is {real}")
    if len(events) != len(followed):
        raise BadHistory(f"{len(events)} lines are told, by the rules there are {len(followed)}")


def _imagined(story: Story) -> Hand:
    """A hand that the seat cannot tell from the real one. Where hidden cards decide (a beaten hand
    is mucked unseen), others are tried until the told events follow.
    """
    seat = story.seen or HOUSE
    if any(type(e) is Said and e.what == "shuffle" and e.amount for e in story.events):
        raise Untold("discards were shuffled in secret: only a full text replays such a hand")
    lots = tuple(story.lots.get(at, 0) for at in range(len(story.game.LOTS)))
    start = opening(story, Deal(story.game.pack(story.rules), lots))
    fault: Exception = BadHistory("no hidden cards lead to the told events")
    for attempt in range(TRIES):
        try:
            hand = imagine(start, story.events, Filler(attempt), tries=1)
            compare(story.events, hand.feed(seat))
        except (BadHistory, Fault, LookupError, ValueError, StopIteration) as error:
            fault = error
        else:
            return hand
    if story.crowd:
        raise Untold("only the player's own part of a large table is told: it does not replay")
    raise BadHistory(f"not a hand by its rules: {fault}")


class Filler(Shuffler):
    """Hidden cards in an order that is always the same for the same number."""

    def __init__(self, number: int) -> None:
        self.stream = fair.stream(number.to_bytes(fair.SEED_BYTES, "big"), "filler")

    def shuffle(self, x: list[Any], /) -> None:
        """Fisher and Yates."""
        for last in range(len(x) - 1, 0, -1):
            at = self.randrange(last + 1)
            x[last], x[at] = x[at], x[last]

    def randrange(self, n: int, /) -> int:
        """A number below n."""
        return fair.below(self.stream, n)
