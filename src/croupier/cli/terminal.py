"""A table in the terminal: one person, hand after hand, with bots in the other seats.

It draws any game from its layout, its events and its asks; it knows no rules.
"""

import secrets
from collections.abc import Iterator
from contextlib import suppress
from fractions import Fraction
from hashlib import blake2b
from random import Random

from rich.console import Console
from rich.text import Text

from croupier import bots, fair, french, games, houses
from croupier.betting import pot_size
from croupier.cli import Mistake
from croupier.cli.asking import Asker, Leaving
from croupier.cli.calls import Caller
from croupier.cli.grammar import valued
from croupier.cli.look import card_label, card_spots, coloured, faces, hand_name, outcome, results
from croupier.cli.tongue import Tongue, plain
from croupier.felt import BOARD, HOUSE, Cards, Chips, Seat, View
from croupier.houses import House
from croupier.play import Decision, Hand, Refused
from croupier.room.table import Table
from croupier.server.settings import NOTICE

ME = "you"
NAMES = ("Aline", "Bruno", "Chloé", "Dario", "Elif", "Farid", "Greta", "Hugo", "Inès")
HELPLINE = NOTICE.rpartition("Help: ")[2].rstrip(".")
SOLVED = {"blackjack", "casino-holdem", "heads-up-holdem"}
"""The games whose options the laboratory can value."""


