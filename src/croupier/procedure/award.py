"""The award: before the pots are paid the staff may look at the hands and rule (CR-35)."""

from collections.abc import Iterable, Iterator, Sequence

from croupier.core.asks import Ask, Decision, Option, Play
from croupier.core.felt import Felt, Seat
from croupier.procedure.betting import dead_hands, obey
from croupier.procedure.turns import live


def pause(
    seconds: int,
    felt: Felt,
    order: Sequence[Seat],
    pots: int,
    clause: str = "CR-35",
    more: Iterable[Option] = (),
) -> Play[list[Decision]]:
    """The time that the house leaves its staff, if any: returns what was ruled, in order.

    The staff may rule what stands in `before_payment`, and `more`. Dead hands are mucked at once;
    what an awarded pot or a dead hand means for the payment is the game's to say.
    """

    def rulings() -> Iterator[Option]:
        yield from before_payment(felt, order, pots, clause)
        yield from more

    ruled: list[Decision] = []
    question = Ask({}, clause, "award_pause_seconds", rulings=rulings)
    while seconds:
        _, ruling = yield question
        if ruling.act == "close":
            break
        obey(felt, ruling.act, (ruling.spot[0], "hole"), ruling.cards)
        ruled.append(ruling)
    return ruled


def before_payment(felt: Felt, order: Sequence[Seat], pots: int, clause: str) -> Iterator[Option]:
    """What may be ruled before the pots are paid: any of them goes to anybody who was dealt in, and
    a hand is dead, but not the last one (CR-28, CR-35).
    """
    for seat in order:
        yield Option("award pot", 0, pots - 1, spot=(seat, "stack"), clause=clause)
    players = live(felt, order)
    yield from dead_hands(players if len(players) > 1 else ())


def awarded(ruled: Iterable[Decision]) -> dict[int, Seat]:
    """The pots that the staff gave to somebody, the main pot being 0; the last word counts."""
    return {ruling.amount: ruling.spot[0] for ruling in ruled if ruling.act == "award pot"}
