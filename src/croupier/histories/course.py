"""The course of a hold'em or Omaha hand, as the formats of other houses tell it.

They speak of posts, streets and actions, not of chips that go from spot to spot. A story is walked
once into such steps, and every writer says them in its own words.
"""

from collections.abc import Sequence
from typing import Final, Literal

from msgspec import Struct

from croupier.core import catalogue
from croupier.core.cards import BACK, Card
from croupier.core.felt import BOARD, DECK, HOUSE, POT, SECOND, Cards, Chips, Said, Seat
from croupier.core.words import RULINGS
from croupier.histories.story import Story, Unsayable
from croupier.procedure import flop

FORCED: Final = frozenset(
    {"small blind", "big blind", "button blind", "post", "option", "ante", "dead"}
)
"""Why chips go in before the first decision."""
PUT: Final = frozenset({"call", "bet", "raise"})
STREETS: Final = ("Preflop", "Flop", "Turn", "River")

Kind = Literal[
    "post", "dealt", "act", "board", "show", "muck", "uncalled", "rake", "win", "volunteer"
]
"""A volunteer shows cards after the pots are paid, without need."""


class Step(Struct, frozen=True, gc=False):
    """One thing that happened, with what formats want to know about it."""

    kind: Kind
    seat: Seat = HOUSE
    what: str = ""
    """Which post or act, or the word of the pot."""
    amount: int = 0
    """What goes in, comes back or is won."""
    to: int = 0
    """A bet or raise is to this."""
    by: int = 0
    """A raise is by this over the bet that stood."""
    all_in: bool = False
    cards: tuple[Card, ...] = ()


class Course(Struct):
    """A hand in steps."""

    order: list[Seat]
    """Who was dealt in, the left of the button first."""
    button: Seat
    steps: list[Step]
    holes: dict[Seat, tuple[Card, ...]]
    """What the teller saw at any time of each hand; unseen cards are backs."""

    def of(self, *kinds: Kind) -> list[Step]:
        """The steps of these kinds."""
        return [step for step in self.steps if step.kind in kinds]

    @property
    def board(self) -> tuple[Card, ...]:
        """All cards on the board."""
        return tuple(card for step in self.of("board") for card in step.cards)

    @property
    def rake(self) -> int:
        """What the house took."""
        return sum(step.amount for step in self.of("rake"))

    def street(self, step: Step) -> int:
        """On which street a step stands: 0 is before the flop."""
        at = next(n for n, one in enumerate(self.steps) if one is step)
        return sum(one.kind == "board" for one in self.steps[:at])


def is_flop(story: Story) -> bool:
    """Whether a story is of a flop game."""
    return isinstance(story.rules, flop.Rules)


def course(story: Story, form: str) -> Course:
    """The steps of a story; what no other house's format can say is refused by name."""
    check_sayable(story, form)
    walk = _Walk(story)
    for event in story.events:
        if type(event) is Chips:
            walk.chips(event)
        elif type(event) is Cards:
            walk.cards(event)
        elif type(event) is Said:
            walk.said(event)
    if not walk.course.order:
        raise Unsayable("no cards were dealt")
    return walk.course


def check_sayable(story: Story, form: str) -> None:
    """Only hold'em and Omaha, and nothing that our house alone knows."""
    if not is_flop(story):
        raise Unsayable(f"{form} has no {story.game.TITLE}")
    for event in story.events:
        if type(event) is Said and event.seat == HOUSE and event.what in RULINGS:
            raise Unsayable(f"{form} has no rulings of the floor")
        if type(event) is Chips and event.why == "kill":
            raise Unsayable(f"{form} has no kill pots")
        if type(event) is Cards and event.dst == SECOND:
            raise Unsayable(f"{form} has no second board")
    if story.chips.get(POT):
        raise Unsayable(f"{form} has no money of an earlier hand in the pot")


def variant(story: Story) -> tuple[str, str]:
    """The game by its name, and its limit."""
    return catalogue.name(story.game), story.rules.limit


class _Walk:
    """Follows the events of a hand."""

    def __init__(self, story: Story) -> None:
        self.stacks = {spot[0]: n for spot, n in story.chips.items() if spot[1] == "stack"}
        self.bets: dict[Seat, int] = {}
        self.high, self.big = 0, story.rules.big_blind
        self.course = Course([], HOUSE, [], {})
        self.paid = False
        self.add = self.course.steps.append

    def chips(self, event: Chips) -> None:
        seat, amount = event.src[0], event.amount
        if event.why in FORCED:
            self.post(event)
        elif event.why in PUT:
            stood = self.high
            self.put(seat, amount)
            to = self.bets[seat]
            all_in = not self.stacks[seat]
            self.add(Step("act", seat, event.why, amount, to, to - stood, all_in))
        elif event.why == "uncalled":
            self.stacks[seat] += amount
            self.add(Step("uncalled", seat, "", amount))
        elif event.why in ("drop", "levy"):
            self.add(Step("rake", HOUSE, event.src[1], amount))
        elif event.why == "win":
            self.paid = True
            self.add(Step("win", event.dst[0], event.src[1], amount))

    def post(self, event: Chips) -> None:
        """A blind that stands is full for those who call it, even where its player was short."""
        seat, live = event.src[0], event.dst[1] == "bet"
        self.stacks[seat] -= event.amount
        if live:
            self.bets[seat] = self.bets.get(seat, 0) + event.amount
            self.high = max(self.high, self.big, self.bets[seat])
        self.add(Step("post", seat, event.why, event.amount, all_in=not self.stacks[seat]))

    def put(self, seat: Seat, amount: int) -> None:
        self.stacks[seat] -= amount
        self.bets[seat] = self.bets.get(seat, 0) + amount
        self.high = max(self.high, self.bets[seat])

    def cards(self, event: Cards) -> None:
        holes, (seat, word) = self.course.holes, event.dst
        if event.src == DECK and word == "hole":
            if seat not in holes:
                self.course.order.append(seat)
            holes[seat] = (*holes.get(seat, ()), *event.cards)
        elif event.dst == BOARD:
            self.high, self.bets = 0, {}
            self.add(Step("board", cards=event.cards))
        elif event.src == event.dst and word == "hole":
            holes[seat] = self.learnt(seat, event.cards)
            self.add(Step("volunteer" if self.paid else "show", seat, cards=event.cards))
        elif event.why == "muck" and event.src[1] == "hole" and not self.paid:
            self.add(Step("muck", event.src[0]))

    def learnt(self, seat: Seat, shown: tuple[Card, ...]) -> tuple[Card, ...]:
        """A hand of which these cards were shown: all of it, or what was seen of the rest."""
        rest = [card for card in self.course.holes[seat] if card not in shown]
        return (*shown, *rest[: len(self.course.holes[seat]) - len(shown)])

    def said(self, event: Said) -> None:
        if event.what == "button":
            self.course.button = event.seat
        elif event.what in ("fold", "check"):
            self.add(Step("act", event.seat, event.what))


def known(cards: Sequence[Card]) -> bool:
    """Whether every face was seen."""
    return BACK not in cards


def pots(steps: Sequence[Step]) -> list[str]:
    """The pots that were won, the main pot first."""
    return sorted({step.what for step in steps if step.kind == "win"}, key=_pot_order)


def _pot_order(word: str) -> int:
    return int(word.split()[1]) if word != POT[1] else 0
