"""`croupier play` on the whole screen: a table at home, with bots."""

import sys
from pathlib import Path

from croupier.cli.evening import Evening
from croupier.cli.histories import Recorder
from croupier.cli.screen.app import TableApp
from croupier.cli.screen.parlour import Parlour
from croupier.cli.terminal import check_boxes
from croupier.cli.tongue import Tongue
from croupier.houses import House, Level, TableSheet


def play(
    house: House,
    table: TableSheet,
    *,
    seed: str | None = None,
    stack: str = "",
    players: int | None = None,
    boxes: int = 1,
    language: str = "en",
    record: Path | None = None,
    level: Level = "beginner",
) -> None:
    """Sit down, play, and leave with what is left."""
    tongue = Tongue(language, house)
    check_boxes(table.game, boxes, tongue)
    evening = Evening(table, tongue, seed, level)
    recorder = Recorder(record, house, table.name) if record else None
    evening.sit_down(stack, players)
    said = TableApp(Parlour(house, table, evening, recorder), boxes).run()
    sys.stdout.write(f"{said or ''}\n")
