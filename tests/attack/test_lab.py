"""The lab has a budget: no question of a stranger freezes the room, or fills its machine."""

import time

import httpx
import pytest

from attack.labours import compiled, compiled_forever, counted, forever, hungry
from croupier.core import catalogue, prices
from croupier.lab import form
from croupier.server.live import laboratory
from server.opening import opened, run

LIVE = {"houses": ["live-casino"]}
ANTE = prices.plain(catalogue.game("casino-holdem").Rules().ante_pays)
HOLDEM = {"game": "casino-holdem"}


def priced(written: object) -> dict[str, object]:
    return {**HOLDEM, "rules": {"ante_pays": {**ANTE, "royal_flush": written}}}


async def asked(room, path: str, body: object) -> httpx.Response:
    async with httpx.AsyncClient(base_url=room.address, timeout=300) as http:
        return await http.post(path, json=body)


ABSURD = (
    "1e999999999",
    "1 to 1e-999999999",
    "1." + "0" * 900_000 + "1",
    "9" * 900_000,
    "1 to 0",
    "nan",
    "inf",
    -1,
    10**18,
    [],
    "{number}",
)


def test_an_absurd_price_is_refused_before_it_is_worked_out(tmp_path):
    async def play():
        async with opened(str(tmp_path / "room.db"), **LIVE) as room:
            for written in ABSURD:
                before = time.thread_time()
                body = {**priced(written), "field": "ante_pays.royal_flush", "bet": "main"}
                for path in "/api/odds", "/api/odds/curve", "/api/odds/spot":
                    answer = await asked(room, path, body)
                    assert answer.status_code == 422, answer.text
                    assert len(answer.json()["sentence"]) < 1000
                assert time.thread_time() - before < 1
            assert not laboratory._process.cache_info().currsize

    run(play())


NO_CURVES = (
    ("casino-holdem", "ante_pays.nosuch", "main"),
    ("casino-holdem", "ante_pays", "main"),
    ("casino-holdem", "nosuch", ""),
    ("blackjack", "decks.x", "main"),
    ("blackjack", "blackjack_pays.x", "main"),
    ("heads-up-holdem", "side_bets.x", ""),
    ("heads-up-holdem", "side_bets", ""),
)


def test_a_curve_of_no_field_is_refused(tmp_path):
    async def play():
        async with opened(str(tmp_path / "room.db"), **LIVE) as room:
            for game, field, bet in NO_CURVES:
                body = {"game": game, "field": field, "bet": bet}
                answer = await asked(room, "/api/odds/curve", body)
                assert answer.json()["name"] == "not_allowed", (field, answer.text)

    run(play())


@pytest.mark.parametrize("high", [1, 999, 77_777, prices.HIGHEST])
def test_a_curve_has_few_points_however_high_a_price_is(high):
    sheet = catalogue.game("casino-holdem").Rules()
    now = prices.convert(
        form.put("casino-holdem", sheet, "bonus_pays.royal_flush", prices.HIGHEST), type(sheet)
    )
    now = prices.convert(
        form.put("casino-holdem", sheet, "ante_pays.royal_flush", max(high, 100)), type(now)
    )
    assert len(form.around("casino-holdem", "ante_pays.royal_flush", sheet, now)) < 30


def test_no_file_of_the_machine_is_named(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "mine.toml").write_text('title = "Mine"\n', "utf-8")

    async def play():
        async with opened(str(tmp_path / "room.db"), **LIVE) as room:
            for table in "mine.toml/x", "../mine.toml/x", "mine/x":
                answer = await asked(room, "/api/odds", {**HOLDEM, "table": table})
                assert answer.json()["name"] == "no_table", table

    run(play())


def test_compiling_is_no_part_of_the_time_that_an_answer_may_take(tmp_path, monkeypatch):
    monkeypatch.setattr(laboratory, "_work", counted)

    async def play():
        async with opened(str(tmp_path / "room.db"), **LIVE) as room:
            await asked(room, "/api/odds", HOLDEM)  # It starts the process, which takes a while.
            monkeypatch.setattr(laboratory, "_work", compiled)
            monkeypatch.setattr(laboratory, "SECONDS", 3)
            answer = await asked(room, "/api/odds", {"game": "blackjack"})
            assert answer.json() == {"answered": 3}

    run(play())


@pytest.mark.parametrize(
    ("work", "said"),
    [(forever, "seconds"), (compiled_forever, "seconds"), (hungry, "memory")],
)
def test_a_question_without_an_end_is_given_up_and_the_next_is_answered(
    tmp_path, monkeypatch, work, said
):
    """Planted: work that never ends, or that takes all memory."""
    monkeypatch.setattr(laboratory, "_work", work)
    if work is not hungry:
        monkeypatch.setattr(laboratory, "SECONDS", 2)

    async def play():
        async with opened(str(tmp_path / "room.db"), **LIVE) as room:
            answer = await asked(room, "/api/odds", HOLDEM)
            assert answer.status_code == 422
            assert said in answer.json()["sentence"]
            monkeypatch.setattr(laboratory, "_work", counted)
            monkeypatch.setattr(laboratory, "SECONDS", 60)
            assert (await asked(room, "/api/odds", HOLDEM)).json() == {"answered": 3}

    run(play())
