"""People among people in a real browser: faces, notes, feelings, looks, several tables, the app."""

import re

import pytest

from web.hands import sit
from web.test_access import AXE, findings

NO_LIMIT = "casino-club/holdem-no-limit"
OMAHA = "casino-club/omaha-3-6"


def open_company(page, room):
    page.goto(f"{room.url}/#/company")
    page.locator("[data-avatar=owl]").wait_for()


def player_of(page) -> str:
    return page.evaluate("JSON.parse(localStorage['croupier.session']).player")


def test_a_face_and_a_felt_stay_with_the_account(visit, room):
    page = visit("Ada")
    open_company(page, room)
    page.locator("[data-avatar=owl]").click()
    page.locator("[data-choose-felt=wine]").click()
    page.locator("[data-choose-back=waves]").click()
    page.locator("[data-preset='0']").fill("33")
    page.keyboard.press("Tab")
    page.locator("[data-taste=post]").uncheck()
    page.wait_for_function(
        "async () => (await (await fetch('api/me/tastes')).json()).post === false"
    )
    page.evaluate("localStorage.removeItem('croupier.settings')")
    page.reload()
    page.locator("[data-avatar=owl][aria-pressed=true]").wait_for()
    assert page.locator("[data-preset='0']").input_value() == "33"
    page.goto(f"{room.url}/#/table/{NO_LIMIT}")
    page.locator(".frame2[data-felt=wine]").wait_for()
    page.locator("use[href='#back-waves']").first.wait_for(state="attached")


def test_bots_wear_a_mark_and_players_take_notes(visit, room):
    page = visit("Ada")
    page.goto(f"{room.url}/#/table/{NO_LIMIT}")
    page.locator(".pod use[href='#bot']").first.wait_for()
    page.locator("[data-about]").first.click()
    page.get_by_text("A bot: it plays by").wait_for()
    assert not page.locator("[data-act=friend]").count(), "a bot is nobody's friend"
    page.locator("[data-field=note]").fill("raises with nothing")
    page.locator("[data-act=keep-note]").click()
    page.locator(".pod .noted").wait_for()
    open_company(page, room)
    page.get_by_text("raises with nothing").wait_for()
    page.locator("[data-known] .fold").click()
    page.get_by_text("Press a player at a table").wait_for()


@pytest.mark.slow
def test_friends_feelings_and_a_mute(visit, room):
    ada, bob = visit("Ada"), visit("Bob", lang="fr")
    for page in ada, bob:
        sit(page, OMAHA)
    name = bob.evaluate("JSON.parse(localStorage['croupier.session']).name")
    bob.locator(".pod.you").wait_for()
    ada.locator(f".pod:has-text('{name}') [data-about]").click()
    ada.locator("[data-act=friend]").click()
    ada.locator("[data-act=friend][aria-pressed=true]").wait_for()
    ada.locator("dialog header button").click()
    bob.locator("#tab-chat").click()
    bob.locator("[data-emote='nice hand']").click()
    ada.locator(".feels").get_by_text("Nice hand!").wait_for()
    bob.locator(".feels").get_by_text("Belle main").wait_for()
    ada.locator(f".pod:has-text('{name}') [data-about]").click()
    ada.locator("[data-act=mute]").click()
    ada.locator("[data-act=mute][aria-pressed=true]").wait_for()
    ada.locator("dialog header button").click()
    ada.locator(".feels").wait_for(state="detached")
    bob.locator("[data-emote=thanks]").click()
    bob.locator(".feels").get_by_text("Merci").wait_for()
    assert not ada.locator(".feels").count()
    ada.goto(f"{room.url}/#/")
    ada.locator("[data-filter=friends]").click()
    ada.locator(f"[data-table='{OMAHA}']").wait_for()
    assert ada.locator("[data-table]").count() == 1


