"""The commands of bots and solvers; each loads what it needs when it runs."""

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
