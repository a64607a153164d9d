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
    own = page.locator("[data-act=replay] .own [role=img]")
    until(page, lambda: own.count() >= 4)  # Omaha: one's own four.
    with page.expect_download() as got:
        page.locator(".hands .tools [data-act=save]").click()
    with ZipFile(got.value.path()) as file:
        (name,) = file.namelist()
        assert handtext.read_all(file.read(name).decode())[0].seen
    page.locator("[data-part=figures] summary").click()
    page.locator("[data-part=figures] dl").wait_for()
    assert "Per 100 hands" not in page.locator("[data-part=figures] dl").inner_text()
    with page.expect_download() as got:
        page.locator("[data-act=save-figures]").click()
    assert Path(got.value.path()).read_text("utf-8").startswith("by,name,hands")
    page.locator("input[type=file]").set_input_files(VECTORS / "omaha.hand")
    assert page.locator(".replay h2").inner_text().startswith("Omaha · Hand")
    page.locator(".replay [data-act=step]").click()
    until(page, lambda: page.locator(".replay select option").count() == 2)
    page.locator("input[type=file]").set_input_files(
        {"name": "a.hand", "mimeType": "text/plain", "buffer": b"no hand"}
    )
    page.locator("p[role=alert]").wait_for()


SIZES = {"wide": (1440, 900), "tablet": (1024, 768), "phone": (390, 844), "landscape": (844, 390)}


@pytest.mark.slow
@pytest.mark.parametrize("lang", ["en", "fr"])
def test_a_hand_is_replayed_by_act_and_street_at_every_size(visit, room, lang):
    page = visit("Ada", lang=lang)
    sit(page, "casino-club/omaha-3-6")
    play_hand(page)
    page.goto(f"{room.url}/#/history")
    page.locator("[data-part=figures] summary").click()
    page.locator("[data-part=figures] dl").wait_for()
    for size in SIZES.values():
        page.set_viewport_size({"width": size[0], "height": size[1]})
        assert page.evaluate(SPILLS) == []
    page.locator("[data-act=replay]").first.click()
    page.locator(".replay .count").wait_for()
    for name, size in SIZES.items():
        page.set_viewport_size({"width": size[0], "height": size[1]})
        page.keyboard.press("Home")
        until(page, lambda: done(page) == 0)
        page.keyboard.press("]")
        until(page, lambda: done(page) == 1)
        page.keyboard.press("}")
        until(page, lambda: done(page) > 1)
        page.keyboard.press("End")
        page.locator(".replay [data-result]").wait_for()
        assert page.evaluate(SPILLS) == [], name
    page.keyboard.press("Escape")
    page.locator(".replay").wait_for(state="detached")


SPILLS = """() => [...document.querySelectorAll(".hands *, .replay header *, .replay .steps *")]
  .filter((one) => one.checkVisibility() && !one.closest(".sr"))
  .filter((one) => one.getBoundingClientRect().right > innerWidth + 1 || (
    one.matches("button, td, th, dd, dt, h2") && one.scrollWidth > one.clientWidth + 2))
  .map((one) => one.outerHTML.slice(0, 120))"""
"""What stands beyond the page, or is cut at its own edge."""


def done(page) -> int:
    """How many acts of the replay are done."""
    return int(page.locator(".replay .count").inner_text().split("/")[0])
