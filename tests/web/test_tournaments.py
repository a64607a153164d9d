"""Tournaments in the browser: entered with one press, looked at, played at the table of the draw."""

import pytest

from web.hands import play_some, until
from web.test_access import AXE, findings


def go(page) -> None:
    """To the table of the draw, as soon as there is one."""
    if page.locator("[data-act=to-table]").count():
        page.locator("[data-act=to-table]").first.click()


@pytest.mark.slow
@pytest.mark.parametrize(
    ("size", "lang"), [((1440, 900), "en"), ((390, 844), "fr"), ((844, 390), "en")]
)
def test_a_sit_and_go_is_entered_by_a_press_and_played(visit, room, size, lang):
    page = visit("Ada", size=size, lang=lang)
    page.locator("[data-tournament] [data-act=enter]").first.click()
    page.locator("[data-act=withdraw]").wait_for()
    if AXE.is_file():
        assert findings(page) == []
    assert page.evaluate("() => document.documentElement.scrollWidth") <= size[0]
    until(page, page.locator(".ground").count, lambda: go(page))
    acts = []
    until(page, lambda: len(acts) >= 2, lambda: acts.extend(play_some(page)))
    assert page.evaluate("() => document.documentElement.scrollWidth") <= size[0]
