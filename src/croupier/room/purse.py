"""The purse of a table: the chips that lie on it, and the lines of the ledger that brought them."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from croupier.core.asks import Refused
from croupier.core.felt import BANK, HOUSE, POT, Chips, Event, Seat, Spot
from croupier.core.hand import Hand
from croupier.core.phrases import Amount
from croupier.room import ledger
from croupier.room.ledger import Account, Posting


class Purse:
    """Chips move here and in the books at once, by `move`; in a hand the felt moves them."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.chips: dict[Spot, int] = {}
        """Between hands, and as the hand in play found them."""
        self.consigned: dict[str, int] = {}
        self.postings: list[Posting] = []
        """Not yet written to the books."""

    def move(self, src: Account, dst: Account, amount: int, why: str) -> None:
        """The one way a chip comes, goes, or changes its place between hands."""
        if amount:
            self._change(src, -amount)
            self._change(dst, amount)
            self.postings.append(ledger.line(src, dst, amount, why))

    def _change(self, account: Account, amount: int) -> None:
        if account.at(self.name):
            _add(self.chips, account.spot, amount)
        elif account.kind == "consigned":
            _add(self.consigned, account.owner, amount)

    def account(self, spot: Spot) -> Account:
        """A spot of this table in the books."""
        return ledger.spot(self.name, *spot)

    def stack_account(self, seat: Seat) -> Account:
        """A seat's stack in the books."""
        return self.account((seat, "stack"))

    def stack(self, seat: Seat) -> int:
        """What a seat has before it."""
        return self.chips.get((seat, "stack"), 0)

    @property
    def pot(self) -> int:
        """What the last hand has left in the pot."""
        return self.chips.get(POT, 0)

    # Hands.

    def dealt(self, seats: Iterable[Seat]) -> dict[Spot, int]:
        """The chips that a hand with these seats begins with: theirs and the house's."""
        stacks = {(seat, "stack"): self.stack(seat) for seat in seats}
        known = {HOUSE, *(seat for seat, _ in stacks)}
        return {spot: n for spot, n in self.chips.items() if spot[0] in known} | stacks

    def book(self, events: Iterable[Event]) -> None:
        """Every chip event of a hand is one line."""
        self.postings += [ledger.posting(self.name, e) for e in events if type(e) is Chips]

    def after(self, hand: Hand) -> dict[Spot, int]:
        """All that lies on the table, a hand's chips where its felt has them."""
        played = {HOUSE, *hand.felt.seats}
        others = {spot: n for spot, n in self.chips.items() if spot[0] not in played}
        return others | {spot: n for spot, n in hand.felt.chips.items() if n}

    def lying(self, hand: Hand | None) -> dict[Account, int]:
        """All that lies on the table, by account."""
        chips = self.after(hand) if hand is not None else self.chips
        return {self.account(spot): n for spot, n in chips.items() if n}

    def take_postings(self) -> Iterator[Posting]:
        """The postings since the last time, to be written before anybody hears of them."""
        written, self.postings = self.postings, []
        return iter(written)

    # Corrections.

    def adjust(self, seat: Seat, amount: int, why: str) -> None:
        """Management gives chips to a stack, or takes some (CR-35)."""
        held = self.stack(seat)
        if not why or held + amount < 0:
            why = "give a reason, and take no more than {amount} (CR-35)"
            raise Refused(why, amount=Amount(held))
        bank, stack = self.account(BANK), self.stack_account(seat)
        src, dst = (bank, stack) if amount > 0 else (stack, bank)
        self.move(src, dst, abs(amount), f"adjust: {why}")

    def correct(self, lines: Sequence[Posting]) -> None:
        """Chips go back by new lines; nobody is left with less than nothing (CR-35)."""
        change: dict[Account, int] = {}
        for line in lines:
            for account, amount in line.sides:
                _add(change, account, amount)
        for account, amount in change.items():
            self._check(account, amount)
        for line in lines:
            self.move(ledger.parse(line.src), ledger.parse(line.dst), line.amount, line.why)

    def _check(self, account: Account, change: int) -> None:
        """Stacks and consigned chips may change, and what the house keeps; a pot may not."""
        ours = account.at(self.name)
        if not ours and account.kind != "consigned":
            return
        if ours and account.seat == HOUSE and account.word == "bank":
            return
        held = self.chips.get(account.spot, 0) if ours else self.consigned.get(account.owner, 0)
        if held + change < 0:
            raise Refused(
                "{HOLDER} holds {amount} now, less than would go back: correct what came after "
                "it too, or adjust the stack (CR-35)",
                HOLDER=str(account),
                amount=Amount(held),
            )
        if ours and account.word not in ("stack", "drop", "levy"):
            raise Refused(
                "chips would be left in {PLACE}, or taken out of it: reverse all of the hand's "
                "postings together, or adjust the stacks (CR-35)",
                PLACE=account.word,
            )


def _add(amounts: dict[Any, int], key: Any, change: int) -> None:
    """A change; what is nothing then is not listed."""
    amounts[key] = amounts.get(key, 0) + change
    if not amounts[key]:
        del amounts[key]
