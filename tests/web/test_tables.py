"""Each game's own gestures, by hand: what is rare is brought about by stacked decks and company."""

import itertools
import re

import pytest

from croupier.core.cards import cards as named
from croupier.ranks.doublehand import fouled
from web.conftest import sync_api
from web.hands import (
    adds_up,
    bar,
    bet,
    card_of,
    play_hand,
    play_some,
    press,
    press_first,
    sit,
    take_seat,
    until,
)

expect = sync_api and sync_api.expect


def log(page):
    """The hand so far, as it stands beside the felt."""
    return page.locator("#panel-hand .log").first


# Push Nine.


def push_table(visit, rare, company, how: str):
    """Ada has seat 1, Bob seat 2; seats 3 and 4 tie, and Ada and Bob may buy in."""
    table = f"rare/push-{how}"
    company.staff(table, "pause")
    pages = [visit(name, at=rare) for name in ("Ada", "Bob")]
    for seat, page in enumerate(pages, 1):
        take_seat(page, rare, table, seat)

    def tied(ask):
        if how == "backing" and (back := [o for o in ask.options if o.act == "backing"]):
            return next(o for o in back if o.spot[0] == 1), 0
        options = {option.act: option for option in reversed(ask.options)}
        act = next(a for a in ("check", "call", "random", "decline") if a in options)
        return options[act], options[act].low

    company.sit(table, f"Cleo {how}", 100_00, 3, tied)
    company.sit(table, f"Dora {how}", 100_00, 4)
    company.staff(table, "resume")
    for page in pages:
        press(page, "check")
    for page in pages:
        page.locator(".offer h3", has_text="Play for the push pot?").wait_for()
        expect(page.locator(".offer")).to_contain_text("was pushed: Cleo")
        expect(page.locator("[data-pushed]")).to_contain_text("pushed once: Cleo")
        page.locator(".offer .why").click()
        page.locator(".offer .said", has_text="PN-51").wait_for()
        page.locator(".offer .why").click()
    return pages


def end_of_push(pages) -> None:
    """Both play on until the hand has a result that adds up."""
    for page in pages:
        page.locator(".offer").wait_for(state="detached")
    until(
        pages[0],
        lambda: all(page.locator("[data-result]").count() for page in pages),
        lambda: [play_some(page) for page in pages],
    )
    for page in pages:
        assert adds_up(page), page.locator("[data-result]").inner_text()


@pytest.mark.slow
@pytest.mark.clause("PN-18", "PN-51")
def test_a_push_pot_is_bought_into_alone(visit, rare, company):
    ada, bob = push_table(visit, rare, company, "buy-in")
    ada.keyboard.press("b")
    bob.locator(".offer [data-act=decline]").click()
    expect(log(ada)).to_contain_text("buy in")
    end_of_push([ada])


@pytest.mark.slow
@pytest.mark.clause("PN-21", "PN-23")
def test_two_go_cow_with_shares_that_add_up(visit, rare, company):
    ada, bob = push_table(visit, rare, company, "cow")
    for page in (ada, bob):
        felt = page.locator(".ground").bounding_box()
        page.locator(".offer [data-act='look cow']").click()
        page.locator(".offer select").select_option(index=0)
        assert page.locator(".ground").bounding_box() == felt  # The felt stays where it is.
        field = page.locator(".offer .cow [data-amount]")
        field.fill("2")
        page.locator(".offer [data-act=cow]").click()
    for page in (ada, bob):
        bar(page).get_by_text("What stake does the cow play for?").wait_for()
        press(page, "stake")
    expect(log(bob)).to_contain_text("cow")
    end_of_push([ada])


@pytest.mark.slow
@pytest.mark.clause("PN-24")
def test_partners_name_each_other(visit, rare, company):
    ada, bob = push_table(visit, rare, company, "partner")
    for page, other in ((ada, "Bob"), (bob, "Ada")):
        page.locator(".offer [data-act='look partner']").click()
        page.locator(".offer [data-act=partner]", has_text=other).click()
    expect(log(ada)).to_contain_text("partners with")
    end_of_push([ada, bob])


