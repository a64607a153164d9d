"""The money and the chips of a tournament: two kinds that never meet."""

from typing import Literal

from croupier.houses.tournaments import Sheet
from croupier.room import ledger
from croupier.room.ledger import Account, Posting


class Till:
    """What was paid in and is not yet paid out, and the chips that lie at no table."""

    def __init__(self, name: str, sheet: Sheet) -> None:
        self.name, self.sheet = name, sheet
        self.pool = 0
        """What the prizes account holds."""
        self.overlay = 0
        """What of it the house has put in, to keep its guarantee."""
        self.bounties = 0
        self.transit: dict[str, int] = {}
        """Chips on their way, by player."""
        self.postings: list[Posting] = []
        """Not yet written to the books."""

    # Money.

    def enter(self, player: str) -> None:
        """The price of an entry."""
        own = ledger.player(player)
        self.pay_in(player, self.sheet.buy_in, "entry")
        self._post(own, self._account("fees"), self.sheet.fee, "fee")
        self._post(own, self._account("bounties"), self.sheet.bounty, "bounty")
        self.bounties += self.sheet.bounty

    def rebuy(self, player: str) -> None:
        """The price of new chips."""
        self.pay_in(player, self.sheet.rebuy_cost, "rebuy")
        fee = self.sheet.rebuy_fee
        self._post(ledger.player(player), self._account("fees"), fee, "fee")

    def refund(self, player: str) -> None:
        """The price of an entry goes back."""
        self.pay(player, self.sheet.buy_in, "refund")
        self.pay_bounty(player, self.sheet.bounty, "refund")
        self.refund_fee(player)

    def refund_fee(self, player: str) -> None:
        """The house gives its fee back."""
        self._post(self._account("fees"), ledger.player(player), self.sheet.fee, "refund")

    def pay_in(self, player: str, amount: int, why: str) -> None:
        """Into the prizes."""
        self._post(ledger.player(player), self._account("prizes"), amount, why)
        self.pool += amount

    def guarantee(self) -> None:
        """The house puts in what is missing of the prizes that it guarantees."""
        self.overlay = max(0, self.sheet.guarantee - self.pool)
        self._post(ledger.CAGE, self._account("prizes"), self.overlay, "overlay")
        self.pool += self.overlay

    def pay(self, player: str, amount: int, why: str) -> None:
        """Out of the prizes."""
        self._post(self._account("prizes"), ledger.player(player), amount, why)
        self.pool -= amount

    def pay_bounty(self, player: str, amount: int, why: str = "bounty") -> None:
        """Out of the bounties."""
        self._post(self._account("bounties"), ledger.player(player), amount, why)
        self.bounties -= amount

    # Chips.

    def mint(self, player: str, amount: int, why: str) -> None:
        """New chips, on their way to the player's seat."""
        self._post(self._account("mint"), ledger.transit(self.name, player), amount, why)
        self.on_way(player, amount)

    def on_way(self, player: str, amount: int) -> None:
        """Chips that a table has given up."""
        if amount:
            self.transit[player] = self.transit.get(player, 0) + amount

    def unmake(self, player: str, amount: int = 0) -> None:
        """Chips that are no longer in play: those that a table gives up, and those on their way."""
        amount += self.transit.pop(player, 0)
        self._post(ledger.transit(self.name, player), self._account("mint"), amount, "removed")

    # Books.

    def _account(self, kind: Literal["prizes", "bounties", "fees", "mint"]) -> Account:
        return ledger.pool(kind, self.name)

    def _post(self, src: Account, dst: Account, amount: int, why: str) -> None:
        if amount:
            self.postings.append(ledger.line(src, dst, amount, why))
