"""What the staff does on its console, by clicks."""

import re

WORD = "a long password"


def choose(page, table):
    page.locator(f'[data-table="{table}"]').click()
    page.locator("[data-act=pause]").wait_for()


def looks_again(page):
    """The console asks every few seconds how the table stands, and shows it."""
    with page.expect_response(re.compile("/api/staff/tables/")) as told:
        pass
    told.value.finished()
    page.evaluate("() => new Promise(requestAnimationFrame)")


def pause(page):
    """The clocks stop at one press; the reason may follow."""
    page.locator("[data-act=pause]").click()
    page.locator("[data-act=pause]", has_text="Resume").wait_for()


def do(page, why="as it was seen"):
    page.locator("textarea").first.fill(why)
    page.locator("[data-act=do]").click()


def confirm(page, what):
    """Another person agrees."""
    request = page.locator("[data-request]", has_text=what)
    request.get_by_label("Reason").fill("seen it too")
    request.locator("[data-act=accept]").click()
    page.get_by_text(re.compile("Request .* confirmed")).wait_for()
