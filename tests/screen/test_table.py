"""The full-screen table, looked at and played by keyboard and by mouse."""

import asyncio
import re

import pytest

from croupier.core import catalogue
from croupier.core.cards import card

pytest.importorskip("textual")

from croupier.cli.screen.blocks import small
from screen.eyes import Player, at_home, click, seen, settled

SMALL, WIDE = (80, 24), (140, 45)


async def played(app, hands: int, size=SMALL) -> str:
    """Some hands, keys and mouse in turn; the screen after them."""
    async with app.run_test(size=size) as pilot:
        player = Player(pilot, 7, mouse=False)
        while app.place.evening.played < hands:
            player.mouse = not player.mouse
            await player.step()
        await settled(pilot)
        return seen(app)


def check(app, screen: str, language: str) -> None:
    evening = app.place.evening
    assert app.place.title.split(" · ")[0] in screen
    assert ("Résultat" if language == "fr" else "Result") in screen
    assert evening.stack == evening.cave + evening.net


@pytest.mark.parametrize("game", catalogue.names())
def test_every_game_is_played_by_keys_and_by_mouse(game):
    language = "fr" if len(game) % 2 else "en"
    app = at_home(game, language)
    check(app, asyncio.run(played(app, 1)), language)


@pytest.mark.slow
@pytest.mark.parametrize("size", [SMALL, WIDE], ids=str)
@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("game", catalogue.names())
def test_an_evening_of_every_game_at_both_sizes(game, language, size):
    app = at_home(game, language, seed=language)
    check(app, asyncio.run(played(app, 6, size)), language)


BETS = """\
 Blackjack · Casino du Liban                                            Hand 1




       Box 1     Box 2     Box 3     Box 4     Box 5     Box 6     Box 7
       ● $10       ○         ○         ○         ○         ○         ○


                             Box 1 $10   Stack $990




 and exclude yourself at any time. Help: 09-74-75-13-13.
                                                                              ▄
 Hand 1
 312 cards in the shoe
 You bet $5 on box 1
 You bet $10 on box 1
 Bet on Box 1 to Box 7, $5\N{EN DASH}$500 each
  1 Box 1   t Take back · Box 1   2 Box 2   3 Box 3   4 Box 4   5 Box 5
  6 Box 6   7 Box 7   ⏎ Deal   $ Chips   = Sit out
 ? Help   ! Coach   # Hands   / Write   q Leave"""


def test_what_is_seen_while_bets_are_taken():
    async def look():
        app = at_home("blackjack")
        async with app.run_test(size=SMALL) as pilot:
            await settled(pilot)
            for keys in (["1"], ["enter"], ["1"], ["up"], ["enter"]):
                await pilot.press(*keys)
                await settled(pilot)
            return seen(app)

    assert asyncio.run(look()) == BETS


def test_what_is_refused_is_said_with_its_clause_and_a_free_check_is_not_thrown_away():
    async def look():
        app = at_home("holdem", house="french-casino", limit="no-limit", players=2)
        shown = []
        async with app.run_test(size=SMALL) as pilot:
            for keys in (["/", *"raise 3", "enter"], ["escape"], ["c"], ["f"], ["n"], ["c"]):
                await settled(pilot)
                await pilot.press(*keys)
                await settled(pilot)
                shown.append(seen(app))
        return shown

    refused, _, _, doubted, spared, checked = asyncio.run(look())
    assert "Raise €3 is not allowed; allowed: raise €14 to €200 in steps of €1 (CR-16)" in refused
    assert "You can check for free. Fold anyway? (y/n)" in doubted
    assert "f Fold" in spared
    assert "You check" in checked


def test_help_and_hands_are_pages_over_the_table():
    async def look():
        app = at_home("casino-holdem", "fr", stack="500")
        shown = []
        async with app.run_test(size=SMALL) as pilot:
            await settled(pilot)
            for does in "app.help", "app.hands":
                await click(pilot, does)
                await pilot.pause()
                shown.append(seen(app))
                await pilot.press("escape")
                await settled(pilot)
        return shown

    help_page, hands = asyncio.run(look())
    assert "CH-05" in help_page
    assert "Coup 1" in hands


POT = [name for name in catalogue.names() if catalogue.game(name).COMPANY.for_a_pot]


@pytest.mark.parametrize("game", POT)
def test_the_coach_says_how_good_the_cards_are_in_a_game_for_a_pot(game):
    language = "fr" if len(game) % 2 else "en"
    share = r"(Against \d|Contre \d)[^%]*\d+ %"

    async def look() -> str:
        app = at_home(game, language)
        async with app.run_test(size=SMALL) as pilot:
            player = Player(pilot, 7, mouse=False)
            while not any(option.act == "fold" for option in app.options):
                await player.step()
            await pilot.press("!")
            while not app.complaint:
                await pilot.pause(0.05)
            await settled(pilot)
            return " ".join(seen(app).split())

    assert re.search(share, asyncio.run(look()))


def test_the_last_card_is_as_wide_as_the_others():
    assert small([card("7d"), card("5s")])[0].plain == " 7♦   5♠ "
