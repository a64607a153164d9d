"""A table in the terminal: one person, hand after hand.

It draws any game from its layout, its events and its asks; it knows no rules.
"""

import secrets
import sys
from collections.abc import Callable, Iterator
from hashlib import blake2b

from rich.console import Console
from rich.text import Text

from croupier import cards as pasteboard
from croupier import fair
from croupier.cards import BACK, JOKER, SUIT, Card
from croupier.cli import Mistake
from croupier.felt import HOUSE, Chips, Spot, View
from croupier.houses import House, Table
from croupier.play import Decision, Hand, Option, Refused, describe

ME = 1
LEAVE = {"q", "quit", "exit", "leave"}
HELP = {"?", "help"}


class Leaving(Exception):
    """The person has had enough."""


def play(house: House, table: Table, *, seed: str | None, stack: str) -> None:
    """Sit down, play, and leave with what is left."""
    try:
        amount = house.cents(stack)
    except ValueError as error:
        raise Mistake(f"--stack: {error}") from None
    if amount <= 0:
        raise Mistake("--stack: sit down with more than nothing")
    Sitting(house, table, amount).evening(seeds(seed))


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

    def __init__(self, house: House, table: Table, stack: int) -> None:
        self.house, self.table = house, table
        self.money: Callable[[int], str] = house.money
        self.start = self.stack = stack
        self.hands = 0
        self.again: list[tuple[Spot, int]] = []
        """The bets of the last hand."""
        self.screen = Console(highlight=False, soft_wrap=True)

    def evening(self, chance: Iterator[bytes]) -> None:
        """Hands until the person leaves or has too little to bet."""
        self.screen.print(f"[bold green]{self.table.title}[/] · {self.house.title}")
        self.screen.print("[dim]? explains what you may do, q leaves the table.[/]")
        carry: object = None
        try:
            for seed in chance:
                carry = self.one_hand(seed, carry)
        except Leaving:
            pass
        net = self.stack - self.start
        hands = f"{self.hands} hand" + ("" if self.hands == 1 else "s")
        self.screen.print(
            f"You leave with [bold]{self.money(self.stack)}[/] after {hands} ({self.signed(net)})."
        )

    def one_hand(self, seed: bytes, carry: object) -> object:
        """One deal, from the bets to the result."""
        game, rules = self.table.game, self.table.rules
        deal = fair.deal(seed, game.pack(rules), game.LOTS)
        hand = Hand(game, rules, {(ME, "stack"): self.stack}, deal, carry)
        if not hand.asked(ME):
            self.screen.print(f"{self.money(self.stack)} is too little to bet here.")
            raise Leaving
        self.screen.print()
        try:
            while not hand.over:
                self.answer(hand)
        except Leaving:
            while not hand.over:  # What is on the felt is settled as if time had run out.
                hand.expire()
            self.settle(hand)
            raise
        self.settle(hand)
        return hand.carry

    def answer(self, hand: Hand) -> None:
        """Bets in a window, else a decision; other asks are for the clock."""
        if hand.ask and hand.ask.open and not hand.answers:
            self.bets(hand)
        elif hand.asked(ME):
            self.draw(hand)
            self.decision(hand)
        else:
            hand.expire()

    # Asking.

    def bets(self, hand: Hand) -> None:
        """One line of bets; the window closes behind it."""
        while True:
            line = self.line(f"Hand {self.hands + 1}, stack {self.money(self.stack)}. Bet")
            try:
                if line in HELP:
                    self.explain(hand)
                elif line or not hand.answers:
                    self.place(hand, line)
                    hand.expire()
                    return
            except Refused as refused:
                self.complain(refused.sentence(self.money))
            except ValueError as mistake:
                self.complain(str(mistake))

    def place(self, hand: Hand, line: str) -> None:
        """`10 5` bets on the spots in their order, `ante 10` by name, nothing the same again."""
        placed: list[tuple[Spot, int]] = []
        words = line.replace(",", " ").split()
        try:
            if not words:
                placed = self.same_again(hand)
            while words:
                named = words.pop(0) if words[0][0].isalpha() else ""
                if not words:
                    raise ValueError(f"how much on {named}?")
                spot = self.spot(hand, named, [spot for spot, _ in placed])
                placed.append((spot, self.house.cents(words.pop(0))))
                if placed[-1][1]:
                    hand.decide(ME, Decision("bet", placed[-1][1], spot))
        except ValueError:
            for option in reversed(hand.asked(ME)):  # All bets of a bad line come back.
                if option.act == "withdraw":
                    hand.decide(ME, Decision("withdraw", 0, option.spot))
            raise
        self.again = placed

    def same_again(self, hand: Hand) -> list[tuple[Spot, int]]:
        """The bets of the last hand; in the first, the least there is."""
        least = next(option for option in hand.asked(ME) if option.act == "bet")
        bets = self.again or [(least.spot, least.low)]
        for spot, amount in bets:
            if amount:
                hand.decide(ME, Decision("bet", amount, spot))
        return bets

    @staticmethod
    def spot(hand: Hand, named: str, taken: list[Spot]) -> Spot:
        """The spot that a word means, else the next that has no bet yet."""
        spots = [option.spot for option in hand.asked(ME) if option.act == "bet"]
        if named:
            words = hand.opening.game.LAYOUT.seat_chips
            found = [(ME, word) for word in words if word.startswith(named.lower())]
        else:
            found = [spot for spot in spots if spot not in taken]
        if not found:
            here = ", ".join(spot[1] for spot in spots)
            raise ValueError(f"there is no bet {named or 'left'} here: bet on {here}")
        return found[0]

    def decision(self, hand: Hand) -> None:
        """A decision, by its word or the beginning of it."""
        options = hand.asked(ME)
        for option in options:
            if option.note == "bonus wins":
                self.screen.print("[bold yellow]CALL to collect your BONUS win![/]")
        choices = ", ".join(self.choice(option) for option in options)
        while True:
            line = self.line(choices)
            try:
                if line in HELP:
                    self.explain(hand)
                elif line:
                    hand.decide(ME, self.meant(line, options))
                    return
            except Refused as refused:
                self.complain(refused.sentence(self.money))
            except ValueError as mistake:
                self.complain(str(mistake))

    def meant(self, line: str, options: tuple[Option, ...]) -> Decision:
        """The decision that a line means."""
        word, *rest = line.split()
        found = [option for option in options if option.act.startswith(word.lower())]
        if len({option.act for option in found}) != 1:
            raise ValueError(f"{word!r} is none of: {', '.join(o.act for o in options)}")
        amount = self.house.cents(rest[0]) if rest else 0
        return Decision(found[0].act, amount, found[0].spot)

    def choice(self, option: Option) -> str:
        """An option with its key in brackets: `[f]old`, `[c]all €20`."""
        return f"[{option.act[0]}]" + describe(option, self.money)[1:]

    def explain(self, hand: Hand) -> None:
        """What may be done now."""
        for option in hand.asked(ME):
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

    def draw(self, hand: Hand) -> None:
        """Cards and their names, then what lies on the person's spots."""
        view, layout = hand.view(ME), hand.opening.game.LAYOUT
        readings = hand.opening.game.read(view, "en")
        for spot in view_spots(view, layout.house_cards, layout.seat_cards):
            line = Text(f"  {spot[1].capitalize():<8}")
            line.append_text(faces(view.cards[spot]))
            if spot in readings:
                line.append(f"  {readings[spot].name}", style="bold")
            self.screen.print(line)

    def settle(self, hand: Hand) -> None:
        """The last cards and the result of each bet, which adds up to the change of the stack."""
        lines = results(hand)
        if not lines:
            return
        self.hands += 1
        self.draw(hand)
        for word, staked, net in lines:
            outcome = "wins" if net > 0 else "loses" if net < 0 else "pushes"
            bet = f"  {word.capitalize():<8}{self.money(staked):>9} {outcome:<7}"
            self.screen.print(Text(bet) + self.coloured(net))
        net = hand.felt.chips[ME, "stack"] - self.stack
        self.stack += net
        total = Text(f"  {'Result':<26}") + self.coloured(net)
        self.screen.print(total + Text(f"   stack {self.money(self.stack)}", style="bold"))

    def coloured(self, net: int) -> Text:
        """A gain in green, a loss in red."""
        style = "green" if net > 0 else "red" if net < 0 else "dim"
        return Text(f"{self.signed(net):>9}", style=style)

    def signed(self, net: int) -> str:
        """An amount with its sign."""
        return ("+" if net > 0 else "") + self.money(net)


