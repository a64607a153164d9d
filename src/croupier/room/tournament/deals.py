"""A deal at the final table: proposed by one, made when everybody agrees."""

from croupier.core.asks import Refused
from croupier.room.seating import Lot
from croupier.room.tournament.notices import Notice
from croupier.room.tournament.tournament import TALK_SECONDS, Tournament


def talk(event: Tournament, player: str, now: float) -> None:
    """Propose a deal: the final table stops after its hand, for a minute."""
    entrant = event.entrant(player)
    final = event.floor.final and bool(event.prizes) and len(event.alive()) > 1
    if event.sheet.deal == "none" or not final:
        raise Refused("a deal can be made at the final table only, where the house allows it")
    if event.talk_until:
        raise Refused("the players are talking about a deal already")
    if entrant.proposed_at == event.clock.at:
        raise Refused("you can propose a deal once a level")
    entrant.proposed_at = event.clock.at
    event.talk_until, event.agreed = now + TALK_SECONDS, set()
    event.tell(Notice("talk", player))


def agree(event: Tournament, player: str, lot: Lot, *, yes: bool = True) -> None:
    """Answer to a deal, between hands; one who refuses ends the talk."""
    event.entrant(player)
    if not event.talk_until or event.floor.playing:
        raise Refused("there is no deal to agree to now")
    if not yes:
        event.end_talk()
        event.settle(lot)
        return
    event.agreed.add(player)
    if {one.player for one in event.alive()} <= event.agreed:
        event.tell(Notice("deal"))
        event.standings.make_deal()
        event.end("over")
