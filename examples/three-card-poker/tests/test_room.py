"""The guest in the terminal and in the room."""

import asyncio
import sys

import pytest

from croupier.cli import main
from server.opening import FAST, opened
from three_card_poker import PLAY

TABLE = "high-street/three-card-poker"


def run(*words: str, monkeypatch, capsys) -> str:
    monkeypatch.setattr(sys, "argv", ["croupier", *words])
    with pytest.raises(SystemExit) as left:
        main()
    assert not left.value.code
    return capsys.readouterr().out


def test_it_stands_in_the_list_of_games(monkeypatch, capsys):
    shown = run("games", monkeypatch=monkeypatch, capsys=capsys)
    assert "three-card-poker" in shown
    assert "high-street" in shown


def test_a_hand_in_the_terminal(monkeypatch, capsys):
    lines = iter(["ante 10", "play", "q"])
    monkeypatch.setattr("builtins.input", lambda *_: next(lines))
    words = ("play", "three-card-poker", "--seed", "7")
    shown = run(*words, monkeypatch=monkeypatch, capsys=capsys)
    assert "Play                     £10" in shown


def test_its_edge_its_strategy_and_a_clause(monkeypatch, capsys):
    assert "3.37298%" in run("edge", "three-card-poker", monkeypatch=monkeypatch, capsys=capsys)
    told = run("strategy", "three-card-poker", monkeypatch=monkeypatch, capsys=capsys)
    assert "PLAY Q-6-4 or better" in told
    words = ("rules", "--clause", "TC-12", "--language", "fr")
    assert "bonus d'Ante" in run(*words, monkeypatch=monkeypatch, capsys=capsys)


def test_a_hand_in_the_room(tmp_path):
    async def play() -> None:
        async with opened(str(tmp_path / "room.db"), **FAST, houses=["high-street"]) as room:
            ada = await room.guest("Ada")
            words = await ada.call("GET", "/api/words")
            assert words["fr"]["do play"] == "Jouer"
            table = await ada.join(TABLE)
            assert table.about["layout"]["family"] == "house"
            await table.sit(buy_in=100_00)
            acts = []
            async for ask in table.asks():
                act = "bet" if ask.open else PLAY
                option = next(one for one in ask.options if one.act == act)
                await table.decide(ask, option.act, option.low, option.spot)
                acts.append(act)
                if act == PLAY:
                    break
            assert acts == ["bet", "play"]

    asyncio.run(play())
