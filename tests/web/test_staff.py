"""Those who run the room, by clicks: rulings, two persons, corrections, people, calls, the books."""

import json
import re

import pytest

from web.conftest import Served
from web.console import WORD, choose, confirm, do, looks_again, pause
from web.hands import play_hand, sit
from web.test_access import AXE, findings

TABLE = "french-casino/no-limit"
PAGES = ["", "waiting", "cashier", "incidents", "corrections", "people", "journal", "shift"]


@pytest.fixture(scope="module")
def floor(tmp_path_factory):
    """A room with few chips to a second person, whose staff calls the waiting lists."""
    served = Served(
        tmp_path_factory.mktemp("floor"),
        SECOND_PERSON_ABOVE=100,
        SECOND_PERSON_ABOVE_RULING=100,
        AUTO_CALL="false",
    )
    yield served
    served.stop()


def player(visit, floor, name="Ada", table=TABLE):
    page = visit(name, at=floor)
    sit(page, table)
    page.locator("#bar.is-betting").wait_for()
    return page, json.loads(page.evaluate("localStorage['croupier.session']"))["name"]


def test_a_player_calls_the_floor_and_reads_the_answer(visit, floor, member):
    ada, name = player(visit, floor)
    ada.locator("[data-act=floor]").click()
    ada.locator("dialog textarea").fill("seat 2 acted out of turn")
    ada.locator("[data-act=call-floor]").click()
    ada.get_by_text("The floor has been called").wait_for()
    staff = member()
    staff.locator("[data-filter=needs]", has_text="1").click()
    card = staff.locator(f'[data-table="{TABLE}"]')
    assert "Player asks" in card.inner_text() or "PLAYER ASKS" in card.inner_text()
    assert name in card.inner_text()
    card.click()
    staff.get_by_label("Answer the player").fill("it was seat 2's turn, the hand stands")
    staff.locator("[data-act=answer]").click()
    ada.locator("dialog").get_by_text("it was seat 2's turn, the hand stands").wait_for()
    staff.get_by_text("Nothing needs you").wait_for()
    staff.goto(f"{floor.url}/#/staff/journal")
    staff.locator("li", has_text="called the floor").first.wait_for()


@pytest.mark.slow
def test_a_void_takes_two_persons(visit, floor, member):
    where = "casino-club/holdem-4-8"
    ada, _ = player(visit, floor, table=where)
    admin = member()
    choose(admin, where)
    admin.keyboard.press("p")
    admin.locator("[data-act=pause]", has_text="Resume").wait_for()
    admin.locator("[data-field=pause-reason]").fill("somebody is asked")
    admin.locator("[data-act=explain]").click()
    admin.get_by_text("somebody is asked").first.wait_for()
    admin.locator("[data-ruling=void]").click()
    admin.get_by_text("Nothing has been done yet").wait_for()
    sums = admin.locator(".preview tbody .up").all_inner_texts()
    total = int(re.search(r"return (\d+)", admin.locator("[data-act=do]").inner_text()).group(1))
    assert sum(int(text) for text in sums) == total > 0
    assert admin.locator("[data-act=do]").is_disabled()
    do(admin, "the deck was fouled")
    admin.get_by_text("A second person must confirm").wait_for()
    admin.get_by_text("Another member of staff must confirm").wait_for()
    confirm(member("Jeanne"), "the deck was fouled")
    ada.get_by_text("the deck was fouled").first.wait_for()
    admin.locator("[data-act=pause]", has_text="Resume").click()
    do(admin, "the game goes on")
    admin.get_by_text("Resume: Done").wait_for()


