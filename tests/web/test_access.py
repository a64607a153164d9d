"""axe-core finds nothing serious, keys and ears suffice, and the first load is small."""

import re
from pathlib import Path

import pytest

from web.conftest import Served
from web.hands import bar, sit, take_seat, until

ROOT = Path(__file__).parents[2]
AXE = ROOT / "web/node_modules/axe-core/axe.min.js"
TABLES = [
    "french-casino/no-limit",
    "casino-club/omaha-3-6",
    "casino-club/omaha-hilo-3-6",
    "casino-club/push-nine",
    "casino-club/low-ball",
    "casino-club/double-hand",
    "live-casino/casino-holdem",
    "casino-du-liban/heads-up-holdem",
    "casino-du-liban/blackjack",
]
WIDE, PHONE = (1440, 900), (390, 844)
LINES = ["/plan", "/people", "/journal"]
"""What an administrator sees; the rest of the staff's pages: tests/web/test_staff.py."""


def findings(page):
    page.evaluate(AXE.read_text())
    found = page.evaluate(
        "() => axe.run(document, {resultTypes: ['violations']}).then((told) => told.violations)"
    )
    return [
        (one["id"], one["nodes"][0]["html"][:160], len(one["nodes"]))
        for one in found
        if one["impact"] in ("serious", "critical")
    ]


@pytest.mark.slow
@pytest.mark.skipif(not AXE.is_file(), reason="axe-core is not installed: npm install in web/")
@pytest.mark.parametrize("lang", ["en", "fr"])
@pytest.mark.parametrize("size", [WIDE, PHONE])
def test_no_serious_finding_on_the_pages(visit, room, size, lang):
    page = visit(size=size, lang=lang)
    assert findings(page) == []
    page = visit("Ada", size=size, lang=lang)
    assert findings(page) == []
    page.locator('[data-table="french-casino/no-limit"] td').first.click()
    page.wait_for_timeout(600)
    assert findings(page) == []
    for place in ("history", "cashier", "odds"):
        page.goto(f"{room.url}/#/{place}")
        page.wait_for_timeout(1500)
        assert findings(page) == [], place
        assert page.evaluate("() => document.documentElement.scrollWidth") <= size[0], place


@pytest.mark.slow
@pytest.mark.skipif(not AXE.is_file(), reason="axe-core is not installed: npm install in web/")
def test_no_serious_finding_on_the_console(visit, tmp_path):
    room = Served(tmp_path)
    page = visit(at=room)
    page.goto(f"{room.url}/#staff={room.staff}")
    page.locator("button[type=submit]").click()
    page.get_by_role("heading", name="Floor plan").wait_for()
    for lang in ("EN", "FR"):
        page.get_by_role("button", name=lang, exact=True).click()
        for line in LINES:
            page.goto(f"{room.url}/#/staff{line}")
            for width, height in (WIDE, PHONE):
                page.set_viewport_size({"width": width, "height": height})
                page.wait_for_timeout(700)
                assert findings(page) == [], (lang, line, width)
            page.set_viewport_size({"width": WIDE[0], "height": WIDE[1]})
    room.stop()


@pytest.mark.slow
@pytest.mark.skipif(not AXE.is_file(), reason="axe-core is not installed: npm install in web/")
@pytest.mark.parametrize("table", TABLES)
def test_no_serious_finding_at_the_tables(visit, table):
    page = visit("Ada")
    sit(page, table)
    page.wait_for_timeout(4000)
    for lang in ("EN", "FR"):
        page.set_viewport_size({"width": WIDE[0], "height": WIDE[1]})
        page.get_by_role("button", name=lang, exact=True).click()
        for width, height in (WIDE, PHONE):
            page.set_viewport_size({"width": width, "height": height})
            page.wait_for_timeout(900)
            assert findings(page) == [], (lang, width)
            assert page.evaluate("() => document.documentElement.scrollWidth") <= width


def tab_to(page, where: str) -> None:
    """Go there as a keyboard does."""
    for _ in range(160):
        if page.evaluate("(where) => document.activeElement?.matches(where) ?? false", where):
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"no Tab leads to {where}")


def sit_by_keys(page, table: str) -> None:
    """From the lobby to a seat without a mouse."""
    tab_to(page, f'[data-table="{table}"] [data-act=join]')
    page.keyboard.press("Enter")
    page.locator("[data-act=leave]").first.wait_for()


KEYS = {"is-answers": "nsf", "is-betting": "c", "is-window": "c", "is-set": "w", "is-discard": "s"}
"""What a person presses who wants no trouble."""


