"""What the room says, and how it says it: mid-hand after a reload, in two languages, to a crowd."""

import json

import pytest

from web.hands import bet, play_some, sit, take_seat, until

SEEN = """() => ({
  tags: [...document.querySelectorAll('.pod')].map((pod) => pod.getAttribute('aria-label')),
  discs: [...document.querySelectorAll('.disc')].map(
    (one) => [one.textContent, one.parentElement.getAttribute('style')]),
  log: [...document.querySelectorAll('#panel-hand p, #panel-hand .st')].map((one) => one.textContent),
  owners: [...document.querySelectorAll('.bettors .own')].map((one) => one.textContent),
})"""


def settled(page) -> dict[str, object]:
    """What stands on the page when nothing moves any more."""
    seen = [None]

    def rests():
        seen.append(page.evaluate(SEEN))
        page.wait_for_timeout(150)
        return seen[-1] == seen[-2]

    until(page, rests)
    return seen[-1]


def test_a_reload_in_mid_hand_shows_the_same_hand(visit):
    page = visit("Ada")
    sit(page, "casino-club/holdem-3-6")
    page.locator("#bar.is-betting").wait_for()
    before = settled(page)
    page.reload()
    page.locator("#bar.is-betting").wait_for()
    assert settled(page) == before
    assert [text for text, _ in before["discs"]].count("D") == 1
    assert len(before["log"]) > 2


@pytest.mark.slow
@pytest.mark.clause("BJ-30")
def test_a_reload_in_mid_round_shows_the_owners_of_the_boxes(visit, rare):
    page = visit("Ada", at=rare)
    take_seat(page, rare, "rare/blackjack")
    bet(page, "box 4")
    page.locator("#bar button[data-act=decline]").wait_for()
    before = settled(page)
    page.reload()
    page.locator(".bettors .own").first.wait_for()
    assert settled(page)["owners"] == before["owners"]
    assert before["owners"]


def test_the_room_speaks_the_language_that_is_chosen(visit):
    page = visit("Ada")
    sit(page, "casino-club/holdem-4-8")
    page.locator(".plate", has_text="$2").wait_for()
    page.locator(".lang button[lang=fr]").first.click()
    page.locator(".plate", has_text="2\u202f$").wait_for()
    assert page.locator(".toast").count() == 0
    page.locator("button[data-act=rules]").first.click()
    sheet = page.locator("dialog")
    sheet.locator(".goal").wait_for()
    sheet.locator("summary").click()
    sheet.get_by_text("Les deux joueurs à gauche du bouton posent les blinds.").wait_for()
    assert "dès 40\u202f$" in sheet.inner_text()
    page.keyboard.press("Escape")
    page.goto(page.url.split("#")[0] + "#/")
    page.locator("[data-table]", has_text="Cave dès 20\u202f$").first.wait_for()
    page.locator(".foot", has_text="plaisir").wait_for()


@pytest.mark.slow
def test_a_lost_line_is_shown_to_the_others_and_its_return_too(visit, room):
    ada, bob = visit("Ada"), visit("Bob")
    sit(ada, "casino-club/holdem-no-limit")
    sit(bob, "casino-club/holdem-no-limit")
    name = bob.locator(".pod.you .name").inner_text().split("(")[0].strip()
    pod = ada.locator(".pod", has_text=name)
    pod.wait_for()
    address = bob.url
    bob.goto(f"{room.url}/api/health")
    pod.locator(".tag", has_text="Offline").wait_for()
    bob.goto(address)
    pod.locator(".tag", has_text="Offline").wait_for(state="detached")


@pytest.mark.slow
def test_a_crowd_is_told_in_numbers(visit):
    page = visit("Ada")
    sent: list[dict[str, object]] = []
    page.on(
        "websocket",
        lambda socket: socket.on("framereceived", lambda frame: sent.append(json.loads(frame))),
    )
    page.reload()
    page.locator("[data-table]").first.wait_for()
    sit(page, "live-casino/casino-holdem")
    until(
        page,
        lambda: any(told["totals"]["players"] > 1 for told in sent if told["type"] == "totals"),
        lambda: play_some(page),
    )
    page.wait_for_function("() => Number(document.querySelector('.totals b')?.textContent) > 1")