@pytest.mark.slow
@pytest.mark.clause("PN-28")
def test_a_buyer_and_a_tied_player_back_each_other(visit, rare, company):
    ada, bob = push_table(visit, rare, company, "backing")
    ada.locator(".offer [data-act='look backing']").click()
    ada.locator(".offer [data-act=backing]", has_text="Cleo").click()
    bob.locator(".offer [data-act=decline]").click()
    expect(log(ada)).to_contain_text("back")
    end_of_push([ada])


# Hold'em and Low Ball.


@pytest.mark.slow
@pytest.mark.clause("TH-20")
def test_the_option_is_posted_by_hand(visit, rare, company):
    page = visit("Ada", at=rare, straddles="true")
    company.staff("rare/option", "pause")
    take_seat(page, rare, "rare/option", 1)
    for seat, name in enumerate(("Berta", "Carl"), 2):
        company.sit("rare/option", name, 200_00, seat)
    company.staff("rare/option", "resume")
    until(  # It comes to everybody in turn.
        page,
        lambda: bar(page).locator("[data-act=option]").count(),
        lambda: press_first(page, "check", "fold", "call"),
    )
    assert "OPTION" in bar(page).inner_text()
    press(page, "option")
    expect(log(page)).to_contain_text("OPTION")
    expect(page.locator(".pod.you .tag")).to_have_text("OPTION")
    bar(page).locator("[data-act=check]").wait_for()  # The last to speak (TH-20).
    assert play_hand(page)


@pytest.mark.slow
@pytest.mark.clause("LB-25")
def test_a_straddle_is_made_by_hand(visit):
    page = visit("Ada", straddles="true")
    sit(page, "casino-club/low-ball")
    bar(page).locator("[data-act=straddle]").wait_for()
    page.keyboard.press("i")
    expect(log(page)).to_contain_text("straddle")
    assert play_hand(page)


@pytest.mark.slow
@pytest.mark.clause("LB-03", "LB-15")
def test_discards_are_chosen_by_hand(visit):
    page = visit("Ada")
    sit(page, "casino-club/low-ball")
    until(
        page,
        lambda: page.locator("#bar.is-discard").count(),
        lambda: press_first(page, "decline", "check", "call"),
    )
    draw = bar(page).locator("[data-act=draw]")
    assert draw.is_disabled()
    cards = page.locator("[role=group][aria-label='Your hand'] button")
    cards.nth(0).click()
    page.keyboard.press("3")
    assert cards.nth(0).get_attribute("aria-pressed") == "true"
    assert cards.nth(2).get_attribute("aria-pressed") == "true"
    assert "Draw 2" in draw.inner_text()
    gone = [cards.nth(at).locator("svg[role=img]").get_attribute("aria-label") for at in (0, 2)]
    page.keyboard.press("Enter")
    expect(log(page)).to_contain_text("You draw")
    own = page.locator("[role=group][aria-label='Your hand'] svg[role=img]")
    labels = "all => all.map((one) => one.getAttribute('aria-label'))"
    until(page, lambda: not {*gone} & {*own.evaluate_all(labels)})


@pytest.mark.slow
@pytest.mark.clause("HE-05", "HE-06")
def test_the_board_is_played_and_a_muck_asks_once(visit, rare, company):
    page = visit("Ada", at=rare)
    company.staff("rare/board", "pause")
    take_seat(page, rare, "rare/board", 1)
    company.sit("rare/board", "Berta", 100_00, 2)
    company.staff("rare/board", "resume")
    until(
        page,
        lambda: bar(page).locator("[data-act=muck]").count(),
        lambda: press_first(page, "check", "call"),
    )
    expect(page.locator(".handname")).to_have_text(re.compile("royal flush", re.IGNORECASE))
    muck = bar(page).locator("[data-act=muck]")
    assert "would win" in muck.inner_text()
    muck.click()
    expect(muck).to_contain_text("Give up the pot?")  # It asks once; nothing is thrown away yet.
    press(page, "show")
    page.locator("[data-result]").wait_for()
    assert "lost" not in page.locator("[data-result]").inner_text()


