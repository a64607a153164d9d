"""The solver in the browser: charts, solved streets, refusals, by keys alone and for all eyes."""

import pytest

from web.test_access import AXE, findings


def solved(page):
    page.locator("[data-solved]").wait_for()


@pytest.mark.slow
def test_push_or_fold_by_keys_alone(visit, room):
    page = visit("Ada")
    page.goto(f"{room.url}/#/solver")
    solved(page)
    page.locator("[data-cell=AA]").focus()
    page.keyboard.press("ArrowRight")
    assert page.evaluate("() => document.activeElement.dataset.cell") == "AKs"
    page.locator("[data-field=stacks]").fill("10, 0")
    page.keyboard.press("Enter")
    page.locator("main [role=alert]").wait_for()
    page.locator("[data-field=stacks]").fill("8, 12, 5")
    page.keyboard.press("Enter")
    page.locator("[data-field=chart] option:nth-child(5)").wait_for(state="attached")


@pytest.mark.slow
@pytest.mark.parametrize("lang", ["en", "fr"])
@pytest.mark.parametrize("size", [(1440, 900), (390, 844)])
def test_a_river_is_walked_through(visit, room, size, lang):
    page = visit("Ada", size=size, lang=lang)
    page.goto(f"{room.url}/#/solver")
    page.locator("[data-way=subgame]").click()
    solved(page)
    page.locator("[data-next='-1']").click()
    page.locator("nav .btn").nth(1).wait_for()
    page.locator("[data-cell=AKs]").click()
    page.locator("[data-hands] tbody tr").first.wait_for()
    assert page.evaluate("() => document.documentElement.scrollWidth") <= size[0]
    if AXE.is_file():
        assert findings(page) == []
