"""The answers of `croupier icm` and `croupier tournament`."""

from collections.abc import Sequence
from fractions import Fraction
from random import Random
from typing import Any

from msgspec import Struct
from rich.console import Console
from rich.table import Table as Grid

from croupier import bots
from croupier.cli import Mistake
from croupier.cli.waiting import print_json
from croupier.core import catalogue
from croupier.core.hand import Hand
from croupier.houses import stakes
from croupier.houses.tournaments import CHIP, MINUTE, Sheet
from croupier.room.tournament import commands as do
from croupier.room.tournament import icm
from croupier.room.tournament.notices import Notice
from croupier.room.tournament.stage import Stage
from croupier.room.tournament.tournament import Tournament

SECONDS_A_DECISION = 4.0
SECONDS_A_DEAL = 15.0
"""How long players and dealer take, on an average evening."""


def print_icm(stacks: Sequence[int], prizes: str, *, as_json: bool) -> None:
    """What each stack is worth."""
    try:
        paid = [int(prize) for prize in prizes.split(",")]
        if min([*stacks, *paid]) < 0 or not any(stacks):
            raise ValueError("stacks and prizes are whole numbers, not below 0")
        exact = sum(stack > 0 for stack in stacks) <= icm.MOST_EXACT
        values: Sequence[Fraction | float] = (
            icm.worth(stacks, paid) if exact else icm.estimated(stacks, paid, Random(0))
        )
    except ValueError as error:
        raise Mistake(f"{error}: write croupier icm 5000 3000 2000 --prizes 50,30,20") from None
    total = sum(stacks)
    if as_json:
        rows = zip(stacks, values, strict=True)
        said = [{"stack": s, "worth": float(v)} | _exactly(v) for s, v in rows]
        print_json(said)
        return
    grid = Grid("stack", "chips", "worth", "of the prizes", box=None, header_style="bold")
    for stack, value in zip(stacks, values, strict=True):
        share = float(value / sum(paid[: len(stacks)]))
        grid.add_row(f"{stack:,}", f"{stack / total:.2%}", f"{float(value):,.4f}", f"{share:.2%}")
    console = Console(highlight=False)
    console.print(grid)
    if not exact:
        console.print(f"drawn: {icm.FINISHES:,} finishes, since more than {icm.MOST_EXACT} play")


def _exactly(value: Fraction | float) -> dict[str, str]:
    """The fraction, where it was counted and not drawn."""
    return {"exact": str(value)} if isinstance(value, Fraction) else {}


class Evening(Struct):
    """A tournament of bots: what happened, and when."""

    event: Tournament
    minutes: float
    hands: int
    lines: list[tuple[float, Notice]]


def play(sheet: Sheet, players: int, seed: int) -> Evening:
    """A tournament of the house's bots from a seed, at the pace of people."""
    chance = Random(seed)
    event = Tournament("house/tournament.1", sheet)
    stage, lines, hands = Stage(event, lambda: chance.randbytes(32)), [], 0
    now, clocks = 0.0, dict[int, float]()
    for i in range(players):
        name = bots.REGULARS[i % len(bots.REGULARS)] + (f" {i // 9 + 1}" if i >= 9 else "")
        stage.do(do.Register(stage.seeds(), f"b{i}", name, bot=True), now)
    stage.do(do.Start(stage.seeds()), now)
    while event.state == "running":
        stage.seat_players(now)
        ready = [number for number in stage.tables if stage.ready(number)]
        number = min(ready, key=lambda n: clocks.get(n, now), default=0)
        if number:
            begun = max(clocks.get(number, now), 0.0)
            clocks[number] = begun + _play_hand(stage, number, chance, begun)
            hands += 1
        now = max(now, min((clocks.get(n, now) for n in stage.tables), default=now))
        due = event.next_due()
        if due is not None and (now >= due or not number):
            now = max(now, due)
            stage.do(do.Tick(stage.seeds()), now)
        lines += [(now, notice) for notice in event.notices]
        event.notices.clear()
    return Evening(event, now / MINUTE, hands, lines)


def _play_hand(stage: Stage, number: int, chance: Random, now: float) -> float:
    """One hand at one table; how many seconds it took."""
    stage.deal(number, now)
    spent, table = SECONDS_A_DEAL, stage.tables[number]
    choose = bots.bot(stage.game)
    while (hand := table.hand) is not None:
        seat = _asked(hand)
        if not seat:
            stage.tick(number, now + 3600)
            continue
        stage.decide(number, seat, choose(bots.seen(hand, seat), chance), now)
        spent += SECONDS_A_DECISION
    return spent


def _asked(hand: Hand) -> int:
    return next((seat for seat in hand.ask.options if hand.asked(seat)), 0) if hand.ask else 0


def sheet_of(game: str, **said: Any) -> Sheet:
    """The sheet of a tournament of what the command says."""
    try:
        sheet = Sheet(game=game, **said)
        stakes.game_of(sheet)
    except (ValueError, catalogue.UnknownGame) as error:
        raise Mistake(str(error)) from None
    return sheet


def print_tournament(sheet: Sheet, players: int, seed: int, *, as_json: bool) -> None:
    """Play it, and tell how it went."""
    evening = play(sheet, players, seed)
    event = evening.event
    order = sorted(event.entrants.values(), key=lambda one: (one.place, one.number))
    if as_json:
        print_json(
            {
                "game": sheet.game,
                "players": players,
                "seed": seed,
                "hands": evening.hands,
                "minutes": round(evening.minutes, 1),
                "prizes": event.prizes,
                "places": [
                    {"place": one.place, "name": one.name, "prize": one.prize} for one in order
                ],
            }
        )
        return
    console = Console(highlight=False)
    for at, notice in evening.lines:
        if said := _said(event, notice):
            console.print(f"[dim]{int(at) // 3600}:{int(at) % 3600 // MINUTE:02}[/]  {said}")
    grid = Grid("place", "player", "prize", box=None, header_style="bold")
    for one in order[: max(len(event.prizes), 1)]:
        grid.add_row(str(one.place), one.name, f"{one.prize / 100:,.2f}")
    console.print(grid)
    console.print(f"{evening.hands:,} hands, {evening.minutes / MINUTE:.1f} hours")


def _said(event: Tournament, notice: Notice) -> str:
    name = event.entrants[notice.player].name if notice.player in event.entrants else ""
    level = event.sheet.level(notice.place) if notice.what in ("level", "break") else None
    ante = f", ante {level.ante // CHIP:,}" if level and level.ante else ""
    return {
        "started": f"{notice.amount} players draw their seats",
        "level": f"[bold]{level.small // CHIP:,}/{level.big // CHIP:,}{ante}[/]" if level else "",
        "break": f"break of {level.minutes} minutes" if level else "",
        "out": f"{name} is out, place {notice.place}",
        "hand for hand": "hand for hand: the tables wait for each other",
        "final table": "[bold]final table[/]",
        "over": f"[bold green]{name} wins[/]",
    }.get(notice.what, "")