@pytest.mark.slow
@pytest.mark.clause("LB-15")
def test_drawn_cards_lie_side_by_side_where_the_discards_lay(visit):
    """New cards come while the old ones are still leaving."""
    page = visit("Ada", motion="no-preference")
    sit(page, "casino-club/low-ball")
    until(
        page,
        lambda: page.locator("#bar.is-discard").count(),
        lambda: press_first(page, "decline", "check", "call"),
    )
    for card in 1, 3, 5:
        page.locator(f"[data-card='{card}']").click()
    press(page, "draw")
    page.locator("[data-card]").first.wait_for(state="detached")
    own = page.locator("[aria-label='Your hand'] .one")
    until(page, lambda: own.count() == 5)
    page.wait_for_timeout(1000)  # All have arrived.
    lefts = own.evaluate_all("all => all.map(one => one.getBoundingClientRect().left)")
    steps = [round(b - a) for a, b in itertools.pairwise(lefts)]
    assert min(steps) == max(steps) > 40


def folding(ask):
    """Gives up at once."""
    options = {option.act: option for option in ask.options}
    return options.get("fold") or options.get("muck") or options["check"], 0


@pytest.mark.clause("TH-36")
def test_the_last_one_in_shows_one_card_all_or_none(visit, rare, company):
    page = visit("Ada", at=rare)
    company.staff("rare/show", "pause")
    take_seat(page, rare, "rare/show", 1)
    company.sit("rare/show", "Berta", 100_00, 2, folding)
    company.staff("rare/show", "resume")
    show = bar(page).locator("[data-act=show]")
    until(page, show.count, lambda: press_first(page, "check", "call"))
    expect(bar(page)).to_contain_text("Show or muck?")
    assert not re.search("discard|draw", bar(page).inner_text(), re.IGNORECASE)
    expect(show).to_contain_text("Show all")
    page.locator("[data-card='1']").click()
    expect(show).to_have_text(re.compile("Show (10|[2-9JQKA])."))
    show.click()
    expect(page.locator(".log").first).to_contain_text(re.compile(r"You\s*show"))


# Double Hand.


fresh = itertools.count(1)


@pytest.fixture
def banker(visit, rare, company):
    """Ada is offered the player-dealer's place, at a table of her own."""
    return bank(visit, rare, company)


def bank(visit, rare, company, **look):
    page, table = visit("Ada", at=rare, **look), f"rare/double-hand-{next(fresh)}"
    company.staff(table, "pause")
    take_seat(page, rare, table, 1)

    def wagers(ask):
        options = {option.act: option for option in ask.options}
        if ask.open:
            return options["bet"], options["bet"].low
        act = next(a for a in ("pass", "house way", "random") if a in options)
        return options[act], 0

    company.sit(table, "Berta", 200_00, 2, wagers)
    company.staff(table, "resume")
    bar(page).get_by_text("Be the player-dealer?").wait_for()
    return page


def to_setting(page) -> None:
    """Bank, cut, pile and dice."""
    bar(page).locator("[data-amount]").fill("50")
    press(page, "bank")
    bar(page).locator("[data-act=cut]").wait_for()
    bar(page).locator("[data-amount]").fill("20")
    bar(page).locator("[data-act=cut]").click()
    page.locator("[aria-label='Pile 3']").click()
    page.locator("#bar.is-set").wait_for()


def legal_front(page) -> list[int]:
    """Two places among the seven that make a legal front."""
    cards = [card_of(label) for label in labels(page, ".tray7 svg.card")]
    text = named(" ".join(cards))
    for one in range(7):
        for other in range(one + 1, 7):
            back = [card for at, card in enumerate(text) if at not in (one, other)]
            if not fouled([text[one], text[other]], back):
                return [one, other]
    raise AssertionError(cards)


