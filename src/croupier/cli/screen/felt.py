"""The table as it is drawn: those who sit there, the house's cards, boxes, and one's own hand.

Whatever the game: its layout says which spots there are, the view what lies on them.
"""

from collections.abc import Callable, Sequence
from typing import Final

from rich.style import Style
from rich.text import Text

from croupier.cli.look import FEW, card_label, hand_name
from croupier.cli.screen.blocks import (
    Block,
    Press,
    beside,
    centred,
    framed,
    large,
    no_press,
    padded,
    plates,
    rows,
    small,
    tight,
    width,
)
from croupier.cli.screen.place import Scene
from croupier.cli.tongue import Tongue
from croupier.core.cards import BACK, Card
from croupier.core.felt import BOARD, HOUSE, Seat, Spot
from croupier.houses import TableSheet
from croupier.procedure.pots import pot_size

CELL: Final = 24
"""The least columns of somebody's place."""
ROOMY: Final = 34
PRINT: Final = "#2b2b2b"
"""What a place to bet on is printed on."""


class Drawing:
    """A picture of the table, no wider than its columns."""

    def __init__(
        self,
        scene: Scene,
        sheet: TableSheet,
        tongue: Tongue,
        columns: int,
        chosen: Sequence[Card] = (),
        press: Press = no_press,
    ) -> None:
        self.scene, self.game, self.tongue, self.columns = scene, sheet.game, tongue, columns
        self.chosen, self.press = chosen, press
        self.readings = self.game.read(sheet.rules, scene.view, tongue.language)
        """What the cards are called."""

    @property
    def for_a_pot(self) -> bool:
        """Whether players play for a pot."""
        return "pot" in self.game.LAYOUT.house_chips

    # From the dealer's side to the person's.

    def picture(self, height: int) -> Block:
        """The whole table: with large cards where they fit, and air between its parts."""
        parts: list[Block] = []
        for drawn, frame in ((large, True), (large, False), (small, False)):
            parts = [part for part in self.parts(drawn, frame=frame) if part]
            taken = sum(map(len, parts))
            if taken <= height and max(map(width, parts), default=0) <= self.columns:
                break
        air = min(2, max(height - taken, 0) // max(len(parts), 1))
        lines: Block = []
        for part in parts:
            lines += [*centred(part, self.columns), *[Text("")] * air]
        top = max(height - len(lines) + air, 0) // 2
        return [Text("")] * top + lines

    def parts(self, drawn: Callable[..., Block], *, frame: bool) -> list[Block]:
        """Neighbours, the house, boxes, one's own cards and chips."""
        mine = self.spots(self.scene.me) if self.scene.me else []
        house = [spot for spot in self.spots(HOUSE) if not numbered(spot)]
        boxes = [spot for spot in self.spots(HOUSE) if numbered(spot)]
        return [
            self.neighbours(frame=frame),
            self.stacked(house, drawn),
            self.boxes(boxes, drawn),
            self.stacked(mine, drawn, own=True),
            self.layout(),
            self.chips(),
        ]

    def spots(self, seat: Seat) -> list[Spot]:
        """The spots of a seat with cards, in the order of the layout; no closed piles."""
        layout, view = self.game.LAYOUT, self.scene.view
        words = layout.house_cards if seat == HOUSE else layout.seat_cards
        known = [
            spot
            for spot, lie in view.cards.items()
            if spot[0] == seat and lie and spot[1].split()[0] in words
            if seat != HOUSE or len(lie) <= FEW or set(lie) != {BACK}
        ]
        return sorted(known, key=lambda spot: (words.index(spot[1].split()[0]), spot[1]))

    def stacked(
        self, spots: Sequence[Spot], drawn: Callable[..., Block], *, own: bool = False
    ) -> Block:
        """Cards with their label and their name, a spot under the other; the pot by the board."""
        words = [word for _, word in self.scene.view.cards]
        labels = [Text(card_label(self.tongue, spot, words), style="bold") for spot in spots]
        room = max((label.cell_len for label in labels), default=0)
        found: Block = []
        for spot, label in zip(spots, labels, strict=True):
            press = self.press if own else no_press
            cards = drawn(self.scene.view.cards[spot], self.chosen if own else (), press)
            found += beside([[padded(label, room)], cards, [self.beside_cards(spot)]], 2)
        if BOARD not in spots and not own and self.for_a_pot:
            found += [self.pot()]
        return found

    def beside_cards(self, spot: Spot) -> Text:
        """What cards are called; beside the board of a pot, the pot."""
        if spot == BOARD and self.for_a_pot:
            return self.pot()
        reading = self.readings.get(spot)
        return Text(reading.names if reading else "", style="italic")

    def pot(self) -> Text:
        """The pot with all bets before it."""
        amount = pot_size(self.scene.view.chips)
        text = f"{self.tongue.say('Pot')} {self.tongue.money(amount)}" if amount else ""
        return Text(text, style="bold gold1")

    # Those who sit there.

    def neighbours(self, *, frame: bool) -> Block:
        """The others, in playing order from one's left; in frames where there is room."""
        me, seats = self.scene.me, sorted(self.scene.seats)
        around = [s for s in seats if s > me] + [s for s in seats if s < me]
        if not around:
            return []
        hands = {seat: self.hand_of(seat, drawn=plates if frame else tight) for seat in around}
        least = max(CELL, *(hand.cell_len + self.before(s).cell_len for s, hand in hands.items()))
        edge = 4 if frame else 2
        across = max(1, min((self.columns + 2) // (least + edge), len(around)))
        room = min((self.columns + 2) // across - edge, max(least, ROOMY))
        cells = [self.neighbour(seat, hands[seat], room) for seat in around]
        return rows([framed(cell) for cell in cells] if frame else cells, across, 1 if frame else 2)

    def hand_of(self, seat: Seat, drawn: Callable[[Sequence[Card]], Text]) -> Text:
        """Somebody's cards in a line."""
        line = Text("  ")
        for spot in self.spots(seat):
            line += drawn(self.scene.view.cards[spot]) + Text(" ")
        return line

    def neighbour(self, seat: Seat, hand: Text, room: int) -> Block:
        """`▸ Aline ● $994`, and below the cards and what lies before them."""
        held, scene = self.scene.seats[seat], self.scene
        asked = scene.question is not None and seat in scene.question.asked
        turn = asked and scene.question is not None and not scene.question.open
        mark = Text("▸ " if turn else "  ", style="bold gold1")
        style = "dim" if held.away else "bold gold1" if turn else "bold"
        left = mark + Text(held.name, style=style)
        left.append(" ●" if seat == scene.button else "", style="bold white")
        stack = Text(self.tongue.money(held.stack))
        first = padded(left, room - stack.cell_len - 1) + Text(" ") + stack
        bet = self.before(seat)
        second = padded(hand, room - bet.cell_len) + bet
        return [first, second, *self.named(seat, room)]

    def named(self, seat: Seat, room: int) -> Block:
        """What somebody's open cards are called: a line where any of the others' are open."""
        others = [s for s in self.scene.seats if s != self.scene.me]
        if not any(spot in self.readings for one in others for spot in self.spots(one)):
            return []
        read = [self.readings[s].names for s in self.spots(seat) if s in self.readings]
        return [padded(Text("  " + ", ".join(read), style="italic"), room)]

    def before(self, seat: Seat) -> Text:
        """The chips that somebody has put down."""
        chips = self.scene.view.chips
        put = sum(amount for (s, word), amount in chips.items() if s == seat and word != "stack")
        return Text(f"● {self.tongue.money(put)}" if put else "", style="gold1")

    # Boxes.

    def boxes(self, spots: Sequence[Spot], drawn: Callable[..., Block]) -> Block:
        """Hands that lie in numbered places of the house: cards, their name, and whose chips."""
        words = [word for _, word in self.scene.view.cards]
        cells: list[Block] = []
        for spot in spots:
            label = Text(hand_name(self.tongue, spot[1], words), style="bold")
            reading = self.readings.get(spot)
            label.append(f"  {reading.names}" if reading else "", style="not bold italic")
            cells.append([label, *drawn(self.scene.view.cards[spot]), *self.stakes(spot[1])])
        if not cells:
            return []
        room = max(map(width, cells))
        even = [[padded(line, room) for line in cell] for cell in cells]
        return rows(even, max(1, (self.columns + 2) // (room + 2)), 2)

    def stakes(self, word: str) -> Block:
        """Whose chips lie on a box: one's own first."""
        chips = sorted(self.scene.view.chips.items(), key=lambda item: item[0][0] != self.scene.me)
        names = {s: held.name for s, held in self.scene.seats.items()}
        told = [
            Text(f"● {self.tongue.money(amount)} {names.get(seat, '')}", style="gold1")
            for (seat, at), amount in chips
            if at == word and seat and amount
        ]
        return told[:1] + ([Text(f"  +{len(told) - 1}", style="gold1")] if told[1:] else [])

    # One's own chips.

    def layout(self) -> Block:
        """The places to bet on while bets are taken, each to be pressed."""
        question = self.scene.question
        if question is None or not question.open:
            return []
        bets = {at: o for at, o in enumerate(question.options) if o.act == "bet" and o.spot[0]}
        names = {at: self.tongue.spot(option.spot[1]) for at, option in bets.items()}
        room = max(map(len, names.values()), default=0) + 4
        words = {option.spot[1] for option in bets.values()}
        busy = any(
            at in words and s not in (HOUSE, self.scene.me) for s, at in self.scene.view.chips
        )
        cells = [self.bet_cell(at, names[at], bets[at].spot, room, busy=busy) for at in bets]
        return rows(cells, max(1, self.columns // (room + 1)))

    def bet_cell(self, at: int, name: str, spot: Spot, room: int, *, busy: bool) -> Block:
        """A place on the layout: its name, what one has on it and, where others bet, what they."""
        lies = self.scene.view.chips.get(spot, 0)
        put = f"● {self.tongue.money(lies)}" if lies else "○"
        style = Style(bgcolor=PRINT, meta={"@click": f"app.take({at})"})
        gold = style + Style(color="gold1", bold=True)
        found = [Text(f"{name:^{room}}", style=style), Text(f"{put:^{room}}", style=gold)]
        chips = self.scene.view.chips.items()
        theirs = sum(n for (s, w), n in chips if w == spot[1] and s not in (HOUSE, spot[0]))
        shown = self.tongue.money(theirs) if theirs else ""
        return [*found, Text(f"{shown:^{room}}", style=style)] if busy else found

    def chips(self) -> Block:
        """What lies before the person, and the stack."""
        me, words = self.scene.me, [word for _, word in self.scene.view.chips]
        if not me:
            return []
        put = [
            f"{hand_name(self.tongue, word, words)} {self.tongue.money(amount)}"
            for (seat, word), amount in sorted(self.scene.view.chips.items())
            if seat == me and amount and word != "stack"
        ]
        held = self.tongue.money(self.scene.seats[me].stack if me in self.scene.seats else 0)
        line = Text(" · ".join(put), style="bold gold1")
        line.append("   " if put else "")
        line.append(f"{self.tongue.spot('stack')} {held}", style="bold")
        if me == self.scene.button:
            line.append("  ●", style="bold white")
        return [line]


def numbered(spot: Spot) -> bool:
    """Whether a spot is one of several of its kind: `box 3`."""
    return " " in spot[1]
