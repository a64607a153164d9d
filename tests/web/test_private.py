"""Friends at a table of their own, and a club, by clicks: opened, shared, played, run and closed."""

import io
import re
import zipfile

import pytest

from web.conftest import names
from web.console import WORD
from web.hands import play_some, until
from web.test_access import AXE, PHONE, WIDE, findings

QUICK = ["fold", "check"]
needs_axe = pytest.mark.skipif(
    not AXE.is_file(), reason="axe-core is not installed: npm install in web/"
)


def code(page) -> str:
    """The code that a sheet or a club shows."""
    return page.locator("[data-code]").get_attribute("data-code")


def friend(visit, room, link, name, **look):
    """Somebody who comes by a link, and takes a name at the door."""
    page = visit(**look)
    page.goto(f"{room.url}/#/{link}")
    page.get_by_label(re.compile("Your name|Votre nom")).fill(f"{name} by link {next(names)}")
    page.keyboard.press("Enter")
    return page


def founder(visit, **look):
    """Somebody with an account."""
    page = visit(**look)
    for at in 0, 1:  # The second is there once the first has turned the door.
        page.locator(".other button").nth(at).click()
    page.get_by_label(re.compile("Your name|Votre nom")).fill(f"Founder {next(names)}")
    page.get_by_label(re.compile("Password|Mot de passe")).fill(WORD)
    page.keyboard.press("Enter")
    page.locator("[data-table]").first.wait_for()
    return page


def told(page, path: str):
    """What the room answers to whoever has this page."""
    return page.evaluate("(path) => fetch(path).then((told) => told.json())", f"api/{path}")


def gone(page) -> bool:
    """Whether somebody sits nowhere any more."""
    return not told(page, "me")["tables"]


def take_any_seat(page) -> None:
    page.locator("#bar [data-act=sit]").click()
    page.locator("[data-act=confirm-sit]").click()
    until(page, lambda: not gone(page))


def host(page, act: str) -> None:
    """What a host does in the sheet, which is opened if need be."""
    if not page.locator("dialog [data-host]").count():
        page.locator("[data-act=host]").first.click()
    page.locator(f"[data-host={act}]").first.click()
    if act in ("remove", "close"):
        page.locator(f"[data-host={act}-sure]").click()


def folding(*pages):
    """Everybody folds who is asked."""

    def play():
        for page in pages:
            play_some(page, QUICK)

    return play


def test_friends_play_by_a_link_and_the_host_closes(visit, room):
    ada = visit("Ada")
    ada.locator("[data-act=open-private]").click()
    bob = friend(visit, room, f"t/{code(ada)}", "Bob")
    ada.keyboard.press("Escape")
    for page in ada, bob:
        take_any_seat(page)
    play = folding(ada, bob)
    until(ada, lambda: all(page.locator("[data-result]").count() for page in (ada, bob)), play)
    host(ada, "close")
    for page in ada, bob:
        until(page, lambda page=page: gone(page), play)
        hands = told(page, "me/hands")
        assert told(page, "me")["balance"] == 10_000_00 + sum(hand["net"] for hand in hands)
        assert hands


def test_two_who_take_a_seat_at_once_both_have_one(visit, room):
    ada = visit("Ada")
    ada.locator("[data-act=open-private]").click()
    bob = friend(visit, room, f"t/{code(ada)}", "Bob")
    ada.keyboard.press("Escape")
    for act in "sit", "confirm-sit":  # Both sheets are open before either is sent.
        for page in ada, bob:
            page.locator(f"[data-act={act}]").click()
    for page in ada, bob:
        until(page, lambda page=page: not gone(page))


