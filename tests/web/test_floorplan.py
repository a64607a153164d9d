"""The staff's plan of the floor, by clicks: tables opened, changed and closed, sheets saved and loaded."""

import re

import pytest

from web.conftest import Served
from web.hands import take_seat, until
from web.test_access import AXE, PHONE, WIDE, findings

TABLE = "casino-club/omaha-3-6"


@pytest.fixture(scope="module")
def floor(tmp_path_factory):
    served = Served(tmp_path_factory.mktemp("plan"))
    yield served
    served.stop()


def row(page, table=TABLE):
    return page.locator(f'[data-sheet="{table}"]')


def sheet(page, table=TABLE):
    row(page, table).locator("[data-act=sheet]").click()
    page.locator(".rule").first.wait_for()


def test_a_limit_that_cannot_be_is_refused_beside_its_rule(member):
    page = member(page="/plan")
    sheet(page)
    page.locator("#rule-small_blind").fill("50")
    page.locator("[data-act=check]").click()
    said = page.locator("#says-small_blind")
    said.locator("[role=alert]", has_text="must not be above big_blind").wait_for()
    assert "CR-04" in said.inner_text()
    until(page, lambda: page.evaluate("document.activeElement.id") == "rule-small_blind")
    assert "Version 1" in page.locator(".versions li").all_inner_texts()[0]


@pytest.mark.slow
def test_a_table_is_opened_changed_and_closed(member):
    page, new = member(page="/plan"), "casino-club/late-omaha"
    page.locator("[data-act=new]").click()
    page.locator("[data-field=pattern]").select_option(TABLE)
    page.locator("[data-field=title]").fill("Late Omaha")
    page.locator("[data-act=go]").click()
    page.locator("[data-field=why]").fill("a full house")
    page.locator("[data-act=write]").click()
    row(page, new).filter(has_text="Open").wait_for()
    sheet(page, new)
    for key, value in {"bots": "2", "opens": "14:00", "last_hands": "02:00"}.items():
        page.locator(f"[data-run={key}]").fill(value)
    page.locator("[data-run=pace]").select_option("fast")
    page.locator("[data-act=check]").click()
    page.locator(".send li", has_text=re.compile("bots.*2")).wait_for()
    page.locator("[data-field=why]").fill("a quick night")
    page.locator("[data-act=write]").click()
    last = page.locator(".versions li", has_text="Version 2")
    last.filter(has_text="a quick night").wait_for()
    assert re.search('pace.*"fast"', last.inner_text())
    page.locator(".head button").click()
    row(page, new).filter(has_text="14:00 to 02:00").wait_for()
    row(page, new).locator("[data-act=close]").click()
    page.locator("dialog", has_text="Nobody but bots sits there").wait_for()
    assert page.locator("dialog [data-act=do]").is_disabled()
    page.locator("dialog [data-field=why]").fill("the night is over")
    page.locator("dialog [data-act=do]").click()
    row(page, new).locator("[data-act=open]").wait_for()


@pytest.mark.slow
def test_a_sheet_is_saved_and_loaded(member, tmp_path):
    page = member(page="/plan")
    row(page).wait_for()
    with page.expect_download() as told:
        page.get_by_role("region", name="Casino Club").locator("[data-act=save]").click()
    file = tmp_path / told.value.suggested_filename
    assert file.name == "casino-club.toml"
    told.value.save_as(file)
    page.locator("input[type=file]").set_input_files(file)
    page.locator("dialog", has_text="Nothing would change").wait_for()
    page.keyboard.press("Escape")
    file.write_text(file.read_text() + '\n[tables.extra]\ngame = "omaha"\ntitle = "Extra"\n')
    page.locator("input[type=file]").set_input_files(file)
    page.locator("dialog .told", has_text="casino-club/extra").wait_for()
    page.locator("dialog [data-field=why]").fill("one more")
    page.locator("dialog [data-act=do]").click()
    row(page, "casino-club/extra").filter(has_text="Open").wait_for()


