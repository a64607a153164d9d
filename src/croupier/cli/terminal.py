"""A table in the terminal: one person, hand after hand, with bots in the other seats.

It draws any game from its layout, its events and its asks; it knows no rules.
"""

import secrets
import sys
from collections.abc import Callable, Iterator
from fractions import Fraction
from hashlib import blake2b
from random import Random

from rich.console import Console
from rich.text import Text

from croupier import bots, fair, games, houses
from croupier import cards as pasteboard
from croupier.betting import pot_size
from croupier.cards import BACK, Card
from croupier.cli import Mistake
from croupier.cli.grammar import one_of, rest_of, shortest, valued
from croupier.cli.look import HOUSE_SAYS, NOTES, ODD_VERBS, card_spots, faces, results
from croupier.felt import BOARD, HOUSE, NOWHERE, Cards, Chips, Event, Said, Seat, Spot, redact
from croupier.houses import House
from croupier.play import Decision, Hand, Option, Refused, describe
from croupier.room.table import Table
from croupier.words import COUNTED, WORDS

ME = "you"
NAMES = ("Aline", "Bruno", "Chloé", "Dario", "Elif", "Farid", "Greta", "Hugo", "Inès")
LEAVE = {"q", "quit", "exit", "leave"}
HELP = {"?", "help"}
HINT = {"!", "hint"}
SOLVED = {"blackjack", "casino-holdem", "heads-up-holdem"}
"""The games whose options the laboratory can value."""
POSTS = {
    "small blind",
    "big blind",
    "button blind",
    "post",
    "dead",
    "ante",
    "kill",
    "option",
    "fee",
    "buy in",
    "collection",
}
FEW = 4
"""So many steps of a slider are listed one by one."""


class Leaving(Exception):
    """The person has had enough."""


def play(
    house: House,
    table: houses.Table,
    *,
    seed: str | None = None,
    stack: str = "",
    players: int | None = None,
    boxes: int = 1,
) -> None:
    """Sit down, play, and leave with what is left."""
    Sitting(house, table, seed, boxes).evening(stack, players)


def seeds(text: str | None) -> Iterator[bytes]:
    """A seed for each hand: always the same from the same text, else fresh entropy."""
    hand = 0
    while True:
        hand += 1
        if text is None:
            yield secrets.token_bytes(fair.SEED_BYTES)
        else:
            yield blake2b(f"{text}/{hand}".encode(), digest_size=fair.SEED_BYTES).digest()


