"""Boards of standings: the leaderboard of the room, and the standings of a club."""

from collections.abc import Mapping
from typing import Final

from msgspec import Struct

from croupier.server.books import leaders
from croupier.server.books.leaders import Period, Score, Who
from croupier.server.live.room import Room
from croupier.server.people.directory import Person

MOST: Final = 50
"""Names on a board."""


class LeaderLine(Struct):
    """A line of the board."""

    place: int
    player: str
    name: str
    avatar: str
    hands: int
    net: int
    you: bool


class Board(Struct):
    """The best in one money; `mine` is one's own line, wherever it stands."""

    currency: str
    lines: list[LeaderLine]
    mine: LeaderLine | None


async def standings(
    room: Room, person: Person, period: Period, who: Who, moneys: Mapping[str, str]
) -> list[Board]:
    """Who has won most at these tables, whose currencies are given."""
    length = leaders.SECONDS[period]
    since = room.clock.now() - length if length else 0.0
    found = await leaders.scores(room.store, since, who, moneys, room.people.name_of)
    return [_board(room, money, scores, person.player) for money, scores in found.items()]


def _board(room: Room, money: str, scores: list[Score], you: str) -> Board:
    listed = (score for score in scores if room.tastes.listed(score.player))
    lines = [_line(room, place, score, you) for place, score in enumerate(listed, 1)]
    own = next((score for score in scores if score.player == you), None)
    mine = next((line for line in lines if line.you), None)
    hidden = None if own is None or mine else _line(room, 0, own, you)
    return Board(money, lines[:MOST], mine or hidden)


def _line(room: Room, place: int, score: Score, you: str) -> LeaderLine:
    player, people = score.player, room.people
    name, face = people.name_of(player), room.tastes.avatar(player)
    return LeaderLine(place, player, name, face, score.hands, score.net, player == you)
