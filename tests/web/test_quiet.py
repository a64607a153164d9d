"""A page has nothing to complain of: no error, no warning, no answer that says no."""

import pytest
from playwright.sync_api import expect

from web.hands import play_some, until

PAGES = ["history", "leaders", "company", "account", "cashier", "odds", "equity", ""]


@pytest.fixture
def heard(visit):
    """What the console of a player's page says, and the answers that refuse, in French."""
    page, found = visit("Ada", lang="fr"), []
    page.on(
        "console",
        lambda said: found.append(said.text) if said.type in ("error", "warning") else None,
    )
    page.on("response", lambda told: found.append(told.url) if told.status >= 400 else None)
    return page, found


def test_no_page_complains(heard, room):
    page, found = heard
    for place in PAGES:
        page.goto(f"{room.url}/#/{place}")
        expect(page.locator("main").first).to_be_visible()
        page.wait_for_load_state("networkidle")
    assert found == []


def test_a_hand_that_one_waits_for_and_a_table_that_one_leaves_are_quiet(heard, room):
    """The proof of a hand without me is the public's; a sheet that is gone is not asked."""
    page, found = heard
    page.locator('[data-table="casino-club/omaha-hilo-3-6"] [data-act=join]').click()
    page.locator("[data-act=leave]").first.wait_for()
    until(page, page.locator("[data-result]").count, lambda: play_some(page))
    page.locator("[data-act=leave]").first.click()
    page.locator("[data-act=confirm-leave]").click()
    until(page, lambda: "left" in page.inner_text("body") or "quitté" in page.inner_text("body"))
    assert found == []
