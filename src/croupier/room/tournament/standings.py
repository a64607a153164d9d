"""Who is out and in which place, and what they are paid."""

from collections.abc import Callable, Sequence

from croupier.core.asks import Refused
from croupier.houses.tournaments import Sheet
from croupier.room.tournament import icm, prizes
from croupier.room.tournament.entrants import Bust, Entrant, ranked
from croupier.room.tournament.notices import Notice, What
from croupier.room.tournament.till import Till


class Standings:
    """The entrants, and all that is paid to them."""

    def __init__(self, sheet: Sheet, till: Till, tell: Callable[[Notice], None]) -> None:
        self.sheet, self.till, self._tell = sheet, till, tell
        self.entrants: dict[str, Entrant] = {}
        self.entries = 0
        """How many buy-ins were paid, entries again among them."""
        self.prizes: list[int] = []
        """Once nobody can enter any more."""
        self.outs: list[list[str]] = []
        """Who is out, the first out first; those in one list share a place."""
        self.awarded = 0
        """How many of the first places the staff has given away."""

    def alive(self) -> list[Entrant]:
        """All players still in."""
        return [one for one in self.entrants.values() if not one.out]

    def check_entry(self, player: str) -> None:
        """Refuse those who are in, or have entered often enough; and all, if it is full."""
        old = self.entrants.get(player)
        if old and not old.out:
            raise Refused("you are in this tournament already")
        if old and old.entries > self.sheet.re_entries:
            raise Refused("you can't enter this tournament again")
        if len(self.alive()) >= self.sheet.entrants_max:
            raise Refused("this tournament is full", name="closed")

    def enter(self, player: str, name: str, *, bot: bool) -> None:
        """Somebody enters, or enters again after being out."""
        old = self.entrants.get(player)
        last = max((one.number for one in self.entrants.values()), default=0)
        number = old.number if old else last + 1
        self.entrants[player] = Entrant(player, name, number, bot, old.entries + 1 if old else 1)
        self.outs = [left for group in self.outs if (left := [p for p in group if p != player])]
        self.entries += 1
        self.till.enter(player)

    def withdraw(self, player: str) -> None:
        """Nobody knows them any more, and everything goes back."""
        del self.entrants[player]
        self.entries -= 1
        self.till.refund(player)

    # Places.

    def fix_prizes(self) -> None:
        """Nobody can enter any more: the prizes, and what those who are out have of them."""
        self.till.guarantee()
        self.prizes = prizes.of(self.sheet, self.till.pool, self.entries)
        self._tell(Notice("prizes", amount=self.till.pool, place=len(self.prizes)))
        self._place()

    def out(self, busts: Sequence[Bust]) -> None:
        """Places for those who are out at once, bounties, and prizes if these are fixed."""
        for tied in ranked(busts, self.sheet.simultaneous):
            self.outs.append([bust.player for bust in tied])
            for bust in tied:
                self.entrants[bust.player].out = True
                self.entrants[bust.player].stack = 0
                self._pay_bounty(bust)
        if self.prizes:
            self._place()

    def _pay_bounty(self, bust: Bust) -> None:
        takers = [p for p in bust.takers if p in self.entrants and p != bust.player]
        each, odd = divmod(self.sheet.bounty, len(takers) or 1)
        for i, player in enumerate(takers if self.sheet.bounty else ()):
            self._reward(self.entrants[player], each + (i < odd), bust.player)

    def _reward(self, entrant: Entrant, amount: int, of: str = "") -> None:
        if not amount:
            return
        self.till.pay_bounty(entrant.player, amount)
        entrant.bounties += amount
        self._tell(Notice("bounty", entrant.player, amount=amount, why=of))

    def _place(self) -> None:
        """The places of all who are out; each is paid once."""
        place = len(self.entrants) + 1
        for tied in self.outs:
            place -= len(tied)
            order = sorted(tied, key=lambda player: self.entrants[player].number)
            amounts = prizes.shared(self.prizes, place, len(tied))
            for player, amount in zip(order, amounts, strict=True):
                if not self.entrants[player].place:
                    self._award(player, place, amount)

    def _award(self, player: str, place: int, amount: int, what: What = "out") -> None:
        entrant = self.entrants[player]
        entrant.place, entrant.prize = place, amount
        self.till.pay(player, amount, f"place {place}")
        self._tell(Notice(what, player, amount=amount, place=place))

    @property
    def best(self) -> int:
        """The best place that is still to be won."""
        return self.awarded + 1

    def award(self, player: str) -> None:
        """The staff gives a player the best place that is left, with their own bounty; the others
        play for the rest.
        """
        one, place = self.entrants[player], self.best
        self.awarded, one.out, one.stack = place, True, 0
        self._award(player, place, sum(self.prizes[place - 1 : place]), "awarded")
        self._reward(one, self.sheet.bounty)

    def win(self) -> None:
        """One is left: all that is left of the prizes, and the bounties that nobody took."""
        (winner,) = self.alive()
        self._award(winner.player, self.best, self.till.pool, "over")
        self._reward(winner, self.till.bounties)

    # Deals.

    def shares(self) -> dict[str, int]:
        """What each player would have by the deal that the house allows."""
        deal = icm.icm_deal if self.sheet.deal == "icm" else icm.chip_chop
        return self._dealt(deal)

    def _dealt(self, deal: Callable[[list[int], list[int], int], list[int]]) -> dict[str, int]:
        """All that is left of the prizes; the first has those that nobody is left to win."""
        alive = self.alive()
        left = self.prizes[self.awarded :][: len(alive)] or [0]
        left[0] += self.till.pool - sum(left)
        found = deal([one.stack for one in alive], left, prizes.UNIT)
        return {one.player: amount for one, amount in zip(alive, found, strict=True)}

    def make_deal(self) -> None:
        """Places by stacks, money by the deal; everybody keeps their own bounty."""
        shares = self.shares()
        order = sorted(self.alive(), key=lambda one: (-one.stack, one.number))
        for place, one in enumerate(order, self.best):
            what: What = "over" if one is order[0] else "out"
            self._award(one.player, place, shares[one.player], what)
            self._reward(one, self.sheet.bounty)
        self._reward(order[0], self.till.bounties)

    def divide(self) -> None:
        """Not played on: what is left goes to those who play; fees go back."""
        alive, till, parts = self.alive(), self.till, self._refunds()
        each, odd = divmod(till.bounties, len(alive))
        for i, one in enumerate(alive):
            one.prize = parts[one.player]
            till.pay(one.player, one.prize, "refund")
            till.pay_bounty(one.player, each + (i < odd), "refund")
            till.refund_fee(one.player)

    def _refunds(self) -> dict[str, int]:
        """By what the stacks are worth when all are sure of a prize; else by chips."""
        alive = self.alive()
        if len(alive) <= min(len(self.prizes) - self.awarded, icm.MOST_EXACT):
            return self._dealt(icm.icm_deal)
        pool, total = self.till.pool, sum(one.stack for one in alive)
        parts = {one.player: pool * one.stack // total for one in alive}
        parts[alive[0].player] += pool - sum(parts.values())
        return parts

    # No-shows.

    def send_back(self, player: str) -> None:
        """Somebody who never came: everything goes back, and they were never in."""
        for _ in range(self.entrants[player].entries):
            self.entries -= 1
            self.till.refund(player)
        del self.entrants[player]
