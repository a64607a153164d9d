"""axe-core finds nothing serious, and the first load is small."""

import gzip
from pathlib import Path

import pytest

from web.hands import sit

ROOT = Path(__file__).parents[2]
AXE = ROOT / "web/node_modules/axe-core/axe.min.js"
STATIC = ROOT / "src/croupier/server/static"
TABLES = [
    "french-casino/no-limit",
    "live-casino/casino-holdem",
    "casino-du-liban/blackjack",
    "casino-club/double-hand",
    "casino-club/low-ball",
]


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
@pytest.mark.parametrize("size", [(1440, 900), (390, 844)])
def test_no_serious_finding_on_the_pages(visit, room, size):
    page = visit(size=size)
    assert findings(page) == []
    page = visit("Ada", size=size)
    assert findings(page) == []
    for place in ("history", "cashier"):
        page.goto(f"{room.url}/#/{place}")
        page.wait_for_timeout(900)
        assert findings(page) == [], place


@pytest.mark.slow
@pytest.mark.skipif(not AXE.is_file(), reason="axe-core is not installed: npm install in web/")
@pytest.mark.parametrize("table", TABLES)
def test_no_serious_finding_at_the_tables(visit, table):
    page = visit("Ada")
    sit(page, table)
    page.wait_for_timeout(4000)
    assert findings(page) == []


def test_the_first_load_is_under_300_kb_compressed():
    first = [STATIC / "index.html", *STATIC.glob("assets/index-*"), *STATIC.glob("assets/*.svg")]
    assert sum(len(gzip.compress(file.read_bytes())) for file in first) < 300_000
