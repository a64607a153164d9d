"""Arguments that several commands take."""

from pathlib import Path
from typing import Annotated, Literal, Optional

import typer

GameName = Annotated[str, typer.Argument(metavar="GAME", help="As `croupier games` lists it.")]
HouseName = Annotated[
    Optional[str],  # noqa: UP045 - typer reads this form.
    typer.Option("--house", metavar="HOUSE", help="A built-in house, or your own sheet's path."),
]
TableName = Annotated[
    Optional[str],  # noqa: UP045
    typer.Option("--table", metavar="TABLE", help="One of the house's tables of this game."),
]

LimitName = Annotated[
    Optional[str],  # noqa: UP045
    typer.Option("--limit", help="limit, pot-limit or no-limit: a table of this version."),
]

Cluster = Annotated[
    Optional[str],  # noqa: UP045
    typer.Option(metavar="ADDRESS", help="Deal on a Dask cluster, such as tcp://host:8786."),
]
ByTotal = Annotated[Optional[str], typer.Option(help="Blackjack: by total, cards or pairs.")]  # noqa: UP045

Changes = Annotated[
    Optional[list[str]],  # noqa: UP045
    typer.Option("--set", metavar="KEY=VALUE", help="Another rule, such as ante_pays.flush=3."),
]
Language = Literal["en", "fr"]
AnswerLanguage = Annotated[Language, typer.Option("--language", help="The language of the answer.")]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON for programs.")]
HtmlFile = Annotated[
    Optional[Path],  # noqa: UP045
    typer.Option("--html", metavar="FILE", help="Write a page for a browser."),
]
LevelName = Annotated[  # As `houses.Level`, which takes long to load.
    Literal["beginner", "regular", "strong"],
    typer.Option("--level", help="How well the bots play; strong needs the lab."),
]
ShoeName = Annotated[
    Optional[str],  # noqa: UP045
    typer.Option(
        "--shoe", help="Blackjack: infinite, a number of packs, ten counts, or without 10,5,A."
    ),
]
Boxes = Annotated[
    Optional[int],  # noqa: UP045
    typer.Option("--boxes", help="Blackjack: boxes that are played to the cut card."),
]
Shoes = Annotated[
    Optional[int],  # noqa: UP045
    typer.Option("--shoes", help="Blackjack: shoes dealt to the cut card, for a closer figure."),
]
Memory = Annotated[
    bool, typer.Option("--memory", help="Blackjack: one split at its best, everything seen.")
]
Tags = Annotated[
    Optional[str],  # noqa: UP045
    typer.Option(help="Ten tags, for A, 2, … 10; Hi-Lo where none are named."),
]
Spread = Annotated[str, typer.Option(help="The smallest and the largest stake.")]
Bankroll = Annotated[float, typer.Option(help="In smallest stakes.")]
