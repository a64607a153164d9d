"""The odds desk and the coach in the browser: the lab's own figures, shared, undone and asked for."""

import json
import re

import pytest

from croupier import houses, lab
from croupier.core import catalogue
from croupier.lab import changes
from web.conftest import Served
from web.hands import play_some, sit, until
from web.test_access import AXE, findings

CASINO = "live-casino/casino-holdem"
BLACKJACK = "casino-du-liban/blackjack"
HEADS_UP = "casino-du-liban/heads-up-holdem"
MINUS = "\N{MINUS SIGN}"


@pytest.fixture(scope="module")
def coached(tmp_path_factory):
    """A room whose house allows advice."""
    served = Served(tmp_path_factory.mktemp("coached"), COACH="true")
    yield served
    served.stop()


def rules_of(table: str, *wishes: str):
    house, name = table.split("/")
    at = houses.house(house).tables[name]
    game = catalogue.name(at.game)
    return game, changes.changed(game, at.rules, wishes)


def edge(table: str, *changes: str, bet: str = "") -> str:
    """The figure of `croupier edge`, as the desk prints it."""
    game, house = rules_of(table, *changes)
    found = lab.of(game).odds(house)
    return f"{(float(found.bets[bet]) if bet else found.house_edge_float) * 100:.3f}%"


def desk(visit, room, table: str, query: str = "", **more):
    page = visit(**more)
    page.goto(f"{room.url}/#/odds/{table}{query}")
    page.reload()
    page.locator("[data-edge]").wait_for()
    return page


def shows(page, figure: str) -> None:
    page.wait_for_function(
        "(figure) => document.querySelector('[data-edge]')?.textContent === figure",
        arg=figure,
    )


def field(page, key: str):
    return page.locator(f'[id="f-{key}"]')


def test_an_edited_price_gives_the_figure_of_croupier_edge_and_is_undone(visit, room):
    page = desk(visit, room, CASINO)
    sheet = edge(CASINO)
    shows(page, sheet)
    assert page.locator("[data-kind]").inner_text().lower() == "exact"
    field(page, "ante_pays.flush").fill("5:2")
    shows(page, edge(CASINO, "ante_pays.flush=5 to 2"))
    field(page, "ante_pays.flush").blur()
    assert field(page, "ante_pays.flush").input_value() == "5 to 2"
    assert "was 2" in page.locator(".form .changed").inner_text()
    page.locator('[data-act="fractions"]').check()
    game, house = rules_of(CASINO, "ante_pays.flush=5 to 2")
    assert page.locator("[data-edge-exact]").inner_text() == str(
        lab.of(game).odds(house).house_edge
    )
    page.locator("body").press("z")
    shows(page, sheet)
    assert page.locator(".form .changed").count() == 0


def test_a_bad_price_is_refused_beside_its_field_and_nothing_is_lost(visit, room):
    page = desk(visit, room, CASINO, "?bonus_pays.flush=25")
    figure = edge(CASINO, "bonus_pays.flush=25", bet="bonus")
    shows(page, figure)
    flush = field(page, "bonus_pays.flush")
    flush.fill("3 to")  # Half typed: neither a refusal nor a new figure.
    page.wait_for_timeout(700)
    assert page.locator(".wrong").count() == 0
    flush.fill("plenty")
    assert "Write a price" in page.locator(".wrong").inner_text()
    assert flush.input_value() == "plenty"
    flush.fill("31")  # More than a full house.
    page.locator(".wrong", has_text="better hand").wait_for()
    shows(page, figure)
    page.locator('[data-act="reset"]').click()
    shows(page, edge(CASINO, bet="bonus"))


@pytest.mark.slow
@pytest.mark.clause("HU-04")
def test_a_side_bet_is_taken_up_and_its_table_edited(visit, room):
    page = desk(visit, room, HEADS_UP)
    page.locator("#odds-tab-rules").click()
    page.get_by_label("Trips Plus").check()
    page.locator("#odds-tab-trips_plus").click()
    assert page.locator("#odds-tab-pocket_bonus").count() == 0
    offered = "side_bets=[trips_plus]"
    shows(page, edge(HEADS_UP, offered, bet="side trips_plus"))
    field(page, "trips_plus.flush").fill("6")
    dearer = edge(HEADS_UP, offered, "trips_plus.flush=6", bet="side trips_plus")
    shows(page, dearer)
    other = desk(visit, room, HEADS_UP, "?" + page.url.partition("?")[2], lang="fr")
    other.locator("#odds-tab-trips_plus").click()
    shows(other, dearer.replace(".", ",").replace("%", "\u00a0%"))
    assert field(other, "trips_plus.flush").input_value() == "6"


@pytest.mark.slow
def test_a_link_shares_the_setting(visit, room):
    page = desk(visit, room, BLACKJACK)
    field(page, "dealer_hits_soft_17").check()
    field(page, "blackjack_pays").fill("6 to 5")
    figure = edge(BLACKJACK, "dealer_hits_soft_17=true", "blackjack_pays=6 to 5")
    shows(page, figure)
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.locator('[data-act="link"]').click()
    link = page.evaluate("navigator.clipboard.readText()")
    other = visit()
    other.goto(link)
    other.reload()
    shows(other, figure)
    assert field(other, "blackjack_pays").input_value() == "6 to 5"
    assert other.locator("[data-kind]").inner_text().lower() == "calculated"
    assert "by combinations" in other.locator(".kind").inner_text()
    assert other.locator("[data-changed]").get_attribute("data-changed") == "1"
    assert "was S" in other.locator("td.moved").inner_text()