def labels(page, where: str) -> list[str]:
    return page.locator(where).evaluate_all("all => all.map((o) => o.getAttribute('aria-label'))")


@pytest.mark.slow
@pytest.mark.clause("DH-09", "DH-11", "DH-13", "DH-14", "DH-15")
def test_the_player_dealer_banks_cuts_chooses_and_sees_the_dice(banker):
    to_setting(banker)
    text = log(banker).inner_text()
    assert "You take the bank" in text
    assert "The deck is cut at 20" in text
    dice = banker.locator(".dice").inner_text()
    numbers = [int(n) for n in re.findall(r"\d+", dice)]
    assert sum(numbers[:3]) == numbers[3]
    assert banker.locator(".disc.action").count() == 1
    banker.keyboard.press("w")
    banker.locator("[data-result]").wait_for()
    assert "Fee" in banker.locator("[data-result]").inner_text()
    assert adds_up(banker), banker.locator("[data-result]").inner_text()


@pytest.mark.slow
@pytest.mark.clause("DH-23")
@pytest.mark.parametrize("how", ["drag", "keys", "clicks"])
def test_two_hands_are_set(banker, how):
    page = banker
    to_setting(page)
    front = legal_front(page)
    want = {labels(page, ".tray7 svg.card")[at] for at in front}
    for at in front:
        if how == "keys":
            page.keyboard.press(str(at + 1))
        elif how == "clicks":
            page.locator(f"[data-place='{at + 1}']").click()
        else:
            card = page.locator(f"[data-place='{at + 1}']").bounding_box()
            zone = page.locator("[data-zone=front]").bounding_box()
            page.mouse.move(card["x"] + 20, card["y"] + 30)
            page.mouse.down()
            page.mouse.move(zone["x"] + 60, zone["y"] + 60, steps=8)
            page.mouse.up()
    assert {*labels(page, "[data-zone=front] svg.card")} == want
    if how == "drag":  # Back again, and once more in front.
        card = page.locator(f"[data-place='{front[0] + 1}']").bounding_box()
        zone = page.locator("[data-zone=back]").bounding_box()
        page.mouse.move(card["x"] + 20, card["y"] + 30)
        page.mouse.down()
        page.mouse.move(zone["x"] + 90, zone["y"] + 60, steps=8)
        page.mouse.up()
        assert page.locator("[data-zone=front] svg.card").count() == 1
        page.locator(f"[data-place='{front[0] + 1}']").click()
    page.keyboard.press("Enter") if how == "keys" else press(page, "set")
    page.locator("#bar.is-set").wait_for(state="detached")
    assert {*labels(page, "[data-zone=front] svg.card")} == want
    page.locator("[data-result]").wait_for()


SCROLLED = (
    "[...document.querySelectorAll('*')].reduce((sum, e) => sum + e.scrollTop + e.scrollLeft, 0)"
)


def finger(page, start, end=None) -> None:
    """Touch the middle of a place, and drag to the middle of another."""
    line = page.context.new_cdp_session(page)
    boxes = [page.locator(where).bounding_box() for where in (start, end or start)]
    (x, y), (to_x, to_y) = ((b["x"] + b["width"] / 2, b["y"] + b["height"] / 2) for b in boxes)

    def send(kind, *points):
        told = [{"x": x, "y": y} for x, y in points]
        line.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": told})

    send("touchStart", (x, y))
    for step in range(1, 9 if end else 1):
        send("touchMove", (x + (to_x - x) * step / 8, y + (to_y - y) * step / 8))
    page.wait_for_timeout(60)
    send("touchEnd")


