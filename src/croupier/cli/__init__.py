"""The `croupier` command."""

import sys
from pathlib import Path
from typing import Annotated, Literal, Optional

import typer

import croupier
from croupier.cli import contests, questions
from croupier.cli.arguments import (
    GameName,
    HouseName,
    Language,
    LevelName,
    LimitName,
    TableName,
)

app = typer.Typer(
    name="croupier",
    help="An open casino card room.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)

Plain = Annotated[
    bool,
    typer.Option(
        "--plain", help="Line by line, for pipes and screen readers; else the whole screen."
    ),
]
FormatName = Literal["hand", "phh", "ohh", "stars"]


class Mistake(ValueError):
    """An argument that makes no sense."""


def main() -> None:
    """Run the command; a mistake of the caller is one sentence and exit code 2."""
    try:
        app()
    except SystemExit as end:
        if isinstance(end.__context__, BrokenPipeError):  # A reader who has seen enough.
            sys.exit(0)
        raise
    except Exception as mistake:
        if not isinstance(mistake, _mistakes()):
            raise
        sys.stderr.write(f"croupier: {mistake}\n")
        sys.exit(2)


def _mistakes() -> tuple[type[Exception], ...]:
    """What the caller can mend, told in a sentence; asked for when something has gone wrong."""
    from croupier.core.asks import Refused
    from croupier.core.cards import BadCards
    from croupier.core.catalogue import UnknownGame
    from croupier.extras import NotInstalled
    from croupier.houses import BadSheet
    from croupier.speech.clauses import UnknownClause

    return BadCards, BadSheet, Mistake, NotInstalled, Refused, UnknownClause, UnknownGame


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
def print_rules(
    game: Annotated[
        Optional[str],  # noqa: UP045
        typer.Argument(metavar="GAME", help="As `croupier games` lists it."),
    ] = None,
    house: HouseName = None,
    table: TableName = None,
    limit: LimitName = None,
    clause: Annotated[
        Optional[str],  # noqa: UP045
        typer.Option("--clause", metavar="ID", help="Print one clause, such as BJ-16."),
    ] = None,
    language: Annotated[
        Language, typer.Option("--language", help="The language of the plate.")
    ] = "en",
) -> None:
    """Print the limits, pay tables and rules of a table, or one clause."""
    from croupier.cli import sheets

    if clause is not None:
        sheets.print_clause(clause, language)
    elif game is None:
        raise Mistake("name a GAME, as `croupier games` lists it, or a clause with --clause")
    else:
        sheets.print_rules(*sheets.find(game, house, table, limit), language)


@app.command("play")
def play_game(
    game: GameName,
    house: HouseName = None,
    table: TableName = None,
    limit: LimitName = None,
    players: Annotated[
        Optional[int],  # noqa: UP045
        typer.Option(help="How many play; bots take the other seats."),
    ] = None,
    boxes: Annotated[int, typer.Option(min=1, max=7, help="Blackjack boxes you bet on.")] = 1,
    seed: Annotated[
        Optional[str],  # noqa: UP045
        typer.Option(help="Any text: the same seed deals the same cards."),
    ] = None,
    stack: Annotated[str, typer.Option(help="The chips you sit down with.")] = "",
    language: Annotated[
        Language, typer.Option("--language", help="The language of the table.")
    ] = "en",
    record: Annotated[
        Optional[Path],  # noqa: UP045
        typer.Option(metavar="FILE", help="Write each hand to this .hand file, as you saw it."),
    ] = None,
    level: LevelName = "beginner",
    plain: Plain = False,
) -> None:
    """Play in the terminal, hand after hand: on the whole screen, or line by line."""
    from croupier.cli import sheets, tables

    found = sheets.find(game, house, table, limit)
    tables.way_to_play(language, plain=plain)(
        *found,
        seed=seed,
        stack=stack,
        players=players,
        boxes=boxes,
        language=language,
        record=record,
        level=level,
    )


@app.command("join")
def join_room(
    url: Annotated[str, typer.Argument(metavar="URL", help="The address of a room, or a link.")],
    table: Annotated[str, typer.Option(help="HOUSE/TABLE; else you choose from the list.")] = "",
    name: Annotated[str, typer.Option(help="Your name there, as a guest.")] = "",
    token: Annotated[
        str, typer.Option(envvar="CROUPIER_TOKEN", help="The token of an account's session.")
    ] = "",
    language: Annotated[
        Language, typer.Option("--language", help="The language of the table.")
    ] = "en",
    plain: Plain = False,
) -> None:
    """Play at a table of a running room, on the whole screen or line by line."""
    from croupier.cli import tables

    tables.join(url, table=table, name=name, token=token, language=language, plain=plain)


@app.command("hands")
def convert_hands(
    files: Annotated[list[Path], typer.Argument(metavar="FILE…", help="Hands, or folders.")],
    form: Annotated[
        Optional[FormatName],  # noqa: UP045
        typer.Option("--to", help="Write the hands in this format."),
    ] = None,
    seat: Annotated[
        Optional[int],  # noqa: UP045
        typer.Option(min=0, help="Only what this seat saw; 0: what everybody saw."),
    ] = None,
    check: Annotated[bool, typer.Option("--check", help="Replay each hand by its rules.")] = False,
    out: Annotated[
        Optional[Path],  # noqa: UP045
        typer.Option(metavar="FILE", help="Write here instead of on the screen."),
    ] = None,
) -> None:
    """Write hands in another format, or check that they follow from the rules."""
    from croupier.cli import histories

    if form is None and not check:
        raise Mistake("say what to do with the hands: --to FORMAT, --check, or both")
    raise typer.Exit(histories.convert(files, form, seat, out, check=check))


@app.command("verify")
def verify_hand(
    proof: Annotated[Path, typer.Argument(metavar="PROOF", help="The proof of a hand, as JSON.")],
    hand: Annotated[
        Optional[Path],  # noqa: UP045
        typer.Argument(metavar="HAND", help="The text of the hand, as .hand."),
    ] = None,
) -> None:
    """Check that a hand was dealt as it was pledged; no room is asked."""
    from croupier.cli import proving

    raise typer.Exit(proving.check(proof, hand))


@app.command("replay")
def replay_hand(
    file: Annotated[Path, typer.Argument(metavar="FILE")],
    step: Annotated[bool, typer.Option("--step", help="Wait for Enter after each act.")] = False,
    language: Annotated[
        Language, typer.Option("--language", help="The language of the table.")
    ] = "en",
) -> None:
    """Replay the hands of a file in the terminal."""
    from croupier.cli import histories

    histories.replay(file, language, step=step)


Config = Annotated[str, typer.Option("--config", help="A TOML file of settings.")]
Database = Annotated[
    Optional[str],  # noqa: UP045
    typer.Option("--database", help="A path, or the URL of a PostgreSQL database."),
]


TlsFile = Annotated[
    Optional[str],  # noqa: UP045
    typer.Option(metavar="FILE", help="Certificate and key: speak TLS without a proxy."),
]


@app.command("serve")
def serve_room(
    config: Config = "",
    database: Database = None,
    host: Annotated[Optional[str], typer.Option(help="Where to listen.")] = None,  # noqa: UP045
    port: Annotated[Optional[int], typer.Option(help="0 takes any free port.")] = None,  # noqa: UP045
    tls_cert: TlsFile = None,
    tls_key: TlsFile = None,
    rails: Annotated[
        Optional[int],  # noqa: UP045
        typer.Option(help="Processes that hold the connections of a big crowd."),
    ] = None,
    join: Annotated[
        Optional[bool],  # noqa: UP045
        typer.Option("--join", help="Be one node of several that share a PostgreSQL."),
    ] = None,
    role: Annotated[
        Optional[str],  # noqa: UP045
        typer.Option(help="Of a node: both, pit (runs tables), rail (holds lines) or lab (odds)."),
    ] = None,
) -> None:
    """Open the card room: live tables over HTTP and WebSocket."""
    from croupier.cli import serve

    given = {"database": database, "host": host, "port": port, "rails": rails}
    given |= {"join": join, "role": role}
    serve.serve(config, **given, tls_cert=tls_cert, tls_key=tls_key)


@app.command("nodes")
def show_nodes(
    config: Config = "",
    database: Database = None,
    drain: Annotated[str, typer.Option(metavar="NODE", help="Let a node hand over and go.")] = "",
    move: Annotated[str, typer.Option(metavar="TABLE", help="Let a table move.")] = "",
    to: Annotated[str, typer.Option(metavar="NODE", help="Where to.")] = "",
) -> None:
    """Show the nodes that share a PostgreSQL and who runs which table; drain one, or move one."""
    from croupier.cli import nodes

    nodes.show(config, database, drain=drain, move=move, to=to)


@app.command("sim")
def rehearse(
    seed: Annotated[str, typer.Option("--seed", "--seeds", metavar="N|A-B", help="Which.")] = "1",
    nodes: Annotated[int, typer.Option(min=0, max=8, help="How many; 0: by the seed.")] = 0,
    minutes: Annotated[float, typer.Option(min=0.1, max=600, help="Virtual minutes.")] = 1.0,
    plant: Annotated[str, typer.Option(metavar="NAME", help="Play with this broken.")] = "",
    plants: Annotated[bool, typer.Option("--plants", help="Find each planted fault.")] = False,
) -> None:
    """Rehearse the room in virtual time, with faults: nodes, database, network and people."""
    from croupier.cli import rehearsing

    good = rehearsing.run_plants(plant) if plants else rehearsing.run(seed, nodes, minutes, plant)
    if not good:
        raise typer.Exit(1)


@app.command("admin")
def new_admin(config: Config = "", database: Database = None) -> None:
    """Print a one-time link for a new admin, also while the room is open."""
    from croupier.cli import serve

    serve.admin(config, database=database)


@app.command("audit")
def audit_books(
    config: Config = "",
    database: Database = None,
    head: Annotated[bool, typer.Option("--head", help="Print the end of the chain.")] = False,
    anchor: Annotated[
        str, typer.Option(help="Check that the chain still passes through this head.")
    ] = "",
) -> None:
    """Prove the books of a room: sums, accounts, felts, every hand replayed, the chain whole."""
    from croupier.cli import serve

    serve.audit(config, anchor, head=head, database=database)


@app.command("key")
def add_key(config: Config = "", database: Database = None) -> None:
    """Add a new key to the house's key file; what older keys sealed stays readable."""
    from croupier.cli import serve

    serve.new_key(config, database=database)


@app.command("backup")
def backup_room(target: str, config: Config = "", database: Database = None) -> None:
    """Copy a room's SQLite database to TARGET, even while the room is open."""
    from croupier.cli import serve

    serve.backup(config, target, database=database)


@app.command("restore")
def restore_room(source: str, config: Config = "", database: Database = None) -> None:
    """Put a copy made by `croupier backup` in the place of the database."""
    from croupier.cli import serve

    serve.restore(config, source, database=database)


app.command("edge")(questions.print_edge)
app.command("count")(questions.print_count)
app.command("strategy")(questions.print_strategy)
app.command("par")(questions.print_par)
app.command("rng")(questions.print_rng)
app.command("equity")(questions.print_equity)
app.command("simulate")(questions.simulate_game)
app.command("league")(contests.play_league)
app.command("solve")(contests.print_solution)
app.command("icm")(contests.print_icm)
app.command("tournament")(contests.play_tournament)
