"""`croupier hands`, `croupier replay` and `croupier play --record`, as a person uses them."""

from pathlib import Path
from typing import get_args

import pytest

from croupier import cli, histories
from croupier.histories import handtext, replayed
from test_cli import croupier

VECTORS = Path(__file__).parents[1] / "vectors" / "hands"


def test_a_session_is_recorded_as_its_player_saw_it_and_replayed(tmp_path):
    file = tmp_path / "evening.hand"
    played = croupier("play", "holdem", "--seed", "a", "--record", str(file), typed="c\n\nf\nq\n")
    assert played.returncode == 0, played.stderr
    stories = handtext.read_all(file.read_text("utf-8"))
    assert len(stories) >= 1
    assert {story.seen for story in stories} == {1}
    assert all(replayed(story).over for story in stories)
    shown = croupier("replay", str(file))
    assert shown.returncode == 0, shown.stderr
    assert "Player folds" in shown.stdout
    assert (
        croupier("hands", str(file), "--check").stdout
        == f"Hands that follow from the rules: {len(stories)}.\n"
    )


def test_a_replay_goes_step_by_step_and_stops_when_it_is_enough():
    file = str(VECTORS / "blackjack-split.hand")
    whole = croupier("replay", file, "--step", typed="\n" * 40).stdout
    assert "Ada splits" in whole
    assert "Ada" in whole.splitlines()[-3]
    brief = croupier("replay", file, "--step", typed="\n\n").stdout
    assert whole.startswith(brief)
    assert len(brief) < len(whole)


def test_the_replay_speaks_french():
    shown = croupier("replay", str(VECTORS / "holdem.hand"), "--language", "fr").stdout
    assert "se couche" in shown or "passe" in shown


def test_only_what_a_seat_saw_is_written(tmp_path):
    out = tmp_path / "seat.hand"
    file = str(VECTORS / "blackjack-split.hand")
    done = croupier("hands", file, "--to", "hand", "--seat", "2", "--out", str(out))
    assert (done.returncode, done.stderr) == (0, "Hands written: 1.\n")
    text = out.read_text("utf-8")
    assert "seen: seat 2" in text
    assert "deck:" not in text


def test_what_cannot_be_told_is_counted_by_its_reason(tmp_path):
    (tmp_path / "a.hand").write_text((VECTORS / "holdem.hand").read_text("utf-8"), "utf-8")
    (tmp_path / "b.hand").write_text("croupier hand 1\ngame: bridge\n\n", "utf-8")
    done = croupier("hands", str(tmp_path), "--to", "hand", "--seat", "2", "--check")
    assert done.returncode == 1
    assert "Hands written: 1." in done.stderr
    assert "Left out: 1, there is no game 'bridge'" in done.stderr
    assert "Left out: 1, the text is what seat" in done.stderr


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["hands", "no.hand", "--check"], "no.hand: cannot be read"),
        (["hands", "no.hand"], "--to FORMAT, --check, or both"),
        (["replay", "no.hand"], "no.hand: cannot be read"),
        (["replay", "no.doc"], "no history ends like this"),
        (["play", "holdem", "--record", "x.txt"], "ends with .hand"),
    ],
)
def test_bad_input_is_one_sentence(words, said):
    shown = croupier(*words)
    assert shown.returncode == 2
    assert said in " ".join(shown.stderr.split())
    assert "Traceback" not in shown.stderr


def test_the_command_knows_every_format():
    assert {*get_args(cli.FormatName)} == {*histories.FORMATS}
