"""Tournaments in the browser: entered with one press, looked at, played at the table of the draw."""

import json
import os
import subprocess
import sys
import time
from pathlib import Path

import httpx
import pytest

from web.conftest import Served
from web.hands import play_some, until
from web.team import team
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


MANY = """
title = "Many"
currency = "$"

[tables.holdem]
game = "holdem"

[tournaments.many]
game = "holdem"
title = "Forty-five"
buy_in = 10
fee = 1
stack = 500
seats = 9
entrants_min = 45
entrants_max = 45
bots = 40
bots_after_seconds = 1
levels = [[25, 50, 0, 2], [50, 100, 100, 2], [100, 200, 200, 2], [200, 400, 400, 2], [400, 800, 800, 2]]

[tournaments.many.rules]
limit = "no_limit"
decision_seconds = 60
"""
NAMES = "Ada", "Bob", "Cleo", "Dan", "Eve"
BOLD = ["call", "check", "show", "decline", "fold"]


@pytest.fixture
def many(tmp_path):
    """A room with one tournament for forty-five, forty of them bots."""
    sheet = tmp_path / "many.toml"
    sheet.write_text(MANY)
    served = Served(tmp_path, HOUSES=sheet, SPEED=4, BOT_SECONDS=0.02, PAUSE_SECONDS=0.4, BOTS=1)
    yield served
    served.stop()


def told(served) -> dict:
    """The tournament as everybody may know it."""
    return httpx.get(f"{served.url}/api/tournaments/many/many.1").json()


def mine(page, served) -> dict:
    """What the tournament says of the person at a browser."""
    player = page.evaluate("() => JSON.parse(localStorage['croupier.session']).player")
    return next(one for one in told(served)["entrants"] if one["player"] == player)


def keep_seat(page, served) -> None:
    """After a reload or a crash the page is still that of one's table, or of the next."""
    if (one := mine(page, served))["table"] and not one["out"]:
        until(page, page.locator(".ground").count, lambda: go(page))


