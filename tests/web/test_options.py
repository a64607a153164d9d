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


def agrees(ask):
    """Call, and run it twice."""
    options = {option.act: option for option in ask.options}
    act = next(act for act in ("run twice", "call", "check") if act in options)
    return options[act], options[act].low


@pytest.mark.slow
@pytest.mark.clause("CR-43")
def test_a_hand_that_is_run_twice_shows_both_boards(visit, rare, company):
    page = visit("Ada", at=rare)
    company.staff("rare/twice", "pause")
    take_seat(page, rare, "rare/twice", 1, buy_in="100")
    company.sit("rare/twice", "Berta", 100_00, 2, agrees)
    company.staff("rare/twice", "resume")
    bar(page).locator("[data-act=raise]").wait_for(timeout=30_000)
    page.keyboard.press("a")
    page.keyboard.press("Enter")
    bar(page).locator("[data-act='run twice']").click()
    page.locator("[data-result]").wait_for()
    expect(page.locator("#panel-hand .log").first).to_contain_text("Second board")
    boards = [
        page.get_by_role("group", name=name, exact=True) for name in ("Board", "Second board")
    ]
    for width, height in (1440, 900), (1024, 768), (390, 844), (844, 390):
        page.set_viewport_size({"width": width, "height": height})
        for board in boards:
            expect(board.locator("svg.card")).to_have_count(5)
        pods = [one.bounding_box() for one in page.locator(".pod").all()]
        one, two = (board.bounding_box() for board in boards)
        assert not covers(one, two)
        assert not any(covers(board, pod) for board in (one, two) for pod in pods)
