"""A tournament as one: standings, floor, clock and till, and what follows from each event."""

from collections.abc import Mapping, Sequence
from typing import Final, Literal

from croupier.core.asks import Refused
from croupier.core.felt import Seat
from croupier.houses.tournaments import CHIP, MINUTE, Level, Sheet
from croupier.room.ledger import Posting
from croupier.room.parts import Part
from croupier.room.seating import Lot
from croupier.room.tournament.clock import Clock, breaks_before
from croupier.room.tournament.entrants import Bank, Bust, Entrant, Group
from croupier.room.tournament.floor import Floor, Move
from croupier.room.tournament.notices import Notice
from croupier.room.tournament.standings import Standings
from croupier.room.tournament.till import Till

TALK_SECONDS: Final = 60
"""How long the players of the final table may talk about a deal, from the end of the hand on."""

State = Literal["open", "running", "over", "cancelled"]


class Tournament:
    """One tournament, from its announcement to its last prize."""

    pool = Part[int]("till")
    bounties = Part[int]("till")
    transit = Part[dict[str, int]]("till")
    postings = Part[list[Posting]]("till")
    entrants = Part[dict[str, Entrant]]("standings")
    prizes = Part[list[int]]("standings")

    def __init__(self, name: str, sheet: Sheet) -> None:
        self.name, self.sheet = name, sheet
        self.state: State = "open"
        self.notices: list[Notice] = []
        self.floor, self.clock, self.till = Floor(sheet), Clock(), Till(name, sheet)
        self.standings = Standings(sheet, self.till, self.tell)
        self.groups: list[Group] = []
        """Out of chips, and not yet out: some may still buy."""
        self.no_show_at: float = 0
        """When players who have not come are sent their money back; 0 is never."""
        self.exchanges: dict[int, dict[str, int]] = {}
        """By table, the stacks that its players have once small chips are gone."""
        self.talk_until: float = 0
        self.agreed: set[str] = set()

    def tell(self, notice: Notice) -> None:
        """Something has happened."""
        self.notices.append(notice)

    # Who plays, and for what.

    def alive(self) -> list[Entrant]:
        """All players still in."""
        return self.standings.alive()

    def entrant(self, player: str) -> Entrant:
        """A player who is in."""
        found = self.entrants.get(player)
        if found is None or found.out:
            raise Refused("you are not in this tournament", name="not_seated")
        return found

    @property
    def registering(self) -> bool:
        """Whether players may enter now."""
        return self.state == "open" or (self.state == "running" and not self.prizes)

    @property
    def level(self) -> Level:
        """What is bet now; in a break, what was bet before it."""
        at = self.clock.at
        while self.sheet.level(at).is_break:
            at -= 1
        return self.sheet.level(at)

    @property
    def level_number(self) -> int:
        """The level of now, counted from 1; a break is none."""
        return sum(not self.sheet.level(at).is_break for at in range(self.clock.at + 1))

    @property
    def on_break(self) -> bool:
        """Whether the clock stands at a break."""
        return self.sheet.level(self.clock.at).is_break

    # Entering.

    def register(self, player: str, name: str, lot: Lot, *, bot: bool = False) -> None:
        """Enter, or enter again after being out; late entrants draw a seat at once (TDA 8)."""
        if not self.registering:
            raise Refused("nobody can enter this tournament any more", name="closed")
        self.standings.check_entry(player)
        self.standings.enter(player, name, bot=bot)
        self.tell(Notice("entered", player))
        if self.state == "running":
            self._mint(player, self.sheet.stack, "stack")
            self.moved([self.floor.seat_late(player, lot)])
            self.settle(lot)

    def unregister(self, player: str) -> None:
        """Withdraw before the start: everything goes back."""
        self.entrant(player)
        if self.state != "open":
            raise Refused("the tournament has started")
        self.standings.withdraw(player)
        self.tell(Notice("withdrew", player))

    def start(self, now: float, lot: Lot) -> None:
        """Seats are drawn and the clock runs (TDA 6)."""
        if self.state != "open":
            raise Refused("the tournament has started")
        if len(self.entrants) < self.sheet.entrants_min:
            least = self.sheet.entrants_min
            raise Refused("{number} {number|entrant|entrants} at least must enter", number=least)
        self.state = "running"
        for player in self.entrants:
            self._mint(player, self.sheet.stack, "stack")
        self.floor.open(list(self.entrants), lot)
        self.clock.start(self.sheet, now)
        if self.sheet.no_show_minutes and not self.prizes:
            self.no_show_at = now + self.sheet.no_show_minutes * MINUTE
        self.tell(Notice("started", amount=len(self.entrants)))
        self.settle(lot)

    def _mint(self, player: str, amount: int, why: str) -> None:
        self.till.mint(player, amount, why)
        self.entrants[player].stack += amount

    # What the tables tell.

    def began(self, table: int) -> None:
        """A hand is dealt at a table."""
        self.floor.begin(table)

    def hand_over(
        self,
        table: int,
        stacks: Mapping[str, int],
        lost: Mapping[str, tuple[str, ...]],
        now: float,
        lot: Lot,
        *,
        mark: Seat = 0,
        locked: bool = False,
        hand: int = 0,
    ) -> None:
        """A hand is over: these are the stacks now, and who has lost everything to whom."""
        self.floor.heard[table] = hand
        if table not in self.floor.tables:
            return
        in_round = bool(self.floor.round) and table in self.floor.to_play
        here = {player: self.entrants[player] for player in stacks if player in self.entrants}
        gone = [player for player in lost if player in here and not self.transit.get(player)]
        busts = [Bust(player, here[player].stack, lost[player]) for player in gone]
        for player, entrant in here.items():
            if not locked:
                entrant.stack = stacks[player] + self.transit.get(player, 0)
            entrant.penalty = max(0, entrant.penalty - 1)
        self.floor.end(table, mark, locked=locked)
        if self.talk_until:
            self.talk_until = now + TALK_SECONDS
        if busts:
            self._busted(busts, now, in_round=in_round)
        self.settle(lot)

    def _busted(self, busts: Sequence[Bust], now: float, *, in_round: bool) -> None:
        if not (in_round and self.groups):
            self.groups.append(Group([]))
        self.groups[-1].busts += busts
        for bust in busts:
            entrant = self.entrants[bust.player]
            if self.registering and entrant.rebuys < self.sheet.rebuys:
                entrant.offer_until = now + self.sheet.rebuy_seconds
                self.tell(
                    Notice(
                        "offer", bust.player, amount=self.sheet.rebuy_cost + self.sheet.rebuy_fee
                    )
                )

    def departed(self, player: str, amount: int, bank: Bank | None = None) -> None:
        """A player has left a table with this stack, which is on its way now."""
        entrant = self.entrants.get(player)
        if self.state in ("over", "cancelled") or entrant is None or entrant.out:
            self.till.unmake(player, amount)
        else:
            self.till.on_way(player, amount)
            entrant.bank = bank

    def arrived(self, player: str) -> None:
        """A player's chips lie before their seat."""
        self.transit.pop(player, None)

    # Chips again.

    def rebuy(self, player: str, lot: Lot) -> None:
        """Buy chips again after losing all."""
        entrant = self.entrant(player)
        if not self.may_rebuy(entrant):
            most = self.sheet.rebuy_at_most // CHIP
            only = "you can buy chips again only when you have lost all of yours"
            raise Refused(
                "you can buy chips again with {number} or fewer" if most else only, number=most
            )
        entrant.offer_until, entrant.rebuys = 0, entrant.rebuys + 1
        self.till.rebuy(player)
        self._mint(player, self.sheet.rebuy_stack, "rebuy")
        for group in self.groups:
            group.busts = [bust for bust in group.busts if bust.player != player]
        self.tell(Notice("rebuy", player))
        self.settle(lot)

    def may_rebuy(self, entrant: Entrant) -> bool:
        """Whether a player may buy chips again: in answer to an offer, or with few left."""
        few = 0 < entrant.stack <= self.sheet.rebuy_at_most
        allowed = self.state == "running" and self.registering
        return bool(entrant.offer_until) or (
            few and allowed and not entrant.out and entrant.rebuys < self.sheet.rebuys
        )

    def decline(self, player: str, lot: Lot) -> None:
        """Do not buy again."""
        self.entrant(player).offer_until = 0
        self.settle(lot)

    @property
    def adding(self) -> bool:
        """Whether the add-on is sold now."""
        offer = self.sheet.add_on
        if offer is None or self.state != "running" or not self.on_break:
            return False
        return breaks_before(self.sheet, self.clock.at) == offer.at_break

    def add_on(self, player: str) -> None:
        """Buy more chips at the break."""
        entrant, offer = self.entrant(player), self.sheet.add_on
        if not offer or not self.adding or entrant.added:
            raise Refused("the add-on is sold once, at its break")
        entrant.added = True
        self.till.pay_in(player, offer.price, "add on")
        self._mint(player, offer.chips, "add on")
        self.tell(Notice("add on", player))

    # Time.

    def tick(self, now: float, lot: Lot) -> None:
        """Let time act: levels, offers, talks."""
        if self.state != "running":
            return
        for level in self.clock.turn(self.sheet, now):
            what: Literal["break", "level"] = "break" if level.is_break else "level"
            amount = level.minutes if level.is_break else level.big
            self.tell(Notice(what, amount=amount, place=self.clock.at))
        for entrant in self.alive():
            if now >= entrant.offer_until:
                entrant.offer_until = 0
        if now >= self.talk_until and not self.floor.playing:
            self.end_talk()
        if now >= self.no_show_at > 0:
            self.send_back()
        self.settle(lot)

    def lost_time(self, seconds: float) -> None:
        """The room was down for so long: nobody loses blinds, offers or a talk by that."""
        self.clock.lost(seconds)
        self.talk_until += seconds if self.talk_until else 0
        self.no_show_at += seconds if self.no_show_at else 0
        for entrant in self.alive():
            entrant.offer_until += seconds if entrant.offer_until else 0

    # No-shows.

    def show(self, player: str) -> None:
        """A player is there."""
        self.entrant(player).shown = True

    def unseen(self) -> list[str]:
        """Who has not been there since the start, as long as that matters."""
        missed = [one for one in self.alive() if not (one.bot or one.shown)]
        matters = self.state == "running" and not self.prizes
        return [one.player for one in missed] if matters else []

    def send_back(self) -> None:
        """Everything goes back to players who have not come, unless the prizes are fixed."""
        missed, self.no_show_at = self.unseen(), 0
        for player in missed:
            self.floor.remove(player)
            self.till.unmake(player)
            self.standings.send_back(player)
            self.tell(Notice("no show", player))

    def next_due(self) -> float | None:
        """When time will act next."""
        if self.state != "running":
            return None
        dues = [one.offer_until for one in self.alive() if one.offer_until]
        dues += filter(None, (self.clock.due(), self.talk_until if not self.floor.playing else 0))
        dues += [self.no_show_at] if self.no_show_at and self.unseen() else []
        return min(dues, default=None)

    # What follows.

    def held(self, table: int) -> str:
        """Why a table may not deal now, or nothing."""
        if self.state != "running":
            return "over"
        if self.clock.since is None:
            return "clock"
        if self.on_break and table not in self.floor.locked:
            return "break"
        if self.talk_until or table in self.exchanges:
            return "talk" if self.talk_until else "chips"
        seated = self.floor.tables.get(table, {}).values()
        if any(self.entrants[player].offer_until for player in seated):
            return "offer"
        return self.floor.waits(table)

    def settle(self, lot: Lot) -> None:
        """Who is out, whether all is decided, and who sits where now."""
        if self.state != "running":
            return
        if not self.alive():
            self.end("cancelled")
            return
        self._close_registration()
        for group in list(self.groups):
            if not self._open(group):
                self.groups.remove(group)
                self.put_out(group.busts)
        if len(self.alive()) == 1 and not self.groups:
            self.standings.win()
            self.end("over")
            return
        self._hand_for_hand()
        if self.floor.round != "playing" or not self.floor.to_play & self.floor.playing:
            final = self.floor.final
            self.moved(self.floor.settle(lot))
            if self.floor.final and not final:
                self.tell(Notice("final table"))
        self._hand_for_hand()

    def _open(self, group: Group) -> bool:
        """Whether somebody of a group may still buy, or its round goes on at other tables."""
        waiting = any(self.entrants[bust.player].offer_until for bust in group.busts)
        return waiting or bool(self.floor.to_play and group is self.groups[-1])

    def put_out(self, busts: Sequence[Bust]) -> None:
        """Players are out at once."""
        for bust in busts:
            self.floor.remove(bust.player)
        self.standings.out(busts)

    @property
    def _with_chips(self) -> int:
        """How many are neither out nor without chips."""
        return len(self.alive()) - sum(len(group.busts) for group in self.groups)

    def _hand_for_hand(self) -> None:
        """One player before the money, and before each jump of the prizes that the sheet names,
        all tables play hand by hand.
        """
        before = (len(self.prizes), *self.sheet.hand_for_hand_at)
        last = self.standings.awarded + self._with_chips
        bubble = bool(self.prizes) and last - 1 in before
        was = self.floor.round
        self.floor.hand_for_hand(wanted=bubble and self.sheet.hand_for_hand)
        if self.floor.round and not was:
            self.tell(Notice("hand for hand"))

    def moved(self, moves: Sequence[Move]) -> None:
        """Players are to sit elsewhere."""
        for move in moves:
            self.tell(Notice("moved", move.player, move.table, move.seat, why=move.why))

    def _close_registration(self) -> None:
        """The prizes are fixed when nobody can enter any more, or buy, or when one is left."""
        if self.prizes or any(one.offer_until for one in self.alive()):
            return
        offer, at = self.sheet.add_on, self.clock.at
        to_add = offer is not None and (
            self.adding or breaks_before(self.sheet, at) < offer.at_break
        )
        if self._with_chips <= 1 or not (at < self.sheet.late_until or to_add):
            self.standings.fix_prizes()

    def end(self, state: State) -> None:
        """No more is played: what is on its way goes back to the mint."""
        self.state = state
        for player in list(self.transit):
            self.till.unmake(player)
        self.floor.tables = {}
        self.clock.since, self.exchanges = None, {}
        self.end_talk()

    def end_talk(self) -> None:
        """No deal: play goes on."""
        self.talk_until, self.agreed = 0, set()
