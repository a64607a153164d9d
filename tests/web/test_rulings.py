"""What the floor rules in a hand, by clicks: forms, previews, refusals, a second person."""

import re

import pytest

from web.company import Company, patient
from web.conftest import Served
from web.console import choose, confirm, do, pause

HOLDEM = """
game = "holdem"
rules = {limit = "no_limit", small_blind = 2, big_blind = 4, min_buy_in = 50, decision_seconds = 60, award_pause_seconds = 12}
"""
LOW_BALL = """
game = "low-ball"
rules = {straddle = false, cut_before_draw = false, decision_seconds = 60, award_pause_seconds = 12}
"""
TABLES = {
    "large": HOLDEM.replace("small_blind = 2, big_blind = 4", "small_blind = 10, big_blind = 20"),
    "dead": LOW_BALL,
    "cards": LOW_BALL,
    "misdeal": HOLDEM,
    "fouled-deck": HOLDEM,
    "unseen": HOLDEM,
    "exposed": HOLDEM,
}
"""A table for each test."""


@pytest.fixture(scope="module")
def floor(tmp_path_factory):
    """Tables without bots that wait before a pot is paid; above 40 a day a second person confirms."""
    folder = tmp_path_factory.mktemp("rulings")
    sheet = folder / "floor.toml"
    tables = [f'[tables.{name}]\ntitle = "{name}"{rules}' for name, rules in TABLES.items()]
    sheet.write_text("\n".join(['title = "Floor"', 'currency = "$"', *tables]))
    served = Served(folder, BOTS=0, HOUSES=sheet, PAUSE_SECONDS=4, SECOND_PERSON_ABOVE_RULING=4000)
    yield served
    served.stop()


@pytest.fixture
def seated(floor, member):
    """A chef de partie at a table, where people sit and play by the wire."""
    company = Company(floor)

    def seat(table, count, answers=patient, buy_in=100_00):
        staff, table = member(), f"floor/{table}"
        choose(staff, table)
        company.staff(table, "pause")
        for number in range(count):
            company.sit(table, ["Ada", "Bob", "Cyd"][number], buy_in, number + 1, answers)
        company.staff(table, "resume")
        return staff

    yield seat
    company.go()


ALL_IN = "() => [...document.querySelectorAll('[data-sitter] .grow')].filter(e => e.textContent === '0').length === 2"


def silent(_):
    """Says nothing until the floor has ruled."""


def two_all_in():
    """The first two put everything in; the third says nothing."""
    done = []

    def answers(ask):
        done.append(ask)
        options = {option.act: option for option in ask.options}
        option = options.get("raise") or options["call"]
        return (option, option.high) if len(done) < 3 else None

    return answers


def paused_before_payment(staff):
    """The pots wait for the floor, and are held."""
    staff.locator("[data-hold]").wait_for()
    pause(staff)


def place_of(staff, seat, number=0):
    """A seat, and the number of a card or a pot there; between them stands the spot's word."""
    return staff.locator(f"[data-place^='{seat}:'][data-place$=':{number}']")


def form(staff, ruling, seat, number=0):
    """A ruling at one of its places."""
    staff.locator(f"[data-ruling='{ruling}']").click()
    place_of(staff, seat, number).click()
    staff.get_by_text("Nothing has been done yet").wait_for()


def seats(staff, ruling):
    """About whom it may be ruled."""
    staff.locator(f"[data-ruling='{ruling}']").click()
    places = staff.locator("[data-place]").evaluate_all("a => a.map(e => e.dataset.place)")
    return {int(place.partition(":")[0]) for place in places}


@pytest.mark.slow
@pytest.mark.clause("CR-35")
def test_a_large_pot_is_awarded_by_two_persons_while_the_table_stands_still(seated, member):
    staff = seated("large", 3)
    staff.locator("[data-hold]").wait_for()
    form(staff, "award pot", 3)
    row = staff.locator(".preview tbody tr", has_text="Cyd")
    row.wait_for()
    assert "+60" in row.inner_text()
    do(staff, "the others had fouled hands")
    staff.get_by_text("The table waits until then").wait_for()
    staff.locator("[data-act=pause]", has_text="Resume").wait_for()
    confirm(member("Jeanne"), "the others had fouled hands")
    staff.locator("[data-act=pause]", has_text="Resume").click()
    do(staff, "it is decided")
    staff.locator("[data-sitter='3']", has_text="140").wait_for()


