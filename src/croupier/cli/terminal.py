"""A table in the terminal: one person, hand after hand, with bots in the other seats.

It draws any game from its layout, its events and its asks; it knows no rules.
"""

import secrets
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Final

from rich.console import Console
from rich.text import Text

from croupier import bots, houses
from croupier.cli import Mistake
from croupier.cli.asking import Asker
from croupier.cli.bets import Bettor
from croupier.cli.calls import Caller
from croupier.cli.coach import Coach
from croupier.cli.grammar import WHOLE
from croupier.cli.histories import Recorder
from croupier.cli.lines import Leaving, Person
from croupier.cli.look import results
from croupier.cli.painting import Painter
from croupier.cli.tongue import Tongue, plain
from croupier.core import fair
from croupier.core.asks import Refused
from croupier.core.felt import HOUSE, Cards, Said
from croupier.core.hand import Hand
from croupier.houses import House
from croupier.room.table import Table
from croupier.speech import NOTICE, french

ME: Final = "you"
HELPLINE: Final = NOTICE.rpartition("Help: ")[2].rstrip(".")
COMFORT: Final = 20
"""House players buy in anew below this part of what they sat down with."""


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
    sitting.sit_down(stack, players)
    sitting.evening()


def seeds(text: str | None) -> Iterator[bytes]:
    """A seed for each hand: always the same from the same text, else fresh entropy."""
    hand = 0
    while True:
        hand += 1
        if text is None:
            yield secrets.token_bytes(fair.SEED_BYTES)
        else:
            yield fair.seed_of(f"{text}/{hand}")


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
        if boxes > 1 and "box" not in sheet.game.LAYOUT.seat_chips:
            raise Mistake("--boxes: " + self.tongue.say("this game has no boxes"))
        self.title = Text(french.say(sheet.title, language), style="bold green")
        self.title.append(f" · {house.title}", style="not bold default")
        self.table = Table(sheet.name, sheet.game, sheet.rules)
        screen = Console(highlight=False, soft_wrap=True)
        self.person = Person(self.table, ME, self.tongue, screen)
        self.asker = Asker(self.person)
        self.bettor = Bettor(self.asker, boxes)
        self.caller = Caller(self.tongue, sheet.game, sheet.rules, self.person.name)
        self.painter = Painter(self.person, self.caller, sheet.game)
        self.coach = Coach(self.person, sheet.game)
        self.bot = bots.bot(sheet.game, level)
        self.seeds = seeds(seed)
        self.chance = Random(next(self.seeds))
        self.cave = 0
        """What the house players sit down with."""
        self.played = 0
        """The hands that the person took part in."""
        self.net = 0
        """What they have brought in all."""
        self.recorder: Recorder | None = None

    # Sitting down and getting up.

    def sit_down(self, stack: str, players: int | None) -> None:
        """The person takes the first seat, bots the others."""
        terms, say = self.table.terms, self.tongue.say
        most, least = min(terms.seats, len(bots.REGULARS) + 1), max(1, terms.min_players)
        count = players if players is not None else min(most, 6 if least > 1 else 1)
        if not least <= count <= most:
            raise Mistake(
                "--players: " + say("this game takes {low} to {high} players", low=least, high=most)
            )
        chip = getattr(self.table.rules, "chip", 1)
        self.cave = (terms.max_buy_in or max(terms.min_buy_in * 2, 1000_00)) // chip * chip
        try:
            self.bring(self.tongue.amount(stack) if stack else self.cave)
        except ValueError as error:
            raise Mistake(f"--stack: {self.person.worded(error)}") from None
        for name in bots.REGULARS[: count - 1]:
            self.table.sit(name, self.cave, 0, self.chance.randrange, post=True)

    def bring(self, amount: int) -> None:
        """Sit down; without a pot that takes enough for a bet, and no card room's clause binds."""
        if not self.caller.for_a_pot and not self.may_bet(amount):
            raise ValueError(self.too_little(amount))
        try:
            self.table.sit(ME, amount, 0, self.chance.randrange, seat=1, post=True)
        except Refused as refused:
            clause = refused.clause if self.caller.for_a_pot else ""
            raise Refused(refused.why, refused.allowed, clause) from None

    def may_bet(self, amount: int) -> bool:
        """Whether a stack is enough to be asked for anything: tried in a hand apart."""
        deal = fair.next_deal(bytes(fair.SEED_BYTES), self.table.game, self.table.rules, None)
        others = range(2, self.table.terms.min_players + 1)
        stacks = {(seat, "stack"): self.cave for seat in others}
        trial = Hand(self.table.game, self.table.rules, {(1, "stack"): amount, **stacks}, deal)
        return bool(trial.asked(1))

    def evening(self) -> None:
        """Hands until the person leaves."""
        self.greet()
        with suppress(Leaving):
            while True:
                self.next_hand()
        left, result = self.tongue.money(self.stack()), self.tongue.signed(self.net)
        ends = "You leave with {left} after {number} {number|hand|hands} ({result})."
        said = self.tongue.say(ends, left=left, number=self.played, result=result)
        self.person.screen.print(Text(said, style="bold"))

    def greet(self) -> None:
        """What is played, which keys help, and where there is help (TH-61)."""
        self.person.screen.print(self.title)
        self.person.tell("? explains what you may do, q leaves the table.")
        if self.coach.knows:
            self.person.tell("! values your options.")
        self.person.listed(french.say(NOTICE, self.tongue.language).split(), " ")

    def stack(self) -> int:
        """The person's chips."""
        return self.table.chips.get((self.person.seat, "stack"), 0)

    # Between hands.

    def next_hand(self) -> None:
        """What was wished for during the last hand, chips for a player without, then a deal."""
        self.fulfil_wishes()
        self.feed_bots()
        sitter = self.table.sitters[self.person.seat]
        if sitter.away_since is not None:
            self.sit_aside()
        elif sitter.busted_since is not None and not self.stack():  # No claim to a pot (PN-46).
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

    def feed_bots(self) -> None:
        """House players buy in anew before they run dry."""
        for seat, sitter in list(self.table.sitters.items()):
            held = self.table.chips.get((seat, "stack"), 0)
            dry = sitter.busted_since is not None or 0 < held < self.cave // COMFORT
            if dry and sitter.player != ME:
                with suppress(Refused):
                    self.table.top_up(sitter.player, self.cave)

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
        if least > 1 and not self.stack():
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

    def too_little(self, stack: int) -> str:
        """A stack that is above nothing and below the least bet, and the game's own words on it."""
        says = self.table.game.WHY_NOT.items()
        why = next((why for (_, act), why in says if not act and "stack" in why), "")
        little = self.tongue.say(
            "{stack} is too little for a bet here:", stack=self.tongue.money(stack)
        )
        return f"{little} {self.tongue.refusal(Refused(why))}"

    def pause(self, sentence: str) -> None:
        """Nothing was asked of the person: tell why, and wait."""
        self.person.tell(sentence)
        self.person.line(self.tongue.say("Enter: go on, q: leave"))

    # A hand.

    def one_hand(self) -> None:
        """One deal, from the first question to the result."""
        table, before = self.table, self.stack()
        table.begin(fair.next_deal(next(self.seeds), table.game, table.rules, table.last), 0)
        hand = table.newest
        if hand is None:
            raise Leaving
        self.caller.begin(hand.opening.chips, self.person.seat)
        self.painter.head(table.deals, before, HELPLINE)
        asked = False
        try:
            while not hand.over:
                asked |= self.answer(hand)
        except Leaving:
            self.abandon(hand)
            raise
        self.settle(hand)
        if not asked and not self.takes_part(hand):
            self.look_on()

    def look_on(self) -> None:
        """A hand that asked nothing: because one sits out, is too poor, or waits for a blind."""
        if self.table.sitters[self.person.seat].away_since is not None:
            return
        if self.caller.for_a_pot:
            self.pause("You were not in this hand.")
        elif not self.table.sitters[self.person.seat].top_up:
            self.person.complain(ValueError(self.too_little(self.stack())))
            self.recave()

    def takes_part(self, hand: Hand) -> bool:
        """Whether the person has chips or cards in a hand."""
        me = self.person.seat
        dealt = any(isinstance(e, Cards) and e.dst[0] == me for e in hand.events)
        return dealt or bool(results(hand, me))

    def abandon(self, hand: Hand) -> None:
        """Leave a hand: what lies on the felt is settled as if time had run out."""
        if not self.takes_part(hand):
            me = self.person.seat
            if any(isinstance(e, Said) and e.seat == me and e.what == "tied" for e in hand.events):
                self.person.tell("You give up your claim to the pot (PN-49).")
            return
        while not hand.over:
            self.let_others(hand, everybody=True)
            self.close(hand)
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
        self.let_others(hand, everybody=False)
        if window:
            self.close(hand)
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

    def let_others(self, hand: Hand, *, everybody: bool) -> None:
        """Bots answer what they are asked; what is asked of nobody, the clock."""
        ask, me = hand.ask, self.person.seat
        if ask is None:
            return
        for seat in list(ask.options):
            if seat == me and (ask.open or not everybody):
                continue
            if hand.ask is ask and hand.asked(seat):
                self.bot_decides(hand, seat)
        if hand.ask is ask and not ask.options:
            self.close(hand)

    def bot_decides(self, hand: Hand, seat: int) -> None:
        """A bot's answer; one that the rules refuse is what time would answer."""
        sight, name = bots.seen(hand, seat), self.table.sitters[seat].player
        choice = bots.passive if name == ME else self.bot
        try:
            self.table.decide(name, choice(sight, self.chance), 0)
        except Refused:
            self.table.decide(name, bots.passive(sight, self.chance), 0)

    def close(self, hand: Hand) -> None:
        """The house closes a window or ends a pause."""
        if hand.ask is not None and (hand.ask.open or not hand.ask.options):
            self.table.tick(self.table.next_deadline() or 0)

    def settle(self, hand: Hand) -> None:
        """The last news and the result, which is the change of the stack."""
        self.painter.news(hand)
        if self.recorder:
            others = {s: sitter.player for s, sitter in self.table.sitters.items()}
            self.recorder.add(hand, self.person.seat, others, self.table.deals)
        if not self.takes_part(hand):
            return
        stack = (self.person.seat, "stack")
        net = hand.felt.chips.get(stack, 0) - hand.opening.chips.get(stack, 0)
        self.played, self.net = self.played + 1, self.net + net
        self.painter.result(hand, net)
        self.coach.sum_up()
