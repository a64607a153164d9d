"""Take a picture of every screen in both languages and four sizes, to be looked at.

`python web/dev/pictures.py FOLDER [WORD …]`: recorded scenes come from vite, pages from a room. Scenes
named `strain` have long names, seven-figure stacks and four pots. English is shown in two colours,
French in four.
"""

import json
import os
import re
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from playwright.sync_api import Page, sync_playwright

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT / "tests"))
from web.conftest import CHROMIUM, Served, answers  # noqa: E402
from web.hands import play_hand, sit  # noqa: E402
from web.team import team  # noqa: E402

SIZES = {
    "wide": (1440, 900),
    "tablet": (1024, 768),
    "phone": (390, 844),
    "landscape": (844, 390),
}
SCENES = {
    "holdem": 40,
    "holdem-end": 99,
    "holdem-refused": 40,
    "holdem-strain": 40,
    "holdem-strain-end": 99,
    "omaha": 9,
    "omaha-end": 99,
    "omaha-hilo": 2,
    "omaha-hilo-end": 99,
    "casino-holdem": 5,
    "casino-holdem-bets": 2,
    "casino-holdem-end": 99,
    "heads-up-holdem": 7,
    "heads-up-holdem-end": 99,
    "blackjack": 6,
    "blackjack-split": 8,
    "blackjack-end": 99,
    "blackjack-bets": 2,
    "double-hand": 12,
    "double-hand-end": 99,
    "low-ball": 20,
    "low-ball-end": 99,
    "push-nine": 1,
    "push-nine-end": 99,
}
STRAIN = """() => {
  const table = Object.values(window.croupier.tables)[0];
  for (const seat of Object.values(table.seats)) seat.name = "Marie-Antoinette de Saint-Exupéry " + seat.seat;
  for (const at of Object.keys(table.view.chips)) table.view.chips[at] += 123456700;
  for (const n of [1, 2, 3]) table.view.chips["0:side " + n] = 234567800 * n;
}"""
REFUSE = """() => window.croupier.refuse({
  type: "refused", name: "not_allowed", table: "", clause: "TH-28",
  sentence: "raise 5 is not allowed; allowed: raise to 16 to 49, call 8, fold",
})"""
VITE = "http://127.0.0.1:5198"


def opened(browser, url: str, size: str, lang: str) -> Page:
    """A page of its own."""
    width, height = SIZES[size]
    context = browser.new_context(
        viewport={"width": width, "height": height}, reduced_motion="reduce"
    )
    context.add_init_script(
        "if (!localStorage['croupier.settings']) localStorage['croupier.settings'] = "
        f"JSON.stringify({{lang: '{lang}', deck: '{'two' if lang == 'en' else 'four'}'}})"
    )
    page = context.new_page()
    page.goto(url)
    return page


def scenes(browser, folder: Path, wanted: list[str]) -> None:
    """Every recorded scene."""
    for scene, step in SCENES.items():
        if wanted and scene not in wanted:
            continue
        name = re.sub("-(end|bets|split|strain|refused)", "", scene)
        for lang in "en", "fr":
            for size in SIZES:
                page = opened(browser, f"{VITE}/#/scene/{name}/{step}", size, lang)
                page.locator(".ground").wait_for()
                page.wait_for_timeout(500)
                if "strain" in scene:
                    page.evaluate(STRAIN)
                    page.wait_for_timeout(300)
                if "refused" in scene:
                    page.evaluate(REFUSE)
                    page.wait_for_timeout(300)
                page.screenshot(path=folder / f"{scene}-{size}-{lang}.png")
                page.context.close()