@pytest.mark.slow
@pytest.mark.skipif(not AXE.is_file(), reason="axe-core is not installed: npm install in web/")
@pytest.mark.parametrize(("size", "lang"), [(WIDE, "en"), (PHONE, "fr")])
def test_no_serious_finding_on_the_plan(member, size, lang):
    page = member(page="/plan", size=size, lang=lang)
    row(page).locator("[data-act=close]").click()
    page.locator("dialog [data-field=why]").wait_for()
    assert findings(page) == []
    page.keyboard.press("Escape")
    assert findings(page) == []
    sheet(page)
    assert findings(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= size[0]


@pytest.mark.slow
def test_a_table_with_players_shows_their_stacks_before_it_closes(member, visit, floor):
    take_seat(visit("Ada", at=floor), floor, TABLE)
    page = member(page="/plan")
    until(page, lambda: row(page).get_by_text("1 player").count())
    row(page).locator("[data-act=close]").click()
    stacks = page.locator("dialog table", has_text="Ada")
    stacks.wait_for()
    assert re.search(r"Ada \d+\s+[\d,]+", stacks.inner_text())
    page.keyboard.press("Escape")


@pytest.mark.slow
@pytest.mark.parametrize(("size", "lang"), [(WIDE, "en"), (PHONE, "fr")])
def test_a_house_and_a_tournament_are_opened_from_the_plan(member, size, lang):
    page, house = member(page="/plan", size=size, lang=lang), f"back-{lang}"
    page.locator("[data-act=new-house]").click()
    page.locator("dialog [data-field=text]").wait_for()
    text = page.locator("[data-field=text]").input_value()
    page.locator("[data-field=house]").fill(house)
    page.locator("dialog [role=alert]", has_text="title").wait_for()
    page.locator("[data-field=text]").fill(text.replace('title = ""', f'title = "Back {lang}"', 1))
    page.locator("dialog .told", has_text=house).wait_for()
    assert findings(page) == []
    page.locator("dialog [data-field=why]").fill("a second house")
    page.locator("dialog [data-act=do]").click()
    page.get_by_role("region", name=f"Back {lang}").wait_for()
    page.locator("[data-act=new-event]").click()
    page.locator("[data-field=house]").select_option(house)
    page.locator("[data-field=title]").fill("Friday night")
    page.locator("[data-act=go]").click()
    page.locator("#rule-buy_in").fill("nothing")
    page.locator("[data-act=check]").click()
    page.locator("#says-buy_in [role=alert]").wait_for()
    assert findings(page) == []
    page.locator("#rule-buy_in").fill("25")
    page.locator("[data-field=why]").fill("every Friday")
    page.locator("[data-act=write]").click()
    event = page.locator(f'[data-event="{house}/friday-night"]')
    event.locator("[data-act=sheet]").click()
    until(page, lambda: page.locator("#rule-buy_in").input_value() == "25")
    page.locator(".head button").click()
    assert page.evaluate("document.documentElement.scrollWidth") <= size[0]
    event.locator("[data-act=remove]").click()
    page.locator("dialog [data-field=why]").fill("nobody came")
    assert findings(page) == []
    page.locator("dialog [data-act=do]").click()
    event.wait_for(state="detached")


@pytest.mark.slow
def test_two_people_who_change_one_sheet_do_not_write_over_each_other(member):
    first, second = member(page="/plan"), member("Jeanne", page="/plan")
    for page in first, second:
        sheet(page, "casino-club/omaha-hilo-3-6")
    for page, bots in (first, "1"), (second, "2"):
        page.locator("[data-run=bots]").fill(bots)
        page.locator("[data-field=why]").fill("mine")
        page.locator("[data-act=write]").click()
        if page is first:
            page.locator(".versions li", has_text="Version 2").wait_for()
    second.locator(".send [role=alert]", has_text="has written version 2").wait_for()
