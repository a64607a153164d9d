"""A newcomer is guided through the first hands, by what the table asks; rules can be read."""

import re

import pytest

from web.hands import PATIENCE, bar, covers, play_some, take_seat, until
from web.test_access import AXE, findings

SIZES = [(1440, 900), (1024, 768), (390, 844), (844, 390)]
BLACKJACK = "casino-du-liban/blackjack"


def said(page) -> str:
    strip = page.locator("[data-guide] p span")
    return strip.inner_text() if strip.count() else ""


HEARD = """() => {
    window.heard = []
    const listen = () => {
        const text = document.querySelector("[data-guide] p span")?.textContent
        if (text && text !== window.heard.at(-1)) window.heard.push(text)
    }
    const all = {subtree: true, childList: true, characterData: true}
    new MutationObserver(listen).observe(document, all)
    listen()
}"""
"""All the guide says is kept: a sentence may be gone before anybody looks."""


def test_the_guide_speaks_of_what_is_asked_and_what_lies_on_the_felt(visit, room):
    page = visit("New", guided=True)
    take_seat(page, room, BLACKJACK)
    until(page, lambda: "Choose a chip and press a box" in said(page))
    page.evaluate(HEARD)
    page.locator(".pointer").wait_for(state="attached")

    def heard(sentence):
        return any(sentence in one for one in page.evaluate("window.heard"))

    until(
        page,
        lambda: heard("The dealer's card") and heard("The dealer drew last"),
        lambda: play_some(page),
    )


def test_a_sentence_that_was_read_does_not_come_again(visit, room):
    page = visit("New", guided=True)
    take_seat(page, room, BLACKJACK)
    until(page, lambda: "Choose a chip and press a box" in said(page))
    page.locator("[data-act=guide-next]").click()
    until(page, lambda: "Choose a chip and press a box" not in said(page))


def test_skipped_it_does_not_come_again_but_can_be_asked_for(visit, room):
    page = visit("New", guided=True)
    take_seat(page, room, BLACKJACK)
    page.locator("[data-act=guide-end]").click()
    page.reload()
    bar(page).wait_for()
    page.locator("[data-act=leave]").first.wait_for()
    page.wait_for_timeout(800)
    assert page.locator("[data-guide]").count() == 0
    page.locator("[data-act=rules]").first.click()
    page.locator("dialog [data-act=guide]").click()
    page.locator("[data-guide]").wait_for()


def test_the_guide_turns_french_with_the_reader(visit, room):
    page = visit("Neuf", guided=True, lang="fr")
    take_seat(page, room, BLACKJACK)
    until(page, lambda: "Choisissez un jeton" in said(page))


@pytest.mark.slow
def test_the_frame_lies_around_what_is_pressed(visit, room):
    page = visit("New", guided=True)
    take_seat(page, room, "casino-club/double-hand")
    until(page, lambda: "put a wager down" in said(page))
    wager = page.locator("button[data-spot=wager]")

    def around():
        frame, circle = page.locator(".pointer").bounding_box(), wager.bounding_box()
        return frame and circle and covers(frame, circle)

    until(page, around)


@pytest.mark.parametrize("size", SIZES)
def test_the_strip_covers_nothing_and_the_felt_stays_as_it_is(visit, room, size):
    page = visit("New", guided=True, size=size)
    page.goto(f"{room.url}/#/table/casino-club/holdem-2-4")
    page.locator("#bar [data-act=sit]").click()
    page.locator("[data-act=confirm-sit]").click()
    page.locator("[data-guide]").wait_for()

    def boxes():
        names = (".felt", "[data-guide]", "#bar")
        return [page.locator(one).bounding_box() for one in names]

    felt, strip, below = boxes()
    gap = 1  # Of rounding.
    assert felt["y"] + felt["height"] <= strip["y"] + gap
    if size[1] > 480:
        assert strip["y"] + strip["height"] <= below["y"] + gap
    else:
        assert strip["x"] + strip["width"] <= below["x"] + gap
    assert below["y"] + below["height"] <= size[1] + gap
    if AXE.is_file():
        assert findings(page) == []


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_rules_can_be_read_and_say_why(visit, room, lang):
    page = visit("Reader", lang=lang)
    page.goto(f"{room.url}/#/table/casino-club/low-ball")
    page.locator("[data-act=rules]").first.click()
    sheet = page.locator("dialog")
    sheet.get_by_text({"en": "How a round goes", "fr": "Le déroulement"}[lang]).wait_for()
    ladder = sheet.locator("ol li", has=page.locator(".card"))
    assert ladder.first.inner_text().strip() == {"en": "Wheel", "fr": "Roue"}[lang]
    assert ladder.first.locator(".card").count() == 5
    sheet.locator("summary").click()
    assert sheet.locator("details h3").count() > 3
    assert not re.search(r"\b[A-Z]{2}-\d\d\b", sheet.inner_text())
    sheet.locator(".why").first.click()
    sheet.locator(".said b").first.wait_for(timeout=PATIENCE * 1000)
    assert re.search(r"\bLB-\d\d\b", sheet.locator(".said").first.inner_text())
