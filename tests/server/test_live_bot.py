"""The example of an outside bot, at a table of a real room."""

import sys
from pathlib import Path

from server.opening import opened, run

EXAMPLES = Path(__file__).parents[2] / "examples" / "bots"


def test_the_example_plays_over_the_websocket(tmp_path, monkeypatch):
    monkeypatch.syspath_prepend(str(EXAMPLES))

    async def play():
        from live import play  # noqa: PLC0415 - It lies beside the docs.

        house = {"houses": ["casino-club"], "speed": 20.0, "bots": 2}
        async with opened(str(tmp_path / "room.db"), **house) as room:
            name = next(name for name in room.room.runners if "holdem" in name)
            return await play(room.address, name, 2)

    try:
        assert run(play()) >= 0
    finally:
        for name in ("live", "patient"):
            sys.modules.pop(name, None)
