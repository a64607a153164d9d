"""PokerStars text, which every tracker imports: written, for hold'em and Omaha.

Amounts have no decimals where they are whole and no thousands separator; `raises BY to TO`, a call
says what it adds. The uncalled bet comes back before the next street and is in no pot.
"""

import re
from collections.abc import Iterator, Sequence
from typing import Final
from zlib import crc32

from croupier.core.cards import Card
from croupier.core.cards import text as faces
from croupier.core.felt import BOARD, Seat, View
from croupier.histories.course import Step, course, known, pots, variant
from croupier.histories.lines import money
from croupier.histories.story import Story, Unsayable

FORMAT: Final = "PokerStars text"
GAMES: Final = {"holdem": "Hold'em", "omaha": "Omaha", "omaha-hilo": "Omaha Hi/Lo"}
LIMITS: Final = {"no_limit": "No Limit", "pot_limit": "Pot Limit", "limit": "Limit"}
STREETS: Final = ("before Flop", "on the Flop", "on the Turn", "on the River")
BOARDS: Final = ("FLOP", "TURN", "RIVER")
ISO: Final = {"$": "USD", "€": "EUR", "£": "GBP"}
MOST_HANDS: Final = 10**9
"""A hand's number has its table's above this many digits."""
_UNSAFE: Final = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029:\[\]()]")


def write(story: Story) -> str:
    """A story as text; three newlines part it from the next."""
    return "\n".join(_Text(story).lines()) + "\n\n\n"


def name(text: str) -> str:
    """A name that ends no line and looks like no other part of one."""
    return " ".join(_UNSAFE.sub(" ", text).split()) or "Player"