@pytest.mark.slow
@pytest.mark.clause("CR-35")
def test_a_payout_is_corrected(visit, floor, member):
    where = "live-casino/casino-holdem"
    ada = visit("Ada", at=floor)
    sit(ada, where)
    play_hand(ada, ["fold"])
    staff = member("Jeanne")
    choose(staff, where)
    pause(staff)
    looks_again(staff)
    if staff.locator("[data-ruling=void]").count():
        staff.locator("[data-ruling=void]").click()
        do(staff, "to correct the hand before")
        told = staff.get_by_text(re.compile("Void the hand: Done|A second person must")).first
        if "second" in told.inner_text():
            confirm(member(), "to correct the hand before")
    staff.locator("[data-act=correct]").click()
    lost = staff.locator("li", has_text="Ada").filter(has_text="House bank").first
    lost.locator("[data-posting]").check()
    staff.locator("[data-act=preview-correction]").click()
    staff.get_by_text("Nothing has been done yet").wait_for()
    do(staff, "the call was made")
    staff.get_by_text("A second person must confirm").wait_for()
    confirm(member(), "the call was made")
    staff.reload()
    staff.locator("li", has_text="reversed").first.wait_for()


@pytest.mark.slow
def test_people_are_muted_and_get_roles(visit, floor, member):
    ada = visit("Ada", at=floor)
    name = json.loads(ada.evaluate("localStorage['croupier.session']"))["name"]
    marc = member(page="/people")
    marc.get_by_label("Player").fill(name)
    marc.keyboard.press("Enter")
    marc.locator(f'[data-person="{name}"]').click()
    marc.get_by_label("Reason (shown to the player)").fill("foul words")
    marc.locator("[data-act=mute]").click()
    marc.get_by_text(f"{name} is muted").wait_for()
    ada.get_by_text("foul words").first.wait_for()
    marc.get_by_label("Reason (shown to the player)").fill("they are sorry")
    marc.locator("[data-act=unmute]").click()
    marc.get_by_text("may speak again").wait_for()
    admin = member("admin", "/people")
    admin.locator("[data-act=new-account]").click()
    admin.locator("[data-field=name]").fill("Denis")
    admin.locator("form [data-role=cashier]").check()
    admin.locator("form button.primary").click()
    admin.get_by_text("The account for Denis is open").wait_for()
    link = admin.locator("[data-field=link]").input_value()
    denis = visit(at=floor)
    denis.goto(link)
    denis.reload()
    denis.get_by_label("New password").fill(WORD)
    denis.get_by_label("Once more").fill(WORD)
    denis.keyboard.press("Enter")
    denis.get_by_role("link", name="Staff").first.wait_for()
    admin.get_by_label("Player", exact=True).fill("Denis")
    admin.keyboard.press("Enter")
    admin.locator('[data-person="Denis"]').click()
    admin.locator("li [data-role=chef]").check()
    admin.get_by_label("Reason (required)").fill("knows the game")
    admin.locator("[data-act=roles]").click()
    admin.get_by_text("Denis now has these roles").wait_for()
    person = admin.locator('[data-person="Denis"]')
    person.filter(has_text="chef de partie").wait_for()
    assert "cashier" not in person.inner_text().lower()


@pytest.mark.slow
def test_the_cashier_issues_and_the_shift_sums_to_zero(visit, floor, member):
    ada = visit("Ada", at=floor)
    name = json.loads(ada.evaluate("localStorage['croupier.session']"))["name"]
    carla = member("Carla", "/cashier")
    carla.locator(f'[data-client="{name}"]').click()
    carla.get_by_label("Amount").fill("1")
    carla.get_by_label("Reason (shown to the player, required)").fill("small change")
    carla.locator("[data-act=issue]").click()
    carla.get_by_text(f"{name}: the account holds").wait_for()
    carla.get_by_label("Amount").fill("500")
    carla.get_by_label("Reason (shown to the player, required)").fill("bought at the window")
    carla.locator("[data-act=issue]").click()
    carla.get_by_text("A second person must confirm").wait_for()
    admin = member("Claire", "/cashier")
    confirm(admin, "bought at the window")
    admin.goto(f"{floor.url}/#/staff/shift")
    admin.locator("[data-sum]").wait_for()
    assert re.fullmatch(r"Sum\s+0\s+0", admin.locator("[data-sum]").inner_text())
    admin.get_by_text("No chip was made or lost").wait_for()
    assert "pile" not in admin.locator("[aria-label='Where every chip is']").inner_text()
    admin.emulate_media(media="print")
    for gone in "header", ".period", ".toasts":
        assert admin.locator(gone).first.is_hidden(), gone
    assert len(re.findall(rb"/Type\s*/Page\b", admin.pdf(format="A4"))) == 1


