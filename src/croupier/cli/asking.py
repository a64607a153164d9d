"""Asking a person at the table: bets, decisions, and what may be done besides at any prompt."""

import sys
from collections.abc import Callable, Sequence
from textwrap import wrap
from typing import Final

from rich.console import Console
from rich.text import Text

from croupier.cli.calls import MATES
from croupier.cli.grammar import HowMuch, Which, meant, shortest
from croupier.cli.look import hand_name
from croupier.cli.tongue import FILLERS, Tongue, plain
from croupier.felt import HOUSE, NOWHERE, Seat, Spot
from croupier.play import NO_MAXIMUM, Decision, Hand, Option, Refused
from croupier.room.table import Table
from croupier.words import COUNTED

LEAVE: Final = frozenset({"q", "quit", "exit", "leave", "partir", "quitter"})
HELP: Final = frozenset({"?", "help", "aide"})
HINT: Final = frozenset({"!", "hint", "conseil"})
YES: Final = frozenset({"y", "yes", "o", "oui"})
FEW: Final = 4
"""A slider of no more steps than this is listed step by step."""

Bets = list[tuple[Spot, int]]


class Leaving(Exception):
    """The person has had enough."""


class SittingOut(Exception):
    """The person lets this hand pass."""


class Again(Exception):
    """The person has thought better of it: the choices are put again."""