@pytest.mark.slow
@pytest.mark.clause("CR-28", "CR-35")
def test_a_hand_is_ruled_dead_before_the_pot_is_paid_but_not_the_last_one(seated):
    staff = seated("dead", 2)
    paused_before_payment(staff)
    form(staff, "dead hand", 1)
    row = staff.locator(".preview tbody tr", has_text="Bob")
    row.wait_for()
    assert "+8" in row.inner_text()
    do(staff, "the hand was miscalled")
    staff.get_by_text(re.compile("Dead hand.*Done")).wait_for()
    staff.locator("[data-ruling='dead hand']").wait_for(state="detached")  # The last hand is safe.
    assert seats(staff, "award pot") == {1, 2}
    form(staff, "award pot", 1)
    do(staff, "the other one was fouled too")
    staff.get_by_text(re.compile("Award the pot.*Done")).wait_for()
    staff.locator("[data-act=pause]", has_text="Resume").click()
    do(staff, "it is decided")
    staff.locator("[data-sitter='1']", has_text="104").wait_for()


@pytest.mark.slow
@pytest.mark.clause("LB-11", "LB-30", "LB-40")
def test_cards_are_exposed_missing_or_one_too_many(seated):
    staff = seated("cards", 3, silent)
    staff.locator("[data-ruling='exposed card']").wait_for()
    form(staff, "exposed card", 1, 2)
    staff.get_by_text("It moves no chips").wait_for()
    do(staff, "the dealer turned it over")
    staff.get_by_text(re.compile("Exposed card.*Done")).wait_for()
    form(staff, "missing card", 2)
    do(staff, "four cards only")
    staff.get_by_text(re.compile("Missing card.*Done")).wait_for()
    form(staff, "six cards", 3)
    do(staff, "it had six cards")
    staff.get_by_text(re.compile("Six cards.*Done")).wait_for()
    staff.locator("[data-ruling='six cards']").click()
    place_of(staff, 3).wait_for(state="detached")
    assert seats(staff, "six cards") == {1, 2}  # The third one's sixth card was taken back.
    form(staff, "six cards", 1)
    assert "+4" in staff.locator(".preview tbody").inner_text()
    do(staff, "this one had six as well")
    staff.get_by_text(re.compile("Six cards.*Ada.*Done")).wait_for()


@pytest.mark.slow
@pytest.mark.clause("CR-26", "CR-27", "HE-10")
@pytest.mark.parametrize("ruling", ["misdeal", "fouled deck"])
def test_a_deal_that_does_not_count_gives_everything_back(seated, ruling):
    staff = seated(ruling.replace(" ", "-"), 3, silent)
    staff.locator(f"[data-ruling='{ruling}']").click()  # It names no place.
    staff.get_by_text("Nothing has been done yet").wait_for()
    assert sorted(staff.locator(".preview tbody .up").all_inner_texts()) == ["+2", "+4"]
    assert "return 6" in staff.locator("[data-act=do]").inner_text()
    do(staff, "it was seen by all")
    staff.get_by_text(re.compile(f"{ruling}: Done", re.IGNORECASE)).wait_for()


@pytest.mark.slow
def test_a_preview_tells_nothing_of_cards_that_nobody_has_seen(seated):
    staff = seated("unseen", 3, two_all_in())
    staff.locator("[data-sitter]", has_text="Cyd").wait_for()
    staff.wait_for_function(ALL_IN)
    waits = staff.locator("[data-sitter]:not(:has(.grow:text-is('0')))").get_attribute(
        "data-sitter"
    )
    form(staff, "dead hand", waits)
    staff.get_by_text("the rest depends on cards nobody has seen").wait_for()
    moved = staff.locator(".preview tbody").inner_text()
    assert "pot" in moved
    assert not re.search("Ada|Bob|Cyd", moved)
    do(staff, "a card was seen")
    staff.locator("[data-hold]").wait_for()


@pytest.mark.slow
@pytest.mark.clause("HE-10")
def test_a_card_is_replaced_by_its_place_once_and_the_hand_replayed(floor, seated):
    staff = seated("exposed", 3, silent)
    staff.locator("[data-ruling='replace card']").click(timeout=30_000)
    backs = staff.locator("[data-place] svg").evaluate_all("a => a.map(e => e.ariaLabel)")
    assert backs == ["Face-down card"] * 4  # Of six the first two of the deal are a misdeal.
    staff.locator("[data-place$=':2']").first.click()
    staff.get_by_text("It moves no chips").wait_for()
    do(staff, "it was exposed")
    staff.get_by_text(re.compile("Replace a card.*Done")).wait_for()
    staff.locator("[data-ruling='replace card']").wait_for(state="detached")
    steps = int(staff.locator("[data-steps]").inner_text().split()[-1])
    staff.locator("h2", has_text="exposed").click()
    staff.keyboard.press("[")
    assert staff.locator("[data-steps]").inner_text() == f"act {steps - 1} of {steps}"
    staff.get_by_label("What happened?").fill("a card was exposed")
    staff.locator("[data-act=incident]").click()
    staff.get_by_text(re.compile("Incident .* has been filed")).wait_for()
    staff.goto(f"{floor.url}/#/staff/incidents")
    staff.locator("[data-incident]").first.click()
    staff.get_by_label("How did it end?").fill("the card was replaced")
    staff.locator("[data-act=close-incident]").click()
    staff.get_by_text(re.compile("Incident .* has been closed")).wait_for()
