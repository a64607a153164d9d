"""Asks and decisions: what may be done, as data, and how a game asks for it."""

from collections.abc import Callable, Generator, Iterable, Mapping, Sequence
from typing import Any, Final, Literal, TypeVar, cast

from msgspec import Struct

from croupier.core.cards import Card, text
from croupier.core.felt import HOUSE, NOWHERE, Said, Seat, Spot
from croupier.core.phrases import MOST, Money, Phrase, cut, english
from croupier.core.words import COUNTED, HANDS, RULINGS, Deed, Note

T = TypeVar("T")
Ground = Literal["not_allowed", "not_asked", "not_seated", "paused", "closed", "late", "stale"]
"""What is wrong with an act, for a program to know."""

CLOCK: Final = "clock"
ROOM: Final = "room"
NO_MAXIMUM: Final = 10**15
"""An option with this top has none."""


class Option(Struct, frozen=True, gc=False, omit_defaults=True):
    """One legal act as data.

    A spot makes it a place to drop chips; low < high a slider of that step, in which an amount is
    always *to*, never *by*; cards a choice of low to high of them; else it is a button. A call says
    what it adds.
    """

    act: Deed
    low: int = 0
    high: int = 0
    step: int = 1
    spot: Spot = NOWHERE
    cards: tuple[Card, ...] = ()
    clause: str = ""
    note: Note = ""


class Decision(Struct, frozen=True, gc=False, omit_defaults=True):
    """An answer: of a seat, of the clock for a seat, or of the staff, with name and reason."""

    act: Deed
    amount: int = 0
    spot: Spot = NOWHERE
    cards: tuple[Card, ...] = ()
    by: str = ""
    why: str = ""


def spoken(act: str) -> Deed:
    """An act as somebody wrote it: a hand refuses every word that it does not offer."""
    return cast("Deed", act)


class Ask(Struct, eq=False, gc=False):
    """Who may do what now. A seat's first option is what happens when its time runs out.

    An open ask is a window: it takes acts as they come until the house closes it. An ask to nobody
    is a pause. To yield the same object again lets the clocks run on.
    """

    options: dict[Seat, tuple[Option, ...]]
    clause: str
    clock: str = "decision_seconds"
    """The field of the rules that says how long."""
    open: bool = False
    rulings: "Rulings | None" = None
    """What the staff may rule now, besides void: the options of seat 0, made when asked for."""
    judge: Callable[[Seat, Decision], str | Phrase] | None = None
    """Says why a decision within an option is refused all the same, or nothing."""


Answer = tuple[Seat, Decision]
Rulings = Callable[[], Iterable[Option]]
Play = Generator[Ask, Answer, T]

CLOSE: Final = Decision("close", by=CLOCK)
VOID: Final = Option("void")


def decided(said: Said) -> Decision:
    """The decision that was said aloud."""
    return Decision(spoken(said.what), said.amount, said.spot, said.cards, said.by, said.why)


def ask(
    seat: Seat, options: tuple[Option, ...], clause: str, clock: str = "decision_seconds"
) -> Play[Decision]:
    """One seat's decision."""
    _, decision = yield Ask({seat: options}, clause, clock)
    return decision


def ask_all(
    options: Mapping[Seat, tuple[Option, ...]],
    clause: str,
    clock: str = "decision_seconds",
    *,
    at_once: Callable[[Seat, Decision], None] | None = None,
    judge: Callable[[Seat, Decision], str | Phrase] | None = None,
    early: bool = True,
) -> Play[dict[Seat, Decision]]:
    """Every seat's decision, in the order of the question whatever the order of the answers.

    What `at_once` does with an answer may touch only the seat's own spots, so answers commute.
    Unless it may end `early`, the question stands until its time is over.
    """
    waiting = dict(options)
    answers: dict[Seat, Decision] = {}
    question = Ask(waiting, clause, clock, judge=judge)
    time_is_over = early
    while waiting or not time_is_over:
        seat, decision = yield question
        time_is_over = time_is_over or decision.by == CLOCK
        if seat == HOUSE:
            break
        answers[seat] = decision
        del waiting[seat]
        if at_once:
            at_once(seat, decision)
    return {seat: answers[seat] for seat in options}


def window(
    offers: dict[Seat, tuple[Option, ...]],
    clause: str,
    clock: str = "betting_seconds",
    rulings: Rulings | None = None,
) -> Ask:
    """An open question, whose offers change with every act while its clock runs on."""
    return Ask(offers, clause, clock, open=True, rulings=rulings)


def offer(offers: dict[Seat, tuple[Option, ...]], seat: Seat, options: tuple[Option, ...]) -> None:
    """What a seat may do now in a window; with nothing to choose it is not asked."""
    if options:
        offers[seat] = options
    else:
        offers.pop(seat, None)


def taking(window: Ask) -> Play[Answer | None]:
    """The next act in a window, first come first served; None when the house closes it. A newcomer
    joins by an act that names the stack, of which nothing is bet yet; a seat without a bet may go.
    """
    seat, decision = yield window
    while decision.act == "leave":
        window.options.pop(seat, None)
        seat, decision = yield window
    return None if decision.act == "close" else (seat, decision)


class Refused(ValueError):
    """An act that is not allowed: why, what is, and the clause that says so. Nothing changed.

    The name is for programs, the rest for people.
    """

    def __init__(
        self,
        why: str | Phrase,
        allowed: Sequence[Option] = (),
        clause: str = "",
        name: Ground = "not_allowed",
        **values: Any,
    ) -> None:
        super().__init__(why, tuple(allowed), clause, values)
        self.name: Ground = name
        holes = {name: cut(value) for name, value in values.items()}
        self.why = why if isinstance(why, Phrase) else Phrase(why, holes)
        self.allowed, self.clause = tuple(allowed), clause

    def __str__(self) -> str:
        return self.sentence(str)

    def sentence(self, money: Money) -> str:
        """The refusal as a person reads it, amounts in the house's currency."""
        allowed = ", ".join(describe(option, money) for option in self.allowed[:MOST])
        return english(self.why, money) + (f"; allowed: {allowed}" if allowed else "") + self.behind

    @property
    def behind(self) -> str:
        """The clause behind the sentence, unless the sentence names it."""
        named = not self.clause or self.clause in self.why.template
        return "" if named else f" ({self.clause})"


def describe(option: Option, money: Money = str) -> str:
    """An option in words: `bet 1 to 100 on ante`."""
    words: list[str] = [option.act]
    money = str if option.act in COUNTED else money
    if option.cards:
        count = str(option.low) if option.low == option.high else f"{option.low} to {option.high}"
        words += [count, "of", text(option.cards)]
    elif option.high:
        words.append(money(option.low))
        if option.high >= NO_MAXIMUM:
            words.append("or more")
        elif option.low < option.high:
            words += ["to", money(option.high)]
        if 1 < option.step <= option.high - option.low:
            words += ["in steps of", money(option.step)]
    if option.act in RULINGS and option.spot[0]:
        words += ["for", "seat", str(option.spot[0])]
        words += ["on", option.spot[1]] if option.spot[1] not in HANDS else []
    elif option.spot != NOWHERE and option.spot[1] != option.act:
        words += ["on", option.spot[1]]
    return " ".join(words)
