"""What people like, kept with the account: a face, felt and backs, bets, and what tables may do."""

from typing import Annotated, Final, Literal, get_args

import msgspec
import sqlalchemy as sa
from msgspec import Meta, Struct

from croupier.server.books import schema
from croupier.server.books.store import Batch, Store

Avatar = Literal[
    "",
    "fox",
    "owl",
    "cat",
    "hare",
    "bear",
    "raven",
    "fish",
    "turtle",
    "crown",
    "die",
    "lantern",
    "anchor",
    "moon",
    "rose",
    "key",
    "glass",
]
"""Drawn by the client; nothing is a letter, nobody sends a picture."""
AVATARS: Final[tuple[Avatar, ...]] = get_args(Avatar)
Percent = Annotated[int, Meta(ge=5, le=400)]


class Tastes(Struct, omit_defaults=True):
    """One person's choices; what is left out is as the house has it."""

    avatar: Avatar = ""
    listed: bool = True
    """Whether the leaderboard names them."""
    felt: Literal["", "green", "midnight", "wine", "slate"] = ""
    """Nothing: the felt of the game."""
    back: Literal["", "waves", "stars", "rings"] = ""
    presets: Annotated[tuple[Percent, ...], Meta(max_length=4)] = (50, 67, 100)
    """Bets at one press, in per cent of the pot."""
    top_up: Literal["never", "half", "always"] = "never"
    """When a stack is filled up again by itself: below half of a buy-in, or below a whole one."""
    post: bool = True
    """Whether they post to be dealt in at once, rather than wait for the big blind."""
    emotes: bool = True
    """Whether they see those of others."""
    front: bool = True
    """Whether the table that asks comes to the front."""


class Known:
    """Everybody's tastes; those who never chose have the house's."""

    def __init__(self) -> None:
        self.of: dict[str, Tastes] = {}

    async def load(self, store: Store) -> None:
        """Those of the store."""
        rows = await store.rows(sa.select(schema.tastes))
        self.of = {row.player: msgspec.json.decode(row.body, type=Tastes) for row in rows}

    def avatar(self, player: str) -> Avatar:
        """The face that somebody has chosen."""
        return self.of[player].avatar if player in self.of else ""

    def listed(self, player: str) -> bool:
        """Whether the leaderboard may name somebody."""
        return player not in self.of or self.of[player].listed

    def choose(self, batch: Batch, player: str, tastes: Tastes) -> None:
        """Other tastes from now on."""
        before = self.of.get(player, Tastes())
        self.of[player] = tastes
        batch.unless_written(lambda: self.of.update({player: before}))
        batch.add(schema.tastes, player=player, body=msgspec.json.encode(tastes))
