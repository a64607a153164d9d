"""A table in the terminal: one person, hand after hand, with bots in the other seats.

It draws any game from its layout, its events and its asks; it knows no rules.
"""

from contextlib import suppress
from pathlib import Path
from typing import Final

from rich.console import Console
from rich.text import Text

from croupier import houses
from croupier.cli import Mistake
from croupier.cli.asking import Asker
from croupier.cli.bets import Bettor
from croupier.cli.calls import Caller
from croupier.cli.coach import Coach
from croupier.cli.evening import ME, Evening, takes_part
from croupier.cli.grammar import WHOLE
from croupier.cli.histories import Recorder
from croupier.cli.lines import Leaving, Person
from croupier.cli.painting import Painter
from croupier.cli.tongue import Tongue, plain
from croupier.core.asks import Refused
from croupier.core.catalogue import Game
from croupier.core.felt import HOUSE, Said
from croupier.core.hand import Hand
from croupier.houses import House
from croupier.speech import NOTICE, french

HELPLINE: Final = NOTICE.rpartition("Help: ")[2].rstrip(".")


def play(
    house: House,
    table: houses.TableSheet,
    *,
    seed: str | None = None,
    stack: str = "",
    players: int | None = None,
    boxes: int = 1,
    language: str = "en",
    record: Path | None = None,
    level: houses.Level = "beginner",
) -> None:
    """Sit down, play, and leave with what is left."""
    sitting = Sitting(house, table, seed, boxes, language, level)
    sitting.recorder = Recorder(record, house, table.name) if record else None
    sitting.evening.sit_down(stack, players)
    sitting.run()


def check_boxes(game: Game, boxes: int, tongue: Tongue) -> None:
    """Several boxes are for games that have them."""
    if boxes > 1 and "box" not in game.LAYOUT.seat_chips:
        raise Mistake("--boxes: " + tongue.say("this game has no boxes"))