@pytest.mark.slow
def test_a_curve_a_table_of_it_and_a_hand_to_try(visit, room):
    page = desk(visit, room, CASINO, "?bonus_pays.flush=25")
    page.locator("[data-curve] summary").click()
    row = page.locator("[data-curve] tbody tr", has_text="15:1")
    assert edge(CASINO, "bonus_pays.flush=15", bet="bonus") in row.inner_text()
    row.get_by_role("button").click()
    shows(page, edge(CASINO, "bonus_pays.flush=15", bet="bonus"))
    page.locator('[data-act="deal"]').click()
    page.locator('[data-option="fold"]').click()
    told = page.locator("[data-practice]").inner_text()
    assert f"{MINUS}1.0000" in told
    assert "counted exactly" in told


@pytest.mark.slow
@pytest.mark.parametrize("lang", ["en", "fr"])
@pytest.mark.parametrize("size", [(1440, 900), (1024, 768), (390, 844), (844, 390)])
def test_the_desk_fits_every_screen(visit, room, size, lang):
    page = desk(visit, room, HEADS_UP, "?odds_pays.flush=2", size=size, lang=lang)
    page.locator("[data-curve]").wait_for()
    wide = page.evaluate("[document.scrollingElement.scrollWidth, innerWidth]")
    assert wide[0] <= wide[1]
    cut = page.evaluate(
        "[...document.querySelectorAll('.desk > *')].filter((one) => one.scrollWidth > one.clientWidth + 1).length"
    )
    assert cut == 0
    squeezed = page.evaluate(
        "innerWidth < 1200 ? [...document.querySelectorAll('.answer, .beside')].filter((one) => one.scrollHeight > one.clientHeight + 1).length : 0"
    )
    assert squeezed == 0  # Nothing lies over anything else.


@pytest.mark.slow
@pytest.mark.skipif(not AXE.is_file(), reason="axe-core is not installed: npm install in web/")
@pytest.mark.parametrize("size", [(1440, 900), (390, 844)])
def test_no_serious_finding_on_the_desk(visit, room, size):
    for table, query in (CASINO, "?bonus_pays.flush=25"), (BLACKJACK, "?dealer_hits_soft_17=true"):
        page = desk(visit, room, table, query, size=size)
        page.locator("[data-curve]").wait_for()
        assert findings(page) == []


def api(page, room, path: str):
    told = page.request.get(f"{room.url}/api/{path}")
    assert told.ok, told.text()
    return json.loads(told.text())


@pytest.mark.slow
@pytest.mark.parametrize(
    ("table", "act"), [(CASINO, "fold"), (HEADS_UP, "check"), (BLACKJACK, "stand")]
)
def test_the_coach_speaks_when_asked_and_says_what_the_choice_cost(visit, coached, table, act):
    page = visit("Ada", at=coached)
    sit(page, table)
    button = page.locator('[data-act="coach"]:not([disabled])')

    def ask():
        if button.count():
            assert page.locator("[data-values]").count() == 0  # Silent until asked.
            button.click()
        play_some(page, ["decline"] if not button.count() else [])

    until(page, page.locator("[data-values] b").count, ask)
    values = {one["act"]: one["value"] for one in api(page, coached, f"coach/{table}")["values"]}
    shown = page.locator("[data-values]").inner_text().replace(MINUS, "-")
    assert len(values) >= 2
    assert all(f"{value:.2f}" in shown for value in values.values())
    until(
        page,
        page.locator('[data-act="cost"]').count,
        lambda: play_some(page, [act, "check", "fold", "stand", "decline"]),
    )
    page.locator('[data-act="cost"]').click()
    page.locator("[data-cost]").wait_for()
    hand = api(page, coached, "me/hands")[0]["hand"]
    review = api(page, coached, f"coach/{table}/{hand}")
    assert review["decisions"]
    assert page.locator("[data-cost]").get_attribute("data-cost") == f"{review['cost']:.4f}"
    told = page.locator("[data-cost]").inner_text().replace(MINUS, "-")
    for one in review["decisions"]:
        assert f"{one['value']:.2f}" in told
        assert one["cost"] == pytest.approx(one["best"]["value"] - one["value"])
        if one["cost"] > 0.005:
            assert re.search(rf"cost {one['cost']:.2f}", told)


@pytest.mark.slow
def test_the_desk_opens_a_practice_table_with_its_rules(visit, room):
    page = visit("Ada")
    page.goto(f"{room.url}/#/odds")
    page.locator("[data-act=practice]").click()
    page.wait_for_url(re.compile("#/table/practice/"))
    page.locator("#bar").wait_for()
    page.wait_for_function(
        "() => document.querySelector('#bar .tray, #bar .turn, #bar [data-act]')"
    )
    page.goto(f"{room.url}/#/")
    page.locator("[data-table]").first.wait_for()
    assert not page.locator("[data-table^=practice]").count(), "nobody else finds it"


@pytest.mark.slow
def test_equities_of_hands_and_ranges(visit, room):
    page = visit("Ada")
    page.goto(f"{room.url}/#/equity")
    page.locator("[data-hand='0']").fill("AhAs")
    page.locator("[data-hand='1']").fill("KK")
    page.locator("[data-equity]").wait_for()
    page.wait_for_function(
        "() => /8[12][.,]\\d/.test(document.querySelector('[data-equity]')?.innerText ?? '')"
    )
    one, other = (page.locator("[data-shares] i").nth(at).bounding_box() for at in (0, 1))
    assert one["height"] > 8  # The bar is seen, and its parts are as the equities.
    assert 4 < one["width"] / other["width"] < 5
    page.locator("[data-act=chart]").last.click()
    page.locator("[aria-label='Range chart'], .grid").first.wait_for()
