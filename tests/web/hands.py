"""Playing by clicks, as a patient person does."""

import re
import time

PATIENCE = 120
"""Seconds that anything may take on a busy machine; what takes longer has failed."""
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
    page.wait_for_function(
        "() => document.querySelector('#bar') && document.querySelector('.ground')"
    )


def take_seat(page, room, table: str, seat: int = 0, buy_in: str = "") -> None:
    """From the table's own page to a seat: the one wanted, or any."""
    page.goto(f"{room.url}/#/table/{table}")
    page.locator(".ground").wait_for()
    wanted = f"[data-seat='{seat}']" if seat else "#bar [data-act=sit]"
    page.locator(wanted).click()
    if buy_in:
        page.locator("dialog [data-amount]").fill(buy_in)
    page.locator("[data-act=confirm-sit]").click()
    page.locator("[data-act=leave]").first.wait_for()


def bar(page):
    """The bar with the question and its answers."""
    return page.locator("#bar")


def press(page, act: str) -> None:
    """Press an answer, in the bar or in a window on the felt."""
    page.locator(f"#bar [data-act='{act}'], .window [data-act='{act}']").first.click()


def bet(page, spot: str) -> None:
    """Put the chosen chip on a spot, when bets are open."""
    page.locator(f"button[data-spot='{spot}']").click()
    page.locator(f"button.yours[data-spot='{spot}']").wait_for()


def adds_up(page) -> bool:
    """Whether the lines of the result make its net."""
    text = page.locator("[data-result]").inner_text().replace(",", "").replace("\u2212", "-")
    parts, _, net = text.partition("=")
    signed = [float(one) for one in re.findall(r"[+-][\d.]+", parts)]
    put = [-float(one) for one in re.findall(r"put in ([\d.]+)", parts)]
    found = re.search(r"[+-]?[\d.]+", net)
    return found is not None and abs(sum(signed + put) - float(found[0])) < 0.001


def covers(one, two):
    """Whether two boxes overlap."""
    return all(
        one[at] < two[at] + two[size] and two[at] < one[at] + one[size]
        for at, size in (("x", "width"), ("y", "height"))
    )


RANKS = [
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "jack",
    "queen",
    "king",
    "ace",
]


def card_of(label: str) -> str:
    """`Ten of hearts` as `Th`."""
    if " of " not in label:
        return "Jk"
    rank, suit = label.lower().split(" of ")
    return "23456789TJQKA"[RANKS.index(rank)] + suit[0]


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


def until(page, holds, meanwhile=lambda: None):
    """Wait for what is to be seen and tell it; `meanwhile` is done again and again."""
    end = time.monotonic() + PATIENCE
    while not (found := holds()):
        if time.monotonic() > end:
            raise AssertionError(f"not in {PATIENCE} s; the bar: {bar(page).inner_text()!r}")
        meanwhile()
        page.wait_for_timeout(100)
    return found


def play_some(page, preferred=PREFERRED) -> list[str]:
    """Answer what is asked, if anything; the question may go while one presses."""
    try:
        act = answer(page, preferred)
    except Exception as error:
        if not re.search("Timeout|detached", str(error)):
            raise
        return []
    return [act] if act else []


def play_hand(page, preferred=PREFERRED) -> list[str]:
    """Play until a result of our own stands in the bar; tells the acts."""
    acts: list[str] = []
    until(
        page,
        lambda: acts and page.locator("[data-result]").count(),
        lambda: acts.extend(play_some(page, preferred)),
    )
    return acts


def press_first(page, *acts: str) -> None:
    """Press the first of these answers that is offered, if any."""
    for act in acts:
        if bar(page).locator(f"[data-act='{act}']").count():
            return press(page, act)
    return None
