"""What only some houses choose, in the browser."""

import itertools
import re

import pytest

from web.hands import bar, bet, covers, take_seat

expect = pytest.importorskip("playwright.sync_api").expect


@pytest.mark.slow
@pytest.mark.clause("CR-04", "CR-30")
def test_antes_lie_before_every_seat_on_every_screen(visit, rare, company):
    page = visit("Ada", at=rare)
    company.staff("rare/antes", "pause")
    for seat, name in enumerate(("Berta", "Carl", "Dora"), 2):
        company.sit("rare/antes", name, 200_00, seat)
    take_seat(page, rare, "rare/antes")
    company.staff("rare/antes", "resume")
    bar(page).locator("[data-act=fold]").wait_for(timeout=30_000)
    expect(page.locator("#panel-hand .log").first).to_contain_text("button blind")
    antes = page.locator(".amount", has_text="Ante")
    for width, height in (1440, 900), (390, 844), (844, 390):
        page.set_viewport_size({"width": width, "height": height})
        expect(antes).to_have_count(4)
        expect(antes.first).to_have_text(re.compile(r"Ante\s*1"))
        boxes = [antes.nth(n).bounding_box() for n in range(4)]
        assert not any(covers(one, two) for one, two in itertools.combinations(boxes, 2))


@pytest.mark.slow
@pytest.mark.clause("HU-01")
def test_a_player_bets_on_two_positions_and_plays_both(visit, rare):
    page = visit("Ada", at=rare)
    take_seat(page, rare, "rare/positions")
    bet(page, "ante")
    tabs = page.get_by_role("group", name="Your positions").get_by_role("button")
    expect(tabs).to_have_count(2)
    tabs.nth(1).click()
    bet(page, "ante 2")
    window = page.locator(".window")
    window.wait_for(timeout=30_000)
    for pressed in (0, 1):
        expect(tabs.nth(pressed)).to_have_attribute("aria-pressed", "true")
        window.locator("[data-act=raise]").first.click()
    expect(page.locator("[data-result]")).to_contain_text("net", timeout=30_000)