def view_spots(view: View, house: tuple[str, ...], seat: tuple[str, ...]) -> list[Spot]:
    """The spots with cards, from the dealer's side to the person's."""
    spots = [(HOUSE, word) for word in house] + [(ME, word) for word in seat]
    return [spot for spot in spots if spot in view.cards]


def results(hand: Hand) -> list[tuple[str, int, int]]:
    """For each of the person's bets: its word, what was staked, and the net result."""
    staked: dict[str, int] = {}
    net: dict[str, int] = {}
    for event in hand.events:
        if type(event) is not Chips:
            continue
        if event.src == (ME, "stack"):
            staked[event.dst[1]] = staked.get(event.dst[1], 0) + event.amount
            net[event.dst[1]] = net.get(event.dst[1], 0) - event.amount
        elif event.dst == (ME, "stack"):
            net[event.src[1]] = net.get(event.src[1], 0) + event.amount
            if event.why == "withdraw":
                staked[event.src[1]] -= event.amount
    return [(word, amount, net[word]) for word, amount in staked.items() if amount]


def faces(cards: tuple[Card, ...]) -> Text:
    """Cards as little plates, red suits red; a hidden card shows its back."""
    line = Text()
    for card in cards:
        line.append(" ")
        if card == BACK:
            line.append(" ▒▒ ", style="white on blue")
            continue
        red = card != JOKER and SUIT[card] in (1, 2)
        colour = "bold red on white" if red else "bold black on white"
        line.append(f" {pasteboard.symbol(card)} ", style=colour)
    return line
