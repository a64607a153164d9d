"""The `croupier` command."""

import sys
from typing import Annotated, Optional

import typer

import croupier
from croupier.cards import BadCards
from croupier.games import UnknownGame
from croupier.houses import BadSheet
from croupier.play import Refused

app = typer.Typer(
    name="croupier",
    help="An open casino card room.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)

GameName = Annotated[str, typer.Argument(metavar="GAME", help="As `croupier games` lists it.")]
HouseName = Annotated[
    Optional[str],  # noqa: UP045 - typer reads this form.
    typer.Option("--house", metavar="HOUSE", help="A built-in house, or your own sheet's path."),
]
TableName = Annotated[
    Optional[str],  # noqa: UP045
    typer.Option("--table", metavar="TABLE", help="One of the house's tables of this game."),
]


def main() -> None:
    """Run the command; a mistake of the caller is one sentence and exit code 2."""
    try:
        app()
    except (BadSheet, BadCards, Refused, UnknownGame, Mistake) as mistake:
        sys.stderr.write(f"croupier: {mistake}\n")
        sys.exit(2)
    except BrokenPipeError:
        sys.stderr.close()
        sys.exit(0)


class Mistake(ValueError):
    """An argument that makes no sense."""


@app.callback(invoke_without_command=True)
def _version(
    version: Annotated[bool, typer.Option("--version", help="Print the version.")] = False,
) -> None:
    if version:
        typer.echo(f"croupier {croupier.__version__}")
        raise typer.Exit


@app.command("games")
def list_games() -> None:
    """List the games and the houses that deal them."""
    from croupier.cli import sheets

    sheets.print_games()


@app.command("rules")
def print_rules(game: GameName, house: HouseName = None, table: TableName = None) -> None:
    """Print the limits, pay tables and rules of a table."""
    from croupier.cli import sheets

    sheets.print_rules(*sheets.find(game, house, table))


@app.command("play")
def play_game(
    game: GameName,
    house: HouseName = None,
    table: TableName = None,
    limit: Annotated[
        Optional[str],  # noqa: UP045
        typer.Option(help="limit, pot-limit or no-limit: a table of this version."),
    ] = None,
    players: Annotated[
        Optional[int],  # noqa: UP045
        typer.Option(help="How many play; bots take the other seats."),
    ] = None,
    boxes: Annotated[int, typer.Option(min=1, max=7, help="Blackjack boxes you bet on.")] = 1,
    seed: Annotated[
        Optional[str],  # noqa: UP045
        typer.Option(help="Any text: the same seed deals the same cards."),
    ] = None,
    stack: Annotated[str, typer.Option(help="What you sit down with.")] = "",
) -> None:
    """Play in the terminal, hand after hand."""
    from croupier.cli import sheets, terminal

    found = sheets.find(game, house, table, limit)
    terminal.play(*found, seed=seed, stack=stack, players=players, boxes=boxes)
