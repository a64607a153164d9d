"""What the lab refuses, in French: every sentence that the odds desk can hand on."""

import ast
from pathlib import Path

import pytest

import croupier
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