@pytest.mark.slow
@pytest.mark.clause("DH-23")
@pytest.mark.parametrize("size", [(390, 844), (844, 390)])
def test_two_hands_are_set_by_finger_and_the_page_stays(visit, rare, company, size):
    page = bank(visit, rare, company, touch=True)
    page.set_viewport_size({"width": size[0], "height": size[1]})
    to_setting(page)
    front = legal_front(page)
    want = {labels(page, ".tray7 svg.card")[at] for at in front}
    one, other = (f"[data-place='{at + 1}']" for at in front)
    before = page.evaluate(SCROLLED)
    finger(page, one, "[data-zone=front]")
    assert page.locator("[data-zone=front] svg.card").count() == 1
    finger(page, one, "[data-zone=back]")
    assert page.locator("[data-zone=front] svg.card").count() == 0
    finger(page, one, "[data-zone=front]")
    page.locator("[data-zone=front] svg.card").wait_for()
    finger(page, other)
    page.locator("[data-zone=front] svg.card").nth(1).wait_for()
    assert {*labels(page, "[data-zone=front] svg.card")} == want
    assert page.evaluate(SCROLLED) == before
    finger(page, "#bar [data-act=set]")
    page.locator("#bar.is-set").wait_for(state="detached")
    page.locator("[data-result]").wait_for()


# Blackjack.


@pytest.mark.slow
@pytest.mark.clause("BJ-18", "BJ-24", "BJ-28", "BJ-33")
def test_insurance_splits_and_two_players_on_a_box(visit, rare, company):
    ada, bob = (visit(name, at=rare) for name in ("Ada", "Bob"))
    company.staff("rare/blackjack", "pause")
    for page in (ada, bob):
        take_seat(page, rare, "rare/blackjack")
    company.staff("rare/blackjack", "resume")
    bet(ada, "box 4")
    expect(bob.locator(".bettors", has_text="Ada")).to_be_visible()
    bet(bob, "box 4")
    for page in (ada, bob):
        bar(page).get_by_text("Insurance?").wait_for()
    felt = ada.locator(".ground").bounding_box()
    press(ada, "finely")
    bar(ada).locator("[data-amount]").fill("1")
    assert ada.locator(".ground").bounding_box() == felt
    press(ada, "insure")
    press(bob, "decline")
    expect(ada.locator(".bettors", has_text="Insurance")).to_be_visible()
    assert bar(ada).get_by_text("Box 4").count()
    press(ada, "split")
    bar(bob).locator("[data-act=decline]").wait_for()
    press(bob, "split")
    expect(bar(ada)).to_contain_text("hand 1 of 2")
    press(ada, "split")
    press(bob, "decline")
    expect(bar(ada)).to_contain_text("hand 1 of 3")
    for hand in (1, 2):
        expect(bar(ada)).to_contain_text(f"hand {hand} of 3")
        press(ada, "stand")
    expect(bar(ada)).to_contain_text("hand 3 of 3")
    press(ada, "split")
    press(bob, "decline")
    expect(bar(ada)).to_contain_text("hand 3 of 4")
    boxes = ada.locator(".hold").evaluate_all(
        "all => all.map((one) => one.getBoundingClientRect()).map((r) => [r.left, r.right])"
    )
    boxes.sort()
    assert len(boxes) == 4
    assert all(one[1] <= other[0] + 1 for one, other in itertools.pairwise(boxes))
    press(ada, "stand")
    expect(bar(ada)).to_contain_text("hand 4 of 4")
    press(ada, "stand")
    for page in (ada, bob):
        page.locator("[data-result]").wait_for()
        assert adds_up(page), page.locator("[data-result]").inner_text()
    assert "Insurance" in ada.locator("[data-result]").inner_text()


@pytest.mark.slow
@pytest.mark.clause("BJ-24")
def test_one_press_insures_every_box(visit, rare):
    page = visit("Ada", at=rare)
    take_seat(page, rare, "rare/blackjack-boxes")
    for box in (1, 2):
        bet(page, f"box {box}")
    press(page, "ready")
    insure = bar(page).locator("[data-act=insure]")
    expect(insure).to_have_count(1)
    expect(insure).to_contain_text("Insure all boxes")
    sizes = [bar(page).locator(f"[data-act={act}]").bounding_box() for act in ("insure", "decline")]
    assert [sizes[0][side] for side in ("width", "height")] == [
        sizes[1][side] for side in ("width", "height")
    ]
    insure.click()
    until(page, lambda: page.locator("[data-result]").count(), lambda: play_some(page, ["stand"]))
    assert page.locator("[data-result]").inner_text().count("Insurance") == 2
    assert adds_up(page), page.locator("[data-result]").inner_text()


