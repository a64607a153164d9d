import io
import json
import subprocess
import sys
import time
from typing import NamedTuple

import pytest
from rich.console import Console

from croupier.cli import main, waiting
from croupier.lab.games import double_hand

KEYS = {
    "game", "house", "house_edge", "house_edge_float", "element_of_risk", "average_bet", "std_dev",
    "frequencies", "bets", "exact", "method", "seconds",
}  # fmt: skip


class Done(NamedTuple):
    returncode: int
    stdout: str
    stderr: str


@pytest.fixture
def croupier(monkeypatch, capsys):
    """The command, run here: a process for each would load Numba each time."""

    def run(*words):
        monkeypatch.setattr(sys, "argv", ["croupier", *words])
        code = 0
        try:
            main()
        except SystemExit as end:
            code = end.code or 0
        return Done(code, *capsys.readouterr())

    return run


def test_an_edge_as_json_with_a_rule_changed_and_as_a_page(croupier, tmp_path):
    page = tmp_path / "edge.html"
    done = croupier(
        "edge", "casino-holdem", "--set", "ante_pays.flush=3", "--json", "--html", str(page)
    )
    data = json.loads(done.stdout)
    assert data.keys() >= KEYS
    assert data["house_edge"] == "-9462227737/3476726253000"
    assert data["rules"]["ante_pays"]["flush"] == 3
    text = page.read_text()
    assert "<svg" in text
    assert "http" not in text.replace("http-equiv", "")  # Self-contained: nothing is loaded.


def test_a_list_among_the_changes_is_told_in_the_headline(croupier):
    words = ("side_bets=[perfect_pairs]", "decks=1", "shuffle_every_round=true")
    told = croupier("edge", "blackjack", *(word for each in words for word in ("--set", each)))
    assert told.returncode == 0, told.stderr
    assert "side_bets=[perfect_pairs]" in told.stdout


@pytest.mark.parametrize("game", ["blackjack", "push-nine", "double-hand", "low-ball"])
def test_every_game_of_the_lab_answers_with_the_same_keys(croupier, game):
    one_pack = ["--set", "decks=1"] if game == "blackjack" else []
    done = croupier("edge", game, "--json", *one_pack)
    assert done.returncode == 0, done.stderr
    data = json.loads(done.stdout)
    assert data.keys() >= KEYS
    assert data["game"] == game
    assert data["house_edge"] == ("1/10" if game == "double-hand" else None)


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("edge", "casino-holdem", "--set", "ante_pay.flush=3"), "did you mean ante_pays?"),
        (("edge", "casino-holdem", "--set", "ante_pays.flash=3"), "is not a hand"),
        (("edge", "casino-holdem", "--set", "ante_pays.flush=-1"), "is not a price"),
        (("edge", "casino-holdem", "--set", "ante_pays.high_card=none"), "price every hand"),
        (("edge", "casino-holdem", "--set", "ante_min=0.001"), "is not an amount"),
        (("edge", "casino-holdem", "--set", "ante_min"), "key=value"),
        (("edge", "heads-up-holdem", "--set", "trips_plus.flush=6"), "is not offered"),
        (("edge", "blackjack", "--set", "decks=9"), "write a whole number from 1 to 8"),
        (("edge", "holdem"), "no edge for holdem"),
        (("edge", "whist"), "there is no game"),
        (("edge", "casino-holdem", "--html", "/nowhere/x.html"), "cannot be written"),
        (("equity", "holdem", "AhKh", "AhQd"), "Ah is in AhKh and in AhQd"),
        (("equity", "holdem", "AhKh", "QsQd", "--board", "Ah2c3d"), "leave no such hand"),
        (("equity", "holdem", "AhKh", "QsQd", "--board", "2c3d"), "a board has no cards"),
        (("equity", "holdem", "AhKh", "QsQd", "--board", "2c2c3d"), "twice"),
        (("equity", "holdem", "AhKh", "QsQd", "--board", "2c3d4h", "--dead", "2c"), "2c is on"),
        (("equity", "holdem", "AhKh"), "two hands"),
        (("equity", "stud", "AhKh", "QsQd"), "no equity of 'stud'"),
        (("equity", "holdem", "AhKh", "QZ"), "is not a hand"),
        (("simulate", "blackjack", "--hands", "0"), "deal 1 to"),
        (("simulate", "holdem", "--hands", "10"), "no kernel"),
        (("simulate", "blackjack", "--hands", "10", "--bonus"), "has no Bonus"),
        (("strategy", "holdem"), "no strategy for holdem"),
        (("strategy", "casino-holdem", "--cards", "AhKh"), "takes 3 cards"),
    ],
)
def test_bad_input_is_one_sentence_and_exit_code_2(croupier, words, says):
    done = croupier(*words)
    assert done.returncode == 2
    assert says in done.stderr
    assert done.stderr.strip().count("\n") == 0
    assert done.stdout == ""


def test_equity_and_simulation_as_json(croupier):
    data = json.loads(croupier("equity", "holdem", "AhKh", "QsQd", "--json").stdout)
    assert data["players"][0]["wins"] == 787_966
    assert data["deals"] == 1_712_304
    words = ("simulate", "casino-holdem", "--hands", "50000", "--seed", "9", "--json")
    one = json.loads(croupier(*words).stdout)
    two = json.loads(croupier(*words, "--workers", "2").stdout)
    assert one["hands"] == 50_000
    assert {**one, "seconds": 0} == {**two, "seconds": 0}


def test_strategies_in_the_terminal_and_as_json(croupier, monkeypatch):
    assert "Hard totals" in croupier("strategy", "blackjack", "--set", "decks=1").stdout
    data = json.loads(croupier("strategy", "heads-up-holdem", "--json").stdout)
    assert data["charts"][0]["cells"][0][0]["kind"] == "raise"
    assert len(data["thumbs"]) >= 5
    monkeypatch.setattr(double_hand, "SETTINGS", 2_000)
    assert "9h 9c" in croupier("strategy", "double-hand", "--cards", "JkAsKd9h9c4d2s").stdout


@pytest.mark.parametrize("words", [["games"], ["rules", "casino-holdem"], ["edge", "--help"]])
def test_who_needs_no_lab_does_not_pay_for_it(words):
    script = (
        "import sys; from croupier.cli import app\n"
        f"try: app({words!r}, standalone_mode=False)\nexcept SystemExit: pass\n"
        "assert not {'numpy', 'numba'} & set(sys.modules), 'the lab was imported'"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr


def test_what_takes_a_while_shows_that_it_works(monkeypatch):
    written = io.StringIO()
    screen = Console(file=written, force_terminal=True)
    monkeypatch.setattr(waiting, "Console", lambda **_: screen)
    monkeypatch.setattr(waiting, "PATIENCE_SECONDS", 0.0)
    with waiting.working("working out the edge"):
        until = time.monotonic() + 10
        while "working out the edge" not in written.getvalue() and time.monotonic() < until:
            time.sleep(0.01)
    assert "working out the edge" in written.getvalue()
    written.truncate(0)
    monkeypatch.setattr(waiting, "PATIENCE_SECONDS", 60.0)
    with waiting.working("quick"):
        pass
    assert "quick" not in written.getvalue()