def pages(browser, folder: Path, room: Served) -> None:
    """Lobby, history, cashier and the staff's pages."""
    for lang in "en", "fr":
        page = opened(browser, room.url, "wide", lang)
        shoot(page, folder, "entrance", lang)
        page.locator("#name").fill("Hélène" if lang == "en" else "Camille")
        page.keyboard.press("Enter")
        page.locator("[data-table]").first.wait_for()
        page.wait_for_timeout(1200)
        page.locator('[data-table="french-casino/no-limit"] td').first.click()
        page.wait_for_timeout(900)
        shoot(page, folder, "lobby", lang)
        page.locator("dialog .icon").first.click() if page.locator("dialog").count() else None
        sit(page, "casino-club/holdem-no-limit")
        play_hand(page)
        page.goto(f"{room.url}/#/history")
        page.locator("[data-act=replay]").first.click()
        page.locator("[data-act=step]").wait_for()
        for _ in range(30):
            page.keyboard.press("]")
        shoot(page, folder, "history", lang)
        for place in "cashier", "odds":
            page.goto(f"{room.url}/#/{place}")
            page.wait_for_timeout(4000 if place == "odds" else 900)
            shoot(page, folder, place, lang)
        sheets(page, folder, room, lang)
    staff = opened(browser, room.url, "wide", "en")
    session = team(room)["Jeanne"]
    staff.context.add_cookies([{"name": "croupier", "value": session["token"], "url": room.url}])
    kept = json.dumps(session | {"token": ""})
    staff.evaluate("kept => localStorage.setItem('croupier.session', kept)", kept)
    staff.goto(f"{room.url}/#/staff")
    staff.reload()
    staff.locator('[data-table="casino-club/holdem-no-limit"]').click()
    staff.wait_for_timeout(3000)
    if staff.locator("[data-ruling=void]").count():
        staff.locator("[data-ruling=void]").click()
        staff.wait_for_timeout(600)
    for lang in "en", "fr":
        staff.get_by_role("button", name=lang.upper(), exact=True).click()
        for place in "", "shift", "journal", "waiting", "incidents":
            if place or lang == "fr":
                staff.goto(f"{room.url}/#/staff/{place}")
            staff.wait_for_timeout(900)
            shoot(staff, folder, f"staff-{place or 'floor'}", lang)
    staff.goto(f"{room.url}/#/table/casino-club/holdem-no-limit")
    staff.locator(".ground").wait_for()
    room.stop()
    for lang in "en", "fr":
        staff.get_by_role("button", name=lang.upper(), exact=True).click()
        shoot(staff, folder, "reconnect", lang)


def sheets(page: Page, folder: Path, room: Served, lang: str) -> None:
    """What opens over a table: side, menu, keys, rules, floor; watching and sitting down."""
    page.goto(f"{room.url}/#/table/casino-club/holdem-no-limit")
    page.locator(".ground").wait_for()
    for name, opener in {
        "chat": "aside .tabs button:nth-child(2), .side button:nth-child(2)",
        "menu": "header .who",
        "keys": "header [data-key='?']",
        "rules": "[data-act=rules]",
        "floor-call": "[data-act=floor]",
        "leave": "[data-act=leave]",
    }.items():
        page.locator(opener).first.click()
        page.wait_for_timeout(400)
        shoot(page, folder, f"sheet-{name}", lang)
        page.keyboard.press("Escape")
        page.wait_for_timeout(300)
    page.set_viewport_size(dict(zip(("width", "height"), SIZES["phone"], strict=True)))
    page.locator("header .icon").first.click()
    page.wait_for_timeout(400)
    page.screenshot(path=folder / f"sheet-drawer-phone-{lang}.png")
    page.keyboard.press("Escape")
    page.goto(f"{room.url}/#/table/french-casino/no-limit")
    page.locator("#bar [data-act=sit]").wait_for()
    shoot(page, folder, "watch", lang)
    page.locator("#bar [data-act=sit]").click()
    page.wait_for_timeout(400)
    shoot(page, folder, "sit", lang)
    page.keyboard.press("Escape")


def shoot(page: Page, folder: Path, name: str, lang: str) -> None:
    """One screen in three sizes."""
    for size in "wide", "tablet", "phone":
        page.set_viewport_size(dict(zip(("width", "height"), SIZES[size], strict=True)))
        page.wait_for_timeout(350)
        page.screenshot(path=folder / f"{name}-{size}-{lang}.png")
    page.set_viewport_size(dict(zip(("width", "height"), SIZES["wide"], strict=True)))
    page.wait_for_timeout(200)


def main() -> None:
    """All of them."""
    folder, wanted = Path(sys.argv[1]), sys.argv[2:]
    folder.mkdir(parents=True, exist_ok=True)
    vite = subprocess.Popen(
        [
            "node",
            "node_modules/vite/bin/vite.js",
            "--port",
            re.search(r"\d+$", VITE)[0],
            "--host",
            "127.0.0.1",
        ],
        cwd=ROOT / "web",
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        env=os.environ,
    )
    while not answers(int(VITE.rpartition(":")[2])):
        time.sleep(0.5)
    try:
        with sync_playwright() as driver:
            browser = driver.chromium.launch(
                executable_path=CHROMIUM, args=["--no-sandbox", "--disable-gpu"]
            )
            if wanted != ["pages"]:
                scenes(browser, folder, wanted)
            if not wanted or "pages" in wanted:
                with tempfile.TemporaryDirectory() as place:
                    room = Served(
                        Path(place),
                        BOTS_ALONE="true",
                        COACH="true",
                        BOT_SECONDS=0.8,
                        PAUSE_SECONDS=4,
                    )
                    pages(browser, folder, room)
                    room.stop()
    finally:
        vite.terminate()


if __name__ == "__main__":
    main()
