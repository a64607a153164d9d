"""Partners who raise each other need eight or better (PN-26, PN-28)."""

from typing import Final

from msgspec.structs import replace

from croupier.core.asks import Option
from croupier.core.felt import HOUSE, Felt, Said, Seat, Spot
from croupier.games.push_nine.agreements import Entry, mates
from croupier.procedure.betting import Round
from croupier.ranks.pushnine import is_eight_or_better, value


def watched(
    felt: Felt, entry: Entry, state: Round, options: tuple[Option, ...], *, block: bool
) -> tuple[Option, ...]:
    """A raise of one's partner with less than eight is warned of, or not offered (PN-26)."""
    seat = state.queue[0]
    mate = mates(entry).get(seat)
    if not mate or mate != last_to_bet(felt) or eight(felt, (seat, "hole")):
        return options
    return tuple(
        replace(option, note="forfeits") if option.act == "raise" else option
        for option in options
        if option.act != "raise" or not block
    )


def last_to_bet(felt: Felt) -> Seat:
    """Whose bet or raise stands."""
    bets = (e.seat for e in reversed(felt.events) if type(e) is Said and e.what in BETS)
    return next(bets, HOUSE)


BETS: Final = ("bet", "raise")


def eight(felt: Felt, spot: Spot) -> bool:
    """Whether the cards on a spot are eight or better."""
    return is_eight_or_better(value(felt.cards[spot]))


def raised_partners(felt: Felt, entry: Entry) -> list[Seat]:
    """Who raised while the last bet was their partner's, others' calls or not (PN-26)."""
    mate, last = mates(entry), HOUSE  # Whoever acts after a bet can only raise.
    found = []
    for event in felt.events:
        if type(event) is Said and event.what in BETS:
            if mate.get(event.seat) == last and event.seat not in found:
                found.append(event.seat)
            last = event.seat
    return found


def penalties(felt: Felt, entry: Entry) -> set[Seat]:
    """A player who raised a partner shows eight or better, folded or not (PN-26, PN-28).

    With less both have lost every right to the pots.
    """
    dead: set[Seat] = set()
    for seat in raised_partners(felt, entry):
        for spot in (seat, "hole"), (seat, "folded"):
            if spot in felt.cards:
                felt.show(spot)
                if not eight(felt, spot):
                    felt.say(seat, "violation")
                    dead |= {seat, mates(entry)[seat]}
    return dead


def last_to_fold(felt: Felt, dead: set[Seat]) -> Seat:
    """The last to fold of those who have not lost their rights (PN-26)."""
    folds = (e.seat for e in reversed(felt.events) if type(e) is Said and e.what == "fold")
    return next((seat for seat in folds if seat not in dead), HOUSE)