class Asker:
    """Puts questions to a person and reads the answers."""

    def __init__(self, table: Table, player: str, tongue: Tongue, screen: Console) -> None:
        self.table, self.player, self.tongue, self.screen = table, player, tongue, screen
        self.boxes = 1
        self.again: Bets = []
        """The bets of the last hand."""
        self.out = False
        """Wants to sit out once the hand is over."""
        self.betting = False
        """Whether bets are asked for: none lies on the table yet."""
        self.move: Seat = HOUSE
        """The seat that the person wants once the hand is over."""

    @property
    def seat(self) -> Seat:
        """The person's seat."""
        return self.table.seat_of(self.player)

    # Lines.

    def line(self, prompt: str) -> str:
        """What the person writes; the end of the input is leaving."""
        while True:
            self.screen.print(Text(prompt + self.tongue.colon), end="")
            try:
                line = input().strip()
            except (EOFError, KeyboardInterrupt):
                self.screen.print()
                raise Leaving from None
            if not sys.stdin.isatty():
                self.screen.print(Text(line))
            if plain(line) in LEAVE:
                raise Leaving
            if not self.aside(plain(self.tongue.amounts(line)).split()):
                return line

    def aside(self, words: Sequence[str]) -> bool:
        """A wish about the seat, which may be uttered at any prompt; whether it was one."""
        if not words:
            return False
        try:
            if words[0] in ("recave", "rebuy") or words[:2] == ["top", "up"]:
                self.recave(words[-1])
            elif words[0] in ("move", "place") and words[-1].isdecimal():
                self.move = int(words[-1])
                self.tell("You move to seat {seat} when the hand is over.", seat=self.move)
            elif words[0] in ("out", "absent"):
                self.sit_out()
            elif words[0] in ("seats", "places"):
                self.show_seats()
            else:
                return False
        except (Refused, ValueError) as error:
            self.complain(error)
        return True

    def sit_out(self) -> None:
        """Stay away from the next hand on; where bets are asked for, from this one on."""
        self.out = True
        if self.betting:
            raise SittingOut
        self.tell("You sit out when the hand is over; your chips stay on the table.")

    def recave(self, amount: str) -> None:
        """More chips, brought before the next deal (TH-25, CR-19)."""
        self.table.top_up(self.player, self.tongue.amount(amount))
        if self.table.hand is not None:
            self.tell("They come before the next deal (TH-25).")

    def show_seats(self) -> None:
        """Every seat that is taken, with what it held before the hand."""
        seats = [
            f"{seat} {self.name(seat)} {self.tongue.money(self.table.chips.get((seat, 'stack'), 0))}"
            for seat in sorted(self.table.sitters)
        ]
        self.listed(seats, " · ")

    def name(self, seat: Seat) -> str:
        """Who sits there."""
        if seat == self.seat:
            return self.tongue.say("You")
        sitter = self.table.sitters.get(seat)
        return sitter.player if sitter else self.tongue.say("Seat {seat}", seat=seat)

    def tell(self, sentence: str, **holes: object) -> None:
        """A sentence of the terminal."""
        self.screen.print(Text("  " + self.tongue.say(sentence, **holes), style="dim"))

    def complain(self, error: ValueError) -> None:
        """Say what is wrong; nothing has happened."""
        said = self.tongue.refusal(error) if isinstance(error, Refused) else str(error)
        self.screen.print(Text(said[:1].upper() + said[1:], style="red"))

    def listed(self, parts: Sequence[str], between: str = ", ", style: str = "dim") -> None:
        """Parts in lines of the screen's width, none torn apart."""
        kept = [part + between.rstrip() for part in parts[:-1]] + [*parts[-1:]]
        whole = " ".join(part.replace(" ", "\0") for part in kept)
        for line in wrap(whole, max(30, self.screen.width - 3), break_on_hyphens=False):
            self.screen.print(Text("  " + line.replace("\0", " "), style=style))

    # Bets.

    def bets(self, hand: Hand) -> Bets:
        """One line of bets; the window closes behind it."""
        prompt = self.offer(hand)
        self.betting = True
        try:
            while True:
                line = self.line(prompt)
                try:
                    if plain(line) not in HELP:
                        return self.bet(hand, line)
                    self.explain(hand)
                except ValueError as error:
                    self.complain(error)
        except SittingOut:
            return []
        finally:
            self.betting = False

    def offer(self, hand: Hand) -> str:
        """What may be bet, and on what afterwards."""
        now = [option for option in hand.asked(self.seat) if option.act == "bet"]
        say, first, name = self.tongue.say, now[0], self.tongue.spot
        if len(now) > FEW:
            last = name(now[-1].spot[1])
            box, sizes = name(first.spot[1]), self.range(first)
            return say("Bet on {first} to {last}, {sizes} each", first=box, last=last, sizes=sizes)
        later, along = self.after(hand, first)
        parts = [f"{name(option.spot[1])} {self.range(option)}" for option in now]
        parts += [say("as much on {spot}", spot=name(word)) for word in along]
        parts += [say("then {bet}", bet=f"{name(o.spot[1])} {self.range(o)}") for o in later]
        return say("Bet on {bets}", bets=", ".join(parts))

    def after(self, hand: Hand, first: Option) -> tuple[list[Option], list[str]]:
        """What a first bet opens, and what goes down with it: tried on a copy of the hand."""
        trial, mine = hand.fork(), self.seat
        trial.decide(mine, Decision("bet", first.low, first.spot))
        known = [option.spot for option in hand.asked(mine)]
        later = [o for o in trial.asked(mine) if o.act == "bet" and o.spot not in known]
        felt = trial.felt.chips
        along = [
            w for s, w in felt if s == mine and felt[s, w] and w not in ("stack", first.spot[1])
        ]
        return later, along

    def bet(self, hand: Hand, line: str) -> Bets:
        """`10 5` bets on the spots in their order, `ante 10` by name, nothing the same again."""
        words = self.tongue.amounts(line).split()
        if len(words) == 1 and self.boxes > 1 and self.tongue.is_amount(words[0]):
            words *= self.boxes
        try:
            bets = self.lay(hand, words) if words else self.same_again()
        except ValueError:
            for option in reversed(hand.asked(self.seat)):  # All bets of a bad line come back.
                if option.act == "withdraw" and option in hand.asked(self.seat):
                    self.table.decide(self.player, Decision("withdraw", 0, option.spot), 0)
            raise
        self.again = bets or self.again
        if not bets:
            self.tell("You bet nothing: this hand goes on without you.")
        return bets

    def lay(self, hand: Hand, words: list[str]) -> Bets:
        """The bets of a line, one after the other."""
        opened = self.spots(hand)
        bets: Bets = []
        taken: list[Spot] = []
        while words:
            spot = self.spot(hand, words, opened, taken)
            if not words:
                raise ValueError(self.tongue.say("How much on {spot}?", spot=self.spot_name(spot)))
            amount = self.tongue.amount(words.pop(0))
            taken.append(spot)
            if amount:
                self.table.decide(self.player, Decision("bet", amount, spot), 0)
                bets.append((spot, amount))
        return bets

    def spots(self, hand: Hand) -> list[Spot]:
        """The spots that the person may bet on, now or after a first bet."""
        now = [option for option in hand.asked(self.seat) if option.act == "bet"]
        later, _ = self.after(hand, now[0]) if now else ([], [])
        return [option.spot for option in (*now, *later)]

    def spot(self, hand: Hand, words: list[str], known: list[Spot], taken: list[Spot]) -> Spot:
        """Take the name of a spot off a line: `ante`, `box 3`; without one, the next spot."""
        named = ""
        while words and not self.tongue.is_amount(words[0]):
            named = f"{named} {words.pop(0)}".strip()
        if words and any(self.called(spot, f"{named} {words[0]}") for spot in known if named):
            named = f"{named} {words.pop(0)}"
        if named in FILLERS:
            named = ""
        offered = [o.spot for o in hand.asked(self.seat) if o.act == "bet" and o.spot not in taken]
        found = [spot for spot in known if self.called(spot, named)] if named else offered
        if not found:
            spots = ", ".join(self.spot_name(spot) for spot in known)
            text = named or self.tongue.say("more")
            raise ValueError(
                self.tongue.say(
                    "There is no bet {text} here: bet on {spots}.", text=text, spots=spots
                )
            )
        return found[0]

    def called(self, spot: Spot, named: str) -> bool:
        """Whether a person means a spot by this."""
        names = plain(self.tongue.spot(spot[1])), plain(spot[1].replace("_", " "))
        return any(
            name.startswith(plain(named)) and not name[len(plain(named)) :][:1].isdigit()
            for name in names
        )

    def spot_name(self, spot: Spot) -> str:
        """A spot as a label."""
        return self.tongue.spot(spot[1])

    def same_again(self) -> Bets:
        """The bets of the last hand, said aloud."""
        if not self.again:
            raise ValueError(self.tongue.say("Write an amount, such as 10."))
        bets = [((self.seat, word), amount) for (_, word), amount in self.again]
        for spot, amount in bets:
            self.table.decide(self.player, Decision("bet", amount, spot), 0)
        said = [f"{self.spot_name(spot)} {self.tongue.money(amount)}" for spot, amount in bets]
        self.tell("As before: {bets}.", bets=", ".join(said))
        return bets

    # Decisions.

    def decision(self, hand: Hand, hint: Callable[[], None]) -> Decision:
        """A decision, by its word or the beginning of it; what is left out is asked for."""
        options = hand.asked(self.seat)
        self.question(hand, options)
        choices = self.choices(hand, options)
        while True:
            line = self.ask(choices)
            try:
                if plain(line) in HELP:
                    self.explain(hand)
                elif plain(line) in HINT:
                    hint()
                elif line:
                    return self.sure(self.answer(line, hand, options), options)
            except Again:
                continue
            except ValueError as error:
                self.complain(error)

    def question(self, hand: Hand, options: Sequence[Option]) -> None:
        """What is asked, where the acts do not say it; and what a person should know."""
        named = {self.place(hand, option) for option in options} - {""}
        if len(named) == 1 and not any(option.act in MATES for option in options):
            self.screen.print(Text(f"{named.pop()}", style="bold"))
        else:
            asked = [self.tongue.forms(option.act).asks for option in options]
            for question in list(filter(None, asked))[:1]:
                self.screen.print(Text(question, style="bold"))
        for note in dict.fromkeys(option.note for option in options if option.note):
            self.screen.print(Text(self.tongue.note(note), style="bold yellow"))

    def ask(self, choices: Sequence[str]) -> str:
        """Put the choices and read a line; choices that do not fit stand above the prompt."""
        prompt = ", ".join(choices)
        if len(prompt) > self.screen.width - 12:
            self.listed(choices, style="")
            prompt = ">"
        return self.line(prompt)

    def answer(self, line: str, hand: Hand, options: Sequence[Option]) -> Decision:
        """The decision that a line means; an amount or a place that it lacks is asked for."""

        def names(option: Option) -> list[str]:
            return self.names(hand, option)

        while True:
            try:
                return meant(line, options, self.tongue, names)
            except HowMuch as lacks:
                prompt = self.tongue.say("How much? {sizes}", sizes=self.range(lacks.option))
            except Which as lacks:
                places = ", ".join(self.place(hand, option) for option in lacks.options)
                prompt = self.tongue.say("Which? {places}", places=places)
            more = self.line(prompt)
            if not more:
                raise Again
            line = f"{line} {more}"

    def sure(self, decision: Decision, options: Sequence[Option]) -> Decision:
        """A fold where a check is free, or a winning hand thrown away, is confirmed (TH-37)."""
        acts = {option.act: option for option in options}
        question = ""
        if decision.act == "fold" and "check" in acts:
            question = "A check is free. Fold all the same? (y/n)"
        elif decision.act in acts and acts[decision.act].note == "would win":
            question = "This hand would win. Give it up? (y/n)"
        if question and plain(self.line(self.tongue.say(question))) not in YES:
            raise Again
        return decision

    def place(self, hand: Hand, option: Option) -> str:
        """The place of an option as it is shown: `box 1, hand 2`, `Chloé`, nothing."""
        seat, word = option.spot
        if option.spot == NOWHERE or word in (option.act, "pot"):
            return ""
        if option.act in MATES:
            return self.name(seat)
        word = word.replace("insurance", "box")
        return hand_name(self.tongue, word, [w for _, w in hand.felt.cards])

    def names(self, hand: Hand, option: Option) -> list[str]:
        """What a person may call the place of an option."""
        (seat, word), place = option.spot, self.place(hand, option)
        if not place:
            return []
        names = [place, self.tongue.spot(word), word]
        if option.act in MATES:
            own = ["me", "moi"] if seat == self.seat else []
            return [place, *own, str(seat), f"seat {seat}", f"place {seat}"]
        number = word.rpartition(" ")[2]
        return [*names, *([number] if number.isdecimal() else [])]

    def choices(self, hand: Hand, options: Sequence[Option]) -> list[str]:
        """The acts with their keys in brackets: `[f]old`, `[c]all €20`, `[r]aise to €8–€200`."""
        groups: dict[str, list[Option]] = {}
        for option in options:
            groups.setdefault(self.tongue.act(option), []).append(option)
        keys = shortest(groups)
        found = {self.place(hand, option) for option in options} - {""}
        places = {*found} if len(found) > 1 or any(o.act in MATES for o in options) else set()
        return [
            f"[{keys[act]}]{act[len(keys[act]) :]}{self.sizes(group)}"
            + self.places([p for o in group if (p := self.place(hand, o)) in places])
            for act, group in groups.items()
        ]

    def places(self, named: Sequence[str]) -> str:
        """Where an act may be done."""
        return f" ({'/'.join(named)})" if named else ""

    def sizes(self, group: Sequence[Option]) -> str:
        """How much an act may be, or how many cards."""
        option = max(group, key=lambda one: one.high)
        if option.cards:
            low, high = option.low, option.high
            count = str(high) if low == high else f"{low}–{high}"
            return " " + self.tongue.say("{count} cards", count=count)
        if not option.high:
            return ""
        least = min(one.low for one in group if one.high)
        to = self.tongue.forms(option.act).to if least < option.high else ""
        return f" {to}".rstrip() + f" {self.range(option)}"

    def range(self, option: Option) -> str:
        """The amounts of an option: `€20`, `€10/€20/€30`, `€8–€200`."""
        money = str if option.act in COUNTED else self.tongue.money
        steps = (option.high - option.low) // option.step
        if option.high >= NO_MAXIMUM:
            return self.tongue.say("{amount} or more", amount=money(option.low))
        if steps < FEW:
            return "/".join(money(n) for n in range(option.low, option.high + 1, option.step))
        return f"{money(option.low)}–{money(option.high)}"

    def explain(self, hand: Hand) -> None:
        """What may be done now, by which clause, and what may be done at any time."""
        for option in hand.asked(self.seat):
            act, place = self.tongue.act(option), self.place(hand, option)
            shown = " ".join(filter(None, (act + self.sizes([option]), place and f"({place})")))
            self.screen.print(Text(f"  {shown}  ") + Text(option.clause, style="dim"))
        if hand.ask and hand.ask.open:
            self.tell("Write amounts in the order of the spots (10 5) or by name (ante 10);")
            self.tell("Enter alone bets the same again, 0 lets the hand pass.")
        self.tell("At any time: recave 100, out (sit out), move 3 (seat 3), seats, q (leave).")
