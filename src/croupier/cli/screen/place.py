"""One's place at a table: what is seen from it, what can be done at it, and what is told there."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Protocol

from msgspec import Struct
from rich.text import Text

from croupier.cli.calls import Caller
from croupier.cli.look import coloured, hand_name, outcome, results
from croupier.cli.tongue import Tongue
from croupier.core.asks import Decision, Option
from croupier.core.felt import Event, Said, Seat, Spot, View
from croupier.houses import House, TableSheet

Worth = dict[tuple[str, str, int], Fraction]
"""What options gain on average: by act, word of the spot and amount."""


class Neighbour(Struct, frozen=True):
    """Somebody who sits at the table."""

    name: str
    stack: int
    away: bool = False


class Question(Struct, frozen=True):
    """What is asked: of oneself in options, of the others only that they are."""

    options: tuple[Option, ...]
    clause: str
    open: bool
    asked: tuple[Seat, ...]
    until: float = 0
    """When the time is over, by the loop's clock; 0: there is no hurry."""


class Scene(Struct, frozen=True):
    """The table as it lies before one's eyes."""

    view: View
    me: Seat
    """0: one looks on."""
    seats: Mapping[Seat, Neighbour]
    question: Question | None = None
    number: int = 0
    playing: bool = False
    """Whether a hand is in play."""
    button: Seat = 0
    stands: str = ""
    """Why nothing goes on, or what is to be known now."""


class Wish(Struct, frozen=True):
    """Something that may be done about one's seat now, besides what the hand asks."""

    key: str
    label: str
    act: str
    """What is done: `go_on`, `sit`, `wait`, `recave`, `sit_out` or `sit_in`."""
    amount: tuple[int, int, int] | None = None
    """The least, the usual and the most of it (0: no limit), where it takes an amount."""


class Told(Struct):
    """A hand as it was told."""

    number: int
    lines: list[Text] = []
    net: int | None = None
    """What it brought; nothing: one had no part in it."""


class Chronicle:
    """Tells what happens at a table, and keeps it hand by hand."""

    def __init__(self, caller: Caller, me: Callable[[], Seat]) -> None:
        self.caller, self.me, self.tongue = caller, me, caller.tongue
        self.hands: list[Told] = []
        self.events: list[Event] = []
        """Of the hand in play, or of the last."""
        self.button: Seat = 0
        self.fresh: list[Text] = []
        """What the screen has not shown yet."""

    def begin(self, number: int, chips: Mapping[Spot, int]) -> None:
        """A new hand."""
        self.caller.begin(chips, self.me())
        self.events, self.hands = [], [*self.hands, Told(number, [])]
        head = self.tongue.say("Hand {number}", number=number)
        self.fresh += [Text(""), Text(head, style="bold underline")]

    def tell(self, events: Iterable[Event]) -> None:
        """What happens next in it."""
        new = list(events)
        self.events += new
        self.caller.me = self.me()  # One may sit down amid a hand, while bets are taken.
        self.button = next(
            (e.seat for e in reversed(new) if isinstance(e, Said) and e.what == "button"),
            self.button,
        )
        self.write(self.caller.tell(new))

    def write(self, lines: Iterable[Text]) -> None:
        """Lines of the hand in play."""
        told = list(lines)
        self.fresh += told
        if self.hands:
            self.hands[-1].lines += told

    def end(self, net: int | None) -> None:
        """The result of the hand: in games without a pot of each bet, then in all."""
        if net is None:
            return
        if not self.caller.for_a_pot:
            self.write(self.bets())
        total = Text(f"{self.tongue.say('Result')} ", style="bold")
        self.write([total + coloured(self.tongue.signed(net), net)])
        self.hands[-1].net = net

    def cost(self, amount: int) -> None:
        """What the decisions of the hand cost."""
        cost = self.tongue.money(amount) if amount else self.tongue.say("nothing")
        said = self.tongue.say("Your decisions cost {cost} on average.", cost=cost)
        self.write([Text(said, style="italic")])

    def bets(self) -> Iterable[Text]:
        """What became of each bet."""
        found = results(self.events, self.me())
        words = [word for word, _, _ in found]
        for word, staked, net in found:
            label = hand_name(self.tongue, word, words)
            label = self.tongue.say("Fee") if word == "drop" else label
            ended = outcome(self.tongue, word, net)
            line = Text(f"{label} {self.tongue.money(staked)} {ended} ")
            yield line + coloured(self.tongue.signed(net), net)


class Place(Protocol):
    """A chair at a table, at home or in a room."""

    @property
    def title(self) -> str:
        """What is played, and where."""

    house: House
    sheet: TableSheet
    tongue: Tongue
    chronicle: Chronicle
    changed: Callable[[], None]
    """Called when something is new."""
    has_chat: bool

    def name(self, seat: Seat) -> str:
        """Who sits there."""

    def scene(self) -> Scene:
        """The table now."""

    def wishes(self) -> list[Wish]:
        """What may be done about one's seat now."""

    async def run(self) -> None:
        """Play, until one leaves."""

    async def decide(self, decision: Decision) -> None:
        """Answer what is asked; `ValueError` says why not."""

    async def wish(self, act: str, amount: int = 0) -> None:
        """Do one of the wishes."""

    async def move(self, seat: Seat) -> None:
        """Change seats."""

    async def say(self, _: str) -> None:
        """Talk to the table."""

    async def worth(self) -> Worth:
        """What each option is worth, by the laboratory; nothing where it knows none."""

    async def odds(self) -> str:
        """What the coach says where no option is valued."""

    async def hands(self) -> list[Told]:
        """The hands that one played, the newest first; some without their lines yet."""

    async def lines(self, told: Told) -> list[Text]:
        """How a hand went."""

    async def leave(self) -> str:
        """Get up; what one is told at the door."""


async def wished(place: Place, words: Sequence[str]) -> bool:
    """A wish about the seat that may be written at any time; whether it was one."""
    first, last = words[0], words[-1]
    if first in ("recave", "rebuy"):
        await place.wish("recave", place.tongue.amount(last))
    elif first in ("move", "place") and last.isdecimal():
        await place.move(int(last))
    elif first in ("out", "absent"):
        await place.wish("sit_out")
    elif first in ("in", "retour", "back"):
        await place.wish("sit_in")
    else:
        return False
    return True