def test_chips_of_different_currencies_are_not_added(member):
    shown = member().locator("[data-sums=chips] span")
    shown.first.wait_for()
    assert {text[0] for text in shown.all_inner_texts()} == {"$", "€"}


@pytest.mark.slow
@pytest.mark.clause("TH-09", "CR-14")
def test_a_player_is_moved_between_hands(visit, floor, member):
    where = "casino-club/holdem-3-6"
    player(visit, floor, table=where)
    staff = member("Jeanne")
    choose(staff, where)
    sitter = staff.locator("[data-sitter]", has_text="Ada")
    old = sitter.get_attribute("data-sitter")
    sitter.click()
    staff.locator("[data-act=move]").click()
    staff.get_by_text("You can't change seats during a hand").wait_for()
    pause(staff)
    staff.locator("[data-ruling=void]").click()
    do(staff, "to move a player")
    told = staff.get_by_text(re.compile("Void the hand: Done|A second person must")).first
    if "second" in told.inner_text():
        confirm(member(), "to move a player")
    staff.get_by_text("Between hands").first.wait_for()
    free = staff.get_by_label("To seat").locator("option").last.get_attribute("value")
    staff.get_by_label("To seat").select_option(free)
    staff.locator("[data-act=move]").click()
    staff.locator(".preview tbody tr", has_text="Ada").first.wait_for()
    do(staff, "a better view")
    staff.locator(f"[data-sitter='{free}']", has_text="Ada").wait_for()
    assert free != old


@pytest.mark.slow
@pytest.mark.clause("TH-02", "TH-57")
def test_a_session_ends_and_another_version_begins(member):
    staff = member("Jeanne")
    choose(staff, "french-casino/pot-limit")
    staff.locator("[data-act=emergency]").click()
    do(staff, "the house closes early")
    staff.get_by_text("Close at once: Done").wait_for()
    staff.get_by_label("Limit version").select_option("limit")
    staff.locator("[data-act=open]").click()
    do(staff, "limit for the evening")
    staff.get_by_text(re.compile("Open a session.*Done")).wait_for()
    staff.locator("[data-act=last_hands]").wait_for()


@pytest.mark.slow
def test_history_is_filtered_and_replayed(visit, floor):
    ada, _ = player(visit, floor, table="casino-club/omaha-3-6")
    play_hand(ada)
    ada.goto(f"{floor.url}/#/history")
    ada.locator("[data-act=replay]").first.click()
    ada.locator("[data-street]").last.click()
    ada.locator(".replay [data-result]").wait_for()
    ada.locator("[data-street]").first.click()
    ada.keyboard.press("]")
    assert re.search(r"^1 / \d+$", ada.locator(".steps").inner_text(), re.MULTILINE)
    ada.goto(f"{floor.url}/#/history")
    ada.locator("[data-field=game]").select_option("blackjack")
    ada.get_by_text("No hand matches these filters").wait_for()
    ada.get_by_role("button", name="Clear filters").click()
    ada.locator("[data-act=replay]").first.wait_for()


@pytest.mark.slow
@pytest.mark.skipif(not AXE.is_file(), reason="axe-core is not installed: npm install in web/")
@pytest.mark.parametrize(("size", "lang"), [((1440, 900), "en"), ((390, 844), "fr")])
def test_no_serious_finding_on_the_pages_of_the_staff(floor, member, size, lang):
    staff = member(size=size, lang=lang)
    for page in PAGES:
        staff.goto(f"{floor.url}/#/staff/{page}")
        staff.wait_for_timeout(900)
        assert findings(staff) == [], page
        assert staff.evaluate("document.documentElement.scrollWidth") <= size[0], page
    staff.goto(f"{floor.url}/#/staff")
    choose(staff, TABLE)
    staff.wait_for_timeout(600)
    assert findings(staff) == []


def test_a_page_of_another_role_says_so_and_leads_back(member):
    page = member("Jeanne", "/cashier")
    page.get_by_role("heading", name="Your role does not open this page.").wait_for()
    page.get_by_role("main").get_by_role("link", name="Floor").click()
    page.locator("[data-table]").first.wait_for()
