"""The command as a person uses it: lists, rules, a table to play at, and bad input."""

import json
import subprocess
import sys
from typing import get_args

import pytest

from croupier import houses
from croupier.cli import arguments
from croupier.core import catalogue


def croupier(*words: str, typed: str = "", columns: int = 80) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "croupier", *words],
        input=typed,
        capture_output=True,
        text=True,
        check=False,
        env={"COLUMNS": str(columns), "PATH": "", "PYTHONIOENCODING": "utf-8", "HOME": "/tmp"},  # noqa: S108
        timeout=300,
    )


def test_the_games_are_listed_with_their_houses():
    shown = croupier("games")
    assert shown.returncode == 0
    for name in catalogue.names():
        assert name in shown.stdout
    assert "live-casino" in shown.stdout


@pytest.mark.parametrize("name", catalogue.names())
@pytest.mark.parametrize("columns", [40, 120])
def test_every_game_explains_itself_at_any_width(name, columns):
    shown = croupier("rules", name, columns=columns)
    assert shown.returncode == 0, shown.stderr
    heading = " ".join(shown.stdout.partition("\n\n")[0].split())
    assert heading in {
        f"{table.title} · {house.title}"
        for house in houses.houses()
        for table in house.tables.values()
        if table.game is catalogue.game(name)
    }
    assert "Limits" in shown.stdout
    assert max(map(len, shown.stdout.splitlines())) <= columns


@pytest.mark.clause("CH-34", "CH-26", "CH-27")
def test_the_plate_of_casino_holdem_shows_limits_and_both_pay_tables():
    shown = croupier("rules", "casino-holdem").stdout
    for fact in ("€1 to €1,000", "€1 to €100", "100 to 1", "straight or less", "pair of aces to"):
        assert fact in shown


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["rules", "bridge"], "there is no game 'bridge'"),
        (["play", "bridge"], "there is no game 'bridge'"),
        (["rules", "casino-holdem", "--house", "ritz"], "there is no house 'ritz'"),
        (["rules", "casino-holdem", "--house", "no.toml"], "no.toml: cannot be read"),
        (["rules", "casino-holdem", "--house", "french-casino"], "does not deal casino-holdem"),
        (["rules", "holdem", "--table", "t"], "has no holdem table 't'"),
        (["play", "holdem", "--limit", "spread"], "has no spread table of holdem"),
        (["play", "holdem", "--players", "1"], "--players: this game takes 2 to 9 players"),
        (["play", "holdem", "--players", "99"], "--players"),
        (["play", "casino-holdem", "--stack", "x"], "--stack: “x” is not an amount"),
        (["play", "casino-holdem", "--stack", "0"], "--stack"),
        (["play", "casino-holdem", "--stack", "-5"], "--stack"),
        (["play", "holdem", "--house", "french-casino", "--stack", "5"], "€50 to €200"),
        (["play"], "Missing argument"),
        (["deal"], "No such command"),
        (["play", "casino-holdem", "--boxes", "9"], "boxes"),
        (["play", "casino-holdem", "--boxes", "3"], "--boxes: this game has no boxes"),
        (["play", "blackjack", "--stack", "3"], "--stack: $3 is too little for a bet here"),
    ],
)
def test_bad_input_is_one_sentence_and_exit_code_2(words, said):
    shown = croupier(*words)
    assert shown.returncode == 2
    assert said in " ".join(shown.stderr.split())
    assert "Traceback" not in shown.stderr


def test_a_bad_sheet_is_refused_with_its_file_and_key(tmp_path):
    sheet = tmp_path / "mine.toml"
    sheet.write_text('title = "Mine"\ncurrency = "$"\n[tables.a]\ngame = "casino-holdem"\n'
                     "[tables.a.rules]\nante_min = 0\n")  # fmt: skip
    shown = croupier("play", "casino-holdem", "--house", str(sheet))
    assert shown.returncode == 2
    assert "mine.toml: tables.a.rules.ante_min" in shown.stderr


def test_a_session_of_casino_holdem_with_a_seed_repeats_itself():
    typed = "10 5\nc\n\nf\nq\n"
    first, second = (croupier("play", "casino-holdem", "--seed", "s", typed=typed) for _ in "ab")
    assert first.returncode == 0
    assert first.stdout == second.stdout
    assert "You leave with" in first.stdout
    assert "after 2 hands" in first.stdout
    other = croupier("play", "casino-holdem", "--seed", "t", typed=typed)
    assert other.stdout != first.stdout


def test_the_results_of_a_session_add_up():
    shown = croupier("play", "casino-holdem", "--seed", "s", "--stack", "500", typed="10 5\nc\nq\n")
    results = [line for line in shown.stdout.splitlines() if line.strip().startswith("Result")]
    assert len(results) == 1
    net = float(results[0].split()[1].replace("€", ""))
    lines = [
        float(line.split()[3].replace("€", ""))
        for line in shown.stdout.splitlines()
        if line.split()[:1] in (["Ante"], ["Bonus"], ["Call"]) and "·" not in line
    ]
    assert len(lines) == 3
    assert sum(lines) == net
    assert f"€{500 + net:g}" in results[0]


def test_the_end_of_the_input_in_the_middle_of_a_hand_is_a_clean_exit():
    shown = croupier("play", "casino-holdem", "--seed", "s", typed="10\n")
    assert shown.returncode == 0
    assert "You leave with €990" in shown.stdout
    assert not shown.stderr


