"""Nothing lies on anything, nothing is cut, and every answer is in sight."""

import itertools

import pytest

from web.hands import bet, covers, play_hand, play_some, sit, until

PHONE, TABLET, LANDSCAPE = (390, 844), (1024, 768), (844, 390)
IN_SIGHT = """button => {
  const { top, bottom, left, right } = button.getBoundingClientRect();
  return top >= 0 && left >= 0 && bottom <= innerHeight && right <= innerWidth;
}"""


WHERE = """all => all.map(one => {
  const { x, y, width, height } = one.getBoundingClientRect();
  return { x, y, width, height, cards: one.querySelectorAll(".card").length };
})"""


def boxes(page, where):
    """Where these lie on the screen, all at the same moment, and how many cards are in each."""
    return page.locator(where).evaluate_all(WHERE)


@pytest.mark.slow
def test_on_a_phone_no_hand_of_blackjack_lies_on_another(visit):
    page = visit("Ada", size=PHONE)
    sit(page, "casino-du-liban/blackjack")
    longest = 0
    while longest < 3:
        play_hand(page)
        hands = boxes(page, ".at .hold .cards")
        assert not [pair for pair in itertools.combinations(hands, 2) if covers(*pair)]
        longest = max([longest, *(one["cards"] for one in hands)])
        until(page, lambda: not page.locator("[data-result]").count())


@pytest.mark.slow
@pytest.mark.parametrize("lang", ["en", "fr"])
def test_sideways_every_raise_is_in_sight(visit, lang):
    page = visit("Ada", size=LANDSCAPE, lang=lang)
    sit(page, "casino-du-liban/heads-up-holdem")
    until(page, lambda: page.locator("#bar.is-tray").count())
    bet(page, "ante")
    until(page, lambda: page.locator("#bar.is-call button[data-act=raise]").count())
    answers = page.locator("#bar.is-call .answers button")
    assert [answers.nth(n).evaluate(IN_SIGHT) for n in range(answers.count())] == [True] * 4


@pytest.mark.slow
@pytest.mark.parametrize("size", [PHONE, TABLET])
def test_the_names_of_bots_are_whole(visit, size):
    page = visit("Ada", size=size)
    sit(page, "casino-club/double-hand")
    until(page, lambda: page.locator(".pod .name").count() > 1, lambda: play_some(page))
    cut = "names => names.filter(one => one.scrollWidth > one.clientWidth).map(one => one.textContent)"
    assert page.locator(".pod .name").evaluate_all(cut) == []


def test_the_lobby_shows_whole_tournaments(visit):
    page = visit("Ada")
    cards = page.locator(".events .cards")
    edge = cards.evaluate("all => all.getBoundingClientRect().right")
    shown = [one for one in boxes(page, ".events article") if one["x"] < edge - 1]
    assert len(shown) >= 3
    assert all(one["x"] + one["width"] <= edge + 1 for one in shown)
