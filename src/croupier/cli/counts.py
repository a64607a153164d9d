"""The command about counting cards; it loads the lab when it runs."""

from croupier.cli.arguments import (
    AsJson,
    Bankroll,
    Boxes,
    Changes,
    GameName,
    HouseName,
    Spread,
    TableName,
    Tags,
)


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
) -> None:
    """Work out what counting cards gains: when to bet more, and what to play otherwise."""
    from croupier.cli import counting

    counting.print_count(
        game, house, table, changes or [], tags, boxes, spread, bankroll, as_json=as_json
    )