def play(
    house: House,
    table: houses.Table,
    *,
    seed: str | None = None,
    stack: str = "",
    players: int | None = None,
    boxes: int = 1,
    language: str = "en",
) -> None:
    """Sit down, play, and leave with what is left."""
    Sitting(house, table, seed, language).evening(stack, players, boxes)


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

    def __init__(self, house: House, sheet: houses.Table, seed: str | None, language: str) -> None:
        self.tongue = Tongue(language, house)
        self.money, self.say = self.tongue.money, self.tongue.say
        self.title = Text(french.say(sheet.title, language), style="bold green")
        self.title.append(f" · {house.title}", style="not bold default")
        self.table = Table(sheet.name, sheet.game, sheet.rules)
        self.screen = Console(highlight=False, soft_wrap=True)
        self.asker = Asker(self.table, ME, self.tongue, self.screen)
        self.caller = Caller(self.tongue, sheet.game, self.asker.name)
        self.bot = bots.bot(sheet.game)
        self.seeds = seeds(seed)
        self.chance = Random(next(self.seeds))
        self.last: Hand | None = None
        self.solved = games.name(sheet.game) in SOLVED
        self.coached = False
        """Whether a hint was asked for: then the cost of each decision is told too."""
        self.cost = Fraction(0)
        self.cave = 0
        """What everybody sits down with."""
        self.played = 0
        """The hands that the person took part in."""
        self.net = 0
        """What they have brought in all."""

    # Sitting down and getting up.

    def evening(self, stack: str, players: int | None, boxes: int) -> None:
        """Hands until the person leaves."""
        self.sit_down(stack, players, boxes)
        self.greet()
        try:
            while True:
                self.next_hand()
        except Leaving:
            pass
        left, result = self.money(self.stack()), self.tongue.signed(self.net)
        ends = "You leave with {left} after {hands} hands ({result})."
        if self.played == 1:
            ends = "You leave with {left} after one hand ({result})."
        said = self.say(ends, left=left, hands=self.played, result=result)
        self.screen.print(Text(said, style="bold"))

    def greet(self) -> None:
        """What is played, which keys help, and where there is help (TH-61)."""
        self.screen.print(self.title)
        self.asker.tell("? explains what you may do, q leaves the table.")
        if self.solved:
            self.asker.tell("! values your options.")
        self.asker.listed(french.say(NOTICE, self.tongue.language).split(), " ")

    def sit_down(self, stack: str, players: int | None, boxes: int) -> None:
        """The person takes the first seat, bots the others."""
        terms = self.table.terms
        most = min(terms.seats, len(NAMES) + 1)
        least = max(1, terms.min_players)
        count = players if players is not None else min(most, 6 if least > 1 else 1)
        if not least <= count <= most:
            said = self.say("{low} to {high} play this game", low=least, high=most)
            raise Mistake(f"--players: {said}")
        if boxes > 1 and "box" not in self.table.game.LAYOUT.seat_chips:
            raise Mistake("--boxes: " + self.say("only blackjack is played on boxes"))
        self.asker.boxes = boxes
        default = terms.max_buy_in or max(terms.min_buy_in * 2, 1000_00)
        try:
            self.cave = self.tongue.amount(stack) if stack else default
            self.table.sit(ME, self.cave, 0, self.chance.randrange, seat=1, post=True)
        except ValueError as error:
            said = self.tongue.refusal(error) if isinstance(error, Refused) else str(error)
            raise Mistake(f"--stack: {said}") from None
        for name in NAMES[: count - 1]:
            self.table.sit(name, default, 0, self.chance.randrange, post=True)

    def seat(self) -> Seat:
        """The person's seat."""
        return self.table.seat_of(ME)

    def stack(self) -> int:
        """The person's chips."""
        return self.table.chips.get((self.seat(), "stack"), 0)

    # Between hands.

    def next_hand(self) -> None:
        """What was wished for during the last hand, chips for who has none, then a deal."""
        self.fulfil_wishes()
        self.feed_bots()
        if self.table.sitters[self.seat()].away_since is not None:
            self.sit_aside()
        elif self.broke():
            self.asker.tell("You have no chips left.")
            self.recave()
        elif not self.table.may_begin():
            self.pause("Nothing can be dealt now: there are too few players.")
        else:
            self.one_hand()

    def fulfil_wishes(self) -> None:
        """Another seat, or none for a while."""
        wished, self.asker.move = self.asker.move, HOUSE
        if wished:
            try:
                self.table.change_seat(ME, wished, post=True)
                self.asker.tell("You sit in seat {seat} now.", seat=wished)
            except Refused as refused:
                self.asker.complain(refused)
        if self.asker.out:
            self.asker.out = False
            self.table.sit_out(ME, 0)

    def sit_aside(self) -> None:
        """Sitting out: the others play on while the person looks on (TH-10)."""
        prompt = self.say("You sit out. Enter: one more hand, in: come back, q: leave")
        if plain(self.asker.line(prompt)) in ("in", "retour", "back"):
            self.table.sit_in(ME, post=True)
        elif self.table.may_begin():
            self.one_hand()
        else:
            self.asker.tell("Nobody plays without you.")

    def broke(self) -> bool:
        """Whether the person has nothing left, not even a claim to a pot (PN-46)."""
        return self.table.sitters[self.seat()].busted_since is not None

    def feed_bots(self) -> None:
        """House players buy in anew before they run dry."""
        for seat, sitter in list(self.table.sitters.items()):
            held = self.table.chips.get((seat, "stack"), 0)
            if sitter.player != ME and (
                sitter.busted_since is not None or 0 < held < self.cave // 20
            ):
                with suppress(Refused):
                    self.table.top_up(sitter.player, self.cave)

    def recave(self) -> None:
        """More chips, or leave with what there is."""
        terms = self.table.terms
        least = self.money(max(terms.min_buy_in, 1))
        prompt = self.say("Recave how much? (Enter: leave)")
        if terms.min_buy_in > 1:
            prompt = self.say("Recave how much, from {least}? (Enter: leave)", least=least)
        while True:
            line = self.asker.line(prompt)
            if not line:
                raise Leaving
            try:
                self.asker.recave(self.tongue.amounts(line))
            except ValueError as error:
                self.asker.complain(error)
            else:
                return

    def pause(self, sentence: str) -> None:
        """Nothing was asked of the person: tell why, and wait."""
        self.asker.tell(sentence)
        self.asker.line(self.say("Enter: go on, q: leave"))

    # A hand.

    def one_hand(self) -> None:
        """One deal, from the first question to the result."""
        table, me, before = self.table, self.seat(), self.stack()
        table.begin(fair.next_deal(next(self.seeds), table.game, table.rules, self.last), 0)
        hand = self.last = table.newest or self.last
        if hand is None:
            raise Leaving
        self.caller.begin(hand, me)
        self.head(before)
        asked = False
        try:
            while not hand.over:
                asked |= self.answer(hand)
        except Leaving:
            self.abandon(hand, before)
            raise
        self.settle(hand, before)
        if not asked and not self.takes_part(hand) and table.sitters[me].away_since is None:
            self.pause("You had no part in this hand.")

    def head(self, before: int) -> None:
        """The number of the hand, the person's stack, the helpline; then who sits where."""
        self.screen.print()
        number = self.table.hands + 1
        head = self.say("Hand {number}, stack {stack}", number=number, stack=self.money(before))
        width = min(self.screen.width, 80) - len(head)
        self.screen.print(Text(f"{head}{self.say('Help') + ' ' + HELPLINE:>{width}}", style="dim"))
        if len(self.table.sitters) > 1:
            self.asker.show_seats()

    def takes_part(self, hand: Hand) -> bool:
        """Whether the person has chips or cards in a hand."""
        me = self.seat()
        return any(
            (isinstance(e, Chips) and (me, "stack") in (e.src, e.dst))
            or (isinstance(e, Cards) and e.dst[0] == me)
            for e in hand.events
        )

    def abandon(self, hand: Hand, before: int) -> None:
        """Leave in mid-hand: what is on the felt is settled as if time had run out."""
        if not self.takes_part(hand):
            return
        while not hand.over:
            self.let_others(hand, everybody=True)
            self.close(hand)
        self.settle(hand, before)

    def answer(self, hand: Hand) -> bool:
        """The person's bets or decision, else the others'; whether the person was asked."""
        window = hand.ask is not None and hand.ask.open
        asked = bool(hand.asked(self.seat()))
        if asked or window:
            self.tell(hand)
        if asked and not window:
            self.draw(hand)
            self.decision(hand)
            return True
        if asked:
            self.asker.bets(hand)
        elif window:
            asked = self.too_little(hand)
        self.let_others(hand, everybody=False)
        if window:
            self.close(hand)
        return asked

    def too_little(self, hand: Hand) -> bool:
        """The bets are open, but not to a stack as small as the person's: recave or leave."""
        me, chips = self.seat(), hand.felt.chips
        away = self.table.sitters[me].away_since is not None
        if away or self.table.sitters[me].top_up or chips.get((me, "bank")):
            return False
        self.asker.tell(
            "{stack} is too little for a bet here.", stack=self.money(chips[me, "stack"])
        )
        try:
            hand.decide(me, Decision("bet"))
        except Refused as refused:
            self.asker.complain(refused)
        self.recave()
        return True

    def let_others(self, hand: Hand, *, everybody: bool) -> None:
        """Bots answer what they are asked; what is asked of nobody, the clock."""
        ask, me = hand.ask, self.seat()
        if ask is None:
            return
        for seat in list(ask.options):
            if seat == me and (ask.open or not everybody):
                continue
            if hand.ask is ask and hand.asked(seat):
                self.bot_decides(hand, seat)
        if hand.ask is ask and not ask.options:
            self.close(hand)

    def bot_decides(self, hand: Hand, seat: Seat) -> None:
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

    def decision(self, hand: Hand) -> None:
        """The person's answer, until one is taken."""

        def hint() -> None:
            self.hint(hand)

        while True:
            decision = self.asker.decision(hand, hint)
            try:
                self.judged(hand, decision)
            except Refused as refused:
                self.asker.complain(refused)
            else:
                return

    # Hints.

    def hint(self, hand: Hand) -> None:
        """The value of each option, from the laboratory; from now on decisions are judged."""
        self.coached = True
        if self.solved:
            self.asker.tell("The laboratory is at work; the first answer takes some seconds.")
        worth = self.worth(hand)
        if not worth:
            self.asker.tell("There is no hint here.")
        for (act, spot, amount), value in sorted(worth.items(), key=lambda item: -item[1]):
            shown = hand_name(self.tongue, spot, [w for _, w in hand.felt.cards]) if spot else ""
            words = (self.tongue.forms(act).do, self.money(amount) if amount else "", shown)
            named = " ".join(filter(None, words if spot != act else words[:2]))
            figure = f"{self.tongue.signed(round(value)):>9}"
            self.screen.print(Text(f"  {named:<28}") + coloured(figure, round(value)))

    def worth(self, hand: Hand) -> dict[tuple[str, str, int], Fraction]:
        """What each option gains on average, in a game that is solved."""
        if not self.solved:
            return {}
        from croupier.lab import hints  # noqa: PLC0415 - only who asks for a hint waits for it.

        found = hints.value_of_options(hand, self.seat())
        return {key: Fraction(value) for key, value in found.items()}

    def judged(self, hand: Hand, decision: Decision) -> None:
        """Take a decision, saying an amount that was not typed; after a hint, what it cost."""
        worth = self.worth(hand) if self.coached else {}
        self.table.decide(ME, decision, 0)
        answered = next(d for seat, d in reversed(hand.answers) if seat == self.seat())
        if answered.amount and answered.act in ("insure", "double"):
            figure = self.tongue.figure(answered.act, answered.amount)
            self.screen.print(
                Text(f"  {self.caller.does(self.seat(), answered.act, figure)}", style="dim")
            )
        if worth:
            self.cost += max(worth.values()) - valued(worth, answered)

    # Showing.

    def tell(self, hand: Hand) -> None:
        """What has happened since the last time."""
        for line in self.caller.news(hand):
            self.screen.print(Text("  ") + line)

    def draw(self, hand: Hand) -> None:
        """Cards and their names, then chips: one's own, the pot, and those still in."""
        view, me = hand.view(self.seat()), self.seat()
        readings = self.table.game.read(view, self.tongue.language)
        spots = card_spots(view, self.table.game.LAYOUT, me)
        spots = [spot for spot in spots if spot != BOARD or not self.caller.for_a_pot]
        words = [word for _, word in view.cards]
        labels = {spot: card_label(self.tongue, spot, words) for spot in spots}
        width = max((len(label) for label in labels.values()), default=0) + 1
        for spot in spots:
            line = Text(f"  {labels[spot]:<{width}}") + faces(view.cards[spot])
            line.append(f"  {readings[spot].name}" if spot in readings else "", style="bold")
            self.screen.print(line)
        self.draw_chips(view)

    def draw_chips(self, view: View) -> None:
        """The person's chips and the pot; then the stacks and bets of those who hold cards."""
        me, words = self.seat(), [word for _, word in view.cards]
        own = [
            f"{hand_name(self.tongue, word, words)} {self.money(amount)}"
            for (seat, word), amount in sorted(view.chips.items())
            if seat == me
        ]
        if self.caller.for_a_pot:
            own.append(f"{self.say('Pot')} {self.money(pot_size(view.chips))}")
        self.asker.listed(own, " · ")
        rivals = sorted({s for s, w in view.cards if w == "hole" and s not in (HOUSE, me)})
        if self.caller.for_a_pot and rivals:
            self.asker.listed([self.rival(view, seat) for seat in rivals], " · ")

    def rival(self, view: View, seat: Seat) -> str:
        """Somebody still in: `Aline $994, bet $6`, `Bruno all-in`."""
        stack, bet = (view.chips.get((seat, word), 0) for word in ("stack", "bet"))
        shown = self.money(stack) if stack else self.say("all-in")
        said = f", {self.say('bet {amount}', amount=self.money(bet))}" if bet else ""
        return f"{self.asker.name(seat)} {shown}{said}"

    def settle(self, hand: Hand, before: int) -> None:
        """The last cards and the result of each bet, which adds up to the change of the stack."""
        me = self.seat()
        held = hand.felt.chips.get((me, "stack"), 0)  # A recave comes after the hand.
        net = held - before
        self.tell(hand)
        lines = results(hand, me)
        if not self.takes_part(hand) and not lines:
            return
        self.played, self.net = self.played + 1, self.net + net
        if not self.caller.for_a_pot:
            self.draw_result(hand, lines)
        total = Text(f"  {self.say('Result'):<38}") + coloured(
            f"{self.tongue.signed(net):>10}", net
        )
        stack = self.say("stack {stack}", stack=self.money(held))
        self.screen.print(total + Text(f"   {stack}", style="bold"))
        if self.coached:
            cost = self.money(round(self.cost)) if self.cost else self.say("nothing")
            self.asker.tell("Your decisions cost {cost} on average.", cost=cost)
            self.cost = Fraction(0)

    def draw_result(self, hand: Hand, lines: list[tuple[str, int, int]]) -> None:
        """A line for each bet, and what the others won and lost."""
        if lines:
            self.draw(hand)
        words = [word for word, _, _ in lines]
        for word, staked, net in lines:
            label = self.say("Fee") if word == "drop" else hand_name(self.tongue, word, words)
            bet = f"  {label:<18}{self.money(staked):>10} {outcome(self.tongue, word, net):<9}"
            self.screen.print(Text(bet) + coloured(f"{self.tongue.signed(net):>10}", net))
        others = [
            f"{self.asker.name(seat)} {self.tongue.signed(sum(net for _, _, net in bets))}"
            for seat in sorted(self.table.sitters)
            if seat != self.seat() and (bets := results(hand, seat))
        ]
        if others:
            self.asker.listed(others, " · ")
