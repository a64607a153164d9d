"""Hands as files in the browser: saved, dropped onto the page, counted."""

from pathlib import Path
from zipfile import ZipFile

import pytest

from croupier.histories import handtext
from web.hands import play_hand, sit, until

VECTORS = Path(__file__).parents[1] / "vectors" / "hands"


@pytest.mark.slow
def test_hands_are_saved_dropped_and_counted(visit, room):
    page = visit("Ada")
    sit(page, "casino-club/omaha-3-6")
    play_hand(page)
    page.goto(f"{room.url}/#/history")
    with page.expect_download() as got:
        page.locator(".filters [data-act=save]").click()
    with ZipFile(got.value.path()) as file:
        (name,) = file.namelist()
        assert handtext.read_all(file.read(name).decode())[0].seen
    page.locator("[data-part=figures] summary").click()
    page.locator("[data-part=figures] tbody tr").first.wait_for()
    with page.expect_download() as got:
        page.locator("[data-act=save-figures]").click()
    assert Path(got.value.path()).read_text("utf-8").startswith("by,name,hands")
    page.locator("input[type=file]").set_input_files(VECTORS / "omaha.hand")
    page.locator(".replay [data-act=step]").click()
    until(page, lambda: page.locator(".replay select option").count() == 2)
    page.locator("input[type=file]").set_input_files(
        {"name": "a.hand", "mimeType": "text/plain", "buffer": b"no hand"}
    )
    page.locator("p[role=alert]").wait_for()
