"""A tournament as one: standings, floor, clock and till, and what follows from each event."""

from collections.abc import Mapping, Sequence
from typing import Final, Literal

from croupier.core.asks import Refused
from croupier.core.felt import Seat
from croupier.houses.tournaments import MINUTE, Level, Sheet
from croupier.room.ledger import Posting
from croupier.room.parts import Part
from croupier.room.seating import Lot
from croupier.room.tournament.clock import Clock, breaks_before
from croupier.room.tournament.entrants import Bust, Entrant, Group
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
        self.standings = Standings(sheet, self.till, self._tell)
        self.groups: list[Group] = []
        """Out of chips, and not yet out: some may still buy."""
        self.no_show_at: float = 0
        """When players who have not come are sent their money back; 0 is never."""
        self.talk_until: float = 0
        self.agreed: set[str] = set()

    def _tell(self, notice: Notice) -> None:
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
    def on_break(self) -> bool:
        """Whether the clock stands at a break."""
        return self.sheet.level(self.clock.at).is_break

    # Entering.

    def register(self, player: str, name: str, lot: Lot, *, bot: bool = False) -> None:
        """Enter, or enter again after being out; late entrants draw a seat at once (TDA 8)."""
        self._check_entry(self.entrants.get(player))
        self.standings.enter(player, name, bot=bot)
        self._tell(Notice("entered", player))
        if self.state == "running":
            self._mint(player, self.sheet.stack, "stack")
            self._moved([self.floor.seat_late(player, lot)])
            self._settle(lot)

    def _check_entry(self, old: Entrant | None) -> None:
        if not self.registering:
            raise Refused("nobody can enter this tournament any more", name="closed")
        if old and not old.out:
            raise Refused("you are in this tournament already")
        if old and old.entries > self.sheet.re_entries:
            raise Refused("you can't enter this tournament again")
        if len(self.alive()) >= self.sheet.entrants_max:
            raise Refused("this tournament is full", name="closed")

    def unregister(self, player: str) -> None:
        """Withdraw before the start: everything goes back."""
        self.entrant(player)
        if self.state != "open":
            raise Refused("the tournament has started")
        self.standings.withdraw(player)
        self._tell(Notice("withdrew", player))

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
        self._tell(Notice("started", amount=len(self.entrants)))
        self._settle(lot)

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
        self._settle(lot)

    def _busted(self, busts: Sequence[Bust], now: float, *, in_round: bool) -> None:
        if not (in_round and self.groups):
            self.groups.append(Group([]))
        self.groups[-1].busts += busts
        for bust in busts:
            entrant = self.entrants[bust.player]
            if self.registering and entrant.rebuys < self.sheet.rebuys:
                entrant.offer_until = now + self.sheet.rebuy_seconds
                self._tell(Notice("offer", bust.player, amount=self._rebuy_price))

    def departed(self, player: str, amount: int) -> None:
        """A player has left a table with this stack, which is on its way now."""
        entrant = self.entrants.get(player)
        if self.state in ("over", "cancelled") or entrant is None or entrant.out:
            self.till.unmake(player, amount)
        else:
            self.till.on_way(player, amount)

    def arrived(self, player: str) -> None:
        """A player's chips lie before their seat."""
        self.transit.pop(player, None)

    # Chips again.

    @property
    def _rebuy_price(self) -> int:
        return self.sheet.rebuy_price or self.sheet.buy_in

    def rebuy(self, player: str, lot: Lot) -> None:
        """Buy chips again after losing all."""
        entrant = self.entrant(player)
        if not entrant.offer_until:
            raise Refused("you can buy chips again only when you have lost all of yours")
        entrant.offer_until, entrant.rebuys = 0, entrant.rebuys + 1
        self.till.pay_in(player, self._rebuy_price, "rebuy")
        self._mint(player, self.sheet.rebuy_chips or self.sheet.stack, "rebuy")
        for group in self.groups:
            group.busts = [bust for bust in group.busts if bust.player != player]
        self._tell(Notice("rebuy", player))
        self._settle(lot)

    def decline(self, player: str, lot: Lot) -> None:
        """Do not buy again."""
        self.entrant(player).offer_until = 0
        self._settle(lot)

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
        self._tell(Notice("add on", player))

    # Time.

    def tick(self, now: float, lot: Lot) -> None:
        """Let time act: levels, offers, talks."""
        if self.state != "running":
            return
        for level in self.clock.turn(self.sheet, now):
            what: Literal["break", "level"] = "break" if level.is_break else "level"
            self._tell(Notice(what, amount=level.big, place=self.clock.at))
        for entrant in self.alive():
            if now >= entrant.offer_until:
                entrant.offer_until = 0
        if now >= self.talk_until and not self.floor.playing:
            self._end_talk()
        if now >= self.no_show_at > 0:
            self._send_back()
        self._settle(lot)

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
        return [one.player for one in missed] if self.no_show_at else []

    def _send_back(self) -> None:
        """Everything goes back to players who have not come, unless the prizes are fixed."""
        missed, self.no_show_at = self.unseen(), 0
        for player in missed if not self.prizes else ():
            self.floor.remove(player)
            self.till.unmake(player)
            self.standings.send_back(player)
            self._tell(Notice("no show", player))

    def next_due(self) -> float | None:
        """When time will act next."""
        if self.state != "running":
            return None
        dues = [one.offer_until for one in self.alive() if one.offer_until]
        dues += filter(None, (self.clock.due(), self.talk_until if not self.floor.playing else 0))
        return min([*dues, *([self.no_show_at] if self.unseen() else [])], default=None)

    # What follows.

    def held(self, table: int) -> str:
        """Why a table may not deal now, or nothing."""
        if self.state != "running":
            return "over"
        if self.clock.since is None:
            return "clock"
        if self.on_break and table not in self.floor.locked:
            return "break"
        if self.talk_until:
            return "talk"
        seated = self.floor.tables.get(table, {}).values()
        if any(self.entrants[player].offer_until for player in seated):
            return "offer"
        return self.floor.waits(table)

    def _settle(self, lot: Lot) -> None:
        """Who is out, whether all is decided, and who sits where now."""
        if self.state != "running":
            return
        if not self.alive():
            self._end("cancelled")
            return
        self._close_registration()
        for group in list(self.groups):
            if not self._open(group):
                self.groups.remove(group)
                self._out(group.busts)
        if len(self.alive()) == 1 and not self.groups:
            self.standings.win()
            self._end("over")
            return
        self._hand_for_hand()
        if self.floor.round != "playing" or not self.floor.to_play & self.floor.playing:
            final = self.floor.final
            self._moved(self.floor.settle(lot))
            if self.floor.final and not final:
                self._tell(Notice("final table"))
        self._hand_for_hand()

    def _open(self, group: Group) -> bool:
        """Whether somebody of a group may still buy, or its round goes on at other tables."""
        waiting = any(self.entrants[bust.player].offer_until for bust in group.busts)
        return waiting or bool(self.floor.to_play and group is self.groups[-1])

    def _out(self, busts: Sequence[Bust]) -> None:
        for bust in busts:
            self.floor.remove(bust.player)
        self.standings.out(busts)

    @property
    def _with_chips(self) -> int:
        """How many are neither out nor without chips."""
        return len(self.alive()) - sum(len(group.busts) for group in self.groups)

    def _hand_for_hand(self) -> None:
        """From one player before the money on, all tables play hand by hand."""
        bubble = bool(self.prizes) and self._with_chips == len(self.prizes) + 1
        was = self.floor.round
        self.floor.hand_for_hand(wanted=bubble and self.sheet.hand_for_hand)
        if self.floor.round and not was:
            self._tell(Notice("hand for hand"))

    def _moved(self, moves: Sequence[Move]) -> None:
        for move in moves:
            self._tell(Notice("moved", move.player, move.table, move.seat, why=move.why))

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

    def _end(self, state: State) -> None:
        self.state = state
        for player in list(self.transit):
            self.till.unmake(player)
        self.floor.tables = {}
        self.clock.since = None

    # A deal.

    def talk(self, player: str, now: float) -> None:
        """Propose a deal: the final table stops after its hand, for a minute."""
        entrant = self.entrant(player)
        final = self.floor.final and bool(self.prizes) and len(self.alive()) > 1
        if self.sheet.deal == "none" or not final:
            raise Refused("a deal can be made at the final table only, where the house allows it")
        if self.talk_until:
            raise Refused("the players are talking about a deal already")
        if entrant.proposed_at == self.clock.at:
            raise Refused("you can propose a deal once a level")
        entrant.proposed_at = self.clock.at
        self.talk_until, self.agreed = now + TALK_SECONDS, set()
        self._tell(Notice("talk", player))

    def agree(self, player: str, lot: Lot, *, yes: bool = True) -> None:
        """Answer to a deal, between hands; one who refuses ends the talk."""
        self.entrant(player)
        if not self.talk_until or self.floor.playing:
            raise Refused("there is no deal to agree to now")
        if not yes:
            self._end_talk()
            self._settle(lot)
            return
        self.agreed.add(player)
        if {one.player for one in self.alive()} <= self.agreed:
            self._tell(Notice("deal"))
            self.standings.make_deal()
            self._end("over")

    def _end_talk(self) -> None:
        self.talk_until, self.agreed = 0, set()

    # The staff.

    def move(self, player: str, table: int, seat: Seat) -> None:
        """The staff moves a player to a free seat."""
        self.entrant(player)
        chairs = self.floor.tables.get(table)
        if chairs is None or seat in chairs or not 1 <= seat <= self.sheet.seats:
            raise Refused("seat {seat} is not free (CR-14)", seat=seat)
        self._moved([self.floor.move(player, table, seat)])

    def break_table(self, table: int, lot: Lot) -> None:
        """The staff breaks a table."""
        if table not in self.floor.tables or not self.floor.idle(table):
            raise Refused("a table breaks between hands")
        moves = self.floor.break_table(table, lot)
        if not moves:
            raise Refused("the other tables have too few free seats")
        self._moved(moves)

    def penalise(self, player: str, hands: int) -> None:
        """The staff sends a player away for some hands: dealt in, and folded at once."""
        entrant = self.entrant(player)
        self._check_running()
        in_play = self.floor.where(player)[0] in self.floor.playing
        entrant.penalty = hands + (in_play and hands > 0)
        self._tell(Notice("penalty", player, amount=hands))

    def _check_running(self) -> None:
        if self.state != "running":
            raise Refused("the tournament has not started")

    def disqualify(self, player: str, lot: Lot) -> None:
        """The staff puts a player out; the chips leave the tournament."""
        entrant = self.entrant(player)
        self._check_running()
        if self.floor.where(player)[0] in self.floor.playing:
            raise Refused("a hand is in play: disqualify the player when it is over")
        self.till.unmake(player)
        self._out([Bust(player, entrant.stack)])
        self._settle(lot)

    def cancel(self) -> None:
        """Before the start everything goes back; later what is left is divided."""
        if self.state not in ("open", "running"):
            raise Refused("the tournament is over")
        if self.state == "running":
            self.standings.divide()
        else:
            for player in list(self.entrants):
                self.standings.withdraw(player)
        self._tell(Notice("cancelled"))
        self._end("cancelled")
