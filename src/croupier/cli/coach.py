"""What a decision is worth, from the laboratory, for a person who asks."""

from fractions import Fraction

from rich.text import Text

from croupier.cli import chances
from croupier.cli.lines import Person
from croupier.cli.look import coloured, hand_name
from croupier.core import catalogue
from croupier.core.asks import Decision
from croupier.core.catalogue import Game
from croupier.core.hand import Hand
from croupier.extras import NotInstalled


class Coach:
    """Values options on request, and from then on what each decision costs."""

    def __init__(self, person: Person, game: Game) -> None:
        self.person, self.tongue = person, person.tongue
        self.game = catalogue.name(game)
        self.knows = self.asked = False
        self.cost = Fraction(0)

    def hint(self, hand: Hand) -> None:
        """The value of each option."""
        if said := chances.told(self.tongue, hand, self.person.seat):
            self.person.screen.print(Text(f"  {said}", style="dim"))
            return
        if not self.asked and not self.opened():
            return
        worth = self.worth(hand)
        if not worth:
            self.person.tell("There is no hint here.")
        for (act, spot, amount), value in sorted(worth.items(), key=lambda item: -item[1]):
            name = hand_name(self.tongue, spot, [word for _, word in hand.felt.cards])
            amount_ = self.tongue.money(amount) if amount else ""
            words = (self.tongue.forms(act).do, amount_, name if spot not in ("", act) else "")
            figure = f"{self.tongue.signed(round(value)):>9}"
            shown = Text(f"  {' '.join(filter(None, words)):<28}") + coloured(figure, round(value))
            self.person.screen.print(shown)

    def opened(self) -> bool:
        """Whether the laboratory answers from now on; if not, how to install it is said."""
        try:
            from croupier.lab import form  # noqa: PLC0415 - the base of croupier plays without it.
        except NotInstalled as missing:
            self.person.tell("Hints need the laboratory: {command}", command=missing.command)
            return False
        self.asked, self.knows = True, self.game in form.games()
        if self.knows:
            self.person.tell("The lab is working; the first answer takes a few seconds.")
        return True

    def worth(self, hand: Hand) -> dict[tuple[str, str, int], Fraction]:
        """What each option gains on average, once a hint was asked for."""
        if not self.knows:
            return {}
        from croupier.lab import hints  # noqa: PLC0415 - numba loads for seconds.

        found = hints.value_of_options(hand, self.person.seat)
        return {key: Fraction(value) for key, value in found.items()}

    def judge(self, worth: dict[tuple[str, str, int], Fraction], taken: Decision) -> None:
        """Add what a decision cost; one that the laboratory does not value costs nothing."""
        if worth:
            from croupier.lab import hints  # noqa: PLC0415 - it was loaded for the values.

            best, value = max(worth.values()), hints.chosen(worth, taken)
            self.cost += best - (best if value is None else Fraction(value))

    def sum_up(self) -> None:
        """What the decisions of a hand cost."""
        if self.knows:
            cost = self.tongue.money(round(self.cost)) if self.cost else self.tongue.say("nothing")
            self.person.tell("Your decisions cost {cost} on average.", cost=cost)
            self.cost = Fraction(0)
