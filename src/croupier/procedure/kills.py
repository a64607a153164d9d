"""Kill pots: who must kill the next hand, and what a kill does (OM-08 to OM-19)."""

from collections.abc import Sequence
from typing import Final, Literal, Protocol

from msgspec import Struct

from croupier.core.felt import HOUSE, POT, Chips, Felt, Seat, Spot
from croupier.core.words import Cause
from croupier.procedure.pots import put_up

KillRule = Literal["none", "half", "full"]
HighTrigger = Literal["two_in_a_row", "pot_size"]
HiloTrigger = Literal["scoop", "two_in_a_row", "none"]


FORCED: Final[frozenset[Cause]] = frozenset(
    {"small blind", "big blind", "button blind", "ante", "post", "kill"}
)
"""Why chips go in that are no bet won (OM-10)."""


class Rules(Protocol):
    """What of a game's rules concerns kills."""

    @property
    def kill(self) -> KillRule:
        """None, half or full."""

    @property
    def big_blind(self) -> int:
        """Also the lower limit."""

    @property
    def kill_trigger_high(self) -> HighTrigger:
        """What makes a player of a high game kill (OM-10)."""

    @property
    def kill_pot_size(self) -> int:
        """The least pot whose winner kills, where its size decides (OM-10)."""

    @property
    def kill_trigger_hilo(self) -> HiloTrigger:
        """What makes a player of a hi-lo game kill (OM-11)."""

    @property
    def kill_scoop_multiple(self) -> int:
        """How many upper limits a scooped pot must reach (OM-11)."""


class Result(Struct):
    """Who won what in a hand."""

    takers: list[set[Seat]]
    """The winners of each pot, the main pot first."""
    amounts: list[int]
    """Each pot before the house took anything."""
    spots: list[Spot] = []
    """Where each pot lay."""


class Kill(Struct, frozen=True, omit_defaults=True):
    """What is carried of kills: who has a leg up, who must kill the next hand."""

    leg: Seat = 0
    killer: Seat = 0
    size: KillRule = "none"


def due(kill: Kill, rule: KillRule) -> Seat:
    """Who must kill this hand."""
    return kill.killer if rule != "none" else 0


def moved(kill: Kill, old: Seat, new: Seat) -> Kill:
    """A leg up and a kill that is due go with the player (OM-10, OM-14)."""
    leg, killer = (new if seat == old else seat for seat in (kill.leg, kill.killer))
    return Kill(leg, killer, kill.size)


def left(kill: Kill, seat: Seat) -> Kill:
    """A player quits: the kill button is neutral, and their kill is paid (OM-10, OM-14)."""
    leg, killer = (0 if who == seat else who for who in (kill.leg, kill.killer))
    return Kill(leg, killer, kill.size)


def begin(felt: Felt, kill: Kill, killer: Seat, order: Sequence[Seat], rules: Rules) -> Kill:
    """The kill of this hand. A killer who sits out pays it dead, and it is over (OM-14)."""
    if killer and killer not in order:
        put_up(felt, killer, POT, blind(rules), "kill")
        killer = 0
    return Kill(kill.leg, killer, rules.kill)


def blind(rules: Rules) -> int:
    """The kill blind: twice the big blind, or one and a half times (OM-09)."""
    return rules.big_blind * (4 if rules.kill == "full" else 3) // 2


def raised(amount: int, kill: Kill) -> int:
    """A limit in this hand."""
    return amount * {"none": 2, "half": 3, "full": 4}[kill.size if kill.killer else "none"] // 2


def post(felt: Felt, kill: Kill, rules: Rules) -> int:
    """The kill blind goes down, or what the killer has; returns what there is to call (OM-17)."""
    if not kill.killer:
        return 0
    felt.say(kill.killer, "kill", blind(rules))
    put_up(felt, kill.killer, (kill.killer, "bet"), blind(rules), "kill")
    return blind(rules)


def after(rules: Rules, felt: Felt, kill: Kill, result: Result, *, hilo: bool) -> Kill:
    """Who has a leg up or must kill after this hand."""
    trigger = rules.kill_trigger_hilo if hilo else rules.kill_trigger_high
    if rules.kill == "none" or trigger == "none":
        return Kill()
    if trigger == "scoop":
        least = rules.kill_scoop_multiple * 2 * rules.big_blind
        return Kill(killer=winner_of(set().union(*result.takers), result, least))
    if trigger == "pot_size":
        return Kill(killer=winner_of(result.takers[0], result, rules.kill_pot_size))
    return two_in_a_row(rules, felt, kill, result, hilo=hilo)


def winner_of(takers: set[Seat], result: Result, least: int) -> Seat:
    """Who wins alone, if the pots of the hand reach `least` together: every pot for a scoop
    (OM-11), the main pot where its size decides (OM-10).
    """
    return next(iter(takers)) if len(takers) == 1 and sum(result.amounts) >= least else 0


def two_in_a_row(rules: Rules, felt: Felt, kill: Kill, result: Result, *, hilo: bool) -> Kill:
    """The winner of a hand has a leg up, and kills after winning the next too (OM-10)."""
    takers = result.takers[0]
    alone = next(iter(takers)) if len(takers) == 1 else 0
    if kill.killer and (kill.killer == alone if hilo else kill.killer in takers):  # OM-13
        return Kill(kill.killer, kill.killer)
    if not alone:  # OM-10: splitting keeps a leg up; without one the button is neutral.
        return Kill(kill.leg if kill.leg in takers else 0)
    wins_twice = alone == kill.leg and full_bet_won(rules, felt, kill, result, alone)
    return Kill(alone, alone if wins_twice else 0)


def full_bet_won(rules: Rules, felt: Felt, kill: Kill, result: Result, winner: Seat) -> bool:
    """Whether the others put in at least one lower limit besides blinds and posts (OM-10)."""
    put: dict[Seat, int] = {}
    joined = {e.src: e.dst for e in felt.events if type(e) is Chips and e.why == "merge"}
    won = {
        spot for spot, takers in zip(result.spots, result.takers, strict=True) if winner in takers
    }
    for event in felt.events:
        if type(event) is not Chips or event.src[0] in (HOUSE, winner):
            continue
        if (
            event.dst[0] == HOUSE
            and event.why == "gather"
            and joined.get(event.dst, event.dst) in won
        ):
            put[event.src[0]] = put.get(event.src[0], 0) + event.amount
        elif event.why in FORCED and event.dst[1] in ("bet", "ante"):
            put[event.src[0]] = put.get(event.src[0], 0) - event.amount
    return sum(max(0, amount) for amount in put.values()) >= raised(rules.big_blind, kill)
