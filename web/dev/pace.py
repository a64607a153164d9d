"""How the built page bears a fast table: `python web/dev/pace.py [EVENTS_A_SECOND] [TRACE_FILE]`.

A recorded hand of hold'em with ten players is told again and again over a real WebSocket, a number of
events a second, while the tabs beside the felt are pressed. Printed is what a person waits by the
clock, long tasks and press to next paint; then, from a second time with a trace, milliseconds of
CPU, which other work on the machine hardly changes: where they go, and the dearest tasks.
"""

import json
import os
import sys
import tempfile
import threading
import time
from collections import Counter
from pathlib import Path
from statistics import quantiles

from playwright.sync_api import Playwright, sync_playwright
from websockets.sync.server import ServerConnection, serve

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT / "tests"))
from web.conftest import CHROMIUM, Served  # noqa: E402

SCENE = json.loads((ROOT / "web/dev/scenes/holdem-ten.json").read_text())
TABLE = SCENE["table"]["table"]
SECONDS = 10
PRESSES_A_SECOND = 5
WATCH = """
window.tasks = []; window.presses = {};
const watch = (heard, asked) =>
  new PerformanceObserver((all) => all.getEntries().forEach(heard)).observe(asked);
watch((one) => window.tasks.push(one.duration), { type: "longtask" });
watch((one) => {
  const { interactionId: press, duration } = one;
  if (press) window.presses[press] = Math.max(duration, window.presses[press] ?? 0);
}, { type: "event", durationThreshold: 16 });
localStorage["croupier.settings"] = JSON.stringify({ lang: "en", deck: "two" });
localStorage["croupier.session"] = JSON.stringify(
  { player: "g1", name: "Hélène", roles: ["player"], balance: 320000 });
window.WebSocket = class extends WebSocket { constructor() { super("ws://127.0.0.1:%d"); } };
"""
KINDS = {
    "script": ("FunctionCall", "TimerFire", "EventDispatch", "V8.GC"),
    "style": ("UpdateLayoutTree",),
    "layout": ("Layout",),
    "paint": ("PrePaint", "Paint", "Layerize", "Commit", "UpdateLayer"),
    "raster": ("RasterTask",),
}


def stream() -> list[dict]:
    """One piece of news for each event of the hand."""
    news = [frame["news"] for frame in SCENE["frames"]]
    return [
        {**one, "events": [event], "ask": one["ask"] if event is one["events"][-1] else None}
        for one in news
        for event in one["events"]
    ]


def costs(trace: bytes, events: int) -> str:
    """Where the CPU went: script for an event, drawing for a frame, the dearest tasks."""
    told = [one for one in json.loads(trace)["traceEvents"] if one["ph"] in "XM"]
    names = {
        (one["pid"], one["tid"]): one["args"]["name"]
        for one in told
        if one["name"] == "thread_name"
    }
    spent: Counter[str] = Counter()
    tasks, frames = [], 0
    open_now: dict[tuple[int, int], list[dict]] = {}
    for one in sorted(told, key=lambda one: (one["ts"], -one.get("dur", 0))):
        thread = one["pid"], one["tid"]
        cpu = one.get("tdur", 0) / 1000
        around = open_now.setdefault(thread, [])
        while around and around[-1]["ts"] + around[-1].get("dur", 0) <= one["ts"]:
            around.pop()
        if around:
            spent[around[-1]["name"]] -= cpu
        spent[one["name"]] += cpu
        around.append(one)
        if names.get(thread) == "CrRendererMain":
            frames += one["name"] == "Commit"
            if one["name"] == "RunTask":
                tasks.append(cpu)
    sums = {
        kind: sum(cpu for name, cpu in spent.items() if name.startswith(words))
        for kind, words in KINDS.items()
    }
    drawn = ", ".join(f"{kind} {sums[kind] / frames:.1f}" for kind in list(KINDS)[1:])
    dearest = ", ".join(f"{cpu:.0f}" for cpu in sorted(tasks, reverse=True)[:5])
    return (
        f"CPU: script {sums['script'] / events:.2f} ms an event; {frames} frames, each {drawn} ms; "
        f"the main thread {sum(tasks) / SECONDS / 10:.0f} %; the dearest tasks {dearest} ms"
    )


