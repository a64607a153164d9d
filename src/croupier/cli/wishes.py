"""What may be asked of the lab besides a game and its rules, as options of commands."""

from typing import Annotated, Optional

import typer

ShoeName = Annotated[
    Optional[str],  # noqa: UP045 - typer reads this form.
    typer.Option(
        "--shoe", help="Blackjack: infinite, a number of packs, ten counts, or without 10,5,A."
    ),
]
Boxes = Annotated[
    Optional[int],  # noqa: UP045
    typer.Option("--boxes", help="Blackjack: boxes that are played to the cut card."),
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
