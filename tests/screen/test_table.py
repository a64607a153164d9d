"""The full-screen table, looked at and played by keyboard and by mouse."""

import asyncio

import pytest

from croupier.core import catalogue

pytest.importorskip("textual")

from screen.eyes import Player, at_home, seen, settled

HANDS = 2


async def played(app, *, mouse: bool, hands: int = HANDS, size=(80, 24)) -> str:
    """Some hands; the screen after them."""
    async with app.run_test(size=size) as pilot:
        player = Player(pilot, 7, mouse=mouse)
        for _ in range(400):
            if app.place.evening.played >= hands:
                break
            await player.step()
        await settled(pilot)
        return seen(app)


@pytest.mark.parametrize("mouse", [False, True], ids=["keys", "mouse"])
@pytest.mark.parametrize("game", catalogue.names())
def test_every_game_is_played_by_keys_and_by_mouse(game, mouse):
    language = "fr" if mouse else "en"
    app = at_home(game, language)
    screen = asyncio.run(played(app, mouse=mouse))
    evening = app.place.evening
    assert evening.played >= HANDS
    assert app.place.title.split(" · ")[0] in screen
    assert ("Résultat" if mouse else "Result") in screen
    assert evening.stack == evening.cave + evening.net
