"""The end of a session, by clicks: who stays away, what is kept for them, and who pays it out."""

import json

import pytest

from web.conftest import Served
from web.console import choose, do
from web.hands import take_seat

SHEET = """
title = "Absences"
currency = "$"
[tables.table]
game = "holdem"
title = "Hold'em"
rules = {limit = "limit", small_blind = 2, big_blind = 4, min_buy_in = 50, max_absence_minutes = 5}
"""
TABLE = "absences/table"


@pytest.fixture(scope="module")
def floor(tmp_path_factory):
    """A room where five minutes are three seconds."""
    folder = tmp_path_factory.mktemp("absences")
    (folder / "absences.toml").write_text(SHEET)
    served = Served(folder, BOTS=0, SPEED=100, HOUSES=folder / "absences.toml")
    yield served
    served.stop()


@pytest.mark.slow
@pytest.mark.clause("TH-11", "TH-12")
def test_chips_that_nobody_claims_go_into_the_register_and_are_paid_out(visit, floor, member):
    ada = visit("Ada", at=floor)
    name = json.loads(ada.evaluate("localStorage['croupier.session']"))["name"]
    take_seat(ada, floor, TABLE, buy_in="50")
    ada.locator("[data-act=sit_out]").click()
    staff = member("Jeanne")
    choose(staff, TABLE)
    consigned = staff.locator("[data-kept=consigned]", has_text=name)
    consigned.wait_for()
    assert "50" in consigned.inner_text()
    staff.locator("[data-act=close]").click()
    do(staff, "the end of the evening")
    staff.locator("[data-kept='orphans register']", has_text=name).wait_for()
    carla = member("Carla", "/cashier")
    carla.locator("[data-client]", has_text=name).get_by_text("Orphans").wait_for()
    carla.locator("[data-client]", has_text=name).click()
    carla.get_by_label("Reason (shown to the player, required)").fill("came back")
    carla.locator("[data-act=orphans]").click()
    carla.get_by_text(f"{name}: the account holds 10").wait_for()
    carla.locator("[data-act=orphans]").wait_for(state="hidden")
    staff.locator("[data-kept='orphans register']").wait_for(state="hidden")
