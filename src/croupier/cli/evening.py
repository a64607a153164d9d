"""An evening at a table with bots in the other seats: the part that no screen has a share in."""

import secrets
from collections.abc import Iterator
from contextlib import suppress
from random import Random
from typing import Final

from croupier import bots, houses
from croupier.cli import Mistake
from croupier.cli.look import results
from croupier.cli.tongue import Tongue
from croupier.core import fair
from croupier.core.asks import Refused
from croupier.core.felt import Cards, Seat
from croupier.core.hand import Hand
from croupier.room.table import Table

ME: Final = "you"
COMFORT: Final = 20
"""House players buy in anew below this part of what they sat down with."""


def seeds(text: str | None) -> Iterator[bytes]:
    """A seed for each hand: always the same from the same text, else fresh entropy."""
    hand = 0
    while True:
        hand += 1
        if text is None:
            yield secrets.token_bytes(fair.SEED_BYTES)
        else:
            yield fair.seed_of(f"{text}/{hand}")


def takes_part(hand: Hand, seat: Seat) -> bool:
    """Whether a seat has chips or cards in a hand."""
    dealt = any(isinstance(e, Cards) and e.dst[0] == seat for e in hand.events)
    return dealt or bool(results(hand.events, seat))


class Evening:
    """A table, one person at it, and the bots in the other seats."""

    def __init__(
        self, sheet: houses.TableSheet, tongue: Tongue, seed: str | None, level: houses.Level
    ) -> None:
        self.table, self.tongue = Table(sheet.name, sheet.game, sheet.rules), tongue
        self.bot = bots.bot(sheet.game, level)
        self.seeds = seeds(seed)
        self.chance = Random(next(self.seeds))
        self.cave = 0
        """What the house players sit down with."""
        self.played = 0
        """The hands that the person took part in."""
        self.net = 0
        """What they have brought in all."""

    @property
    def seat(self) -> Seat:
        """The person's seat."""
        return self.table.seat_of(ME)

    @property
    def stack(self) -> int:
        """The person's chips."""
        return self.table.chips.get((self.seat, "stack"), 0)

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
            raise Mistake(f"--stack: {self.tongue.worded(error)}") from None
        for name in bots.REGULARS[: count - 1]:
            self.table.sit(name, self.cave, 0, self.chance.randrange, post=True)

    def bring(self, amount: int) -> None:
        """Sit down; without a pot that takes enough for a bet, and no card room's clause binds."""
        for_a_pot = self.table.game.COMPANY.for_a_pot
        if not for_a_pot and not self.may_bet(amount):
            raise ValueError(self.too_little(amount))
        try:
            self.table.sit(ME, amount, 0, self.chance.randrange, seat=1, post=True)
        except Refused as refused:
            raise Refused(
                refused.why, refused.allowed, refused.clause if for_a_pot else ""
            ) from None

    def may_bet(self, amount: int) -> bool:
        """Whether a stack is enough to be asked for anything: tried in a hand apart."""
        deal = fair.next_deal(bytes(fair.SEED_BYTES), self.table.game, self.table.rules, None)
        others = range(2, self.table.terms.min_players + 1)
        stacks = {(seat, "stack"): self.cave for seat in others}
        trial = Hand(self.table.game, self.table.rules, {(1, "stack"): amount, **stacks}, deal)
        return bool(trial.asked(1))

    def too_little(self, stack: int) -> str:
        """A stack that is above nothing and below the least bet, and the game's own words on it."""
        says = self.table.game.WHY_NOT.items()
        why = next((why for (_, act), why in says if not act and "stack" in why), "")
        little = self.tongue.say(
            "{stack} is too little for a bet here:", stack=self.tongue.money(stack)
        )
        return f"{little} {self.tongue.refusal(Refused(why))}"

    def farewell(self) -> str:
        """What the person leaves with."""
        left, result = self.tongue.money(self.stack), self.tongue.signed(self.net)
        ends = "You leave with {left} after {number} {number|hand|hands} ({result})."
        return self.tongue.say(ends, left=left, number=self.played, result=result)

    # Between hands.

    @property
    def broke(self) -> bool:
        """Whether the person has no chips left, and no claim to a pot (PN-46)."""
        return self.table.sitters[self.seat].busted_since is not None and not self.stack

    @property
    def away(self) -> bool:
        """Whether the person sits out."""
        return self.table.sitters[self.seat].away_since is not None

    def feed_bots(self) -> None:
        """House players buy in anew before they run dry."""
        for seat, sitter in list(self.table.sitters.items()):
            held = self.table.chips.get((seat, "stack"), 0)
            dry = sitter.busted_since is not None or 0 < held < self.cave // COMFORT
            if dry and sitter.player != ME:
                with suppress(Refused):
                    self.table.top_up(sitter.player, self.cave)

    # A hand.

    def deal(self) -> Hand | None:
        """The next hand."""
        table = self.table
        table.begin(fair.next_deal(next(self.seeds), table.game, table.rules, table.last), 0)
        return table.newest

    def count(self, hand: Hand) -> int | None:
        """Add the result of a finished hand; None where the person had no part in it."""
        if not takes_part(hand, self.seat):
            return None
        stack = (self.seat, "stack")
        net = hand.felt.chips.get(stack, 0) - hand.opening.chips.get(stack, 0)
        self.played, self.net = self.played + 1, self.net + net
        return net

    def let_others(self, hand: Hand, *, everybody: bool) -> None:
        """Bots answer what they are asked; what is asked of nobody, the clock."""
        ask, me = hand.ask, self.seat
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

    def abandon(self, hand: Hand) -> None:
        """What lies on the felt is settled as if time had run out."""
        while not hand.over:
            self.let_others(hand, everybody=True)
            self.close(hand)