TOO_WIDE = """all => all.filter((one) => one.scrollWidth > one.clientWidth + 1)
  .map((one) => one.textContent)"""


@pytest.mark.slow
@pytest.mark.clause("BJ-24")
@pytest.mark.parametrize("size", [(1440, 900), (390, 844)])
def test_boxes_are_insured_one_by_one_and_the_felt_stays(visit, rare, size):
    page = visit("Ada", at=rare, lang="fr")
    take_seat(page, rare, "rare/blackjack-boxes")
    for box in (1, 2):
        bet(page, f"box {box}")
    press(page, "ready")
    bar(page).locator("[data-act=insure]").wait_for()
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.locator(f"#bar.{'wide' if size[0] > 900 else 'portrait'}").wait_for()
    felt = page.locator(".ground").bounding_box()
    press(page, "finely")
    expect(bar(page).locator("[data-amount]")).to_have_count(2)
    assert page.locator(".ground").bounding_box() == felt
    assert bar(page).locator("button").evaluate_all(TOO_WIDE) == []
    bar(page).locator("[data-amount]").first.fill("1")
    press(page, "insure")
    press(page, "decline")
    until(page, lambda: page.locator("[data-result]").count(), lambda: play_some(page, ["stand"]))
    assert "Assurance" in page.locator("[data-result]").inner_text()


# Casino Hold'em.


@pytest.mark.slow
@pytest.mark.clause("CH-12", "CH-13", "CH-14")
@pytest.mark.parametrize("motion", ["no-preference", "reduce"])
def test_a_yellow_line_runs_round_the_window_in_the_last_three_seconds(visit, rare, motion):
    page = visit("Ada", at=rare, motion=motion)
    take_seat(page, rare, "rare/casino-holdem")
    bet(page, "ante")
    bet(page, "bonus")
    window = page.locator(".window", has_text="Call or fold?")
    window.wait_for()
    assert page.get_by_text("CALL to collect your BONUS win!").is_visible()
    seen = set()
    for _ in range(400):
        if not window.count():
            break
        shown = window.evaluate(
            """(one) => [Number(one.querySelector('[role=timer] .num').textContent),
                one.classList.contains('shimmer'), getComputedStyle(one, '::after').animationName,
                getComputedStyle(one, '::after').backgroundColor]"""
        )
        seconds, shimmers, animation, colour = shown
        assert shimmers == (seconds <= 3), shown
        seen.add(shimmers)
        if shimmers:
            moves = animation == "shimmer"
            assert moves == (motion == "no-preference")
            if motion == "reduce":
                assert colour == "rgb(255, 216, 77)"
            break  # In time for the call.
        page.wait_for_timeout(100)
    assert seen == {True, False}
    page.keyboard.press("c")
    window.wait_for(state="detached")
    page.locator("#tab-last").click()
    expect(page.locator("#panel-last .bet", has_text="Call")).to_contain_text("won")


@pytest.mark.slow
@pytest.mark.clause("CH-10", "CH-16", "CH-19")
def test_who_folds_sees_the_rest(visit, rare):
    page = visit("Ada", at=rare)
    take_seat(page, rare, "rare/casino-holdem")
    bet(page, "ante")
    page.locator(".window [data-act=fold]").click()
    expect(page.locator("[role=group][aria-label=Board] svg")).to_have_count(5)
    dealer = page.locator("[role=group][aria-label=Dealer] svg")
    expect(dealer.first).to_have_attribute("aria-label", "King of diamonds")
    expect(page.locator(".handname")).to_have_text("Pair of aces")
    assert "lost" in page.locator("[data-result]").inner_text()


