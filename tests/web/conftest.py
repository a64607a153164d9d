"""A room of our own and a real browser: Playwright with the chromium of the system."""

import contextlib
import itertools
import json
import os
import re
import shutil
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import ClassVar

import pytest

from web.company import Company
from web.hands import PATIENCE
from web.team import team

try:
    from playwright import sync_api
except ModuleNotFoundError:
    sync_api = None
else:
    sync_api.expect.set_options(timeout=PATIENCE * 1000)

CHROMIUM = (
    shutil.which("chromium")
    or shutil.which("chromium-browser")
    or shutil.which("google-chrome")
    or ""
)
STATIC = Path(__file__).parents[2] / "src/croupier/server/static/index.html"


def pytest_collection_modifyitems(items):
    why = ""
    if not sync_api:
        why = "playwright is not installed: pip install -e '.[dev]'"
    elif not CHROMIUM:
        why = "chromium is not installed"
    elif not STATIC.is_file():
        why = "the browser client is not built: scripts/build-web"
    if why and os.environ.get("CI"):
        raise pytest.UsageError(f"on CI no browser test is skipped: {why}")
    for item in items:
        if Path(__file__).parent in item.path.parents:
            item.add_marker(pytest.mark.filterwarnings("default"))
            if why:
                item.add_marker(pytest.mark.skip(reason=why))


OPENING = 300
"""Seconds that a room may take to open on a busy machine, one that was killed too."""


class Served:
    """A room that is open, and its one-time staff link."""

    program: ClassVar = [str(Path(sys.executable).parent / "croupier")]
    usual: ClassVar = {
        "BOT_SECONDS": 0.05,
        "PAUSE_SECONDS": 3,
        "DRAIN_SECONDS": 1,
        "NEWCOMERS_AN_HOUR": 0,
        "STAFF_SECOND_FACTOR": "false",
        "CAGE_IN_DEMO": "true",
        "COACH": "false",  # Wherever somebody sits, a lab would begin to count.
    }

    def __init__(
        self, folder: Path, stacked: dict[str, list] | None = None, **settings: object
    ) -> None:
        self.folder, self.stacked = folder, stacked
        self.settings = self.usual | settings
        self.port = _free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.staff = ""
        self.start()

    def start(self) -> None:
        environ = {
            **os.environ,
            **{f"CROUPIER_{name}": str(value) for name, value in self.settings.items()},
        }
        program = self.program
        if self.stacked:
            environ["STACKED"] = json.dumps(self.stacked)
            program = [sys.executable, str(Path(__file__).with_name("stacked.py"))]
        command = [
            *program,
            "serve",
            "--port",
            str(self.port),
            "--database",
            str(self.folder / "room.db"),
        ]
        self.log = (self.folder / "log").open("a")
        self.process = subprocess.Popen(
            command, cwd=self.folder, env=environ, stdout=self.log, stderr=self.log
        )
        end = time.monotonic() + OPENING
        while self.process.poll() is None and time.monotonic() < end:
            time.sleep(0.05)
            text = (self.folder / "log").read_text()
            if "The room is open" in text and answers(self.port):
                found = re.search(r"#staff=(\S+)", text)
                self.staff = found.group(1) if found else ""
                return
        raise RuntimeError(f"the room did not open: {(self.folder / 'log').read_text()[-800:]}")

    def stop(self, *, kill: bool = False) -> None:
        if self.process.poll() is None:
            self.process.kill() if kill else self.process.terminate()
            self.process.wait(PATIENCE)
        self.log.close()


def _free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])


def answers(port: int) -> bool:
    with socket.socket() as found:
        return found.connect_ex(("127.0.0.1", port)) == 0


@pytest.fixture(scope="session")
def room(tmp_path_factory) -> Iterator[Served]:
    served = Served(tmp_path_factory.mktemp("room"))
    yield served
    served.stop()


@pytest.fixture(scope="session")
def quick(tmp_path_factory) -> Iterator[Served]:
    """A room whose clocks run ten times faster: for what happens when time runs out."""
    served = Served(tmp_path_factory.mktemp("quick"), SPEED=8, BOT_SECONDS=0.1, PAUSE_SECONDS=2)
    yield served
    served.stop()


TIE = "Kc 9c 9d Jc Kd Kh Qh Jd 2c Ks Qs 3c", [51, 0, 0, 0]
"""Push Nine: seat 1 has the button, seats 3 and 4 tie with nine."""
STACKED = {
    "rare/blackjack": [("8c Ad 8d 8h 8s Kc Kd Kh Ks 9h", [])],
    "rare/blackjack-boxes": [("8c 9c Ad 8d 9d Kc", [])],
    "rare/board": [("2c 3d 4h 5s 7c As Ks Qs 7d Js 8d Ts", [])],
    "rare/casino-holdem": [("As Kd Ah Kc 2c 7d 9h Jc 3s", [])],
    "rare/twice": [("As Kd Ah Kc 2h 4s 6h 8s Jh 3s 5h 7s 9h Js 2s 4h 6s 8h 3h 5s", [])],
    **{f"rare/push-{how}": [TIE] for how in ("buy-in", "cow", "partner", "backing")},
}


