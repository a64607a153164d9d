"""What a room must hold to in a real browser: secrets, lost lines, clocks, keys, languages."""

import json
import re

import pytest

from web.hands import play_hand, play_some, sit, until


def lines(page, sent):
    """Everything that the room tells this browser."""
    page.on(
        "websocket",
        lambda socket: socket.on("framereceived", lambda frame: sent.append(json.loads(frame))),
    )


def holes(frames, own):
    """The faces of other seats' cards that were told before anybody showed."""
    told = []
    for frame in frames:
        for event in frame.get("events") or []:
            if (
                event.get("type") == "cards"
                and event["src"] == [0, "deck"]
                and event["dst"][1] == "hole"
                and event["dst"][0] != own
            ):
                told += [card for card in event["cards"] if card != 53]
    return told


def test_two_browsers_at_one_table_see_only_their_own_cards(visit):
    pages, frames = [], ([], [])
    for name, heard in zip(("Ada", "Bob"), frames, strict=True):
        page = visit(name)
        lines(page, heard)
        page.reload()
        page.locator("[data-table]").first.wait_for()
        sit(page, "casino-club/holdem-4-8")
        pages.append(page)
    until(
        pages[0],
        lambda: all(
            page.locator("[role=group][aria-label='Your hand'] svg").count() == 2 for page in pages
        ),
        lambda: [play_some(page) for page in pages],
    )
    for heard in frames:
        seats = {frame["you"]["seat"] for frame in heard if frame["type"] == "table"} - {0}
        assert len(seats) == 1
        assert holes(heard, seats.pop()) == []
    own = [
        page.locator("[role=group][aria-label='Your hand'] svg").evaluate_all(
            "all => all.map((one) => one.getAttribute('aria-label'))"
        )
        for page in pages
    ]
    assert own[0] != own[1]
    assert "Face-down card" not in own[0] + own[1]


def test_a_lost_line_in_mid_hand_loses_nothing(visit):
    page = visit("Ada")
    sit(page, "casino-club/holdem-6-12")
    page.locator("#bar.is-betting").wait_for()
    page.context.set_offline(True)
    page.evaluate("() => window.dispatchEvent(new Event('offline'))")
    page.context.set_offline(False)
    page.reload()
    page.locator(".ground").wait_for()
    page.locator("[role=group][aria-label='Your hand'] svg").first.wait_for()
    assert play_hand(page)


@pytest.mark.slow
def test_a_closed_socket_comes_back_by_itself(visit):
    page = visit("Ada")
    page.add_init_script(
        "const Real = WebSocket; window.sockets = []; window.WebSocket = class extends Real { constructor(...all) { super(...all); window.sockets.push(this); } };"
    )
    page.reload()
    page.locator("[data-table]").first.wait_for()
    sit(page, "casino-club/holdem-3-6")
    page.locator("#bar.is-betting").wait_for()
    page.evaluate("() => window.sockets.at(-1).close()")
    page.locator(".toast", has_text=re.compile("nothing was missed|Nothing was missed")).wait_for()
    assert play_hand(page)


@pytest.mark.slow
@pytest.mark.clause("CH-17", "CH-18")
def test_who_says_nothing_is_folded_by_the_clock_and_sees_the_rest(visit, quick):
    page = visit("Ada", at=quick)
    sit(page, "live-casino/casino-holdem")
    page.locator("button[data-spot=ante]").click()
    page.locator(".light b", has_text="AUTO FOLDED").wait_for()
    page.locator("[data-result]").wait_for()
    assert "lost" in page.locator("[data-result]").inner_text()


@pytest.mark.slow
def test_the_clock_answers_for_a_silent_player(visit, quick):
    page = visit("Ada", at=quick)
    sit(page, "casino-du-liban/blackjack")
    page.locator("button[data-spot='box 4']").click()
    page.locator("[data-result]").wait_for()


