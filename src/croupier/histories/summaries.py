"""A tournament that is over as text: Open Tournament Summary 1.1.5, and what PokerStars writes.

Specification of the first: ts-specs.handhistory.org; PokerTracker reads both.
"""

import json
from collections.abc import Callable, Iterator
from typing import Any, Final

from msgspec import Struct

import croupier
from croupier.histories.ohh import contest_info, decimal
from croupier.histories.stars import GAMES, ISO, LIMITS, contest_number, name
from croupier.histories.story import Contest, Unsayable

SPEC: Final = "1.1.5"
FORMAT: Final = "a PokerStars summary"


class Finish(Struct, frozen=True):
    """How a player has ended; those who share a place have the same."""

    name: str
    place: int
    prize: int
    bounties: int = 0
    rebuys: int = 0
    add_ons: int = 0


class Summary(Struct, frozen=True, kw_only=True):
    """A tournament that is over."""

    contest: Contest
    game: str
    limit: str
    """`no_limit`, `pot_limit` or `limit`; nothing where the game knows no others."""
    currency: str
    ended_at: str
    pool: int
    """All that was paid out as prizes."""
    added: int = 0
    """What of it the house has added to keep its guarantee."""
    entries: int
    rebuy_cost: int = 0
    """What a rebuy costs, with its fee; 0: there were none."""
    add_on_cost: int = 0
    finishes: tuple[Finish, ...]
    """The first place first."""
    seen: str = ""
    """The name of the player whose summary it is, if any."""


# Open Tournament Summary.


def open_summary(told: Summary) -> str:
    """One object, as its specification names the parts."""
    return json.dumps({"ots": _parts(told)}, ensure_ascii=False, indent=1) + "\n"


def _parts(told: Summary) -> dict[str, Any]:
    info = contest_info(told.contest)
    info["tournament_name"] = info.pop("name")
    return {
        "spec_version": SPEC,
        "internal_version": croupier.__version__,
        "site_name": "Croupier",
        "network_name": "Croupier",
        **info,
        "end_date_utc": told.ended_at,
        "bounty_value_amount": decimal(told.contest.bounty),
        "prize_pool": decimal(told.pool),
        **({"hero_player_name": told.seen} if told.seen else {}),
        "player_count": len(told.finishes),
        "rebuy_cost": decimal(told.rebuy_cost),
        "addon_cost": decimal(told.add_on_cost),
        "tournament_finishes_and_winnings": [
            {
                "player_name": one.name,
                "finish_position": one.place,
                "still_playing": False,
                "prize": decimal(one.prize),
                "ticket_value": 0.0,
            }
            for one in told.finishes
        ],
        "tournament_rebuys": [
            {"player_name": one.name, "rebuys": one.rebuys, "addons": one.add_ons}
            for one in told.finishes
            if one.rebuys or one.add_ons
        ],
    }


# PokerStars.


def stars_summary(told: Summary) -> str:
    """The text that trackers read; `Unsayable` for games that it has no words for."""
    if told.game not in GAMES:
        raise Unsayable(f"{FORMAT} has no words for this game")
    return "\n".join(_lines(told)) + "\n"


def _lines(told: Summary) -> Iterator[str]:
    contest, sign = told.contest, told.currency if told.currency in ISO else ""
    iso = f" {ISO[sign]}" if sign else ""
    paid = [contest.buy_in, *([contest.bounty] if contest.bounty else []), contest.fee]
    number = contest_number(contest.name)
    yield f"PokerStars Tournament #{number}, {LIMITS[told.limit]} {GAMES[told.game]}"
    yield "Buy-In: " + "/".join(f"{sign}{cents(amount)}" for amount in paid) + iso
    yield f"{told.entries} players"
    if told.added:
        yield f"{sign}{cents(told.added)}{iso} added to the prize pool by PokerStars"
    yield f"Total Prize Pool: {sign}{cents(told.pool)}{iso} "
    yield f"Tournament started {_moment(contest.starts_at)}"
    yield f"Tournament finished {_moment(told.ended_at)}"
    yield ""
    for one in told.finishes:
        share = f" {sign}{cents(one.prize)} ({100 * one.prize / told.pool:.3f}%)"
        yield f"  {one.place}: {name(one.name)} (Croupier),{share if one.prize else ' '}"
    yield ""
    yield from _own(told, ISO.get(sign, "USD"))


def _own(told: Summary, iso: str) -> Iterator[str]:
    """What only concerns the player whose summary it is."""
    for one in [one for one in told.finishes if one.name == told.seen]:
        yield f"You finished in {_ordinal(one.place)} place."
        if one.rebuys or one.add_ons:
            cost = one.rebuys * told.rebuy_cost + one.add_ons * told.add_on_cost
            bought = f"{one.rebuys} rebuys and {one.add_ons} addons"
            yield f"You made {bought} for a total of {iso} {cents(cost)}."
        if one.bounties and told.contest.bounty:
            count = -(-one.bounties // told.contest.bounty)
            yield f"You collected {count} bounties for a total of {iso} {cents(one.bounties)}."


def cents(amount: int) -> str:
    """Money with both its decimals, as summaries have it."""
    return f"{amount // 100}.{amount % 100:02}"


def _moment(at: str) -> str:
    day, _, time = at.rstrip("Z").partition("T")
    return f"{day.replace('-', '/')} {time} UTC"


def _ordinal(number: int) -> str:
    teen = number % 100 in (11, 12, 13)
    return f"{number}{'th' if teen else {1: 'st', 2: 'nd', 3: 'rd'}.get(number % 10, 'th')}"


class Writer(Struct, frozen=True):
    """A way to write a summary down."""

    suffix: str
    write: Callable[[Summary], str]


WRITERS: Final = {
    "ots": Writer(".ots", open_summary),
    "stars": Writer(".txt", stars_summary),
}
