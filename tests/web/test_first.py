"""The stopwatch: from the address to the first decision in every game, and what the lobby shows.

How long it takes is printed. The room's own clock is held to the same seconds elsewhere
(tests/server/test_first.py); here a machine with more to do than cores may take longer.
"""

import os
import time

import pytest
from playwright.sync_api import expect

from web.conftest import Served
from web.hands import bar, until

ASKED = "#bar.is-tray, #bar.turn, .window button:not([disabled])"
SOON, AT_ONCE = 8, 2
"""Seconds from the address to the first decision, and alone from a bet to the first turn."""


def patience(seconds: float) -> float:
    """These seconds on an idle machine; as many more as others make it wait."""
    return seconds * max(1, 2 * os.getloadavg()[0] / (os.cpu_count() or 1))


@pytest.fixture(scope="module")
def usual(tmp_path_factory):
    """A room as `croupier serve` opens it."""
    served = Served(tmp_path_factory.mktemp("usual"), BOT_SECONDS=1.2, PAUSE_SECONDS=4)
    yield served
    served.stop()


def test_two_acts_lead_to_the_first_decision_of_every_game(visit, usual, capsys):
    page = visit("Ada", at=usual, motion="no-preference")
    games = page.locator("nav [data-game]").evaluate_all("all => all.map(one => one.dataset.game)")
    for game in games:
        guest = visit(at=usual, motion="no-preference")
        began = time.monotonic()
        guest.goto(usual.url)
        guest.locator("#name").fill(f"Ada {game}")
        guest.keyboard.press("Enter")
        guest.locator(f"nav [data-game='{game}']").click()
        guest.locator(f"[data-quick='{game}']").click()
        guest.locator(ASKED).first.wait_for()
        took = time.monotonic() - began
        with capsys.disabled():
            print(f"\n{game}: {took:.1f} s", end="")  # noqa: T201 - the stopwatch.
        assert took < patience(SOON)
        if bar(guest).get_attribute("class").find("is-tray") < 0:
            assert "straddle" not in bar(guest).inner_text().lower()
        guest.goto(f"{usual.url}/#/")


@pytest.fixture(scope="module")
def alone(tmp_path_factory):
    """The same room without bots."""
    served = Served(tmp_path_factory.mktemp("alone"), BOTS=0, PAUSE_SECONDS=4)
    yield served
    served.stop()


def test_blackjack_alone_deals_when_the_player_says_so(visit, alone, capsys):
    page = visit("Ada", at=alone, motion="no-preference")
    page.locator("[data-quick=blackjack]").click()
    page.locator("#bar.is-tray").wait_for()
    page.locator("button[data-spot]").first.click()
    page.locator(".spot.yours").first.wait_for()
    began = time.monotonic()
    page.locator("[data-act=ready]").click()
    until(page, lambda: not page.locator("#bar.is-tray").count())
    page.locator("#bar.turn, [data-result]").first.wait_for()
    took = time.monotonic() - began
    with capsys.disabled():
        print(f"\nblackjack, bet to turn: {took:.1f} s", end="")  # noqa: T201 - the stopwatch.
    assert took < patience(AT_ONCE)


def test_the_lobby_leads_with_what_people_come_for(visit, usual):
    page = visit("Ada", at=usual)
    names = page.locator("nav [data-game]").evaluate_all("all => all.map(one => one.dataset.game)")
    assert names[:3] == ["blackjack", "holdem", "casino-holdem"]
    quick = page.locator("[data-quick]").evaluate_all("all => all.map(one => one.dataset.quick)")
    assert quick == names[:3]
    row = page.locator('[data-table="casino-club/holdem-3-6"]')
    expect(row).to_contain_text("Jasmine")
    expect(row).to_contain_text("Limit $3/$6")
    expect(row).to_contain_text("Blinds $1/$3")
    expect(row).to_contain_text("4 bots")


def test_with_friends_shows_tables_with_people(visit, usual):
    ada = visit("Ada", at=usual)
    ada.locator('[data-table="casino-club/push-nine"] [data-act=join]').click()
    ada.locator("[data-act=leave]").first.wait_for()
    bob = visit("Bob", at=usual)
    bob.locator("[data-filter=people]").click()
    expect(bob.locator('[data-table="casino-club/push-nine"]')).to_contain_text("bots")
    expect(bob.locator('[data-table="casino-club/holdem-15-30"]')).to_have_count(0)


def test_a_player_alone_chooses_the_pace_and_how_well_bots_play(visit, usual):
    page = visit("Ada", at=usual)
    page.locator('[data-table="casino-club/holdem-15-30"] [data-act=join]').click()
    page.locator("select[data-act=pace]").first.select_option("fast")
    page.locator("select[data-act=level]").first.select_option("regular")
    page.locator("[data-level=regular]").first.wait_for()
    page.reload()
    expect(page.locator("select[data-act=pace]").first).to_have_value("fast")
    expect(page.locator("select[data-act=level]").first).to_have_value("regular")


def test_a_guest_keeps_name_and_chips_by_a_password(visit, usual):
    page = visit("Grace H", at=usual)
    name = page.locator("h1").inner_text().partition(", ")[2]
    page.locator("[data-act=keep]").click()
    for field in "new", "again":
        page.locator(f"[data-field={field}]").fill("a long password")
    page.locator("[data-act=password]").click()
    page.get_by_text("You have an account now").wait_for()
    other = visit(at=usual)
    other.goto(usual.url)
    other.get_by_text("Sign in with a name and password").click()
    other.locator("#name").fill(name)
    other.locator("#password").fill("a long password")
    other.keyboard.press("Enter")
    other.locator("[data-table]").first.wait_for()
    expect(other.locator("[data-act=keep]")).to_have_count(0)