def test_a_refusal_at_the_table_says_what_is_allowed_and_takes_nothing():
    shown = croupier("play", "casino-holdem", typed="2000\nbonus 5\n10 x\n?\nq\n")
    said = " ".join(shown.stdout.split())
    assert "allowed: bet €1 to €1,000 in steps of €1 on ante (CH-05)" in said
    assert "Place an Ante first: the Bonus goes with it (CH-06)" in said
    assert "You leave with €1,000 after 0 hands" in shown.stdout


@pytest.mark.parametrize("name", catalogue.names())
def test_every_game_can_be_played_in_the_terminal(name):
    """Nonsense and empty lines are borne, and a person can always leave."""
    shown = croupier("play", name, "--seed", "7", typed="\nzzz\nc\n\nf\ns\n\n10\nh\n\nc\nq\n")
    assert shown.returncode == 0, shown.stderr
    assert "You leave with" in shown.stdout
    assert "Traceback" not in shown.stderr


def test_six_handed_holdem_is_played_against_bots():
    words = ["play", "holdem", "--house", "french-casino", "--limit", "no-limit", "--players", "6"]
    shown = croupier(*words, "--seed", "b", typed="c\nc\nc\nc\nq\n")
    assert shown.returncode == 0
    assert "Aline" in shown.stdout
    assert "Dario has the button" in shown.stdout
    assert "Board" in shown.stdout


@pytest.mark.parametrize("words", [["games"], ["play", "casino-holdem"], ["rules", "blackjack"]])
def test_the_table_does_not_wait_for_the_laboratory(words):
    code = f"""
import sys
sys.argv = ['croupier', *{words!r}]
from croupier.cli import main
try:
    main()
except SystemExit:
    pass
assert not {{'numpy', 'numba', 'croupier.lab'}} & set(sys.modules), 'too much'
"""
    shown = subprocess.run(
        [sys.executable, "-c", code], input="q\n", capture_output=True, text=True, check=False
    )
    assert "too much" not in shown.stderr, shown.stderr


def test_a_hint_values_each_option_and_the_hand_tells_what_the_choice_cost():
    shown = croupier("play", "casino-holdem", "--seed", "a", typed="10 5\n!\nc\nq\n")
    values = [line.split()[-1] for line in shown.stdout.splitlines() if line.startswith("  Fold ")]
    assert values == ["-€15"]
    assert "Your decisions cost €2.33 on average." in shown.stdout
    silent = croupier("play", "casino-holdem", "--seed", "a", typed="10 5\nc\nq\n")
    assert "decisions cost" not in silent.stdout


@pytest.mark.parametrize("words", [["games"], ["rules", "blackjack"]])
def test_a_reader_who_has_seen_enough_is_no_fault(words):
    line = f"{sys.executable} -m croupier {' '.join(words)}"
    shown = subprocess.run(
        ["/bin/bash", "-c", f"{line} | true; exit ${{PIPESTATUS[0]}}"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert (shown.returncode, shown.stderr) == (0, "")


def test_the_rules_of_a_version_and_of_a_named_table():
    shown = croupier("rules", "holdem", "--house", "french-casino", "--limit", "pot-limit").stdout
    assert "Texas Hold'em, pot limit" in shown
    assert "other tables of this game (--table): no-limit, limit" in shown
    shown = croupier("rules", "holdem", "--house", "casino-club", "--table", "holdem-4-8").stdout
    assert "$4, then $8" in shown
    refused = croupier("rules", "blackjack", "--limit", "no-limit")
    assert refused.returncode == 2
    assert "has no no-limit table of blackjack" in refused.stderr


def test_a_clause_is_said_and_an_unknown_one_refused_in_one_line():
    assert "doubled" in croupier("rules", "--clause", "BJ-16").stdout
    for words in (["rules", "--clause", "XX-16"], ["rules"]):
        refused = croupier(*words)
        assert refused.returncode == 2
        assert refused.stderr.count("\n") == 1


def test_nan_in_a_sheet_is_no_traceback(tmp_path):
    sheet = tmp_path / "mine.toml"
    sheet.write_text(
        'title = "Mine"\ncurrency = "$"\n[tables.bj]\ngame = "blackjack"\n'
        "[tables.bj.rules]\ncut_card_fraction = nan\n"
    )
    for command in "rules", "play":
        refused = croupier(command, "blackjack", "--house", str(sheet))
        assert refused.returncode == 2
        assert (
            "tables.bj.rules.cut_card_fraction: must be a number from 0.3 to 0.9" in refused.stderr
        )


def test_icm_says_what_stacks_are_worth():
    said = croupier("icm", "5000", "3000", "2000", "--prizes", "50,30,20").stdout
    assert all(worth in said for worth in ("38.3929", "32.7500", "28.8571"))
    assert croupier("icm", "5000", "--prizes", "fifty").returncode == 2


def test_bots_play_a_tournament_the_same_from_the_same_seed():
    words = ("tournament", "holdem", "--players", "5", "--seats", "3", "--seed", "4", "--json")
    one, two = croupier(*words).stdout, croupier(*words).stdout
    assert one == two
    assert sorted(place["place"] for place in json.loads(one)["places"]) == [1, 2, 3, 4, 5]
    assert croupier("tournament", "blackjack").returncode == 2


def test_the_levels_of_bots_are_those_of_the_house_sheets():
    level, _ = get_args(arguments.LevelName)
    assert get_args(level) == get_args(houses.Level)