class Sitting:
    """One person's stay at a table."""

    def __init__(self, house: House, sheet: houses.Table, seed: str | None, boxes: int) -> None:
        self.house, self.boxes = house, boxes
        self.title = f"[bold green]{sheet.title}[/] · {house.title}"
        self.money: Callable[[int], str] = house.money
        self.table = Table(sheet.name, sheet.game, sheet.rules)
        self.bot = bots.bot(sheet.game)
        self.seeds = seeds(seed)
        self.chance = Random(next(self.seeds))
        self.last: Hand | None = None
        self.again: list[tuple[Spot, int]] = []
        """The bets of the last hand."""
        self.solved = games.name(sheet.game) in SOLVED
        self.for_a_pot = "pot" in sheet.game.LAYOUT.house_chips
        self.coached = False
        """Whether a hint was asked for: then the cost of each decision is told too."""
        self.cost = Fraction(0)
        self.told = 0
        self.board: tuple[Card, ...] = ()
        self.paid = 0
        """All that the person has bought in for."""
        self.screen = Console(highlight=False, soft_wrap=True)

    # Sitting down and getting up.

    def evening(self, stack: str, players: int | None) -> None:
        """Hands until the person leaves or has too little to bet."""
        self.sit_down(stack, players)
        self.screen.print(self.title)
        hint = ", ! values your options" if self.solved else ""
        self.screen.print(f"[dim]? explains what you may do{hint}, q leaves the table.[/]")
        try:
            while True:
                self.one_hand()
        except Leaving:
            net = self.stack() - self.paid
        hands = f"{self.table.hands} hand" + ("" if self.table.hands == 1 else "s")
        left = self.money(self.stack())
        self.screen.print(f"You leave with [bold]{left}[/] after {hands} ({self.signed(net)}).")

    def sit_down(self, stack: str, players: int | None) -> None:
        """The person takes the first seat, bots the others."""
        terms = self.table.terms
        most = min(terms.seats, len(NAMES) + 1)
        count = players if players is not None else min(most, 6 if terms.min_players > 1 else 1)
        if not max(1, terms.min_players) <= count <= most:
            raise Mistake(f"--players: from {max(1, terms.min_players)} to {most} play this game")
        default = terms.max_buy_in or max(terms.min_buy_in * 2, 1000_00)
        try:
            amount = self.house.cents(stack) if stack else default
            self.table.sit(ME, amount, 0, self.chance.randrange, seat=1, post=True)
        except ValueError as error:
            said = error.sentence(self.money) if isinstance(error, Refused) else error
            raise Mistake(f"--stack: {said}") from None
        self.paid = amount
        for name in NAMES[: count - 1]:
            self.table.sit(name, default, 0, self.chance.randrange, post=True)

    def seat(self) -> Seat:
        """The person's seat."""
        return self.table.seat_of(ME)

    def stack(self) -> int:
        """The person's chips."""
        return self.table.chips.get((self.seat(), "stack"), 0)

    # A hand.

    def one_hand(self) -> None:
        """One deal, from the first question to the result."""
        table = self.table
        for sitter in list(table.sitters.values()):
            if sitter.player != ME and not table.chips.get((table.seat_of(sitter.player), "stack")):
                table.top_up(sitter.player, self.paid)
        if not table.may_begin() or self.seat() not in table.players():
            self.screen.print(f"{self.money(self.stack())} is too little to go on.")
            raise Leaving
        before, self.told, self.board = self.stack(), 0, ()
        table.begin(fair.next_deal(next(self.seeds), table.game, table.rules, self.last), 0)
        hand = self.last = table.hand or self.last
        if hand is None or (hand.over and not hand.events):
            raise Leaving
        self.screen.print()
        self.screen.print(f"[dim]Hand {table.hands + 1}, stack {self.money(before)}[/]")
        try:
            while not hand.over:
                self.answer(hand)
        except Leaving:
            while not hand.over:  # What is on the felt is settled as if time had run out.
                self.let_others(hand, everybody=True)
                self.close(hand)
            self.settle(hand, before)
            raise
        self.settle(hand, before)

    def answer(self, hand: Hand) -> None:
        """The person's bets or decision; else the others'."""
        window = hand.ask is not None and hand.ask.open
        if window and hand.asked(self.seat()):
            self.tell(hand)
            self.bets(hand)
            self.let_others(hand, everybody=False)
            self.close(hand)
        elif hand.asked(self.seat()):
            self.tell(hand)
            self.draw(hand)
            self.decision(hand)
        else:
            self.let_others(hand, everybody=False)
            if window:
                self.close(hand)

    def let_others(self, hand: Hand, *, everybody: bool) -> None:
        """Bots answer what they are asked; what is asked of nobody, the clock."""
        ask = hand.ask
        if ask is None:
            return
        for seat in list(ask.options):
            if seat == self.seat() and not everybody:
                continue
            if hand.ask is ask and hand.asked(seat) and not (ask.open and seat == self.seat()):
                sight = bots.seen(hand, seat)
                choice = bots.passive if seat == self.seat() else self.bot
                name = self.table.sitters[seat].player
                self.table.decide(name, choice(sight, self.chance), 0)
        if hand.ask is ask and not ask.options:
            self.close(hand)

    def close(self, hand: Hand) -> None:
        """The house closes a window or ends a pause."""
        if hand.ask is not None and (hand.ask.open or not hand.ask.options):
            self.table.tick(self.table.next_deadline() or 0)

    # Asking.

    def bets(self, hand: Hand) -> None:
        """One line of bets; the window closes behind it."""
        spots = [o.spot[1] for o in hand.asked(self.seat()) if o.act == "bet"]
        prompt = f"Bet on {', '.join(spots) if len(spots) <= FEW else spots[0] + ' …'}"
        while True:
            line = self.line(prompt)
            try:
                if line in HELP:
                    self.explain(hand)
                else:
                    self.place(hand, line)
                    return
            except Refused as refused:
                self.complain(refused.sentence(self.money))
            except ValueError as mistake:
                self.complain(str(mistake))

    def place(self, hand: Hand, line: str) -> None:
        """`10 5` bets on the spots in their order, `ante 10` by name, nothing the same again."""
        words = line.replace(",", " ").split()
        if len(words) == 1 and self.boxes > 1 and not words[0][0].isalpha():
            words *= self.boxes
        placed: list[tuple[Spot, int]] = []
        try:
            if not words:
                placed = self.same_again(hand)
            while words:
                named = self.named(hand, words)
                if not words:
                    raise ValueError(f"how much on {named}?")
                spot = self.spot(hand, named, [spot for spot, _ in placed])
                placed.append((spot, self.house.cents(words.pop(0))))
                if placed[-1][1]:
                    self.decide(hand, Decision("bet", placed[-1][1], spot))
        except ValueError:
            for option in reversed(hand.asked(self.seat())):  # All bets of a bad line come back.
                if option.act == "withdraw" and option in hand.asked(self.seat()):
                    self.decide(hand, Decision("withdraw", 0, option.spot))
            raise
        self.again = placed

    def named(self, hand: Hand, words: list[str]) -> str:
        """Take the name of a spot off a line: `ante`, `box 3`, `pocket bonus`."""
        taken: list[str] = []
        while words and words[0][0].isalpha():
            taken.append(words.pop(0))
            if words and f"{taken[0]} {words[0]}" in self.words(hand):
                taken.append(words.pop(0))
        return " ".join(taken)

    def words(self, hand: Hand) -> list[str]:
        """The spots that the person may bet on."""
        return [option.spot[1] for option in hand.asked(self.seat()) if option.act == "bet"]

    def same_again(self, hand: Hand) -> list[tuple[Spot, int]]:
        """The bets of the last hand; in the first, the least there is."""
        offered = [option for option in hand.asked(self.seat()) if option.act == "bet"]
        bets = self.again or [(option.spot, option.low) for option in offered[: self.boxes]]
        for spot, amount in bets:
            if amount:
                self.decide(hand, Decision("bet", amount, spot))
        return bets

    def spot(self, hand: Hand, named: str, taken: list[Spot]) -> Spot:
        """The spot that a word means, else the next that has no bet yet."""
        offered = [(self.seat(), word) for word in self.words(hand)]
        known = offered + [(self.seat(), word) for word in self.table.game.LAYOUT.seat_chips]
        plain = named.lower().replace(" ", "_")
        found = [spot for spot in known if plain in spot[1].replace(" ", "_")]
        if not named:
            found = [spot for spot in offered if spot not in taken]
        if not found:
            here = ", ".join(spot[1] for spot in offered)
            raise ValueError(f"there is no bet {named or 'left'} here: bet on {here}")
        return found[0]

    def decision(self, hand: Hand) -> None:
        """A decision, by its word or the beginning of it."""
        options = hand.asked(self.seat())
        for note in {option.note for option in options if option.note}:
            self.screen.print(f"[bold yellow]{NOTES.get(note, note)}[/]")
        keys = shortest([option.act for option in options])
        first = {option.act: option for option in reversed(options)}
        choices = ", ".join(
            self.choice(option, keys[option.act]) if option is first[option.act] else option.spot[1]
            for option in options
        )
        while True:
            line = self.line(choices)
            try:
                if line in HELP:
                    self.explain(hand)
                elif line in HINT:
                    self.hint(hand)
                elif line:
                    self.judged(hand, self.meant(line, options))
                    return
            except Refused as refused:
                self.complain(refused.sentence(self.money))
            except ValueError as mistake:
                self.complain(str(mistake))

    def hint(self, hand: Hand) -> None:
        """The value of each option, from the laboratory; from now on decisions are judged."""
        self.coached = True
        worth = self.worth(hand)
        if not worth:
            self.screen.print("[dim]There is no hint here.[/]")
        for (act, spot, amount), value in sorted(worth.items(), key=lambda item: -item[1]):
            words = (act, self.money(amount) if amount else "", spot if spot != act else "")
            named = " ".join(filter(None, words))
            self.screen.print(Text(f"  {named:<28}") + self.coloured(round(value)))

    def worth(self, hand: Hand) -> dict[tuple[str, str, int], Fraction]:
        """What each option gains on average, in a game that is solved."""
        if not self.solved:
            return {}
        from croupier.lab import hints  # noqa: PLC0415 - only who asks for a hint waits for it.

        found = hints.value_of_options(hand, self.seat())
        return {key: Fraction(value) for key, value in found.items()}

    def judged(self, hand: Hand, decision: Decision) -> None:
        """Take a decision; whoever has asked for hints is told what it cost."""
        worth = self.worth(hand) if self.coached else {}
        self.decide(hand, decision)
        if worth:
            self.cost += max(worth.values()) - valued(worth, self.answered(hand))

    def answered(self, hand: Hand) -> Decision:
        """The person's last answer."""
        return next(d for seat, d in reversed(hand.answers) if seat == self.seat())

    def decide(self, hand: Hand, decision: Decision) -> None:
        """Give the person's answer to the table."""
        self.table.decide(ME, decision, 0)
        self.told = max(self.told, len(hand.events) if hand.ask and hand.ask.open else self.told)

    def meant(self, line: str, options: tuple[Option, ...]) -> Decision:
        """The decision a line means: `c`, `raise 20`, `all in`, `set Ah Kd`, `insure 5 box 2`."""
        line = line.lower().replace("-", " ").strip()
        slider = next((o for o in reversed(options) if o.high and not o.cards), None)
        if line in ("all in", "allin") and slider:
            return Decision(slider.act, slider.high, slider.spot)
        acts = {o.act for o in options}
        act = next((a for n in (99, 1) for a in acts if one_of(line, a, acts, n)), None)
        if act is None and line in WORDS:
            return Decision(line)  # type: ignore[arg-type]
        if act is None:
            raise ValueError(f"{line!r} is none of: {', '.join(o.act for o in options)}")
        return self.chosen([o for o in options if o.act == act], rest_of(line, act))

    def chosen(self, options: list[Option], rest: list[str]) -> Decision:
        """The option of an act that the rest of a line means: an amount, cards, a spot."""
        option = options[0]
        if option.cards:
            cards = pasteboard.cards(" ".join(rest))
            return Decision(option.act, 0, option.spot, cards)
        amount = 0
        if option.high and rest:
            number = rest.pop(0)
            counted = option.act in COUNTED
            amount = int(number) if counted and number.isdigit() else self.house.cents(number)
        spot = " ".join(rest)
        found = [o for o in options if spot in o.spot[1]]
        if not found:
            raise ValueError(f"there is no {spot}: {', '.join(o.spot[1] for o in options)}")
        low = option.low if option.low < option.high else 0
        return Decision(option.act, amount or low, found[0].spot)

    def choice(self, option: Option, key: str) -> str:
        """An option with its key in brackets: `[f]old`, `[c]all €20`, `[r]aise to €8-€200`."""
        text = f"[{key}]" + option.act[len(key) :]
        if option.cards:
            return f"{text} {describe(option).removeprefix(option.act).strip()}"
        money = str if option.act in COUNTED else self.money
        if not option.high:
            return text + (f" {option.spot[1]}" if option.spot[1] not in ("", option.act) else "")
        steps = (option.high - option.low) // option.step
        if steps == 0:
            return f"{text} {money(option.low)}"
        if steps < FEW:
            sizes = range(option.low, option.high + 1, option.step)
            return f"{text} " + "/".join(map(money, sizes))
        on = f" on {option.spot[1]}" if option.spot[1] not in ("", option.act) else ""
        return f"{text} to {money(option.low)}-{money(option.high)}{on}"

    def explain(self, hand: Hand) -> None:
        """What may be done now."""
        for option in hand.asked(self.seat()):
            self.screen.print(f"  {describe(option, self.money)}  [dim]{option.clause}[/]")
        if hand.ask and hand.ask.open:
            self.screen.print(
                "  [dim]Write amounts in the order of the spots (10 5) or by name (ante 10);[/]\n"
                "  [dim]Enter alone bets the same again.[/]"
            )

    def line(self, prompt: str) -> str:
        """What the person writes; the end of the input is leaving."""
        self.screen.print(Text(f"{prompt}: "), end="")
        try:
            line = input().strip()
        except (EOFError, KeyboardInterrupt):
            self.screen.print()
            raise Leaving from None
        if not sys.stdin.isatty():
            self.screen.print(Text(line))
        if line.lower() in LEAVE:
            raise Leaving
        return line

    def complain(self, sentence: str) -> None:
        """Say what is wrong; nothing has happened."""
        self.screen.print(Text(sentence, style="red"))

    # Showing.

    def tell(self, hand: Hand) -> None:
        """What the others did since the last time, a line each."""
        for event in hand.events[self.told :]:
            said = self.sentence(redact(event, self.seat()))
            if said:
                self.screen.print(Text("  ") + said)
        self.told = len(hand.events)

    def sentence(self, event: Event) -> Text | None:
        """An event as a dealer would call it; what the person did himself is not told."""
        if isinstance(event, Chips):
            return self.chips_told(event)
        if isinstance(event, Cards):
            if event.dst == BOARD and self.for_a_pot:
                self.board += event.cards
                return Text("Board ") + faces(self.board)
            shown = event.src == event.dst and event.src[0] not in (HOUSE, self.seat())
            return Text(f"{self.name(event.src[0])} shows") + faces(event.cards) if shown else None
        return self.said_told(event)

    def chips_told(self, event: Chips) -> Text | None:
        """Posts, what the house takes, and who wins a pot."""
        amount = self.money(event.amount)
        if (
            event.src[0] == HOUSE
            and event.dst[1] == "stack"
            and event.dst[0]
            and event.why == "win"
        ):
            return Text(f"{self.does(event.dst[0], 'win')} {amount}", style="bold")
        if event.why in POSTS and event.src[0]:
            return Text(f"{self.name(event.src[0])}: {event.why} {amount}", style="dim")
        if event.why in ("drop", "levy"):
            return Text(f"{event.why} {amount}", style="dim")
        return None

    def said_told(self, event: Said) -> Text | None:
        """What the house says, and what another player said or did."""
        if event.what in HOUSE_SAYS:
            return Text(HOUSE_SAYS[event.what].format(event.amount), style="dim")
        if event.seat in (HOUSE, self.seat()) and not event.cards and event.what != "button":
            return None
        what = event.what
        if what == "button":
            return Text(f"the button is with {self.name(event.seat)}", style="dim")
        shown = str(event.amount) if what in COUNTED else self.money(event.amount)
        amount = f" {shown}" if event.amount else ""
        amount = " to" + amount if what == "raise" else amount
        on = f" on {event.spot[1]}" if event.spot != NOWHERE and event.spot[1] != what else ""
        late = " (out of time)" if event.by == "clock" else ""
        told = Text(f"{self.does(event.seat, what)}{amount}{on}{late}")
        if event.cards and BACK not in event.cards:
            told += faces(event.cards)
        elif event.cards:
            told += Text(f" {len(event.cards)}")
        return told

    def does(self, seat: Seat, what: str) -> str:
        """Somebody does something: `Aline raises`, `you win`."""
        if what in ODD_VERBS:
            return f"{self.name(seat)} {ODD_VERBS[what]}"
        verb, *rest = what.split()
        if seat != self.seat():
            verb += "es" if verb.endswith(("s", "sh", "x")) else "s"
        return " ".join((self.name(seat), verb, *rest))

    def name(self, seat: Seat) -> str:
        """Who sits there."""
        sitter = self.table.sitters.get(seat)
        return sitter.player if sitter else f"seat {seat}" if seat else "the house"

    def draw(self, hand: Hand) -> None:
        """Cards and their names, then what lies on the table."""
        view, layout = hand.view(self.seat()), self.table.game.LAYOUT
        readings = self.table.game.read(view, "en")
        for spot in card_spots(view, layout.house_cards, layout.seat_cards, self.seat()):
            if spot == BOARD and self.for_a_pot:
                continue
            label = spot[1] if spot[0] == HOUSE else "your " + spot[1]
            if spot[1] == "hole":
                label = "you"
            line = Text(f"  {label.capitalize():<9}")
            line.append_text(faces(view.cards[spot]))
            if spot in readings:
                line.append(f"  {readings[spot].name}", style="bold")
            self.screen.print(line)
        chips = [
            f"{word} {self.money(amount)}"
            for (seat, word), amount in view.chips.items()
            if seat == self.seat()
        ]
        if self.for_a_pot:
            chips.append(f"pot {self.money(pot_size(view.chips))}")
        self.screen.print(Text("  " + " · ".join(chips), style="dim"))

    def settle(self, hand: Hand, before: int) -> None:
        """The last cards and the result of each bet, which adds up to the change of the stack."""
        net = self.stack() - before
        self.tell(hand)
        lines = results(hand, self.seat())
        if not hand.view(self.seat()).cards and not lines:
            return
        if not self.for_a_pot and lines:
            self.draw_result(hand, lines)
        total = Text(f"  {'Result':<36}") + self.coloured(net)
        self.screen.print(total + Text(f"   stack {self.money(self.stack())}", style="bold"))
        if self.coached:
            cost = self.money(round(self.cost)) if self.cost else "nothing"
            self.screen.print(f"  [dim]Your decisions cost {cost} on average.[/]")
            self.cost = Fraction(0)

    def draw_result(self, hand: Hand, lines: list[tuple[str, int, int]]) -> None:
        """A line for each bet."""
        self.draw(hand)
        for word, staked, net in lines:
            outcome = "wins" if net > 0 else "loses" if net < 0 else "pushes"
            label = word.replace("_", " ").removeprefix("side ").capitalize()
            bet = f"  {label:<18}{self.money(staked):>9} {outcome:<8}"
            self.screen.print(Text(bet) + self.coloured(net))

    def coloured(self, net: int) -> Text:
        """A gain in green, a loss in red."""
        style = "green" if net > 0 else "red" if net < 0 else "dim"
        return Text(f"{self.signed(net):>9}", style=style)

    def signed(self, net: int) -> str:
        """An amount with its sign."""
        return ("+" if net > 0 else "") + self.money(net)
