"""Accounts in a real browser: first entrance, password, second factors, sessions, reset."""

import json

import pytest

from server.test_keys import shows
from web.conftest import Served
from web.console import WORD

OTHER = "quite another password"


@pytest.fixture(scope="module")
def strict(tmp_path_factory):
    """A room whose staff needs a second factor, at an address that can have passkeys."""
    served = Served(tmp_path_factory.mktemp("strict"), BOTS=0, STAFF_SECOND_FACTOR="true")
    served.url = served.url.replace("127.0.0.1", "localhost")
    yield served
    served.stop()


def choose_password(page, old, new):
    if old:
        page.locator("[data-field=old]").fill(old)
    page.locator("[data-field=new]").fill(new)
    page.locator("[data-field=again]").fill(new)
    page.locator("[data-act=password]").click()
    page.get_by_text("Your password is set").wait_for()


def sign_in(page, name, password):
    page.get_by_text("Sign in with a name and password").click()
    page.get_by_label("Your name").fill(name)
    page.get_by_label("Password").fill(password)
    page.keyboard.press("Enter")


def sign_out(page):
    page.locator("header button.who").click()
    page.get_by_role("button", name="Sign out").click()
    page.get_by_label("Your name").wait_for()


def test_the_first_admin_sets_password_and_second_factor(visit, strict):
    page = visit(at=strict)
    page.goto(f"{strict.url}/#staff={strict.staff}")
    page.reload()
    page.get_by_role("button", name="Enter").click()
    page.get_by_text("Staff need a password and a second factor").wait_for()
    choose_password(page, "", WORD)
    page.locator("[data-field=sure]").fill(WORD)
    page.locator("[data-act=app]").click()
    page.get_by_alt_text("QR code for the app").wait_for()
    secret = page.locator("code").inner_text().replace(" ", "")
    page.locator("[data-field=code]").fill(shows(secret))
    page.keyboard.press("Enter")
    listed = page.get_by_label("Recovery codes").locator("li")
    listed.nth(9).wait_for()
    codes = listed.all_inner_texts()
    assert len(codes) == 10
    page.locator("[data-act=kept]").click()
    assert not page.get_by_text("Staff need a password").is_visible()
    kept = page.evaluate("JSON.stringify(localStorage) + document.cookie")
    assert '"token' not in kept.replace('"token\\":\\"\\"', ""), "no script can read the token"
    sign_out(page)
    sign_in(page, "admin", WORD)
    page.get_by_label("Code from your app").fill(codes[0])
    page.keyboard.press("Enter")
    page.locator("[data-table]").first.wait_for()
    page.goto(f"{strict.url}/#/staff/people")
    page.locator("[data-act=new-account]").wait_for()


def test_a_player_has_a_passkey_and_ends_other_sessions(visit, strict):
    page = visit(at=strict)
    device = page.context.new_cdp_session(page)
    device.send("WebAuthn.enable")
    options = {
        "protocol": "ctap2",
        "transport": "internal",
        "hasResidentKey": True,
        "hasUserVerification": True,
        "isUserVerified": True,
        "automaticPresenceSimulation": True,
    }
    device.send("WebAuthn.addVirtualAuthenticator", {"options": options})
    page.get_by_text("Sign in with a name and password").click()
    page.get_by_text("Open an account").click()
    page.get_by_label("Your name").fill("Grace Hopper")
    page.get_by_label("Password").fill(WORD)
    page.keyboard.press("Enter")
    page.locator("[data-table]").first.wait_for()
    page.goto(f"{strict.url}/#/account")
    page.locator("[data-field=sure]").fill(WORD)
    page.locator("[data-act=passkey]").click()
    page.get_by_text("The second factor has been set").wait_for()
    page.locator("[data-act=kept]").click()
    sign_out(page)
    sign_in(page, "Grace Hopper", WORD)
    page.get_by_role("button", name="Use a passkey").click()
    page.locator("[data-table]").first.wait_for()
    codes = page.request.post(
        f"{strict.url}/api/me/codes",
        data=json.dumps({"password": WORD}),
        headers={"X-Croupier": "1", "Content-Type": "application/json"},
    ).json()["codes"]
    other = visit(at=strict)
    sign_in(other, "Grace Hopper", WORD)
    other.get_by_label("Recovery code").fill(codes[0])
    other.keyboard.press("Enter")
    other.locator("[data-table]").first.wait_for()
    page.goto(f"{strict.url}/#/account")
    page.locator("[data-session]").nth(1).wait_for()
    page.locator("[data-act=others]").click()
    other.get_by_text("Your session has ended").first.wait_for()
    choose_password(page, WORD, OTHER)


def test_a_guest_is_one_press_away_and_every_window_is_the_same_person(visit, strict):
    page = visit("Ada", at=strict)
    second = page.context.new_page()
    second.goto(strict.url)
    second.locator("[data-table]").first.wait_for()
    sign_out(page)
    second.get_by_label("Your name").wait_for()
