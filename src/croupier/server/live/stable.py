"""The bots of a tournament: they enter for company, and never stand in the way of people."""

from itertools import cycle, islice
from typing import TYPE_CHECKING

from croupier import bots
from croupier.room import ledger
from croupier.room.tournament import commands as acts
from croupier.server.books.store import Batch
from croupier.server.live.errands import seed

if TYPE_CHECKING:
    from croupier.server.live.director import Director


def names(count: int) -> list[str]:
    """What bots are called: the regulars, then others of the same name."""
    rounds = (at // len(bots.REGULARS) + 1 for at in range(count))
    named = zip(islice(cycle(bots.REGULARS), count), rounds, strict=True)
    return [f"{name} {number}" if number > 1 else name for name, number in named]


class Stable:
    """The bots that a sheet offers."""

    def __init__(self, director: "Director") -> None:
        self.director = director

    @property
    def wanted(self) -> int:
        """How many may enter: where there is a cage, bots do not play with the house's money."""
        settings = self.director.room.settings
        allowed = settings.bots and (settings.demo or settings.house_bots)
        return self.director.event.sheet.bots if allowed else 0

    def due(self) -> float | None:
        """When they enter: some time after the first person, or when the tournament starts."""
        director, sheet = self.director, self.director.event.sheet
        since = director.record.person_since
        if director.event.state != "open" or not self.wanted or since is None:
            return None
        return director.starts_at or since + sheet.bots_after_seconds

    async def act(self) -> None:
        """What they do now."""
        event, due = self.director.event, self.due()
        if due is not None and due <= self.director.room.clock.now():
            await self._enter()
        if event.talk_until:
            await self._agree()
        for one in [one for one in event.alive() if one.bot and one.offer_until]:
            await self.director.do(acts.Rebuy(seed(), one.player, yes=False))

    async def _enter(self) -> None:
        director, event = self.director, self.director.event
        for name in names(self.wanted):
            player = f"bot:{director.event_name}:{name}"
            if len(event.entrants) >= event.sheet.entrants_max:
                return
            if player not in event.entrants:
                batch = Batch()
                command = acts.Register(seed(), player, name, bot=True)
                self._fund(batch, player, acts.price(command, event.sheet))
                await director.do(command, player, batch=batch)

    def _fund(self, batch: Batch, player: str, amount: int) -> None:
        room = self.director.room
        missing = amount - room.books.free(ledger.player(player), batch)
        if missing > 0:
            room.issue(batch, player, missing, "bot's float", by="room")

    async def _agree(self) -> None:
        """Bots agree to a deal when all people have."""
        event = self.director.event
        people = {one.player for one in event.alive() if not one.bot}
        if event.floor.playing or not people <= event.agreed:
            return
        for one in [one for one in event.alive() if one.bot and one.player not in event.agreed]:
            if event.talk_until:
                await self.director.do(acts.Agree(seed(), one.player))
