"""PokerStars text, read: cash hands of hold'em and Omaha.

What the text says that everybody put in, got back and collected must be what our rules pay: the
hand is refused otherwise, never bent. Tournaments, boards run twice and cancelled hands are refused
by name.
"""

import re
from collections.abc import Callable, Iterator
from typing import Final

from msgspec import Struct

from croupier.core.cards import BadCards, Card
from croupier.core.cards import cards as cards_of
from croupier.core.felt import Seat
from croupier.histories.lines import cents
from croupier.histories.script import Act, Script
from croupier.histories.stars import GAMES, LIMITS
from croupier.histories.story import BadHistory, Story
from croupier.procedure.turns import clockwise

_CASH: Final = r"[^\d\s(]?([\d.,]+)"
_START: Final = re.compile(r"^\ufeff?PokerStars (?:Zoom |Home Game )?(?:Hand|Game) #", re.MULTILINE)
_GAME: Final = "|".join(re.escape(game) for game in sorted(GAMES.values(), key=len, reverse=True))
_HEADER: Final = re.compile(
    rf"\ufeff?PokerStars (?:Zoom )?(?:Hand|Game) #(\d+): +({_GAME}) "
    rf"(No Limit|Pot Limit|Limit) \(([^\d\s]?)([\d.,]+)/{_CASH}[^)]*\) - (.+)"
)
_UTC: Final = re.compile(r"(\d{4})/(\d\d)/(\d\d) (\d{1,2}):(\d\d:\d\d) UTC")


class Seated(Struct):
    """A player of the text."""

    seat: Seat
    name: str
    stack: int
    live: int = 0
    """What the player has in on this street."""
    put: int = 0
    """What the player has put in, less what came back."""
    won: int = 0


class _Reader:
    """Reads one hand line by line."""

    def __init__(self, lines: list[str]) -> None:
        self.script = self.header(lines[0])
        self.players: dict[str, Seated] = {}
        self.button: Seat = 0
        self.posts: list[tuple[str, str, int]] = []
        self.acts: list[tuple[str, str, int]] = []
        self.dealt: dict[str, tuple[Card, ...]] = {}
        self.shown: dict[str, tuple[Card, ...]] = {}
        self.ranked: set[Seat] = set()
        """Who stands in the summary: those who were dealt in."""
        self.summary = False
        for line in lines[1:]:
            self.line(line)

    def header(self, line: str) -> Script:
        """The game, the limit and the stakes."""
        found = _HEADER.fullmatch(line)
        if not found:
            kind = "a tournament" if "Tournament #" in line else "another game or limit"
            raise BadHistory(f"not a cash hand of hold'em or Omaha: {kind}")
        number, game, limit, sign, small, big, date = found.groups()
        name = next(key for key, title in GAMES.items() if title == game)
        self.stakes = _cents(small), _cents(big)
        fixed = limit == "Limit"
        return Script(
            game=name,
            limit=next(key for key, title in LIMITS.items() if title == limit),
            unit=self.stakes[0] if fixed else self.stakes[1],
            stacks=[],
            blinds=[],
            antes=[],
            number=int(number),
            house="PokerStars",
            currency=sign,
            at=_utc(date),
        )

    def line(self, line: str) -> None:
        """The first pattern that a line fits says what it means; chat and the like fit none."""
        if line.startswith("*** SUMMARY"):
            self.summary = True
        for pattern, means in _IN_SUMMARY if self.summary else _LINES:
            if found := pattern.fullmatch(line):
                means(self, *found.groups())
                return

    # What the lines mean.

    def table(self, name: str, button: str) -> None:
        self.script.table, self.button = name, int(button)

    def seated(self, seat: str, name: str, stack: str) -> None:
        self.players[name] = Seated(int(seat), name, _cents(stack))

    def post(self, name: str, what: str, amount: str) -> None:
        paid, small = _cents(amount), self.small
        self.posts.append((name, what, paid))
        self.pay(name, paid)
        dead = {"small & big blinds": min(small, paid), "the ante": paid}.get(what, 0)
        if what == "small blind" and sum(w == what for _, w, _ in self.posts) > 1:
            dead = paid  # A second small blind is a missed one.
        self.of(name).live -= dead

    def hole(self, name: str, cards: str) -> None:
        self.dealt[name] = cards_of(cards)

    def street(self, *cards: str) -> None:
        self.script.board += cards_of(cards[-1])
        for player in self.players.values():
            player.live = 0

    def folds(self, name: str) -> None:
        self.acts.append((name, "fold", 0))

    def checks(self, name: str) -> None:
        self.acts.append((name, "call", 0))

    def calls(self, name: str, amount: str) -> None:
        self.pay(name, _cents(amount))
        self.acts.append((name, "call", 0))

    def bets(self, name: str, amount: str) -> None:
        self.pay(name, _cents(amount))
        self.acts.append((name, "raise", self.of(name).live))

    def raises(self, name: str, to: str) -> None:
        self.pay(name, _cents(to) - self.of(name).live)
        self.acts.append((name, "raise", _cents(to)))

    def uncalled(self, amount: str, name: str) -> None:
        self.of(name).put -= _cents(amount)

    def shows(self, name: str, cards: str) -> None:
        self.shown[name] = cards_of(cards)

    def mucks(self, name: str) -> None:
        self.shown.setdefault(name, ())

    def collects(self, name: str, amount: str) -> None:
        self.of(name).won += _cents(amount)

    def cancelled(self) -> None:
        raise BadHistory("the hand was cancelled")

    def twice(self) -> None:
        raise BadHistory("the board was run twice")

    def rake(self, amount: str) -> None:
        self.script.rake = _cents(amount)

    def result(self, seat: str) -> None:
        self.ranked.add(int(seat))

    # The script.

    @property
    def small(self) -> int:
        """The small blind as due: in a limit game half the small bet, or what was posted."""
        if self.script.limit != "limit":
            return self.stakes[0]
        paid = [amount for _, what, amount in self.posts if what == "small blind"]
        return max([*paid, 0]) or self.stakes[0] // 2

    def of(self, name: str) -> Seated:
        if name not in self.players:
            raise BadHistory(f"{name!r} does not sit at the table")
        return self.players[name]

    def pay(self, name: str, amount: int) -> None:
        player = self.of(name)
        player.live, player.put = player.live + amount, player.put + amount

    def story(self) -> Story:
        """The players in dealing order, and everything else by their places."""
        order = clockwise(sorted(self.ranked), self.button)
        by_seat = {player.seat: player for player in self.players.values()}
        dealt = [by_seat[seat] for seat in order if seat in by_seat]
        at = {player.name: n for n, player in enumerate(dealt)}
        script, count = self.script, len(dealt)
        script.seats, script.names = [p.seat for p in dealt], [p.name for p in dealt]
        script.stacks = [p.stack for p in dealt]
        script.ends = [p.stack - p.put + p.won for p in dealt]
        script.blinds, script.antes = [0] * count, [0] * count
        for name, what, paid in self.posts:
            self.due(at[name], what, paid)
        script.acts = [Act(at[name], what, to) for name, what, to in self.acts]  # type: ignore[arg-type]
        script.holes = {at[name]: cards for name, cards in self.dealt.items()}
        script.shows = {at[name]: cards for name, cards in self.shown.items()}
        return script.story()

    def due(self, at: int, what: str, paid: int) -> None:
        """A blind as due, not as paid; the second of its kind is a post, live or dead."""
        script, small, big = self.script, self.small, self.script.unit
        if what == "small blind" and small not in script.blinds:
            script.blinds[at] = small
        elif what == "big blind":
            script.blinds[at] = -big if big in script.blinds else big
        elif what == "straddle":
            script.blinds[at] = paid
        elif what == "the ante":
            script.antes[at] += max(a for _, w, a in self.posts if w == what)
        else:
            script.antes[at] += small
            script.blinds[at] -= big if what == "small & big blinds" else 0