class _Text:
    """One hand in the making."""

    def __init__(self, story: Story) -> None:
        self.story, self.hand = story, course(story, FORMAT)
        self.rules = story.rules
        self.money = story.about.currency if story.about.currency in ISO else ""
        self.sign = "" if story.about.contest else self.money
        self.names = self.unlike(story, self.hand.order)
        self.check()
        posts = self.hand.of("post")
        self.blinds = {
            step.what: step.seat
            for step in reversed(posts)
            if step.what in ("small blind", "big blind")
        }

    @staticmethod
    def unlike(story: Story, order: Sequence[Seat]) -> dict[Seat, str]:
        """Names of which no two are alike."""
        named: dict[Seat, str] = {}
        for seat in order:
            called = name(story.about.name(seat))
            named[seat] = f"{called} {seat}" if called in named.values() else called
        return named

    def check(self) -> None:
        """What trackers read as something else, or not at all."""
        posts = self.hand.of("post")
        if any(step.what == "button blind" for step in posts):
            raise Unsayable(f"{FORMAT} has no blind on the button")
        if any(step.seat not in self.names for step in posts):
            raise Unsayable(f"{FORMAT} has no money of a player without cards")
        if sum(step.what == "small blind" for step in posts) > 1:
            raise Unsayable(f"{FORMAT} has no second live small blind")
        live = {step.seat for step in posts if step.what == "post"}
        if any(step.what == "dead" and step.seat not in live for step in posts):
            raise Unsayable(f"{FORMAT} has no dead small blind by itself")
        if self.hand.button not in self.names:
            raise Unsayable(f"{FORMAT} has no dead button")

    def cash(self, amount: int) -> str:
        return self.sign + money(amount)

    def lines(self) -> Iterator[str]:
        """From the header to the summary."""
        yield self.header()
        about = self.story.about
        size = about.seats or self.rules.max_seats
        play = "" if self.sign or about.contest else " (Play Money)"
        table = self.contest_table() or name(about.table or "Croupier")
        yield f"Table '{table}' {size}-max{play} Seat #{self.hand.button} is the button"
        for seat in sorted(self.hand.order):
            stack = self.cash(self.story.chips[seat, "stack"])
            yield f"Seat {seat}: {self.names[seat]} ({stack} in chips)"
        yield from self.posts()
        yield "*** HOLE CARDS ***"
        for seat in self.hand.order:
            if self.story.seen in (None, seat) and known(self.hand.holes[seat]):
                yield f"Dealt to {self.names[seat]} [{faces(self.hand.holes[seat])}]"
        yield from self.course()
        yield from self.summary()

    def contest_table(self) -> str:
        """Tables of a tournament are called by its number and theirs."""
        contest = self.story.about.contest
        return (
            f"{contest_number(contest.name)} {_last_number(self.story.about.table)}"
            if contest
            else ""
        )

    def contest_words(self) -> str:
        """What stands before the game in a hand of a tournament."""
        contest = self.story.about.contest
        if contest is None:
            return ""
        paid = [contest.buy_in, *([contest.bounty] if contest.bounty else []), contest.fee]
        price = "+".join(f"{self.money}{money(amount)}" for amount in paid)
        iso = f" {ISO[self.money]}" if self.money else ""
        return f"Tournament #{contest_number(contest.name)}, {price}{iso} "

    def header(self) -> str:
        game, limit = variant(self.story)
        rules, about = self.rules, self.story.about
        stakes = rules.small_blind, rules.big_blind
        if limit == "limit":
            stakes = rules.big_blind, 2 * rules.big_blind
        iso = f" {ISO[self.sign]}" if self.sign else ""
        level = f"- Level {_roman(about.contest.level)} " if about.contest else ""
        day, _, time = (about.at or "1970-01-01T00:00:00Z").rstrip("Z").partition("T")
        return (
            f"PokerStars Hand #{self.number()}: {self.contest_words() or ' '}{GAMES[game]} "
            f"{LIMITS[limit]} {level}({self.cash(stakes[0])}/{self.cash(stakes[1])}{iso}) - "
            f"{day.replace('-', '/')} {time} UTC"
        )

    def number(self) -> int:
        """Always the same for the same hand of the same table: trackers know it again by this."""
        place = f"{self.story.about.house}/{self.story.about.table}"
        return crc32(place.encode()) * MOST_HANDS + self.story.about.number

    def posts(self) -> Iterator[str]:
        """Antes first; a missed small blind stands in one line with the live big one."""
        posts = self.hand.of("post")
        dead = {step.seat: step.amount for step in posts if step.what == "dead"}
        for step in sorted(posts, key=lambda step: step.what != "ante"):
            words = {
                "ante": "the ante",
                "option": "straddle",
                "small blind": "small blind",
                "post": "small & big blinds" if step.seat in dead else "big blind",
            }.get(step.what, "big blind")
            if step.what != "dead":
                amount = step.amount + (dead.get(step.seat, 0) if step.what == "post" else 0)
                yield f"{self.does(step)}posts {words} {self.cash(amount)}{_all_in(step)}"

    def does(self, step: Step) -> str:
        return f"{self.names[step.seat]}: "

    # The streets and the showdown.

    def course(self) -> Iterator[str]:
        board: tuple[Card, ...] = ()
        showdown = False
        for step in self.hand.steps:
            if step.kind == "board":
                old = f"[{faces(board)}] " if board else ""
                street = BOARDS[max(0, len(board) - 2)]
                yield f"*** {street} *** {old}[{faces(step.cards)}]"
                board += step.cards
            elif step.kind == "act":
                yield self.does(step) + self.act(step)
            elif step.kind == "uncalled":
                amount, who = self.cash(step.amount), self.names[step.seat]
                yield f"Uncalled bet ({amount}) returned to {who}"
            elif step.kind in ("show", "muck"):
                if not showdown and len(board) == 5:
                    yield "*** SHOW DOWN ***"
                    showdown = True
                yield self.does(step) + self.shown(step)
        yield from self.collected()

    def act(self, step: Step) -> str:
        if step.what in ("fold", "check"):
            return f"{step.what}s"
        if step.what == "raise":
            return f"raises {self.cash(step.by)} to {self.cash(step.to)}{_all_in(step)}"
        return f"{step.what}s {self.cash(step.amount)}{_all_in(step)}"

    def shown(self, step: Step) -> str:
        if step.kind == "muck":
            return "mucks hand"
        some = len(step.cards) < len(self.hand.holes[step.seat])
        worth = "" if some else f" ({self.reading(step.seat, step.cards)})"
        return f"shows [{faces(step.cards)}]{worth}"

    def reading(self, seat: Seat, cards: tuple[Card, ...]) -> str:
        """What a hand is worth at the end, in words."""
        spot = (seat, "hole")
        view = View({}, {spot: cards, BOARD: self.hand.board}, 0)
        found = self.story.game.read(self.story.rules, view, "en").get(spot)
        if found is None:
            return "two cards"
        return f"HI: {found.name}; LO: {found.low.name}" if found.low else found.name

    def collected(self) -> Iterator[str]:
        wins = self.hand.of("win")
        words = self.pot_words()
        for step in wins:
            who, amount = self.names[step.seat], self.cash(step.amount)
            yield f"{who} collected {amount} from {words[step.what]}"
        for step in self.hand.of("volunteer"):
            yield self.does(step) + self.shown(step)
        if wins and not self.hand.of("show", "muck", "volunteer"):
            yield f"{self.does(wins[0])}doesn't show hand"

    def pot_words(self) -> dict[str, str]:
        """One side pot has no number."""
        main, *sides = pots(self.hand.steps) or [""]
        named = {side: f"side pot-{n}" for n, side in enumerate(sides, 1)}
        if len(sides) == 1:
            named = {sides[0]: "side pot"}
        return {main: "main pot" if sides else "pot", **named}

    # The summary.

    def summary(self) -> Iterator[str]:
        wins = self.hand.of("win")
        total = sum(step.amount for step in wins) + self.hand.rake
        yield "*** SUMMARY ***"
        yield f"Total pot {self.cash(total)}{self.parts()} | Rake {self.cash(self.hand.rake)}"
        if self.hand.board:
            yield f"Board [{faces(self.hand.board)}]"
        for seat in sorted(self.hand.order):
            yield f"Seat {seat}: {self.names[seat]}{self.marks(seat)} {self.result(seat)}"

    def parts(self) -> str:
        """With side pots each part after rake, the total before it."""
        words = self.pot_words()
        if len(words) < 2:
            return ""
        sums = dict.fromkeys(words, 0)
        for step in self.hand.of("win"):
            sums[step.what] += step.amount
        parts = [f"{words[pot].capitalize()} {self.cash(n)}." for pot, n in sums.items()]
        return " " + " ".join(parts)

    def marks(self, seat: Seat) -> str:
        marks = " (button)" if seat == self.hand.button else ""
        for blind in ("small blind", "big blind"):
            marks += f" ({blind})" if self.blinds.get(blind) == seat else ""
        return marks

    def result(self, seat: Seat) -> str:
        """How the hand ended for a seat."""
        won = sum(step.amount for step in self.hand.of("win") if step.seat == seat)
        shown = next((step for step in self.hand.of("show") if step.seat == seat), None)
        if shown:
            ends = f"won ({self.cash(won)})" if won else "lost"
            words = self.reading(seat, shown.cards)
            return f"showed [{faces(shown.cards)}] and {ends} with {words}"
        if won:
            return f"collected ({self.cash(won)})"
        return self.folded(seat) or "mucked"

    def folded(self, seat: Seat) -> str:
        acts = [step for step in self.hand.of("act") if step.seat == seat]
        if not acts or acts[-1].what != "fold":
            return ""
        street = self.hand.street(acts[-1])
        paid = any(s.seat == seat and s.amount for s in self.hand.of("act", "post"))
        idle = " (didn't bet)" if not street and not paid else ""
        return f"folded {STREETS[street]}{idle}"


def contest_number(tournament: str) -> int:
    """Always the same for the same tournament."""
    return crc32(tournament.encode())


def _last_number(table: str) -> str:
    return table.rpartition("-")[2]


def _roman(number: int) -> str:
    """As levels are counted: I, II, III."""
    tens, ones = divmod(number, 10)
    return "X" * tens + ("", "I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX")[ones]


def _all_in(step: Step) -> str:
    return " and is all-in" if step.all_in else ""
