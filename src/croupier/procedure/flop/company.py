"""What flop games carry from hand to hand, and what becomes of it when people move."""

from collections.abc import Mapping, Sequence
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from croupier.core.company import Company, Presence
from croupier.core.felt import POT, Seat, Spot
from croupier.procedure import blinds as button
from croupier.procedure import kills
from croupier.procedure.blinds import BlindRules, Blinds
from croupier.procedure.flop.rules import Rules
from croupier.procedure.kills import Kill
from croupier.procedure.pots import unclaimed


class Carry(Struct, frozen=True, omit_defaults=True):
    """What stays on the table between hands."""

    blinds: Blinds = Blinds()
    kill: Kill = Kill()
    drawn: Seat = 0
    """Who has drawn the button of a new game whose first deal did not count."""
    pot: int = 0
    """What killers who have left have paid into the coming pot (OM-14)."""


def gathered(carry: Carry, seats: Mapping[Seat, Presence]) -> Carry:
    """Who is new, away, back or moved."""
    return replace(carry, blinds=button.gathered(carry.blinds, seats))


def moved(carry: Carry, old: Seat, new: Seat) -> Carry:
    """Blinds, kill and a drawn button are the player's."""
    return replace(
        carry,
        blinds=button.moved(carry.blinds, old, new),
        kill=kills.moved(carry.kill, old, new),
        drawn=new if carry.drawn == old else carry.drawn,
    )


def left(carry: Carry, seat: Seat, paid: int) -> Carry:
    """What the player has paid waits in the pot; nobody inherits the rest."""
    return Carry(
        button.left(carry.blinds, seat),
        kills.left(carry.kill, seat),
        0 if carry.drawn == seat else carry.drawn,
        carry.pot + paid,
    )


def stopped(carry: Carry) -> Carry:
    """Button and blinds are forgotten (TH-73); a kill is the next hand's, whenever (OM-19)."""
    return Carry(kill=carry.kill, pot=carry.pot)


def due(rules: Rules, carry: Carry, seat: Seat) -> int:
    """A killer who leaves owes the kill blind (OM-14)."""
    return kills.blind(rules) if seat == kills.due(carry.kill, rules.kill) else 0


def carried(carry: Carry) -> dict[Spot, int]:
    """Dead money in the pot."""
    return {POT: carry.pot} if carry.pot else {}


def shares(rules: Rules, carry: Carry, seats: Sequence[Seat]) -> dict[Seat, int]:
    """Dead money belongs to those who would have played for it."""
    return unclaimed(carry.pot, seats, carry.blinds.places.button, rules.chip)


def blind_rules(rules: Rules) -> BlindRules:
    """What the house has chosen for button and blinds."""
    return BlindRules(
        rules.button_rule,
        rules.new_player,
        rules.missed_blinds_rule == "post_or_wait",
        rules.heads_up_blinds,
        rules.small_blind > 0,
        rules.allow_buying_button,
    )


def next_blind(rules: Rules, carry: Carry, seats: Sequence[Seat], ready: Sequence[Seat]) -> Seat:
    """Who has the next big blind; in a new game the button is drawn first (CR-39)."""
    if len(ready) < 2 or not carry.blinds.places.button:
        return 0
    return button.arrange(blind_rules(rules), carry.blinds, seats, ready).places.big


COMPANY: Final = Company(
    gathered=gathered,
    moved=moved,
    left=left,
    stopped=stopped,
    due=due,
    mark=lambda carry: carry.blinds.places.big,
    carried=carried,
    shares=shares,
    next_blind=next_blind,
    counts_absent=True,
    for_a_pot=True,
)