@pytest.mark.slow
@pytest.mark.clause("CH-15")
def test_a_call_that_the_stack_does_not_cover_is_told_and_closed(visit, rare):
    page = visit("Ada", at=rare)
    take_seat(page, rare, "rare/casino-holdem", buy_in="10")
    bet(page, "ante")
    page.locator("[data-short]").wait_for()
    call = page.locator(".window [data-act=call]")
    call.wait_for()
    assert call.is_disabled()
    assert "needs 10" in call.inner_text()
    page.locator(".window [data-act=fold]").click()


# The table around the game.


@pytest.mark.slow
@pytest.mark.clause("TH-10", "TH-25")
def test_top_up_sit_out_come_back_and_leave(visit, rare, company):
    page = visit("Ada", at=rare)
    take_seat(page, rare, "rare/chips", 1, buy_in="50")
    stack = page.locator(".pod.you .stack")
    expect(stack).to_have_text("50")
    page.locator("[data-act=top_up]").first.click()
    page.locator("dialog [data-amount]").fill("30")
    page.locator("dialog .primary").click()
    expect(stack).to_have_text("80")
    page.locator("[data-act=sit_out]").click()
    expect(page.locator(".pod.you .tag")).to_have_text(re.compile("away", re.IGNORECASE))
    page.locator("[data-act=sit_in]").click()
    expect(page.locator("[data-act=sit_out]")).to_be_visible()
    company.sit("rare/chips", "Berta", 100_00, 2)
    assert play_hand(page)
    page.locator("[data-act=leave]").click()
    page.locator("[data-act=confirm-leave]").click()
    page.locator("[data-act=leave]").first.wait_for(state="detached")
    page.goto(f"{rare.url}/#/table/rare/chips")
    expect(page.locator("[data-seat='1']")).to_be_visible()


@pytest.mark.slow
def test_a_ticked_answer_is_given_when_the_turn_comes(visit, rare, company):
    page = visit("Ada", at=rare)
    company.staff("rare/pots", "pause")
    take_seat(page, rare, "rare/pots", 1)
    for seat, name in enumerate(("Berta", "Carl"), 2):
        company.sit("rare/pots", name, 100_00, seat, lambda _: None)  # They wait to be told.
    company.staff("rare/pots", "resume")
    page.locator("#bar [data-act=fold], [data-pre]").first.wait_for()
    if bar(page).locator("[data-act=call]").count():
        press(page, "call")
    page.locator("[data-pre='call any']").check(force=True)
    assert page.locator("[data-pre='call any']").is_checked()
    before = log(page).inner_text().count("You ")
    until(page, lambda: log(page).inner_text().count("You ") > before, company.nudge)
    assert re.search("You (call|check)", log(page).inner_text())
    assert page.locator("[data-pre='call any']:checked").count() == 0


@pytest.mark.slow
def test_chat_is_heard_and_can_be_muted(visit, rare):
    ada, bob = (visit(name, at=rare) for name in ("Ada", "Bob"))
    for page in (ada, bob):
        page.goto(f"{rare.url}/#/table/rare/option")
        page.locator(".ground").wait_for()
        page.keyboard.press("/")
        page.locator("[data-find]").wait_for()
    assert "English" in ada.locator(".rule").inner_text()
    ada.locator("[data-find]").fill("Good evening")
    ada.keyboard.press("Enter")
    line = bob.locator(".chatline", has_text="Good evening")
    line.wait_for()
    line.get_by_role("button", name="Mute").click()
    line.wait_for(state="detached")
    ada.locator("[data-find]").fill("Anybody?")
    ada.keyboard.press("Enter")
    ada.locator(".chatline", has_text="Anybody?").wait_for()
    bob.wait_for_timeout(500)
    assert bob.locator(".chatline").count() == 0
    bob.get_by_role("button", name=re.compile("Unmute")).click()
    bob.locator(".chatline", has_text="Anybody?").wait_for()
