"""What the staff opens from its console: a player's file, papers, a notice, a table that closes."""

import pytest

from web.conftest import Served
from web.console import choose, do, pause
from web.hands import play_hand, sit


@pytest.fixture(scope="module")
def floor(tmp_path_factory):
    served = Served(tmp_path_factory.mktemp("files"))
    yield served
    served.stop()


def saved(page, paper):
    with page.expect_download() as told:
        page.locator(f"[data-save={paper}]").click()
    return told.value


@pytest.mark.slow
def test_a_file_with_notes_and_a_lock(visit, floor, member):
    ada = visit("Ada", at=floor)
    name = ada.evaluate("JSON.parse(localStorage['croupier.session']).name")
    sit(ada, "live-casino/casino-holdem")
    play_hand(ada, ["fold"])
    staff = member("Jeanne", "/people")
    staff.locator(f"[data-person='{name}']").click()
    staff.locator("[data-act=file]").click()
    staff.locator("[data-money='€']").wait_for()
    staff.locator("[data-field=staff-note]").fill("asked about the drop")
    staff.locator("[data-act=staff-note]").click()
    staff.locator("dialog").get_by_text("asked about the drop").wait_for()
    staff.locator("[data-field=lock-reason]").fill("two accounts")
    staff.locator("[data-act=lock]").click()
    staff.locator("dialog").get_by_text("Locked: two accounts").wait_for()
    ada.wait_for_function("() => !localStorage['croupier.session']")
    staff.locator("[data-field=lock-reason]").fill("it was a mistake")
    staff.locator("[data-act=lock]").click()
    staff.locator("dialog .lock").wait_for(state="detached")


@pytest.mark.slow
def test_everybody_reads_a_notice(visit, floor, member):
    ada = visit("Ada", at=floor, lang="fr")
    staff = member("Jeanne")
    staff.locator("[data-act=tell-all]").click()
    staff.locator("[data-field=notice]").fill("We close at midnight")
    staff.locator("[data-act=send-notice]").click()
    ada.get_by_text("We close at midnight").wait_for()


@pytest.mark.slow
def test_papers_of_the_shift_and_the_journal(floor, member):
    staff = member("Jeanne", "/shift")
    staff.locator("[data-field=period]").select_option("all")
    for money in "$", "€":
        staff.locator(f"[data-money='{money}']").wait_for()
        staff.locator(f"[data-part='{money} bots']").wait_for()
    rows = saved(staff, "csv").path().read_text().splitlines()
    assert rows[0].startswith("table,currency,hands")
    assert saved(staff, "pdf").path().read_bytes().startswith(b"%PDF")
    staff = member("Jeanne", "/journal")
    assert saved(staff, "csv").path().read_text().startswith("no,at,by,act")
    assert saved(staff, "pdf").path().read_bytes().startswith(b"%PDF")


@pytest.mark.slow
@pytest.mark.clause("TH-57")
def test_a_table_is_paused_at_one_press_and_closes_after_its_hand(floor, member):
    staff = member("Jeanne")
    choose(staff, "casino-club/holdem-2-4")
    pause(staff)
    staff.locator("[data-field=pause-reason]").fill("a spilt drink")
    staff.locator("[data-act=explain]").click()
    staff.get_by_text("a spilt drink").first.wait_for()
    staff.locator("[data-act=pause]", has_text="Resume").click()
    do(staff, "it is dry again")
    staff.get_by_text("Resume: Done").wait_for()
    staff.locator("[data-act=after-hand]").click()
    do(staff, "the dealer goes home")
    staff.locator("[data-act=open]").wait_for()
