"""The same table in a running room: seated, played, talked at, cut off and found again."""

import re

import pytest

pytest.importorskip("textual")

from croupier.cli import Mistake
from croupier.cli.screen.app import TableApp
from croupier.cli.screen.contest import Contest, Waiting
from croupier.cli.screen.lobby import Lobby, address_of
from croupier.cli.screen.visit import Visit
from croupier.cli.tongue import Tongue
from croupier.client import Client
from croupier.core.asks import Option
from croupier.houses import BARE
from screen.eyes import Player, click, seen, settled
from server.opening import opened, run, until
from server.test_tournaments import LEVELS, QUICK, event, house

HOUSE = {"houses": ["casino-du-liban"], "speed": 4.0, "bots": 2}
TABLE = "casino-du-liban/blackjack"


async def visitor(room, language: str = "en", name: str = "Ada") -> TableApp:
    client = Client(room.address, contribute=False, language=language)
    client.http.timeout = None
    await client.guest(name)
    return TableApp(Visit(client, await client.join(TABLE), language))


async def sat(app: TableApp, pilot) -> None:
    """The buy-in that the house advises."""
    await until(lambda: app.choices)
    await pilot.press("s")
    await until(lambda: app.line.slider)
    await pilot.press("enter")
    await until(lambda: app.scene.me)
    await settled(pilot)


async def story(app: TableApp) -> str:
    return "\n".join(str(line) for told in await app.place.hands() for line in told.lines)


async def chosen(room) -> str | None:
    """The table that Enter goes to in the list."""
    client = await room.guest("Bea")
    found = (await client.call("GET", "/api/lobby"))["houses"]
    lobby = Lobby(found, room.address, Tongue("en", BARE))
    async with lobby.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        await pilot.press("enter")
        await until(lambda: not lobby.is_running)
    return lobby.return_value


async def refused(app: TableApp, pilot) -> str:
    """What the room says to a buy-in that nobody can pay."""
    await until(lambda: app.choices)
    assert "You are looking on" in seen(app)
    await pilot.press("s")
    await until(lambda: app.line.slider)
    app.line.value = "9999999"
    await pilot.press("enter")
    await until(lambda: app.complaint)
    said = app.complaint
    await pilot.press("escape")
    await until(lambda: not app.line.slider)
    return said


async def talked_cut_off_and_found_again(app: TableApp, pilot) -> None:
    await pilot.press('"', *"hello", "enter")
    await until(lambda: any("Ada: hello" in line.text for line in app.story.lines))
    first = app.place.client
    first.hang_up()
    await until(lambda: app.place.client is not first and not app.place.stands)
    await until(lambda: app.scene.me)


async def one_hand(app: TableApp, pilot, *, mouse: bool) -> str:
    player = Player(pilot, 7, mouse=mouse)
    while not any(told.net is not None for told in app.place.chronicle.hands):
        await player.step()
    return await story(app)


def test_a_table_of_a_running_room_in_both_languages(tmp_path):
    async def visit():
        async with opened(str(tmp_path / "room.db"), **HOUSE) as room:
            assert await chosen(room) == TABLE
            app = await visitor(room)
            async with app.run_test(size=(80, 24)) as pilot:
                assert "account" in await refused(app, pilot)
                await sat(app, pilot)
                await talked_cut_off_and_found_again(app, pilot)
                told = await one_hand(app, pilot, mouse=False)
                assert "You bet $5 on" in told
                assert "Result" in told
                assert "Blackjack · Casino du Liban" in seen(app)
                await click(pilot, "app.leave")
                await until(lambda: not app.is_running)
            assert re.search("account holds|when the hand is over", app.return_value)
            app = await visitor(room, "fr", "Cora")
            async with app.run_test(size=(120, 40)) as pilot:
                await sat(app, pilot)
                told = await one_hand(app, pilot, mouse=True)
                assert "Vous misez" in told
                assert "Résultat" in told
            return await room.books()

    assert run(visit()).wrong == []


@pytest.mark.parametrize(
    ("url", "found"),
    [
        ("localhost:8000", ("http://localhost:8000", "")),
        ("https://cards.example/", ("https://cards.example", "")),
        ("http://h:1/#/tournament/casino-club/hourly.3", ("http://h:1", "casino-club/hourly.3")),
        ("http://h:1/#/table/casino-club/holdem-2-4?x=1", ("http://h:1", "casino-club/holdem-2-4")),
    ],
)
def test_an_address_or_a_link_of_the_browser(url, found):
    assert address_of(url) == found


def test_what_is_no_address_is_refused():
    with pytest.raises(Mistake, match="not the address of a room"):
        address_of("ftp://h")


async def all_in(app: TableApp, pilot) -> None:
    """Press for as much as one may, whenever one is asked."""
    acts = {
        choice.does.act: choice.key for choice in app.choices if isinstance(choice.does, Option)
    }
    if key := acts.get("all in") or acts.get("call") or acts.get("check") or acts.get("raise"):
        await pilot.press(key)
        if app.line.slider:
            app.line.value = "999999"
            await pilot.press("enter", "escape")
    await pilot.pause(0.05)


@pytest.mark.parametrize(("language", "won"), [("en", "You finished"), ("fr", "Vous finissez")])
def test_a_tournament_is_entered_waited_for_and_played_to_its_end(tmp_path, language, won):
    async def visit():
        sheet = house(tmp_path, least=6, most=6, bots=5, more="", levels=LEVELS)
        async with opened(str(tmp_path / "room.db"), **(QUICK | {"houses": [sheet]})) as room:
            name = event(room.room).name
            client = Client(room.address, contribute=False, language=language)
            client.http.timeout = None
            await client.guest("Ada")
            lines = await client.call("GET", "/api/tournaments")
            lobby = Lobby([], room.address, Tongue(language, BARE), lines)
            assert lobby.rows[0][0] == name
            assert "$11" in lobby.rows[0][1].plain.replace("\u202f", "") or language == "fr"
            contest = Contest(client, name, language)
            await contest.come(client)
            waiting = Waiting(contest)
            async with waiting.run_test(size=(80, 24)):
                await until(lambda: not waiting.is_running)
            path = waiting.return_value
            assert path.startswith(f"{name}-")
            app = TableApp(Visit(client, await client.join(path), language, contest))
            async with app.run_test(size=(80, 24)) as pilot:
                await until(lambda: app.scene.me)
                assert "Quick" in seen(app)
                while not (contest.ended or contest.mine["out"]):
                    await all_in(app, pilot)
                await until(lambda: contest.mine["place"])
                await pilot.press("q")
                await until(lambda: not app.is_running)
            assert won in app.return_value
            await until(lambda: not event(room.room).live or event(room.room).name != name)
            return await room.books()

    assert run(visit()).wrong == []
