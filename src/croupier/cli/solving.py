"""Solvers in the terminal."""

from pathlib import Path
from typing import Any, Final, NamedTuple

from croupier.cli import Mistake
from croupier.cli.edges import Asked, show_strategy, write_page
from croupier.cli.voice import Voice
from croupier.cli.waiting import mistakes, print_json, progress
from croupier.core.cards import distinct
from croupier.lab import page, ranges
from croupier.lab.charts import Strategy
from croupier.lab.solve import pushfold, showing, small
from croupier.lab.solve.subgames import Bets, Spot, Subgame

STREETS: Final = {"flop": (3, 60), "turn": (4, 150), "river": (5, 300)}
"""Cards on the board, and how many rounds are usual."""
STEP: Final = 10


class Found(NamedTuple):
    """A solution for people and for programs."""

    title: str
    subtitle: str
    strategy: Strategy
    data: dict[str, Any]


def numbers(option: str, written: str) -> list[float]:
    """Numbers with commas between."""
    try:
        return [float(word) for word in written.split(",") if word.strip()]
    except ValueError:
        raise Mistake(f"{option} {written}: write numbers with commas between") from None


def small_game(what: str, rounds: int, *, quiet: bool) -> Found:
    """Kuhn's game or Leduc."""
    solver = small.Solver(small.GAMES[what])
    many = _rounds(rounds, 1_000, 100_000)
    with progress("rounds", not quiet) as tick:
        solver.learn(many, tick)
    said = showing.small(solver)
    return Found(solver.game.title, f"{many:,} rounds of CFR+", said, showing.small_data(solver))


def push_or_fold(stacks: list[float], prizes: list[float], rounds: int) -> Found:
    """One stack: two players with as much; else the stacks of a table."""
    table = stacks * 2 if len(stacks) == 1 else stacks
    with mistakes():
        chart = pushfold.solve(table, prizes, _rounds(rounds, pushfold.ROUNDS, 100_000))
    named = {"stacks": table, "prizes": prizes}
    subtitle = "; ".join(
        f"{what} of " + ", ".join(f"{many:g}" for many in some)
        for what, some in named.items()
        if some
    )
    return Found("Push or fold", subtitle, showing.charts(chart), showing.charts_data(chart))


def street(
    what: str,
    board: str,
    written: tuple[str, str],
    chips: tuple[int, int],
    bets: tuple[list[float], int],
    rounds: int,
    *,
    quiet: bool,
) -> Found:
    """The end of a hand from a street on."""
    if what not in STREETS:
        raise Mistake(f"{what}: solve kuhn, leduc, pushfold, {', '.join(STREETS)}")
    size, usual = STREETS[what]
    cards = tuple(int(card) for card in distinct(board))
    if len(cards) != size or max(cards) > 51:
        raise Mistake(f"{what}: name {size} cards of the board in quotes")
    pot, stack = chips
    if not 1 <= pot <= 10**9 or not 1 <= stack <= 10**9 or not 0 <= bets[1] <= 4:
        raise Mistake("--pot and --stack: 1 or more; --raises: 0 to 4")
    if not bets[0] or not all(0 < part <= 20 for part in bets[0]):
        raise Mistake("--sizes: parts of the pot above 0, such as 0.5,1")
    spot = Spot(cards, pot, stack, Bets(tuple(sorted(bets[0])), bets[1]))
    with mistakes():
        gone = frozenset(cards)
        held = [{h: float(w) for h, w in ranges.holdem(r, gone).items()} for r in written]
        game = Subgame(spot, held)
        _learn(game, _rounds(rounds, usual, 100_000), quiet=quiet)
    title = f"The {what} {board}"
    subtitle = f"pot {pot}, stacks {stack}, {written[0]} against {written[1]}"
    return Found(title, subtitle, showing.subgame(game), showing.subgame_data(game))


def _learn(game: Subgame, rounds: int, *, quiet: bool) -> None:
    with progress("rounds", not quiet) as tick:
        for done in range(0, rounds, STEP):
            game.learn(min(STEP, rounds - done))
            tick(game.done, rounds)


def _rounds(wanted: int, usual: int, most: int) -> int:
    if not 0 <= wanted <= most:
        raise Mistake(f"--rounds {wanted}: 1 to {most:,}")
    return wanted or usual


def show(found: Found, *, as_json: bool, html: Path | None) -> None:
    """A solution on the screen, as JSON or as a page."""
    if html:
        write_page(html, page.page(found.title, found.subtitle, None, found.strategy))
    if as_json:
        print_json(found.data)
    else:
        meant = Asked("", None, found.title, found.subtitle, None)
        show_strategy(meant, found.strategy, Voice())