def watched(
    driver: Playwright, url: str, port: int, begin: threading.Event, *, traced: bool
) -> tuple[list[float], list[float], bytes]:
    """Ten seconds of it: long tasks, presses, and the trace, which costs time itself."""
    begin.clear()
    browser = driver.chromium.launch(
        executable_path=CHROMIUM, args=["--no-sandbox", "--disable-gpu"]
    )
    page = browser.new_page(viewport={"width": 1440, "height": 900}, bypass_csp=True)
    page.add_init_script(WATCH % port)
    page.goto(f"{url}/#/table/{TABLE}")
    page.locator(".pod").first.wait_for()
    tabs = [page.locator(f"#tab-{tab}").bounding_box() for tab in ("chat", "last", "hand")]
    page.mouse.click(5, 5)  # Opens the sound, which waits for the browser's audio service once.
    page.wait_for_timeout(1500)
    page.evaluate("() => { window.tasks = []; window.presses = {}; }")
    if traced:
        kinds = ["devtools.timeline", "disabled-by-default-devtools.timeline"]
        browser.start_tracing(page=page, categories=kinds)
    begin.set()
    for press in range(SECONDS * PRESSES_A_SECOND):
        box = tabs[press % 3]
        page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        page.wait_for_timeout(1000 / PRESSES_A_SECOND)
    trace = browser.stop_tracing() if traced else b""
    tasks, waits = page.evaluate("() => [window.tasks, Object.values(window.presses)]")
    browser.close()
    return tasks, waits, trace


def main() -> None:
    """Once by the clock, once with a trace."""
    rate = float(sys.argv[1]) if len(sys.argv) > 1 else 60.0
    begin = threading.Event()
    events = stream()

    def speak(line: ServerConnection) -> None:
        told = {"type": "welcome", "version": 1, "player": "g1", "name": "Hélène"}
        line.recv()
        line.send(
            json.dumps({**told, "roles": ["player"], "balance": 320000, "tables": {TABLE: 1}})
        )
        line.recv()
        line.send(json.dumps(SCENE["table"]))
        begin.wait()
        begun = time.monotonic()
        for sent in range(int(rate * SECONDS)):
            time.sleep(max(0, begun + sent / rate - time.monotonic()))
            seq = SCENE["table"]["seq"] + sent + 1
            line.send(json.dumps({**events[sent % len(events)], "first": seq, "seq": seq}))
        for _ in line:
            """Nobody is answered."""

    with (
        tempfile.TemporaryDirectory() as place,
        serve(speak, "127.0.0.1", 0) as line,
        sync_playwright() as driver,
    ):
        threading.Thread(target=line.serve_forever, daemon=True).start()
        room, port = Served(Path(place)), line.socket.getsockname()[1]
        tasks, waits, _ = watched(driver, room.url, port, begin, traced=False)
        load = os.getloadavg()[0]
        *_, trace = watched(driver, room.url, port, begin, traced=True)
        room.stop()
    if len(sys.argv) > 2:  # noqa: PLR2004
        Path(sys.argv[2]).write_bytes(trace)
    count = int(rate * SECONDS)
    cuts = quantiles([*waits, *[16] * (SECONDS * PRESSES_A_SECOND - len(waits))], n=20)
    print(f"{count} events in {SECONDS} s, load {load:.1f}")
    print(f"tasks over 50 ms: {sorted(round(task) for task in tasks) or 'none'}")
    print(
        f"press to next paint: half within {cuts[9]:.0f} ms, 95 in 100 within {cuts[18]:.0f} ms, "
        f"all within {max(waits, default=16):.0f} ms"
    )
    print(costs(trace, count))


if __name__ == "__main__":
    main()
