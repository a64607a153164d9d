"""`croupier verify`: a proof and the text of its hand, on the screen."""

import re

import msgspec
import pytest

from croupier.cli import Mistake, proving
from croupier.histories import handtext
from room.pledged import Parlour

HOLDEM = "casino-club/holdem-2-4"


@pytest.fixture(scope="module")
def played():
    return next(Parlour(HOLDEM, seed=21).hands(3))


@pytest.fixture
def files(played, tmp_path):
    """The proof of a seat and its text."""
    seat = played.hand.felt.seats[0]
    proof, text = tmp_path / "proof.json", tmp_path / "hand.hand"
    proof.write_bytes(msgspec.json.encode(played.proof(seat)))
    text.write_text(handtext.write(played.story(seat)))
    return proof, text


def test_a_proof_holds_by_itself_and_with_its_text(files, capsys):
    proof, text = files
    assert proving.check(proof, None) == 0
    assert "Give the text of the hand too" in capsys.readouterr().out
    assert proving.check(proof, text) == 0
    said = capsys.readouterr().out
    assert "The proof holds." in said
    assert "+ The hand follows from the rules of the house." in said
    assert "Players who had a say in the shuffle: 4." in said


def test_a_changed_proof_is_named(files, capsys):
    proof, _ = files
    told = proof.read_text()
    at = told.index('"joint":"') + 9
    proof.write_text(told[:at] + ("1" if told[at] == "0" else "0") + told[at + 1 :])
    assert proving.check(proof, None) == proving.WRONG
    assert "- The joint chance is made of the pledge and of all reveals. NO:" in (
        capsys.readouterr().out
    )


def test_the_text_of_another_hand_is_named(files, played, tmp_path, capsys):
    proof, text = files
    text.write_text(text.read_text().replace(f"hand: {played.number}\n", "hand: 99\n"))
    assert proving.check(proof, text) == proving.WRONG
    assert "the text is of hand 99" in capsys.readouterr().out


def test_a_text_that_breaks_the_rules_is_named(files, capsys):
    """Another card than the one that was dealt: neither the rules nor the proof know it."""
    proof, text = files
    told, (card, *_) = text.read_text(), re.findall(r"/hole: ([^?\s]+)", text.read_text())
    text.write_text(told.replace(f"/hole: {card}", f"/hole: {'2c' if card != '2c' else '3c'}"))
    assert proving.check(proof, text) == proving.WRONG
    assert "NO:" in capsys.readouterr().out


@pytest.mark.parametrize("text", ["", "{}", "[]", '{"fair": 1}', "no JSON"])
def test_what_is_no_proof_is_refused_in_a_sentence(text, tmp_path):
    file = tmp_path / "proof.json"
    file.write_text(text)
    with pytest.raises(Mistake, match="not a proof"):
        proving.check(file, None)
    with pytest.raises(Mistake, match="cannot be read"):
        proving.check(tmp_path / "none.json", None)