@pytest.mark.slow
def test_the_table_that_asks_comes_to_the_front_and_the_title_says_so(visit, room):
    page = visit("Ada")
    sit(page, NO_LIMIT)
    page.goto(f"{room.url}/#/")
    page.wait_for_function("() => document.title.startsWith('● Your turn')")
    sit(page, OMAHA)
    page.locator(f"[data-mine='{NO_LIMIT}']").wait_for()
    page.wait_for_function("() => document.title.startsWith('● Your turn')")
    for _ in range(6):  # Whichever asks is in front, or the one in front asks too.
        page.wait_for_function("() => document.querySelector('#bar.turn')")
        act = page.locator(
            "#bar [data-act=check], #bar [data-act=fold], #bar [data-act=call]"
        ).first
        act.click()
        if page.locator(f"[data-mine='{OMAHA}']").count():
            return
    raise AssertionError("the first table never came to the front")


@pytest.mark.slow
def test_sitting_out_at_the_big_blind(visit, room):
    page = visit("Ada")
    sit(page, NO_LIMIT)
    wish = page.locator("[data-act=out-at-blind]")
    wish.click()
    page.locator("[data-act=out-at-blind][aria-pressed=true], [data-act=sit_in]").first.wait_for()


@pytest.mark.slow
def test_a_stack_is_filled_up_by_itself(visit, room):
    page = visit("Ada")
    open_company(page, room)
    page.locator("[data-taste=top_up]").select_option("always")
    page.goto(f"{room.url}/#/table/{OMAHA}")
    page.locator("#bar [data-act=sit]").click()
    page.locator("dialog [data-amount]").fill("60")
    page.locator("[data-act=confirm-sit]").click()
    fold = page.locator("#bar [data-act=fold], #bar [data-act=check]")
    for _ in range(8):
        fold.last.or_(page.get_by_text(re.compile("Added to your stack|Bought:"))).first.wait_for()
        if page.get_by_text(re.compile("Added to your stack|Bought:")).count():
            return
        fold.last.click()
    raise AssertionError("no chips came")


def test_the_leaderboard_parts_people_and_bots(visit, room):
    page = visit("Ada")
    page.goto(f"{room.url}/#/leaders")
    page.locator("[data-who=bots]").click()
    page.locator("[data-leader=Aline]").first.wait_for()
    page.locator("[data-who=people]").click()
    page.locator("[data-leader=Aline]").first.wait_for(state="detached")


def test_the_room_can_be_installed_and_says_when_it_is_out_of_reach(visit, room):
    page = visit("Ada")
    found = page.request.get(f"{room.url}/manifest.json").json()
    assert found["display"] == "standalone"
    for icon in found["icons"]:
        assert page.request.get(f"{room.url}/{icon['src']}").ok
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    page.reload()
    page.wait_for_function("() => navigator.serviceWorker.controller !== null")
    kept = page.evaluate(
        "caches.keys().then((names) => Promise.all(names.map((name) => caches.open(name)"
        ".then((kept) => kept.keys())))).then((all) => all.flat().map((one) => one.url))"
    )
    assert not [url for url in kept if "/api/" in url], "nothing of the room's own is kept"
    page.context.set_offline(True)
    page.reload()
    page.get_by_text("You are offline").wait_for()
    page.get_by_text("Vous êtes hors ligne").wait_for()
    page.context.set_offline(False)
    page.get_by_text("Try again").click()
    page.locator("[data-table]").first.wait_for()


@pytest.mark.parametrize("size", [(1440, 900), (390, 844)])
@pytest.mark.parametrize("lang", ["en", "fr"])
@pytest.mark.slow
@pytest.mark.skipif(not AXE.is_file(), reason="axe-core is not installed: npm install in web/")
def test_no_serious_finding_on_the_pages_of_people(visit, room, size, lang):
    page = visit("Ada", size=size, lang=lang)
    for path, wanted in ("company", "[data-avatar=owl]"), ("leaders", "[data-period=week]"):
        page.goto(f"{room.url}/#/{path}")
        page.locator(wanted).wait_for()
        assert findings(page) == []