@pytest.mark.slow
@pytest.mark.parametrize(
    ("table", "spot"),
    [
        ("casino-club/omaha-3-6", ""),
        ("live-casino/casino-holdem", "ante"),
        ("casino-du-liban/blackjack", "box 2"),
        ("casino-club/double-hand", "wager"),
    ],
)
def test_a_hand_of_each_family_by_keys_alone(visit, table, spot):
    page = visit("Ada")
    sit_by_keys(page, table)
    acted = []

    def play():
        kind = bar(page).get_attribute("class") or ""
        spots = page.locator(f"[data-spot='{spot}']:not(.yours)")
        if "is-tray" in kind and spots.count():
            tab_to(page, f"[data-spot='{spot}']")
            page.keyboard.press("Space")
            page.locator(".spot.yours").wait_for()
            acted.append(spot)
        for key in "".join(keys for name, keys in KEYS.items() if name in kind):
            page.keyboard.press(key)
            acted.append(key)

    until(page, lambda: acted and page.locator("[data-result]").count(), play)


@pytest.mark.slow
def test_public_events_are_told_to_a_screen_reader(visit, rare, company):
    page = visit("Ada", at=rare)
    page.add_init_script(HEARD)
    page.reload()
    company.staff("rare/pots", "pause")
    take_seat(page, rare, "rare/pots", 1)
    company.sit("rare/pots", "Berta", 100_00, 2)
    company.staff("rare/pots", "resume")

    def play():
        if bar(page).locator("[data-act=raise], [data-act=bet]").count():
            page.keyboard.press("a")
            page.keyboard.press("Enter")
        elif bar(page).locator("[data-act=call], [data-act=check]").count():
            page.keyboard.press("c")

    until(page, page.locator("[data-result]").count, play)
    until(page, lambda: re.search("Net |are even", page.evaluate("() => heard.polite.join()")))
    heard = page.evaluate("() => window.heard")
    polite, urgent = (" | ".join(heard[kind]) for kind in ("polite", "assertive"))
    for words in (
        "begins.",
        "Your cards: ",
        "small blind",
        "big blind",
        "You: all-in for",
        "Berta",
        "Flop: ",
        "Turn: ",
        "River: ",
        "You have ",
        "Pot ",
        "shows ",
    ):
        assert words in polite, (words, polite)
    assert "Net plus" in polite or "Net minus" in polite or "even" in polite
    assert re.search("Your turn. (Fold|Check), ", urgent)  # As the button falls.
    assert " seconds." in urgent


HEARD = """window.heard = { polite: [], assertive: [] };
document.addEventListener("DOMContentLoaded", () => new MutationObserver((all) => {
  for (const one of all) {
    const region = one.target.closest?.("[aria-live=polite], [aria-live=assertive]");
    if (!region) continue;
    for (const node of one.addedNodes) window.heard[region.getAttribute("aria-live")].push(node.textContent);
  }
}).observe(document.body, { childList: true, subtree: true }));"""


def test_the_first_load_is_under_300_kb_on_the_wire(visit):
    page = visit()
    page.get_by_label("Your name").wait_for()
    page.evaluate("() => document.fonts.ready")
    loads = page.evaluate(
        """() => ["navigation", "resource"].flatMap((kind) => performance.getEntriesByType(kind))
            .map((load) => [load.name, load.encodedBodySize])"""
    )
    assert {suffix for name, _ in loads for suffix in (".js", ".css", ".woff2") if suffix in name}
    assert sum(size for _, size in loads) < 300_000, loads


def faces(page):
    """The faces that all text of the page is really drawn in, and whether the room sent them."""
    line = page.context.new_cdp_session(page)
    for domain in "DOM", "CSS":
        line.send(f"{domain}.enable")
    root = line.send("DOM.getDocument")["root"]["nodeId"]
    nodes = line.send("DOM.querySelectorAll", {"nodeId": root, "selector": "body *"})["nodeIds"]
    found = (line.send("CSS.getPlatformFontsForNode", {"nodeId": node}) for node in nodes)
    return {(font["familyName"], font["isCustomFont"]) for one in found for font in one["fonts"]}


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_the_room_brings_its_own_faces(visit, lang):
    page = visit("Ada", lang=lang)
    page.evaluate("() => document.fonts.ready")
    used = faces(page)
    assert {name.split()[0] for name, _ in used} >= {"Inter", "Lora"}, used
    assert [name for name, sent in used if not sent and "Mono" not in name] == []
    signs = page.evaluate("""() => Promise.all(["Inter", "Lora"].map(
        (face) => document.fonts.load(`16px ${face}`, "Œé1\u202f505 € → ♠")))""")
    assert [len(one) for one in signs] == [3, 1]
