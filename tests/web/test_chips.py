"""Chips that come and go: a rebuy is asked for, a top-up answered, and leaving says what came back."""

import re

import httpx
import pytest

from web.conftest import sync_api
from web.hands import take_seat

TABLE = "rare/chips"


def toast(page, words: str):
    return page.locator(".toast", has_text=words)


@pytest.mark.clause("CR-45", "TH-25")
def test_a_player_without_chips_is_asked_at_once_with_a_sum(visit, rare, company):
    page = visit("Ada", at=rare)
    take_seat(page, rare, TABLE, 1, buy_in="50")
    for act in ("pause", "resume"):  # Alone, one is dealt no hand; the staff comes in here.
        company.staff(TABLE, act)
    player = page.evaluate("JSON.parse(localStorage['croupier.session']).player")
    take = {"act": "adjust_stack", "why": "a test", "player": player, "amount": -50_00}
    head = {"Authorization": f"Bearer {rare.token}"}
    told = httpx.post(f"{rare.url}/api/staff/tables/{TABLE}", json=take, headers=head, timeout=60)
    assert told.is_success, told.text
    sync_api.expect(page.locator(".pod.you .stack")).to_have_text("0")
    assert "out of chips" in page.locator("#bar").inner_text()
    button = page.locator("#bar [data-act=rebuy]")
    assert re.search(r"Buy in again · 100$", button.inner_text())
    button.click()
    toast(page, "Added to your stack: 100").wait_for()
    sync_api.expect(page.locator(".pod.you .stack")).to_have_text("100")
    button.wait_for(state="detached")


SAYS_BROKE = """() => {
  window.broke = 0;
  const look = () => {
    window.broke += document.querySelectorAll("#bar [data-act=rebuy]").length;
    requestAnimationFrame(look);
  };
  look();
}"""


@pytest.mark.slow
def test_a_newcomer_is_never_told_to_buy_in_again(visit, room):
    """One's seat is known a moment before its chips are shown."""
    for table in "holdem-4-8", "omaha-hilo-3-6", "low-ball":
        page = visit("Ada", motion="no-preference")
        page.goto(f"{room.url}/#/table/casino-club/{table}")
        page.locator("#bar [data-act=sit]").click()
        page.evaluate(SAYS_BROKE)
        page.locator("[data-act=confirm-sit]").click()
        page.locator(".pod.you .stack").wait_for()
        assert page.evaluate("() => window.broke") == 0


@pytest.mark.clause("TH-25")
def test_a_top_up_in_a_hand_says_when_it_comes(visit, rare, company):
    page = visit("Ada", at=rare)
    take_seat(page, rare, TABLE, 1, buy_in="50")
    company.sit(TABLE, "Berta", 100_00, 2, lambda _: None)  # She waits to be told.
    page.locator("[role=group][aria-label='Your hand'] svg").first.wait_for()
    page.locator("[data-act=top_up]").first.click()
    page.locator("dialog", has_text="before the next deal").wait_for()
    page.locator("dialog [data-amount]").fill("20")
    page.locator("[data-act=confirm-top-up]").click()
    toast(page, "Bought: 20, in play when this hand is over").wait_for()


@pytest.mark.clause("TH-74")
def test_leaving_with_nothing_at_risk_is_immediate_and_says_what_came_back(visit, rare):
    page = visit("Ada", at=rare)
    take_seat(page, rare, TABLE, 3, buy_in="70")
    page.locator("[data-act=leave]").first.click()
    page.locator("dialog", has_text="Leave the table with 70?").wait_for()
    page.locator("[data-act=confirm-leave]").click()
    toast(page, "Back in your balance: 70").wait_for()
    page.locator("[data-table]").first.wait_for()
