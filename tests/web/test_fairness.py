"""The shuffle in the browser: it has a say, its seal tells, and a saved proof holds elsewhere."""

from pathlib import Path

import pytest

from croupier.cli.proving import check
from web.hands import play_hand, sit, until

HOLDEM = "casino-club/holdem-2-4"


def seal(page) -> str:
    return page.locator("[data-act=seal]").get_attribute("data-seal")


def ask(page) -> None:
    """Press Prove it, unless the answer is on its way: the figures may push the button aside."""
    if not page.locator("dialog").count():
        page.locator("[data-act=prove]").click()


@pytest.mark.slow
@pytest.mark.parametrize(
    ("table", "wanted"),
    [(HOLDEM, "green"), ("casino-du-liban/blackjack", "grey")],
    ids=["a deck a hand", "in the middle of a shoe"],
)
def test_a_player_has_a_say_and_the_seal_tells(visit, table, wanted, tmp_path, room):
    """Whoever comes in the middle of a shoe has no say before the next one: the seal is grey."""
    page = visit("Ada")
    sit(page, table)
    for _ in range(3):
        play_hand(page)
        until(page, lambda: seal(page) != "pledged")
        if seal(page) == wanted:
            break
    assert seal(page) == wanted
    page.locator("[data-act=seal]").click()
    page.locator("dialog [data-check=cards].good").wait_for()
    assert page.locator("dialog [data-check].bad").count() == 0
    page.keyboard.press("Escape")
    page.goto(f"{room.url}/#/history")
    page.locator("[data-act=replay]").first.click()
    verdict = page.locator("dialog [data-seal]")
    until(page, verdict.count, lambda: ask(page))
    assert verdict.get_attribute("data-seal") in ("green", "grey")
    files = []
    for act, name in (("save-proof", "proof.json"), ("save-hand", "hand.hand")):
        with page.expect_download() as got:
            page.locator(f"dialog [data-act={act}]").click()
        files.append(tmp_path / name)
        files[-1].write_bytes(Path(got.value.path()).read_bytes())
    assert check(*files) == 0
