"""Who has won most: by period and game, each money apart, people and bots apart."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final, Literal

import sqlalchemy as sa
from msgspec import Struct

from croupier.server.books import schema
from croupier.server.books.store import Store

Period = Literal["day", "week", "month", "all"]
Who = Literal["people", "bots"]
DAY: Final = 24 * 3600.0
SECONDS: Final[dict[Period, float]] = {"day": DAY, "week": 7 * DAY, "month": 30 * DAY, "all": 0.0}
BOT: Final = "bot:"
"""How the names of bots begin in the books."""


class Score(Struct):
    """What somebody's hands came to, in one money."""

    player: str
    hands: int
    net: int


Scores = dict[str, list[Score]]
"""By currency, the best first."""


async def scores(
    store: Store, since: float, who: Who, moneys: Mapping[str, str], name: Callable[[str], str]
) -> Scores:
    """What everybody has won or lost since then at these tables, whose currencies are given."""
    p = schema.played.c
    query = sa.select(p.player, p.place, sa.func.count(), sa.func.sum(p.net))
    bots = p.player.like(f"{BOT}%")
    query = query.where(p.place.in_([*moneys]), bots if who == "bots" else sa.not_(bots))
    query = query.where(p.at >= since) if since else query
    rows = await store.rows(query.group_by(p.player, p.place))
    # A bot of the same name at another table is the same bot.
    return _added([(name(row[0]) if who == "bots" else row[0], *row[1:]) for row in rows], moneys)


def _added(rows: Iterable[Any], moneys: Mapping[str, str]) -> Scores:
    found: dict[str, dict[str, Score]] = {}
    for player, place, hands, net in rows:
        board = found.setdefault(moneys[place], {})
        score = board.setdefault(player, Score(player, 0, 0))
        score.hands, score.net = score.hands + int(hands), score.net + int(net)
    return {
        money: sorted(board.values(), key=lambda score: (-score.net, score.hands, score.player))
        for money, board in sorted(found.items())
    }
