"""How fast a table goes: nobody waits for what nobody needs.

The rules say how long a person may take. How long bots think and how long a result stands is the
room's own affair: bots that play among themselves make haste when somebody waits to be dealt in, a
person who sits alone with them chooses the pace and how well they play, and bets close when
everybody says so.
"""

from typing import TYPE_CHECKING, Final

from croupier.core.asks import Refused
from croupier.core.felt import Cards, Chips, Seat
from croupier.core.hand import Hand
from croupier.houses import Level, Pace

if TYPE_CHECKING:
    from croupier.room.table import Table

FACTORS: Final[dict[Pace, float]] = {"calm": 1.6, "usual": 1.0, "fast": 0.25}
"""Of the seconds that bots think and results stand, by the pace that is chosen."""
BRISK: Final = 0.3
"""Of them, for offers, and until a newcomer has been asked for the first time."""
HASTE: Final = 0.1
"""Of them, where bots keep a person waiting for nothing."""
CLOSING_SECONDS: Final = 0.3
"""From everybody's word that they are ready to the last moment for bets."""
SMALL: Final = 12
"""In larger company nobody sits alone."""


class Tempo:
    """The pace of a table, and who is ready for the deal."""

    def __init__(self, table: "Table") -> None:
        self._table = table
        self.pace: Pace = "usual"
        self.level: Level | None = None
        """How well the bots play; nothing is as the house says."""
        self.ready: set[Seat] = set()

    def welcome(self, seat: Seat) -> None:
        """A person has sat down: the pace is everybody's, and nobody alone with bots waits."""
        self.pace, self.level = "usual", None
        if self._table.hand is None and self.alone(seat):
            self.ready.add(seat)

    def choose(self, player: str, pace: Pace) -> None:
        """A player who sits alone with bots chooses the pace."""
        if not self._commands(player):
            raise Refused("only a player who sits alone with bots can choose the pace")
        self.pace = pace

    def oppose(self, player: str, level: Level) -> None:
        """A player who sits alone with bots chooses how well they play."""
        if not self._commands(player):
            raise Refused("only a player who sits alone with bots can choose how well they play")
        self.level = level

    def _commands(self, player: str) -> bool:
        self._table.seating.seated(player)
        return len(self._table.sitters) <= SMALL and len(self._people(here=False)) == 1

    def say_ready(self, player: str) -> None:
        """Between hands, or while bets are open."""
        seat, hand = self._table.seating.seated(player), self._table.hand
        if hand is not None and not (hand.ask and hand.ask.open and self._table.driver.dealt(seat)):
            raise Refused("bets are closed: the hand is in play", name="not_asked")
        self.ready.add(seat)

    def alone(self, seat: Seat) -> bool:
        """Whether nobody but bots sits here besides this person."""
        return self._people(here=False) == [seat]

    @property
    def all_ready(self) -> bool:
        """Whether nobody who is here needs more time; bots never do."""
        return bool(self.ready) and all(
            seat in self.ready or sitter.bot or sitter.absent
            for seat, sitter in self._table.sitters.items()
        )

    # How long bots think, and how long a result stands, as a part of what is usual.

    def thinking(self, hand: Hand, *, met: bool) -> float:
        """The part of its time that a bot takes; `met`: everybody has been asked before."""
        table = self._table
        if self.all_ready or self._bots_alone(hand):
            return 0.0
        against_bank = not table.game.COMPANY.for_a_pot
        if against_bank and self.pace != "calm" and len(self._people()) == 1:
            return HASTE
        usual = FACTORS[self.pace]
        return usual if met and table.driver.to_act() else min(BRISK, usual)

    def pause(self, hand: Hand) -> float:
        """The part of the pause that is made after a hand."""
        return HASTE if self._bots_alone(hand) else FACTORS[self.pace]

    def _bots_alone(self, hand: Hand) -> bool:
        """Whether only bots play a hand, and somebody with chips waits for the next one."""
        waiting = [seat for seat in self._people() if self._table.purse.stack(seat)]
        asked = hand.ask.options if hand.ask else {}
        if not waiting or any(seat in asked for seat in waiting):
            return False
        return took_part(hand).isdisjoint(self._people(here=False))

    def _people(self, *, here: bool = True) -> list[Seat]:
        """The seats of people; nobody is picked out of a crowd."""
        sitters = self._table.sitters
        if len(sitters) > SMALL:
            return []
        return [s for s, one in sitters.items() if not (one.bot or (here and one.absent))]


def took_part(hand: Hand) -> set[Seat]:
    """The seats that cards or chips have come to, or gone from."""
    moved = [event for event in hand.events if isinstance(event, Cards | Chips)]
    return {seat for event in moved for seat in (event.src[0], event.dst[0])}
