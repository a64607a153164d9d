"""A table at home: bots in the other seats, no clock, and a deal whenever the person is ready."""

import asyncio
from collections.abc import Callable
from fractions import Fraction
from typing import Final

from rich.text import Text

from croupier.cli import chances
from croupier.cli.calls import Caller
from croupier.cli.evening import ME, Evening, takes_part
from croupier.cli.histories import Recorder
from croupier.cli.screen.place import Chronicle, Neighbour, Question, Scene, Told, Wish, Worth
from croupier.core.asks import Decision
from croupier.core.felt import Seat, View
from croupier.core.hand import Hand
from croupier.extras import need
from croupier.houses import House, TableSheet
from croupier.speech import french

BOT_SECONDS: Final = 0.5
"""How long a bot thinks, so that the person can follow."""


class Parlour:
    """The person's chair at a table with bots."""

    has_chat = False

    def __init__(
        self,
        house: House,
        sheet: TableSheet,
        evening: Evening,
        recorder: Recorder | None = None,
        bot_seconds: float = BOT_SECONDS,
    ) -> None:
        self.house, self.sheet, self.evening, self.recorder = house, sheet, evening, recorder
        self.table, self.tongue, self.bot_seconds = evening.table, evening.tongue, bot_seconds
        self.title = f"{french.say(sheet.title, self.tongue.language)} · {house.title}"
        caller = Caller(self.tongue, sheet.game, sheet.rules, self.name, aloud=True)
        self.chronicle = Chronicle(caller, lambda: evening.seat)
        self.changed: Callable[[], None] = lambda: None
        self.told = 0
        self.stands = ""
        self.away = False
        """Wants to sit out once the hand is over."""
        self.moved = asyncio.Event()
        """The person has answered, or wants to go on."""
        self.goes_on = False
        self.coached = False
        """Whether the laboratory was asked: then it says what decisions cost."""

    def name(self, seat: Seat) -> str:
        """Who sits there."""
        if seat == self.evening.seat:
            return self.tongue.say("You")
        sitter = self.table.sitters.get(seat)
        return sitter.player if sitter else self.tongue.say("Seat {seat}", seat=seat)

    # What is seen.

    def scene(self) -> Scene:
        """The table now; between hands as the last hand left it."""
        hand, me = self.table.newest, self.evening.seat
        held = self.table.chips if hand is None or hand.over else hand.felt.chips
        seats = {
            seat: Neighbour(self.name(seat), held.get((seat, "stack"), 0), bool(s.away_since))
            for seat, s in self.table.sitters.items()
        }
        view = hand.view(me) if hand else View(dict(self.table.chips), {}, 0)
        playing = hand is not None and not hand.over
        return Scene(
            view, me, seats, self.question(hand), self.table.deals, playing,
            self.chronicle.button, self.stands,
        )  # fmt: skip

    def question(self, hand: Hand | None) -> Question | None:
        """What is asked now."""
        if hand is None or hand.ask is None:
            return None
        ask = hand.ask
        options = hand.asked(self.evening.seat)
        return Question(options, ask.clause, ask.open, tuple(ask.options))

    def wishes(self) -> list[Wish]:
        """On to the deal or the next hand; chips, and a break."""
        say, terms, hand = self.tongue.say, self.table.terms, self.table.hand
        most = max(terms.max_buy_in - self.evening.stack, 0)
        usual = min(most or self.evening.cave, self.evening.cave)
        chips = Wish("$", say("Chips"), "recave", (terms.min_buy_in, usual, most))
        if self.evening.away:
            aside = Wish("=", say("Come back"), "sit_in")
        else:
            aside = Wish("=", say("Sit out"), "sit_out")
        on: list[Wish] = []
        if hand is None:
            on = [Wish("enter", say("Next hand"), "go_on")]
        elif hand and hand.ask and hand.ask.open and hand.asked(self.evening.seat):
            on = [Wish("enter", say("Deal"), "go_on")]
        return [*([] if self.evening.broke else on), chips, aside]

    # The evening.

    async def run(self) -> None:
        """Hands, until the person leaves."""
        while True:
            self.evening.feed_bots()
            if self.away:
                self.away = False
                self.table.sit_out(ME, 0)
            if self.table.may_begin() and not self.evening.broke:
                await self.one_hand()
            else:
                self.stands = self.why_not()
            self.changed()
            await self.person()

    def why_not(self) -> str:
        """Why nothing can be dealt."""
        if self.evening.broke:
            return self.tongue.say("You have no chips left.")
        return self.tongue.say("Nothing can be dealt now: there are too few players.")

    async def person(self) -> None:
        """Wait until the person has done something."""
        self.moved.clear()
        self.goes_on = False
        self.changed()
        await self.moved.wait()

    async def one_hand(self) -> None:
        """One deal, from the first question to the result."""
        self.stands, self.told, self.goes_on = "", 0, False
        hand = self.evening.deal()
        if hand is None:
            return
        self.chronicle.begin(self.table.deals, hand.opening.chips)
        while not hand.over:
            self.tell(hand)
            await self.step(hand)
        self.tell(hand)
        self.settle(hand)
        if self.coached:
            await self.review(hand)

    async def review(self, hand: Hand) -> None:
        """What the decisions of a hand cost on average."""
        from croupier.lab import hints  # noqa: PLC0415 - it was opened for the values.

        judged = await asyncio.to_thread(hints.review, hand, self.evening.seat)
        if judged:
            self.chronicle.cost(round(sum(one.cost for one in judged)))

    def tell(self, hand: Hand) -> None:
        """What is new."""
        self.chronicle.tell(hand.feed(self.evening.seat, self.told))
        self.told = len(self.chronicle.events)
        self.changed()

    async def step(self, hand: Hand) -> None:
        """The person's bets or answer, else a bot's, else what the clock does."""
        ask, me = hand.ask, self.evening.seat
        if ask is None:
            return
        if hand.asked(me) and not (ask.open and self.goes_on):
            await self.person()
            return
        self.goes_on = False
        others = [seat for seat in ask.options if seat != me]
        if ask.open or not others:
            self.evening.let_others(hand, everybody=False)
            self.evening.close(hand)
            return
        await asyncio.sleep(self.bot_seconds)
        self.evening.bot_decides(hand, others[0])

    def settle(self, hand: Hand) -> None:
        """The result of a hand."""
        if self.recorder:
            others = {s: sitter.player for s, sitter in self.table.sitters.items()}
            self.recorder.add(hand, self.evening.seat, others, self.table.deals)
        net = self.evening.count(hand)
        self.chronicle.end(net)
        if net is None and not self.evening.away:
            little = not self.chronicle.caller.for_a_pot and not self.evening.may_bet(
                self.evening.stack
            )
            self.stands = (
                self.evening.too_little(self.evening.stack)
                if little
                else self.tongue.say("You were not in this hand.")
            )

    # What the person does.

    async def decide(self, decision: Decision) -> None:
        """Answer what is asked."""
        hand = self.table.newest
        before = hand.ask if hand else None
        self.table.decide(ME, decision, 0)
        if (
            hand is not None
            and before is not None
            and before.open
            and hand.asked(self.evening.seat)
        ):
            self.tell(hand)  # A bet lies on the felt at once; the window stays open.
        else:
            self.moved.set()

    async def wish(self, act: str, amount: int = 0) -> None:
        """On to the next step, more chips, a break."""
        if act == "go_on":
            self.goes_on = True
            self.moved.set()
        elif act == "recave":
            self.table.top_up(ME, amount)
            self.stands = self.tongue.say("They arrive before the next deal.")
        elif act == "sit_in":
            self.table.sit_in(ME, post=True)
            self.stands = ""
        elif self.table.hand is None:
            self.table.sit_out(ME, 0)
        else:
            self.away = True
            self.stands = self.tongue.say(
                "You sit out when the hand is over; your chips stay on the table."
            )
        self.changed()

    async def move(self, seat: Seat) -> None:
        """Change seats, between hands."""
        self.table.change_seat(ME, seat, post=True)
        self.changed()

    async def say(self, _: str) -> None:
        """Bots do not chat."""

    async def worth(self) -> Worth:
        """From the laboratory of this machine, which takes a while to open."""
        if self.sheet.game.COMPANY.for_a_pot:
            return Worth()
        need("lab", "numpy", "numba")
        self.coached = True
        return await asyncio.to_thread(self.valued)

    def valued(self) -> Worth:
        """What the laboratory says of the options."""
        from croupier.lab import hints  # noqa: PLC0415 - numba loads for seconds.

        hand = self.table.hand
        found = hints.value_of_options(hand, self.evening.seat) if hand else {}
        return {key: Fraction(value) for key, value in found.items()}

    async def odds(self) -> str:
        """For a pot: how good the cards are against unknown ones."""
        hand, seat = self.table.hand, self.evening.seat
        said = await asyncio.to_thread(chances.told, self.tongue, hand, seat) if hand else ""
        return said or self.tongue.say("There is no hint here.")

    async def hands(self) -> list[Told]:
        """The hands of the evening."""
        return self.chronicle.hands[::-1]

    async def lines(self, told: Told) -> list[Text]:
        """How a hand went."""
        return told.lines

    async def leave(self) -> str:
        """What lies on the felt is settled as if time had run out."""
        hand = self.table.hand
        if hand is not None and takes_part(hand, self.evening.seat):
            self.evening.abandon(hand)
            self.settle(hand)
        return self.evening.farewell()
