"""The commands of bots, solvers and tournaments; each loads what it needs when it runs."""

from typing import Annotated, Optional

import typer

from croupier.cli.arguments import (
    AsJson,
    Changes,
    Cluster,
    GameName,
    HouseName,
    HtmlFile,
    LimitName,
    TableName,
)

Seed = Annotated[Optional[int], typer.Option(help="The same seed, the same result.")]  # noqa: UP045
Bots = Annotated[
    str, typer.Option(metavar="A,B,…", help="Levels, stock characters, or module:function.")
]
Together = Annotated[bool, typer.Option("--together", help="All at one table, not two by two.")]
Early = Annotated[bool, typer.Option("--early", help="End a match as soon as it is settled.")]


def play_league(
    game: GameName,
    bots: Bots,
    pairs: Annotated[int, typer.Option(help="Deals of a match; each is played in every seat.")],
    house: HouseName = None,
    table: TableName = None,
    limit: LimitName = None,
    changes: Changes = None,
    stack: Annotated[int, typer.Option(help="Everybody's stack, in the least bets.")] = 100,
    seed: Seed = None,
    workers: Annotated[int, typer.Option(help="How many processes play at the same time.")] = 1,
    dask: Cluster = None,
    together: Together = False,
    early: Early = False,
    as_json: AsJson = False,
    html: HtmlFile = None,
) -> None:
    """Let bots play each other on the same cards: a cross table with intervals."""
    from croupier.cli import leagues

    rules = leagues.rules(game, house, table, limit, changes or [])
    match = leagues.match(game, rules, bots, stack, seed)
    found = leagues.played(
        match, pairs, workers, dask, together=together, early=early, quiet=as_json
    )
    leagues.show(found, as_json=as_json, html=html)


What = Annotated[str, typer.Argument(metavar="WHAT", help="kuhn, leduc, pushfold or a street.")]
Board = Annotated[
    str, typer.Argument(metavar="[BOARD]", help="The board, such as 'Ks 9d 4c 7h 2s'.")
]
Range = Annotated[str, typer.Option(help="A range, such as 'QQ+, AKs:0.5'.")]


def print_solution(
    what: What,
    board: Board = "",
    oop: Range = "random",
    ip: Range = "random",
    pot: Annotated[int, typer.Option(help="Chips in the pot.")] = 100,
    stack: Annotated[int, typer.Option(help="Chips that both may still bet.")] = 300,
    sizes: Annotated[str, typer.Option(help="Bets in parts of the pot.")] = "0.5,1",
    raises: Annotated[int, typer.Option(help="Bets and raises on a street.")] = 2,
    stacks: Annotated[str, typer.Option(help="Push or fold: stacks, the blinds last.")] = "10",
    prizes: Annotated[str, typer.Option(help="Push or fold: prize money, the first first.")] = "",
    rounds: Annotated[int, typer.Option(help="Rounds of learning; 0: what is usual.")] = 0,
    as_json: AsJson = False,
    html: HtmlFile = None,
) -> None:
    """Solve a small game, push or fold, or the end of a hold'em hand; says how well."""
    from croupier.cli import solving

    numbers = solving.numbers
    if what == "pushfold":
        found = solving.push_or_fold(
            numbers("--stacks", stacks), numbers("--prizes", prizes), rounds
        )
    elif what in ("kuhn", "leduc"):
        found = solving.small_game(what, rounds, quiet=as_json)
    else:
        bets = numbers("--sizes", sizes), raises
        found = solving.street(what, board, (oop, ip), (pot, stack), bets, rounds, quiet=as_json)
    solving.show(found, as_json=as_json, html=html)


def print_icm(
    stacks: Annotated[
        list[int], typer.Argument(metavar="STACK…", help="The chips of each player.")
    ],
    prizes: Annotated[str, typer.Option(help="The prizes from the first place on: 50,30,20.")],
    as_json: AsJson = False,
) -> None:
    """Work out what stacks are worth in the prizes of a tournament."""
    from croupier.cli import tournaments

    tournaments.print_icm(stacks, prizes, as_json=as_json)


def play_tournament(
    game: GameName,
    players: Annotated[int, typer.Option(min=2, max=1000, help="How many bots enter.")] = 18,
    seats: Annotated[int, typer.Option(min=2, max=10, help="At a table.")] = 9,
    levels: Annotated[str, typer.Option(help="turbo-5, standard-15 or deep-30.")] = "turbo-5",
    stack: Annotated[int, typer.Option(min=1, help="Chips to begin with.")] = 1500,
    buy_in: Annotated[int, typer.Option(min=0, help="What an entry costs.")] = 10,
    seed: Annotated[int, typer.Option(help="The same seed, the same tournament.")] = 0,
    as_json: AsJson = False,
) -> None:
    """Let bots play a tournament: how it goes, how long it lasts, who is paid."""
    from croupier.cli import tournaments

    sheet = tournaments.sheet_of(
        game, seats=seats, levels=levels, stack=stack * 100, buy_in=buy_in * 100
    )
    tournaments.print_tournament(sheet, players, seed, as_json=as_json)
