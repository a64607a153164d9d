"""What the lab refuses, in French: every sentence that the odds desk can hand on."""

import ast
from pathlib import Path

import pytest
from typer.testing import CliRunner

import croupier
from croupier import lab
from croupier.cli import app, sheets
from croupier.speech import french

LAB = Path(croupier.__file__).parent / "lab"
ASKED_BY_THE_DESK = (
    "ranges.py",
    "matchups.py",
    "equities.py",
    "solutions.py",
    "kernels/equity.py",
    "kernels/sampling.py",
    "solve/subgames.py",
    "solve/pushfold.py",
)
COMPOSED = {"7", "7: 7"}
"""What another sentence is handed on with."""
REFUSALS = {"Unanswerable", "ValueError"}


def sentences():
    """Every refusal of these modules, a figure in each of its holes."""
    for name in ASKED_BY_THE_DESK:
        for node in ast.walk(ast.parse((LAB / name).read_text("utf-8"))):
            refused = isinstance(node, ast.Raise) and node.exc
            if getattr(getattr(refused, "func", None), "id", "") in REFUSALS:
                sentence = _text(refused.args[0])
                if sentence not in COMPOSED:
                    yield f"{name}:{node.lineno}", sentence


def _text(said):
    parts = said.values if isinstance(said, ast.JoinedStr) else [said]
    return "".join(part.value if isinstance(part, ast.Constant) else "7" for part in parts)


@pytest.mark.parametrize(("where", "sentence"), [*sentences()])
def test_a_refusal_of_the_lab_has_its_french(where, sentence):
    said = french.known(sentence) or sentence
    assert plain(said) != plain(sentence), f"{where}: {sentence}"


def plain(text):
    """A text without the spaces that French sets before a colon."""
    return "".join(text.split())


def answered(*words):
    done = CliRunner().invoke(app, [*words, "--language", "fr"])
    return " ".join(str(done.exception or done.output).replace(french.THIN, " ").split())


def test_the_command_answers_in_french():
    told = answered("equity", "holdem", "AhKh", "QsQd")
    assert "main équité gagne partage" in told
    assert "46,2145 %" in told
    assert "1 712 304 donnes, toutes comptées" in told
    told = answered("equity", "holdem", "AhKh", "KhQd")
    assert "Kh est dans AhKh et dans KhQd" in told


@pytest.mark.slow
@pytest.mark.parametrize("game", ["blackjack", "casino-holdem", "heads-up-holdem", "double-hand"])
def test_every_text_of_an_answer_has_its_french(game):
    _, table = sheets.find(game, None, None)
    odds, strategy = lab.of(game).odds(table.rules), lab.of(game).strategy(table.rules)
    shown = {odds.edge_of, odds.method, *odds.notes, *odds.variants, *odds.frequencies}
    shown |= {*odds.bets, *odds.spreads, *(chart.title for chart in strategy.charts)}
    shown |= {*(thumb.rule for thumb in strategy.thumbs)}
    assert {text for text in shown - {""} if french.known(text) is None} == set()