@pytest.mark.clause("CH-18", "CH-34")
def test_the_casino_holdem_decision_window(visit):
    page = visit("Ada")
    sit(page, "live-casino/casino-holdem")
    page.locator("button[data-spot=ante]").click()
    page.locator("button[data-spot=bonus]").click()
    window = page.locator(".window", has_text="Call or fold?")
    window.wait_for()
    assert page.locator(".light b").inner_text() == "DECISION TIME"
    call, fold = window.locator("[data-act=call]"), window.locator("[data-act=fold]")
    one, other = call.bounding_box(), fold.bounding_box()
    assert abs(one["width"] - other["width"]) < 2
    assert abs(one["height"] - other["height"]) < 2
    page.keyboard.press("l")
    page.get_by_role("region", name="Limits").wait_for()
    page.keyboard.press("Escape")
    page.keyboard.press("c")
    window.wait_for(state="detached")
    page.locator("[data-result]").wait_for()


@pytest.mark.slow
def test_a_hand_by_keyboard_alone(visit):
    page = visit("Ada")
    sit(page, "french-casino/limit")

    def press_keys():
        if page.locator("#bar.is-betting").count():
            page.keyboard.press("c")
        elif page.locator("#bar.is-answers").count():
            page.keyboard.press("n")

    until(page, page.locator("[data-result]").count, press_keys)


MEANT = """() => {
  const { send } = WebSocket.prototype;
  WebSocket.prototype.send = function (said) { send.call(this, said.replace("sit_out", "unwait")); };
}"""
"""A page that asks for what it may not have: our own never does."""


@pytest.mark.slow
def test_a_refusal_is_a_sentence_and_not_a_dialog(visit, quick):
    page = visit("Ada", at=quick)
    sit(page, "casino-club/push-nine")
    page.evaluate(MEANT)
    page.locator("[data-act=sit_out]").click()
    page.locator(".toast.refuse", has_text="not on the list").wait_for()
    assert page.locator("dialog[open]").count() == 0


@pytest.mark.parametrize(("lang", "word"), [("en", "Good "), ("fr", "Bon")])
def test_both_languages(visit, lang, word):
    page = visit("Ada", lang=lang)
    assert word in page.locator("h1").inner_text()
    assert page.locator("html").get_attribute("lang") == lang


@pytest.mark.slow
@pytest.mark.parametrize(
    ("size", "table"),
    [
        ((390, 844), "casino-club/holdem-15-30"),
        ((844, 390), "casino-club/omaha-hilo-3-6"),
        ((1024, 768), "french-casino/pot-limit"),
    ],
)
def test_a_phone_and_a_tablet_play_too(visit, quick, size, table):
    page = visit("Ada", size=size, at=quick)
    row = page.locator(f'[data-table="{table}"]')
    row.locator("button[data-act=join]").click()
    page.locator(".ground").wait_for()
    assert play_hand(page)
    wide = page.evaluate("() => document.documentElement.scrollWidth")
    assert wide <= size[0]


@pytest.mark.slow
def test_history_is_replayed_step_by_step(visit, room):
    page = visit("Ada")
    sit(page, "casino-club/omaha-3-6")
    play_hand(page)
    page.goto(f"{room.url}/#/history")
    page.locator("[data-act=replay]").first.click()
    page.locator("[data-act=step]").wait_for()
    for _ in range(5):
        page.keyboard.press("]")
    assert page.locator(".replay .count").inner_text().startswith("5 /")


CUT = """[...document.querySelectorAll('.rows td, .rows td *')].filter(e => e.offsetParent &&
    (e.scrollWidth > e.clientWidth + 1 && e.clientWidth || e.getBoundingClientRect().right > innerWidth))
    .map(e => e.textContent)"""


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_no_line_of_the_lobby_is_cut(visit, lang):
    page = visit("Ada", lang=lang)
    text = page.locator(".rows").inner_text()
    assert ("Buy-in from $30" if lang == "en" else "Cave dès 30\u202f$") in text
    for width in 1440, 1024, 390:
        page.set_viewport_size({"width": width, "height": 900})
        until(page, lambda: page.evaluate(CUT) == [])
