"""Playing by clicks, as a patient person does."""

import re
import time

PREFERRED = [
    "call",
    "check",
    "buy in",
    "stand pat",
    "house way",
    "stand",
    "bank",
    "show",
    "decline",
    "random",
    "insure",
    "pass",
    "fold",
]


def sit(page, table: str) -> None:
    """From the lobby to a seat."""
    page.locator(f'[data-table="{table}"] td').first.click()
    page.locator('[data-act="sit"]').click()
    page.locator(".ab").wait_for()
    page.wait_for_function("document.querySelector('#bar') && document.querySelector('.ground')")


def answer(page, preferred=PREFERRED) -> str:
    """Answer what is asked, if anything; tells the act."""
    if page.locator("#bar.is-tray").count():
        placed = page.locator(".spot.yours").count()
        spot = page.locator("button[data-spot]").first
        if not placed and spot.count():
            spot.click(timeout=2000)
            return "bet"
        return ""
    scope = page.locator("#bar, .window")
    for act in preferred:
        button = scope.locator(f'button[data-act="{act}"]:not([disabled])').first
        if button.count():
            button.click(timeout=2000)
            return act
    return ""


def play_hand(page, seconds: float = 75, preferred=PREFERRED) -> list[str]:
    """Play until a result of our own stands in the bar."""
    acts: list[str] = []
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if acts and page.locator("[data-result]").count():
            return acts
        try:
            act = answer(page, preferred)
        except Exception as error:
            if not re.search("Timeout|detached", str(error)):
                raise
            act = ""
        if act:
            acts.append(act)
        page.wait_for_timeout(150)
    raise AssertionError(f"no result in {seconds} s; acts so far: {acts}")
