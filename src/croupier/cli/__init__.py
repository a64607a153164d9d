"""The `croupier` command."""

import sys
from pathlib import Path
from typing import Annotated, Literal, Optional

import typer

import croupier
from croupier.cli import contests, counts
from croupier.cli.arguments import (
    AsJson,
    Boxes,
    ByTotal,
    Changes,
    Cluster,
    GameName,
    HouseName,
    HtmlFile,
    LevelName,
    LimitName,
    Memory,
    ShoeName,
    TableName,
)
from croupier.core.asks import Refused
from croupier.core.cards import BadCards
from croupier.core.catalogue import UnknownGame
from croupier.extras import NotInstalled
from croupier.houses import BadSheet
from croupier.speech.clauses import UnknownClause

app = typer.Typer(
    name="croupier",
    help="An open casino card room.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)

Language = Literal["en", "fr"]
FormatName = Literal["hand", "phh", "ohh", "stars"]


class Mistake(ValueError):
    """An argument that makes no sense."""


MISTAKES = BadCards, BadSheet, Mistake, NotInstalled, Refused, UnknownClause, UnknownGame
"""What the caller can mend, told in a sentence."""


def main() -> None:
    """Run the command; a mistake of the caller is one sentence and exit code 2."""
    try:
        app()
    except MISTAKES as mistake:
        sys.stderr.write(f"croupier: {mistake}\n")
        sys.exit(2)
    except BrokenPipeError:
        sys.stderr.close()
        sys.exit(0)


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
) -> None:
    """Play in the terminal, hand after hand."""
    from croupier.cli import sheets, terminal

    found = sheets.find(game, house, table, limit)
    terminal.play(
        *found,
        seed=seed,
        stack=stack,
        players=players,
        boxes=boxes,
        language=language,
        record=record,
        level=level,
    )


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
) -> None:
    """Open the card room: live tables over HTTP and WebSocket."""
    from croupier.cli import serve

    given = {"database": database, "host": host, "port": port}
    serve.serve(config, **given, tls_cert=tls_cert, tls_key=tls_key)


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


@app.command("edge")
def print_edge(
    game: GameName,
    house: HouseName = None,
    table: TableName = None,
    changes: Changes = None,
    shoe: ShoeName = None,
    boxes: Boxes = None,
    memory: Memory = False,
    as_json: AsJson = False,
    html: HtmlFile = None,
) -> None:
    """Work out what a game costs: the exact house edge, and how results are spread."""
    from croupier.cli import edges

    wished = {"boxes": boxes, "memory": memory or None}
    edges.print_edge(
        game, house, table, changes or [], wished, shoe=shoe, as_json=as_json, html=html
    )


@app.command("strategy")
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
) -> None:
    """Show how to play a game, and what rules of thumb cost."""
    from croupier.cli import edges

    edges.print_strategy(
        game, house, table, changes or [], cards, shoe=shoe, as_json=as_json, html=html
    )


@app.command("par")
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


@app.command("rng")
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


@app.command("equity")
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
    as_json: AsJson = False,
) -> None:
    """Work out how often each hand or range wins against the others."""
    from croupier.cli import equities

    equities.print_equity(
        game, hands, board, dead, exact=exact, samples=samples, seed=seed, as_json=as_json
    )


@app.command("simulate")
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
    )


app.command("count")(counts.print_count)
app.command("league")(contests.play_league)
app.command("solve")(contests.print_solution)
app.command("icm")(contests.print_icm)
app.command("tournament")(contests.play_tournament)
