"""Each game played to the end by clicks."""

import pytest

from web.hands import adds_up, play_hand, sit

TABLES = [
    "french-casino/no-limit",
    "casino-club/holdem-2-4",
    "casino-club/omaha-3-6",
    "casino-club/omaha-hilo-3-6",
    "live-casino/casino-holdem",
    "casino-du-liban/heads-up-holdem",
    "casino-du-liban/blackjack",
    "casino-club/double-hand",
    "casino-club/low-ball",
    "casino-club/push-nine",
]


QUICK = {"french-casino/no-limit", "live-casino/casino-holdem"}


@pytest.mark.parametrize(
    "table",
    [pytest.param(t, marks=() if t in QUICK else pytest.mark.slow) for t in TABLES],
)
def test_a_game_is_played_to_the_end_by_clicks(visit, table):
    page = visit("Ada")
    sit(page, table)
    acts = play_hand(page)
    assert acts
    assert adds_up(page), page.locator("[data-result]").inner_text()
