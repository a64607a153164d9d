"""The table as a person sees it: cards, chips, those still in, and the result of a hand."""

from collections.abc import Iterator
from typing import Any

from rich.text import Text

from croupier.cli.calls import Caller
from croupier.cli.lines import Person
from croupier.cli.look import card_label, card_spots, coloured, faces, hand_name, outcome, results
from croupier.cli.tongue import Tongue
from croupier.core.catalogue import Game
from croupier.core.felt import BOARD, HOUSE, Seat, View
from croupier.core.hand import Hand
from croupier.procedure.pots import pot_size

WIDE = 80
"""A headline is no wider than this."""


class Painter:
    """Draws what lies on the table."""

    def __init__(self, person: Person, caller: Caller, game: Game) -> None:
        self.person, self.caller, self.game = person, caller, game
        self.tongue, self.print = person.tongue, person.screen.print

    def head(self, number: int, stack: int, helpline: str) -> None:
        """The number of the hand, the person's stack, the helpline (TH-61); then the seats."""
        say, stack_ = self.tongue.say, self.tongue.money(stack)
        head = say("Hand {number}, stack {stack}", number=number, stack=stack_)
        width = min(self.person.screen.width, WIDE) - len(head)
        self.print()
        self.print(Text(f"{head}{say('Help') + ' ' + helpline:>{width}}", style="dim"))
        if len(self.person.table.sitters) > 1:
            self.person.show_seats()

    def news(self, hand: Hand) -> None:
        """What has happened since the last time."""
        for line in self.caller.news(hand):
            self.print(Text("  ") + line)

    def draw(self, hand: Hand) -> None:
        """Cards and their names, then chips: one's own, the pot, and those still in."""
        view, me = hand.view(self.person.seat), self.person.seat
        for line in cards_seen(self.tongue, self.game, hand.opening.rules, view, me, self.caller):
            self.print(line)
        self.chips(view)

    def chips(self, view: View) -> None:
        """The person's chips and the pot; then the stacks and bets of those who hold cards."""
        me, words = self.person.seat, [word for _, word in view.chips]
        own = [
            f"{hand_name(self.tongue, word, words)} {self.tongue.money(amount)}"
            for (seat, word), amount in sorted(view.chips.items())
            if seat == me
        ]
        if self.caller.for_a_pot:
            own.append(f"{self.tongue.say('Pot')} {self.tongue.money(pot_size(view.chips))}")
        self.person.listed(own, " · ")
        rivals = sorted({s for s, w in view.cards if w == "hole" and s not in (HOUSE, me)})
        if self.caller.for_a_pot:
            self.person.listed([self.rival(view, seat) for seat in rivals], " · ")

    def rival(self, view: View, seat: Seat) -> str:
        """Somebody still in: `Aline $994, bet $6`, `Bruno all-in`."""
        stack, bet = (view.chips.get((seat, word), 0) for word in ("stack", "bet"))
        say, money = self.tongue.say, self.tongue.money
        shown = money(stack) if stack else say("all-in")
        return f"{self.person.name(seat)} {shown}" + (
            f", {say('bet {amount}', amount=money(bet))}" if bet else ""
        )

    def result(self, hand: Hand, net: int) -> None:
        """The last cards, a line for each bet, and the sum."""
        say, signed = self.tongue.say, self.tongue.signed
        if not self.caller.for_a_pot:
            self.bets(hand)
        held = self.tongue.money(hand.felt.chips.get((self.person.seat, "stack"), 0))
        total = Text(f"  {say('Result'):<38}") + coloured(f"{signed(net):>10}", net)
        self.print(total + Text(f"   {say('stack {stack}', stack=held)}", style="bold"))

    def bets(self, hand: Hand) -> None:
        """What became of each bet, and what the others won and lost."""
        lines, money, signed = (
            results(hand.events, self.person.seat),
            self.tongue.money,
            self.tongue.signed,
        )
        self.draw(hand)
        words = [word for word, _, _ in lines]
        for word, staked, net in lines:
            label = hand_name(self.tongue, word, words)
            label = self.tongue.say("Fee") if word == "drop" else label
            bet = f"  {label:<18}{money(staked):>10} {outcome(self.tongue, word, net):<9}"
            self.print(Text(bet) + coloured(f"{signed(net):>10}", net))
        others = [
            f"{self.person.name(seat)} {signed(sum(net for _, _, net in bets))}"
            for seat in sorted(self.person.table.sitters)
            if seat != self.person.seat and (bets := results(hand.events, seat))
        ]
        self.person.listed(others, " · ")


def cards_seen(
    tongue: Tongue, game: Game, rules: Any, view: View, me: Seat, caller: Caller
) -> Iterator[Text]:
    """The cards that a seat sees, and what they make; a board was called out already."""
    readings = game.read(rules, view, tongue.language)
    spots = card_spots(view, game.LAYOUT, me)
    spots = [spot for spot in spots if spot != BOARD or not caller.for_a_pot]
    words = [word for _, word in view.cards]
    labels = {spot: card_label(tongue, spot, words) for spot in spots}
    width = max((len(label) for label in labels.values()), default=0) + 1
    for spot in spots:
        line = Text(f"  {labels[spot]:<{width}}") + faces(view.cards[spot])
        line.append(f"  {readings[spot].names}" if spot in readings else "", style="bold")
        yield line
