"""How the built page bears a fast table: `python web/dev/pace.py [EVENTS_A_SECOND]`.

A recorded hand of hold'em is told again and again over the page's own WebSocket, so many events a
second, while buttons are pressed. Prints the long tasks and the slowest interaction to next paint.
"""

import json
import sys
import tempfile
import time
from pathlib import Path

from playwright.sync_api import WebSocketRoute, sync_playwright

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT / "tests"))
from web.conftest import CHROMIUM, Served  # noqa: E402

SCENE = json.loads((ROOT / "web/dev/scenes/holdem.json").read_text())
SECONDS = 10
WATCH = """
window.tasks = []; window.presses = [];
new PerformanceObserver((all) => window.tasks.push(...all.getEntries().map((one) => one.duration))).observe({ type: "longtask", buffered: true });
new PerformanceObserver((all) => window.presses.push(...all.getEntries().filter((one) => one.interactionId).map((one) => one.duration))).observe({ type: "event", durationThreshold: 16 });
localStorage["croupier.settings"] = JSON.stringify({ lang: "en", deck: "two" });
localStorage["croupier.session"] = JSON.stringify({ token: "t", player: "g1", name: "Hélène", roles: ["player"], balance: 320000 });
"""


def stream() -> list[dict]:
    """One piece of news for each event of the hand."""
    news = [frame["news"] for frame in SCENE["frames"]]
    return [
        {**one, "events": [event], "ask": one["ask"] if event is one["events"][-1] else None}
        for one in news
        for event in one["events"]
    ]


def main() -> None:
    """Ten seconds of it."""
    rate = float(sys.argv[1]) if len(sys.argv) > 1 else 60.0
    table = SCENE["table"]["table"]
    lines: list[WebSocketRoute] = []

    def speak(line: WebSocketRoute) -> None:
        def heard(text: str | bytes) -> None:
            told = json.loads(text)
            if told["type"] == "hello":
                welcome = {"type": "welcome", "version": 1, "player": "g1", "name": "Hélène"}
                more = {"roles": ["player"], "balance": 320000, "tables": {table: 1}}
                line.send(json.dumps({**welcome, **more}))
            elif told["type"] == "join":
                line.send(json.dumps(SCENE["table"]))
                lines.append(line)

        line.on_message(heard)

    with tempfile.TemporaryDirectory() as place, sync_playwright() as driver:
        room = Served(Path(place))
        browser = driver.chromium.launch(
            executable_path=CHROMIUM, args=["--no-sandbox", "--disable-gpu"]
        )
        page = browser.new_page(viewport={"width": 1440, "height": 900})
        page.add_init_script(WATCH)
        page.route_web_socket("**/ws", speak)
        page.goto(f"{room.url}/#/table/{table}")
        page.locator(".pod").first.wait_for()
        page.wait_for_timeout(1500)
        page.evaluate("() => { window.tasks = []; window.presses = []; }")
        events, seq, sent, begun = stream(), SCENE["table"]["seq"], 0, time.monotonic()
        while (past := time.monotonic() - begun) < SECONDS:
            while sent < past * rate:
                seq += 1
                lines[-1].send(json.dumps({**events[sent % len(events)], "first": seq, "seq": seq}))
                sent += 1
            tab = ("chat", "last", "hand")[int(past * 2) % 3]
            page.locator(f"#tab-{tab}").click(timeout=2000)
            page.wait_for_timeout(30)
        tasks, presses = page.evaluate("() => [window.tasks, window.presses]")
        over = [round(one) for one in tasks if one > 50]
        print(f"{sent} events in {SECONDS} s; tasks over 50 ms: {over or 'none'}")
        print(
            f"slowest interaction to next paint: {max(presses, default=0):.0f} ms of {len(presses)}"
        )
        browser.close()
        room.stop()


if __name__ == "__main__":
    main()
