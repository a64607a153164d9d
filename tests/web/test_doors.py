"""The door, a whole hand and the odds in each language, in a room opened as the README says.

`scripts/wheel-run` runs it on what people install: INSTALLED_CROUPIER is the program of a clean
environment.
"""

import os
import re
from typing import ClassVar

import pytest

from web.conftest import Served
from web.hands import play_hand, sit


class Plain(Served):
    program: ClassVar = [os.environ.get("INSTALLED_CROUPIER") or Served.program[0]]
    usual: ClassVar = {}


@pytest.fixture(scope="module")
def plain(tmp_path_factory):
    room = Plain(tmp_path_factory.mktemp("plain"))
    yield room
    room.stop()
    log = (room.folder / "log").read_text()
    assert "Traceback" not in log
    assert '"error"' not in log


@pytest.mark.slow
@pytest.mark.parametrize(
    ("lang", "name", "result"),
    [("en", "Your name", "won|lost|returned"), ("fr", "Votre nom", "gagne|perd|rendu")],
)
def test_the_door_and_a_whole_hand(visit, plain, tmp_path, lang, name, result):
    page = visit(at=plain, lang=lang)
    page.get_by_label(name).wait_for()
    page.screenshot(path=tmp_path / f"door-{lang}.png")
    page.get_by_label(name).fill("Ada" if lang == "en" else "Édith")
    page.keyboard.press("Enter")
    sit(page, "live-casino/casino-holdem")
    assert "bet" in play_hand(page)
    assert re.search(result, page.locator("[data-result]").inner_text())
    page.screenshot(path=tmp_path / f"hand-{lang}.png")
    page.goto(f"{plain.url}/#/odds/live-casino/casino-holdem")
    page.locator("[data-edge]").wait_for()
    page.screenshot(path=tmp_path / f"odds-{lang}.png")
