"""The commands that ask the lab; each loads what it needs when it runs."""

from pathlib import Path
from typing import Annotated, Optional

import typer

from croupier.cli.arguments import (
    AnswerLanguage,
    AsJson,
    Bankroll,
    Boxes,
    ByTotal,
    Changes,
    Cluster,
    GameName,
    HouseName,
    HtmlFile,
    Memory,
    ShoeName,
    Shoes,
    Spread,
    TableName,
    Tags,
)


def print_edge(
    game: GameName,
    house: HouseName = None,
    table: TableName = None,
    changes: Changes = None,
    shoe: ShoeName = None,
    boxes: Boxes = None,
    shoes: Shoes = None,
    memory: Memory = False,
    as_json: AsJson = False,
    html: HtmlFile = None,
    language: AnswerLanguage = "en",
) -> None:
    """Work out what a game costs: the exact house edge, and how results are spread."""
    from croupier.cli import edges

    wished = {"boxes": boxes, "shoes": shoes, "memory": memory or None}
    edges.print_edge(
        game, house, table, changes or [], wished,
        shoe=shoe, as_json=as_json, html=html, language=language,
    )  # fmt: skip


def print_count(
    game: GameName,
    house: HouseName = None,
    table: TableName = None,
    changes: Changes = None,
    tags: Tags = None,
    boxes: Boxes = None,
    spread: Spread = "1-12",
    bankroll: Bankroll = 1000,
    as_json: AsJson = False,
    language: AnswerLanguage = "en",
) -> None:
    """Work out what counting cards gains: when to bet more, and what to play otherwise."""
    from croupier.cli import counting

    counting.print_count(
        game, house, table, changes or [], tags, boxes, spread, bankroll,
        as_json=as_json, language=language,
    )  # fmt: skip


def print_strategy(
    game: GameName,
    house: HouseName = None,
    table: TableName = None,
    changes: Changes = None,
    cards: Annotated[
        Optional[str],  # noqa: UP045
        typer.Option(help="A flop (Hold'em), five (Low Ball) or seven cards (Double Hand)."),
    ] = None,
    shoe: ShoeName = None,
    as_json: AsJson = False,
    html: HtmlFile = None,
    language: AnswerLanguage = "en",
) -> None:
    """Show how to play a game, and what rules of thumb cost."""
    from croupier.cli import edges

    edges.print_strategy(
        game, house, table, changes or [], cards,
        shoe=shoe, as_json=as_json, html=html, language=language,
    )  # fmt: skip


def print_par(
    game: GameName,
    house: HouseName = None,
    table: TableName = None,
    changes: Changes = None,
    as_json: AsJson = False,
    pdf: Annotated[
        Optional[Path],  # noqa: UP045
        typer.Option("--pdf", metavar="FILE", help="Write it as a PDF."),
    ] = None,
    html: HtmlFile = None,
    table_file: Annotated[
        Optional[Path],  # noqa: UP045
        typer.Option("--csv", metavar="FILE", help="Write the return tables as CSV."),
    ] = None,
) -> None:
    """Print the PAR sheet of a house game: what a test house asks about its price."""
    from croupier.cli import par

    files = {"pdf": pdf, "html": html, "csv": table_file}
    par.print_par(game, house, table, changes or [], as_json=as_json, files=files)


def print_rng(
    deals: Annotated[int, typer.Option(help="How many deals to test.")] = 20_000,
    seed: Annotated[str, typer.Option(help="The same seed deals the same cards.")] = "dossier",
    report: Annotated[
        bool,
        typer.Option(
            "--report",
            help="Test weak generators too, ask dieharder and PractRand if they are installed, "
            "and print the dossier as Markdown.",
        ),
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Put shuffles, cuts, dice and lots to the statistical tests of a test house."""
    from croupier.cli import rng

    rng.print_rng(deals, seed, report=report, as_json=as_json)


def print_equity(
    game: Annotated[str, typer.Argument(metavar="GAME", help="holdem, omaha or omaha8.")],
    hands: Annotated[
        list[str],
        typer.Argument(metavar="HAND…", help="AhKh, 'QQ+, AKs', T9s-76s, AAxx, random."),
    ],
    board: Annotated[Optional[str], typer.Option(help="The cards on the board.")] = None,  # noqa: UP045
    dead: Annotated[Optional[str], typer.Option(help="Cards that nobody holds.")] = None,  # noqa: UP045
    exact: Annotated[bool, typer.Option("--exact", help="Count every deal, however long.")] = False,
    samples: Annotated[Optional[int], typer.Option(help="Deal N boards at random.")] = None,  # noqa: UP045
    seed: Annotated[int, typer.Option(help="The same seed deals the same cards.")] = 0,
    next_card: Annotated[
        bool, typer.Option("--next-card", help="Also tell what each next card makes of it.")
    ] = False,
    as_json: AsJson = False,
    language: AnswerLanguage = "en",
) -> None:
    """Work out how often each hand or range wins against the others."""
    from croupier.cli import equities

    equities.print_equity(
        game,
        hands,
        board,
        dead,
        exact=exact,
        samples=samples,
        seed=seed,
        next_card=next_card,
        as_json=as_json,
        language=language,
    )


def simulate_game(
    game: GameName,
    hands: Annotated[int, typer.Option(help="How many hands are dealt.")],
    house: HouseName = None,
    table: TableName = None,
    changes: Changes = None,
    seed: Annotated[Optional[int], typer.Option(help="The same seed, the same result.")] = None,  # noqa: UP045
    workers: Annotated[int, typer.Option(help="How many workers deal at the same time.")] = 1,
    dask: Cluster = None,
    through_rules: Annotated[
        bool, typer.Option("--through-rules", help="Play real hands through the rules.")
    ] = False,
    bonus: Annotated[
        bool, typer.Option("--bonus", help="Casino Hold'em: bet a Bonus too.")
    ] = False,
    play: ByTotal = None,
    sitting: Annotated[int, typer.Option(help="Hands in a sitting, for the risk of ruin.")] = 1000,
    bankroll: Annotated[int, typer.Option(help="Bankroll of a sitting, in first bets.")] = 100,
    as_json: AsJson = False,
    language: AnswerLanguage = "en",
) -> None:
    """Deal a game many times with the best play: mean, distribution, risk of ruin."""
    from croupier.cli import simulating

    simulating.print_simulation(
        game,
        house,
        table,
        changes or [],
        hands=hands,
        seed=seed,
        workers=workers,
        dask=dask,
        through_rules=through_rules,
        options=simulating.options(game, bonus=bonus, play=play),
        sitting=sitting,
        bankroll=bankroll,
        as_json=as_json,
        language=language,
    )
