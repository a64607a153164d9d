"""What a house announces: the game, the price, the levels, and what it chooses of all else."""

import re
from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Annotated, Any, Final, Literal

from msgspec import Meta, Struct

from croupier.core.prices import Money, MoneyOrNone

MINUTE: Final = 60
LADDER: Final = (25, 50, 75, 100, 150, 200, 300, 400, 500, 600, 800, 1000, 1500, 2000, 3000, 4000)
"""Small blinds of the built-in structures, in chips."""
ANTES_FROM: Final = 3
"""The level from which the built-in structures have an ante."""
CHIP: Final = 100
"""A tournament chip, as the smallest unit of the rules: chips have no cents."""

_STARTS: Final = re.compile(r"hourly|(daily|\d{4}-\d\d-\d\d) ([01]\d|2[0-3]):[0-5]\d")
DENOMINATIONS: Final = tuple(
    CHIP * value for value in (1, 5, 25, 100, 500, 1000, 5000, 25_000, 100_000, 500_000)
)
"""The chips that a house has, the smallest first."""
PAUSE: Final = "break"
"""How a list of levels writes a break: `["break", 5]`."""

Minutes = Annotated[int, Meta(ge=1, le=240)]
Count = Annotated[int, Meta(ge=0, le=100)]


class Level(Struct, frozen=True, array_like=True, gc=False):
    """What is bet, and for how long; a break has no blinds."""

    small: MoneyOrNone
    big: MoneyOrNone
    ante: MoneyOrNone
    minutes: Minutes

    @property
    def is_break(self) -> bool:
        """Whether nobody is dealt in."""
        return not self.big

    def doubled(self) -> "Level":
        """What follows the last level that is printed."""
        return Level(2 * self.small, 2 * self.big, 2 * self.ante, self.minutes)


def _structure(minutes: int, pause: int, every: int) -> tuple[Level, ...]:
    found: list[Level] = []
    for number, small in enumerate(LADDER, 1):
        big = 2 * small * CHIP
        found.append(Level(small * CHIP, big, big * (number >= ANTES_FROM), minutes))
        if number % every == 0 and number < len(LADDER):
            found.append(Level(0, 0, 0, pause))
    return tuple(found)


STRUCTURES: Final = {
    "turbo-5": _structure(5, 3, 6),
    "standard-15": _structure(15, 5, 4),
    "deep-30": _structure(30, 10, 4),
}
"""Levels that a sheet may name."""


LEVELS: Final = (
    'a list such as [[25, 50, 0, 15], ["break", 5]], or "turbo-5", "standard-15", "deep-30"'
)
STARTS: Final = '"hourly", "daily 20:00" or "2027-05-01 20:00"'
PAYOUTS: Final = (
    '"standard", or each place in per cent, such as [50, 30, 20], or such lists by entries: '
    "[[2, [100]], [5, [65, 35]]]"
)
JUMPS: Final = "places such as [3, 9]: hand for hand begins one player before each"
ADD_ON: Final = "chips at a break, such as { price = 10, chips = 1500, at_break = 1 }"
RULES: Final = 'rules of the game, such as { limit = "no_limit" }'


Percent = Annotated[int, Meta(ge=1, le=100)]
Place = Annotated[int, Meta(ge=1, le=10_000)]