@pytest.fixture(scope="session")
def rare(tmp_path_factory) -> Iterator[Served]:
    """Tables of the tests' own without bots, some with stacked decks."""
    sheet = Path(__file__).with_name("rare.toml")
    served = Served(
        tmp_path_factory.mktemp("rare"), STACKED, BOTS=0, HOUSES=sheet, PAUSE_SECONDS=1.5
    )
    yield served
    served.stop()


@pytest.fixture
def company(rare) -> Iterator[Company]:
    """Other people, and a chef de partie who lets hands wait until all have sat down."""
    others = Company(rare)
    yield others
    others.go()


@pytest.fixture(scope="module")  # It keeps a loop running, which other tests could not bear.
def chromium():
    with sync_api.sync_playwright() as driver:
        browser = driver.chromium.launch(
            executable_path=CHROMIUM, args=["--no-sandbox", "--disable-gpu"]
        )
        yield browser
        browser.close()


LEAVE = """async () => {
  const me = await fetch("api/me");
  if (!me.ok) return;
  const line = new WebSocket(location.origin.replace("http", "ws") + "/ws");
  await new Promise((open) => { line.onopen = open; });
  line.send(JSON.stringify({ type: "hello", version: 1 }));
  const tables = Object.keys((await me.json()).tables ?? {});
  for (const table of tables) line.send(JSON.stringify({ type: "leave", table, id: "leave " + table }));
  await new Promise((left) => setTimeout(left, 150));
}"""
"""A test's people do not stay behind, for others to wait until their time has run out."""
names = itertools.count(1)
Visit = Callable[..., "sync_api.Page"]


@pytest.fixture
def visit(chromium, request) -> Iterator[Visit]:
    """Open a browser of one's own; a page error, a fault of the room or a foreign request fails
    the test.
    """
    contexts, troubles = [], []

    def open_page(
        name: str = "",
        *,
        size=(1440, 900),
        lang="en",
        at=None,
        motion="reduce",
        deck="two",
        guided=False,
        touch=False,
        straddles="false",
    ):
        where = (at or request.getfixturevalue("room")).url
        context = chromium.new_context(
            viewport={"width": size[0], "height": size[1]},
            reduced_motion=motion,
            locale=lang,
            has_touch=touch,
        )
        contexts.append(context)
        context.add_init_script(
            f"if (!localStorage['croupier.settings']) localStorage['croupier.settings'] = JSON.stringify({{lang: '{lang}', deck: '{deck}', guides: {str(guided).lower()}, straddles: {straddles}}})"
        )
        page = context.new_page()
        page.set_default_timeout(PATIENCE * 1000)
        page.on("pageerror", lambda error: troubles.append(f"page error: {error}"))
        page.on(
            "console",
            lambda said: (
                troubles.append(said.text) if "Content Security Policy" in said.text else None
            ),
        )
        page.on(
            "response",
            lambda told: (
                troubles.append(f"{told.status} at {told.url}") if told.status >= 500 else None
            ),
        )
        page.on(
            "request",
            lambda asked: (
                troubles.append(f"foreign request: {asked.url}")
                if not asked.url.startswith((where, "data:", where.replace("http", "ws")))
                else None
            ),
        )
        page.goto(where)
        if name:
            page.get_by_label(re.compile("Your name|Votre nom")).fill(f"{name} {next(names)}")
            page.keyboard.press("Enter")
            page.locator("[data-table]").first.wait_for()
        return page

    yield open_page
    for context in contexts:
        with contextlib.suppress(sync_api.Error):  # A room that is closed has no seats.
            context.pages[0].evaluate(LEAVE)
        context.close()
    assert not troubles


@pytest.fixture(scope="module")
def keys():
    """The sessions of the staff, by name."""
    return {}


@pytest.fixture
def member(visit, floor, keys):
    """A member of the staff of a module's `floor`, in a browser of their own."""

    def enter(name="Marc", page="", **look):
        browser = visit(at=floor, **look)
        if not keys:
            keys.update(team(floor))
            floor.token = keys["Jeanne"]["token"]  # For those who rule by the wire.
        session = keys[name]
        browser.context.add_cookies(
            [{"name": "croupier", "value": session["token"], "url": floor.url}]
        )
        kept = json.dumps(session | {"token": ""})
        browser.evaluate("kept => localStorage.setItem('croupier.session', kept)", kept)
        browser.goto(f"{floor.url}/#/staff{page}")
        browser.reload()
        return browser

    return enter