@pytest.mark.slow
def test_five_browsers_play_among_forty_five_through_reloads_and_a_killed_room(visit, many):
    sizes = [(1440, 900), (1024, 768), (390, 844), (844, 390), (1440, 900)]
    pages = [
        visit(name, at=many, size=size, lang="fr" if name == "Cleo" else "en")
        for name, size in zip(NAMES, sizes, strict=True)
    ]
    for page in pages:
        page.locator("[data-tournament] [data-act=enter]").first.click()
        page.locator("[data-act=withdraw], [data-act=to-table]").first.wait_for()
    killed, turns, end = False, 0, time.monotonic() + 20 * 60
    while (now := told(many))["line"]["state"] != "over":
        assert time.monotonic() < end, now["line"]
        for page in pages:
            go(page)
            play_some(page, BOLD)
        turns += 1
        if turns % 9 == 0:
            page = pages[turns // 9 % len(pages)]
            page.reload()
            keep_seat(page, many)
        if not killed and now["line"]["state"] == "running" and now["line"]["left"] < 40:
            killed = True
            many.stop(kill=True)
            many.start()
            for page in pages:
                keep_seat(page, many)
    assert killed
    entrants = told(many)["entrants"]
    places = sorted(one["place"] for one in entrants)
    assert len(entrants) == 45
    assert all(place == places.index(place) + 1 for place in places)
    assert sum(one["prize"] for one in entrants) == 45 * 10_00
    for page in pages:
        assert mine(page, many)["place"]
        page.goto(f"{many.url}/#/tournament/many/many.1")
        page.locator("tr.you").wait_for()
    audit = [str(Path(sys.executable).parent / "croupier"), "audit", "--database"]
    command = [*audit, str(many.folder / "room.db")]
    environ = os.environ | {"CROUPIER_HOUSES": str(many.settings["HOUSES"])}
    proof = subprocess.run(command, capture_output=True, text=True, check=False, env=environ)
    assert proof.returncode == 0, proof.stdout + proof.stderr


FEW = """
title = "Few"
currency = "$"

[tables.holdem]
game = "holdem"

[tournaments.few]
game = "holdem"
title = "Three"
seats = 3
entrants_min = 3
entrants_max = 3
payouts = [50, 30, 20]
levels = [[25, 50, 0, 60]]

[tournaments.few.rules]
limit = "no_limit"
decision_seconds = 60
"""


@pytest.fixture
def few(tmp_path):
    """A room with one tournament for three people."""
    sheet = tmp_path / "few.toml"
    sheet.write_text(FEW)
    served = Served(tmp_path, HOUSES=sheet, PAUSE_SECONDS=0.4, BOTS=0)
    yield served
    served.stop()


@pytest.mark.slow
def test_a_deal_is_put_between_hands_and_hides_no_button_before(visit, few):
    sizes = {"Ada": (1440, 900), "Bob": (390, 844), "Cleo": (844, 390)}
    pages = [visit(name, at=few, size=size, lang="fr") for name, size in sizes.items()]
    for page in pages:
        page.locator("[data-tournament] [data-act=enter]").first.click()
        page.locator("[data-act=withdraw], [data-act=to-table]").first.wait_for()
    for page in pages:
        until(page, page.locator(".ground").count, lambda page=page: go(page))
    pages[0].goto(f"{few.url}/#/tournament/few/few.1")
    pages[0].locator("[data-act=talk]").first.click()
    pages[0].locator("[data-act=to-table]").first.click()

    def fold():
        for page in pages:
            play_some(page, ["fold", "check"])

    for page in pages:
        until(page, page.locator("[data-act=agree]").count, fold)
        if AXE.is_file():
            assert findings(page) == []
        assert page.locator("dialog tbody tr").count() == 3
    for page in pages:
        page.locator("[data-act=agree]").click()
    for page in pages:
        page.goto(f"{few.url}/#/tournament/few/few.1")
        page.locator("tr.you").wait_for()
    line = httpx.get(f"{few.url}/api/tournaments/few/few.1").json()
    assert line["line"]["state"] == "over"
    assert sum(one["prize"] for one in line["entrants"]) == 3 * 10_00


def staff_page(visit, served, size, lang):
    """The page of the tournament as an inspector has it."""
    session = team(served)["Marc"]
    page = visit(at=served, size=size, lang=lang)
    cookie = {"name": "croupier", "value": session["token"], "url": served.url}
    page.context.add_cookies([cookie])
    kept = json.dumps(session | {"token": ""})
    page.evaluate("kept => localStorage.setItem('croupier.session', kept)", kept)
    page.goto(f"{served.url}/#/tournament/few/few.1")
    page.reload()
    page.locator("[data-act=preview]").wait_for()
    return page


@pytest.mark.slow
@pytest.mark.parametrize(("size", "lang"), [((1440, 900), "en"), ((390, 844), "fr")])
def test_the_staff_sees_the_seats_and_cancels_after_a_look_at_it(visit, few, size, lang):
    pages = [visit(name, at=few, size=size, lang=lang) for name in ("Ada", "Bob", "Cleo")]
    for page in pages:
        page.locator("[data-tournament] [data-act=enter]").first.click()
        page.locator("[data-act=withdraw], [data-act=to-table]").first.wait_for()
    for page in pages:
        until(page, page.locator(".ground").count, lambda page=page: go(page))
    staff = staff_page(visit, few, size, lang)
    staff.locator(".chair").first.wait_for()
    if AXE.is_file():
        assert findings(staff) == []
    assert staff.evaluate("() => document.documentElement.scrollWidth") <= size[0]
    staff.locator(".chair").first.click()
    staff.locator("form.staff select").first.select_option("cancel")
    staff.locator("form.staff .why input").fill("the lights are out")
    staff.locator("[data-act=preview]").click()
    staff.locator("[data-act=confirm]").click()
    for page in pages:
        page.locator("dialog [data-place]").wait_for()
        if AXE.is_file():
            assert findings(page) == []
    line = httpx.get(f"{few.url}/api/tournaments/few/few.1").json()["line"]
    assert line["state"] == "cancelled"