class Payout(Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    """What each place has of the pool in per cent, from this number of entries on."""

    entries: Annotated[int, Meta(ge=1, le=100_000)]
    shares: tuple[Percent, ...]


class AddOn(Struct, frozen=True, forbid_unknown_fields=True):
    """More chips for everybody, once, at a break."""

    price: Money
    chips: Money
    at_break: Annotated[int, Meta(ge=1, le=20)] = 1


class Sheet(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A tournament as the house announces it."""

    game: str
    title: str = ""
    kind: Literal["sit-and-go", "scheduled"] = "sit-and-go"
    starts: Annotated[str, Meta(description=STARTS)] = ""
    """`hourly`, `daily 20:00` or `2027-05-01 20:00`, by the room's own time; if scheduled."""
    buy_in: MoneyOrNone = 10_00
    fee: MoneyOrNone = 1_00
    bounty: MoneyOrNone = 0
    """Of the price of an entry, to the player who takes its last chips."""
    guarantee: MoneyOrNone = 0
    stack: Money = 1500 * CHIP
    seats: Annotated[int, Meta(ge=2, le=10)] = 9
    entrants_min: Annotated[int, Meta(ge=2, le=10_000)] = 2
    entrants_max: Annotated[int, Meta(ge=2, le=10_000)] = 500
    late_levels: Count = 0
    """Until the end of this level players may still enter."""
    re_entries: Count = 0
    rebuys: Count = 0
    """How many times an entry may buy chips again, until the late levels are over."""
    rebuy_price: MoneyOrNone = 0
    """0: as the buy-in."""
    rebuy_fee: MoneyOrNone = 0
    rebuy_chips: MoneyOrNone = 0
    """0: as the first stack."""
    rebuy_at_most: MoneyOrNone = 0
    """Chips may be bought again at this stack or below; 0: when all are lost."""
    add_on: Annotated[AddOn | None, Meta(description=ADD_ON)] = None
    levels: Annotated[str | tuple[Level, ...], Meta(description=LEVELS)] = "turbo-5"
    ante_from: Literal["each", "big_blind"] = "big_blind"
    payouts: Annotated[
        Literal["standard"] | tuple[Percent | Payout, ...],
        Meta(description=PAYOUTS),
    ] = "standard"
    """`standard`, or what each place has of the pool in per cent, the first first."""
    simultaneous: Literal["by_stack", "share"] = "by_stack"
    balance: Literal["next_big_blind", "nearest_position", "random"] = "next_big_blind"
    halt_when_short: Annotated[int, Meta(ge=2, le=9)] = 3
    hand_for_hand: bool = True
    """From one player before the money on."""
    hand_for_hand_at: Annotated[tuple[Place, ...], Meta(description=JUMPS)] = ()
    """And before these places, where the prizes jump."""
    color_up: Literal["none", "race", "round_up"] = "none"
    """What becomes of chips too small for the levels to come (TDA 24)."""
    deal: Literal["none", "icm", "chip_chop"] = "icm"
    """What the players of the final table may agree on."""
    no_show_minutes: Annotated[int, Meta(ge=0, le=240)] = 0
    """After so long everything goes back to players who have not come; 0: they are blinded off."""
    time_bank_per_level: Annotated[int, Meta(ge=0, le=300)] = 0
    """Seconds that each new level adds to a time bank, up to a whole one."""
    rebuy_seconds: Annotated[int, Meta(ge=5, le=120)] = 20
    bots: Count = 0
    """How many seats bots take, once somebody has entered."""  # Play money only.
    bots_after_seconds: Annotated[int, Meta(ge=0, le=600)] = 20
    rules: Annotated[dict[str, Any], Meta(description=RULES)] = {}
    """Of the game, as on a table sheet."""

    def __post_init__(self) -> None:
        """Refuse what nobody could hold."""
        if isinstance(self.levels, str) and self.levels not in STRUCTURES:
            raise ValueError(f"levels must be a list, or one of {', '.join(STRUCTURES)}")
        check_levels(self.structure)
        if self.entrants_max < self.entrants_min:
            raise ValueError("entrants_max must not be below entrants_min")
        if (self.kind == "scheduled") != bool(self.starts):
            raise ValueError('starts goes with kind = "scheduled"')
        if self.starts and not _STARTS.match(self.starts):
            raise ValueError(f"starts must be {STARTS}")
        if self.no_show_minutes and not self.late_levels:
            raise ValueError("no_show_minutes goes with late_levels: until then prizes can change")
        if self.bots >= self.entrants_max:
            raise ValueError("bots must leave a place to a person: entrants_max is as low")
        check_payouts(self.payouts)
        check_color_up(self)

    @property
    def rebuy_cost(self) -> int:
        """What of the price of new chips goes to the prizes."""
        return self.rebuy_price or self.buy_in

    @property
    def rebuy_stack(self) -> int:
        """What is bought again."""
        return self.rebuy_chips or self.stack

    @property
    def structure(self) -> tuple[Level, ...]:
        """The levels and breaks as they are printed."""
        return STRUCTURES[self.levels] if isinstance(self.levels, str) else self.levels

    def level(self, number: int) -> Level:
        """A level by its place in the structure, from 0 on; after the last the blinds double."""
        printed = self.structure
        if number < len(printed):
            return printed[number]
        last = next(level for level in reversed(printed) if not level.is_break)
        for _ in range(number - len(printed) + 1):
            last = last.doubled()
        return last

    def chip(self, level: Level) -> int:
        """The smallest chip that is needed at a level and all that follow; before any color-up that
        is a chip of 1.
        """
        if self.color_up == "none":
            return CHIP
        later = [one for one in (*self.structure, level) if one.big >= level.big]
        amounts = [n for one in later for n in (one.small, one.big, one.ante)]
        return max(d for d in DENOMINATIONS if not any(n % d for n in amounts))

    @property
    def late_until(self) -> int:
        """The place in the structure from which on nobody enters."""
        played = [i for i, level in enumerate(self.structure) if not level.is_break]
        late = self.late_levels
        return (
            0 if not late else len(self.structure) if late > len(played) else played[late - 1] + 1
        )


def check_payouts(payouts: str | Sequence[int | Payout]) -> None:
    """A list, or lists by entries, of which the first is for the smallest field; none rises."""
    if isinstance(payouts, str):
        return
    listed = [one for one in payouts if isinstance(one, Payout)]
    if listed and len(listed) < len(payouts):
        raise ValueError("payouts must be one list, or lists by entries, not both")
    if any(after.entries <= before.entries for before, after in pairwise(listed)):
        raise ValueError("payouts must name more entries from list to list")
    single = [one for one in payouts if isinstance(one, int)]
    for shares in [list(one.shares) for one in listed] or [single]:
        if not shares or shares != sorted(shares, reverse=True):
            raise ValueError("payouts must not rise from place to place")


def check_color_up(sheet: Sheet) -> None:
    """Nobody is given chips that are raced off at once."""
    chip = sheet.chip(sheet.level(max(0, sheet.late_until - 1)))
    added = sheet.add_on.chips if sheet.add_on else 0
    given = {"stack": sheet.stack, "rebuy_chips": sheet.rebuy_chips, "add_on": added}
    for name, amount in given.items():
        if amount % chip:
            raise ValueError(f"{name} must be whole chips of {chip // CHIP}")


def spelled_out(written: Mapping[str, Any]) -> dict[str, Any]:
    """A sheet as it is written, its breaks as levels without blinds."""
    levels = written.get("levels")
    if not isinstance(levels, list):
        return dict(written)
    pauses = [isinstance(one, list) and len(one) == 2 and one[0] == PAUSE for one in levels]
    said = [[0, 0, 0, one[1]] if p else one for p, one in zip(pauses, levels, strict=True)]
    return {**written, "levels": said}


def check_levels(levels: Sequence[Level]) -> None:
    """Blinds rise, in whole chips; the first level is played."""
    played = [level for level in levels if not level.is_break]
    if not played or levels[0].is_break:
        raise ValueError("levels must begin with blinds")
    for level in played:
        if level.small > level.big or level.ante > level.big:
            raise ValueError("levels must not have a small blind or an ante above the big blind")
        if any(amount % CHIP for amount in (level.small, level.big, level.ante)):
            raise ValueError("levels must be whole chips")
    if any(after.big < before.big for before, after in pairwise(played)):
        raise ValueError("levels must not fall")