_Means = Callable[..., None]
_NAME: Final = "(.+?)"
_POSTS: Final = "small & big blinds|small blind|big blind|the ante|straddle"
_LINES: Final[tuple[tuple[re.Pattern[str], _Means], ...]] = tuple(
    (re.compile(pattern), means)
    for pattern, means in (
        (r"Table '(.+)' \d+-max.* Seat #(\d+) is the button", _Reader.table),
        (rf"Seat (\d+): (.+) \({_CASH} in chips[^)]*\)", _Reader.seated),
        (
            rf"{_NAME}: posts ({_POSTS}) {_CASH}(?: and is all-in)?",
            _Reader.post,
        ),
        (rf"Dealt to {_NAME} \[([^]]+)\]", _Reader.hole),
        (r"\*\*\* (?:FIRST|SECOND) \w+ \*\*\*.*", _Reader.twice),
        (r"\*\*\* FLOP \*\*\* \[([^]]+)\]", _Reader.street),
        (r"\*\*\* (?:TURN|RIVER) \*\*\* \[[^]]+\] \[([^]]+)\]", _Reader.street),
        (rf"{_NAME}: folds(?: \[.*\])?", _Reader.folds),
        (rf"{_NAME}: checks", _Reader.checks),
        (rf"{_NAME}: calls {_CASH}(?: and is all-in)?", _Reader.calls),
        (rf"{_NAME}: bets {_CASH}(?: and is all-in)?", _Reader.bets),
        (rf"{_NAME}: raises [^ ]+ to {_CASH}(?: and is all-in)?", _Reader.raises),
        (rf"Uncalled bet \({_CASH}\) returned to (.+)", _Reader.uncalled),
        (rf"{_NAME}: shows \[([^]]+)\].*", _Reader.shows),
        (rf"{_NAME}: mucks hand ?", _Reader.mucks),
        (rf"{_NAME} collected {_CASH} from .*pot(?:-\d+)?.*", _Reader.collects),
        (r"Hand cancelled", _Reader.cancelled),
    )
)
_IN_SUMMARY: Final[tuple[tuple[re.Pattern[str], _Means], ...]] = tuple(
    (re.compile(pattern), means)
    for pattern, means in (
        (rf"Total pot .*\| Rake {_CASH}.*", _Reader.rake),
        (r"Seat (\d+): .*", _Reader.result),
    )
)


def texts(text: str) -> Iterator[list[str]]:
    """The lines of each hand."""
    starts = [found.start() for found in _START.finditer(text)]
    if not starts:
        raise BadHistory("a PokerStars text begins with PokerStars Hand #")
    for start, end in zip(starts, [*starts[1:], len(text)], strict=True):
        yield [line.rstrip() for line in text[start:end].splitlines() if line.strip()]


def read_all(text: str) -> list[Story]:
    """The hands of a text."""
    return [read(lines) for lines in texts(text)]


def read(lines: list[str]) -> Story:
    """The story of one hand."""
    try:
        return _Reader(lines).story()
    except (BadCards, LookupError, ArithmeticError, ValueError) as error:
        fault = error if isinstance(error, BadHistory) else f"not a PokerStars hand: {error!r}"
        raise BadHistory(str(fault)) from None


def _cents(text: str) -> int:
    return cents(text.replace(",", ""))


def _utc(date: str) -> str:
    """The time where the text has it in UTC."""
    if not (found := _UTC.search(date)):
        return ""
    year, month, day, hour, rest = found.groups()
    return f"{year}-{month}-{day}T{int(hour):02}:{rest}Z"