class Sitting:
    """One person's stay at a table."""

    def __init__(
        self,
        house: House,
        sheet: houses.TableSheet,
        seed: str | None,
        boxes: int,
        language: str,
        level: houses.Level = "beginner",
    ) -> None:
        self.tongue = Tongue(language, house)
        check_boxes(sheet.game, boxes, self.tongue)
        self.title = Text(french.say(sheet.title, language), style="bold green")
        self.title.append(f" · {house.title}", style="not bold default")
        self.evening = Evening(sheet, self.tongue, seed, level)
        self.table = self.evening.table
        screen = Console(highlight=False, soft_wrap=True)
        self.person = Person(self.table, ME, self.tongue, screen)
        self.asker = Asker(self.person)
        self.bettor = Bettor(self.asker, boxes)
        self.caller = Caller(self.tongue, sheet.game, sheet.rules, self.person.name)
        self.painter = Painter(self.person, self.caller, sheet.game)
        self.coach = Coach(self.person, sheet.game)
        self.recorder: Recorder | None = None

    def run(self) -> None:
        """Hands until the person leaves."""
        self.greet()
        with suppress(Leaving):
            while True:
                self.next_hand()
        self.person.screen.print(Text(self.evening.farewell(), style="bold"))

    def greet(self) -> None:
        """What is played, which keys help, and where there is help (TH-61)."""
        self.person.screen.print(self.title)
        self.person.tell("? explains what you may do, q leaves the table.")
        if self.coach.knows:
            self.person.tell("! values your options.")
        self.person.listed(french.say(NOTICE, self.tongue.language).split(), " ")

    # Between hands.

    def next_hand(self) -> None:
        """What was wished for during the last hand, chips for a player without, then a deal."""
        self.fulfil_wishes()
        self.evening.feed_bots()
        if self.evening.away:
            self.sit_aside()
        elif self.evening.broke:
            self.person.tell("You have no chips left.")
            self.recave()
        elif self.table.may_begin():
            self.one_hand()
        else:
            self.pause("Nothing can be dealt now: there are too few players.")

    def fulfil_wishes(self) -> None:
        """Another seat, or none for a while."""
        wished, self.person.move = self.person.move, HOUSE
        if wished:
            try:
                self.table.change_seat(ME, wished, post=True)
                self.person.tell("You sit in seat {seat} now.", seat=wished)
            except Refused as refused:
                self.person.complain(refused)
        if self.person.out:
            self.person.out = False
            self.table.sit_out(ME, 0)

    def sit_aside(self) -> None:
        """Sitting out: the others play on while the person looks on (TH-10)."""
        prompt = self.tongue.say("You sit out. Enter: one more hand, in: come back, q: leave")
        if plain(self.person.line(prompt)) in ("in", "retour", "back"):
            self.table.sit_in(ME, post=True)
        elif self.table.may_begin():
            self.one_hand()
        else:
            self.person.tell("Without you there are too few players.")

    def recave(self) -> None:
        """More chips, or leave with what there is (TH-25, CR-45)."""
        least, say = self.table.terms.min_buy_in, self.tongue.say
        prompt = say("Recave how much? (Enter: leave)")
        if least > 1 and not self.evening.stack:
            money = self.tongue.money(least)
            prompt = say("Recave how much, from {least}? (Enter: leave)", least=money)
        while True:
            line = self.person.line(prompt)
            if not line:
                raise Leaving
            try:
                self.person.recave(self.tongue.amounts(line))
            except ValueError as error:
                self.person.complain(error)
            else:
                return

    def pause(self, sentence: str) -> None:
        """Nothing was asked of the person: tell why, and wait."""
        self.person.tell(sentence)
        self.person.line(self.tongue.say("Enter: go on, q: leave"))

    # A hand.

    def one_hand(self) -> None:
        """One deal, from the first question to the result."""
        before = self.evening.stack
        hand = self.evening.deal()
        if hand is None:
            raise Leaving
        self.caller.begin(hand.opening.chips, self.person.seat)
        self.painter.head(self.table.deals, before, HELPLINE)
        asked = False
        try:
            while not hand.over:
                asked |= self.answer(hand)
        except Leaving:
            self.abandon(hand)
            raise
        self.settle(hand)
        if not asked and not takes_part(hand, self.person.seat):
            self.look_on()

    def look_on(self) -> None:
        """A hand that asked nothing: because one sits out, is too poor, or waits for a blind."""
        if self.evening.away:
            return
        if self.caller.for_a_pot:
            self.pause("You were not in this hand.")
        elif not self.table.sitters[self.person.seat].top_up:
            self.person.complain(ValueError(self.evening.too_little(self.evening.stack)))
            self.recave()

    def abandon(self, hand: Hand) -> None:
        """Leave a hand: what lies on the felt is settled as if time had run out."""
        me = self.person.seat
        if not takes_part(hand, me):
            if any(isinstance(e, Said) and e.seat == me and e.what == "tied" for e in hand.events):
                self.person.tell("You give up your claim to the pot (PN-49).")
            return
        self.evening.abandon(hand)
        self.settle(hand)

    def answer(self, hand: Hand) -> bool:
        """The person's bets or decision, else the others'; whether the person was asked."""
        window = hand.ask is not None and hand.ask.open
        asked = bool(hand.asked(self.person.seat))
        if asked:
            self.painter.news(hand)
        if asked and not window:
            self.painter.draw(hand)
            self.decision(hand)
            return True
        if asked:
            self.bettor.bets(hand)
        self.evening.let_others(hand, everybody=False)
        if window:
            self.evening.close(hand)
        return asked

    def decision(self, hand: Hand) -> None:
        """The person's answer, until one is taken; an amount that was not typed is said."""

        def hint() -> None:
            self.coach.hint(hand)

        while True:
            decision = self.asker.decision(hand, hint)
            worth = self.coach.worth(hand)
            try:
                self.table.decide(ME, decision, 0)
            except Refused as refused:
                self.person.complain(refused)
                continue
            taken = next(d for seat, d in reversed(hand.answers) if seat == self.person.seat)
            if taken.act in WHOLE and taken.amount:
                amount = self.tongue.money(taken.amount)
                said = self.caller.does(self.person.seat, taken.act, amount)
                self.person.screen.print(Text(f"  {said}", style="dim"))
            self.coach.judge(worth, taken)
            return

    def settle(self, hand: Hand) -> None:
        """The last news and the result, which is the change of the stack."""
        self.painter.news(hand)
        if self.recorder:
            others = {s: sitter.player for s, sitter in self.table.sitters.items()}
            self.recorder.add(hand, self.person.seat, others, self.table.deals)
        net = self.evening.count(hand)
        if net is not None:
            self.painter.result(hand, net)
            self.coach.sum_up()
