"""The bets of a window: those that lie, those of the hand before, and boxes bet on together."""

from collections.abc import Iterable

from croupier.core.asks import Decision, Option
from croupier.core.felt import Seat, Spot


class Stakes:
    """Remembers what one bets, to bet the same again."""

    def __init__(self, boxes: int) -> None:
        self.boxes = boxes
        """How many boxes a first bet goes on."""
        self.placed: dict[str, int] = {}
        self.before: dict[str, int] = {}

    def turn(self) -> None:
        """A new hand."""
        self.before, self.placed = self.placed or self.before, {}

    def note(self, decision: Decision) -> None:
        """A bet goes down, or comes back."""
        if decision.act == "bet":
            self.placed[decision.spot[1]] = decision.amount
        elif decision.act == "withdraw":
            self.placed.pop(decision.spot[1], None)

    def again(self, seat: Seat) -> list[Decision]:
        """The bets of the hand before."""
        return [Decision("bet", amount, (seat, word)) for word, amount in self.before.items()]

    def along(self, first: Decision, options: Iterable[Option]) -> list[Decision]:
        """The boxes that are bet on with the first one of a hand."""
        base, _, number = first.spot[1].partition(" ")
        if self.placed or first.act != "bet" or not number.isdecimal():
            return []
        offered = {option.spot for option in options if option.act == "bet"}
        spots: list[Spot] = [
            (first.spot[0], f"{base} {n}") for n in range(int(number) + 1, int(number) + self.boxes)
        ]
        return [Decision("bet", first.amount, spot) for spot in spots if spot in offered]