@pytest.mark.slow
@pytest.mark.parametrize(("size", "lang"), [(WIDE, "en"), (PHONE, "fr"), ((844, 390), "en")])
def test_a_host_pauses_puts_out_and_lets_in_again(visit, room, size, lang):
    ada = visit("Ada", lang=lang)
    ada.locator("[data-act=choose-private]").click()
    ada.locator("[data-stakes=micro]").click()
    ada.locator("[data-act=open-chosen]").click()
    first = code(ada)
    bob = friend(visit, room, f"t/{first}", "Bob", size=size, lang=lang)
    ada.keyboard.press("Escape")
    for page in ada, bob:
        take_any_seat(page)
    play = folding(ada, bob)
    until(ada, ada.locator("[data-result]").count, play)
    host(ada, "pause")
    ada.keyboard.press("Escape")
    until(bob, bob.get_by_text(re.compile("has paused|a mis la table en pause")).count, play)
    assert not ada.locator(".banner").count(), "whoever paused reaches the button to resume"
    host(ada, "resume")
    host(ada, "remove")
    ada.locator("[data-host=readmit]").wait_for()
    assert code(ada) != first
    until(bob, lambda: gone(bob), folding(bob))
    bob.goto(f"{room.url}/#/t/{first}")
    bob.locator("[role=alert]", has_text=re.compile("code")).wait_for()
    host(ada, "readmit")
    ada.locator("[data-host=readmit]").wait_for(state="detached")
    bob.goto(f"{room.url}/#/t/{code(ada)}")
    bob.locator("#bar [data-act=sit]").wait_for()
    assert bob.evaluate("() => document.documentElement.scrollWidth") <= size[0]
    host(ada, "close")


def test_copying_is_said_on_the_button(visit, room):
    page = visit("Ada")
    page.context.grant_permissions(["clipboard-read", "clipboard-write"], origin=room.url)
    page.locator("[data-act=open-private]").click()
    page.locator("[data-act=copy-link]", has_text="Copy").click()
    page.locator("[data-act=copy-link]", has_text="Copied").wait_for()
    link = page.evaluate("() => navigator.clipboard.readText()")
    assert link == f"{room.url}/#/t/{code(page)}"
    host(page, "close")


def found(page, room, name: str) -> str:
    """A new club; its code."""
    page.goto(f"{room.url}/#/clubs")
    page.locator("[data-field=club-name]").fill(name)
    page.locator("[data-act=found-club]").click()
    return code(page)


@pytest.mark.slow
def test_a_club_plays_keeps_its_hands_and_ends(visit, room):
    ada = founder(visit)
    invitation = found(ada, room, "Les Mardis")
    club = ada.url
    bob = friend(visit, room, f"c/{invitation}", "Bob")
    bob.locator("[data-act=join-club]").click()
    bob.locator("[data-member]").nth(1).wait_for()
    ada.locator("[data-act=open-private]").click()
    ada.locator("dialog [data-code]").wait_for()
    ada.keyboard.press("Escape")
    bob.locator("[data-table] td").first.click()
    for page in ada, bob:
        take_any_seat(page)
    until(ada, ada.locator("[data-result]").count, folding(ada, bob))
    host(ada, "close")
    until(ada, lambda: gone(ada), folding(ada, bob))
    bob.goto(club)
    bob.locator("[data-act=replay]").first.wait_for()
    with bob.expect_download() as saved:
        bob.locator("[data-act=save]").click()
    packed = zipfile.ZipFile(io.BytesIO(saved.value.path().read_bytes()))
    assert packed.namelist()
    assert not bob.locator("[data-act=dissolve]").count()
    ada.goto(club)
    ada.locator("[data-act=run-club]").click()
    ada.locator("[data-field=new-club-name]").fill("Les Jeudis")
    ada.locator("[data-act=rename-club]").click()
    ada.get_by_role("heading", name="Les Jeudis").wait_for()
    for act in "run-club", "dissolve", "dissolve-sure":
        ada.locator(f"[data-act={act}]").click()
    ada.locator("[data-field=club-name]").wait_for()
    assert told(ada, "clubs") == []


@needs_axe
@pytest.mark.slow
@pytest.mark.parametrize("size", [WIDE, PHONE])
@pytest.mark.parametrize("lang", ["en", "fr"])
def test_no_serious_finding_where_friends_meet(visit, room, size, lang):
    page = founder(visit, size=size, lang=lang)

    def check(place):
        assert findings(page) == [], place
        assert page.evaluate("() => document.documentElement.scrollWidth") <= size[0], place

    check("lobby")
    page.locator("[data-act=choose-private]").click()
    page.locator("[data-stakes=micro]").wait_for()
    check("form")
    page.locator("[data-act=open-chosen]").click()
    page.locator("[data-host=close]").click()
    check("host")
    page.locator("[data-host=close-sure]").click()
    page.locator("dialog").wait_for(state="detached")
    found(page, room, f"Club {next(names)}")
    check("club")
    page.goto(f"{room.url}/#/clubs")
    page.locator("[data-club]").wait_for()
    check("clubs")
