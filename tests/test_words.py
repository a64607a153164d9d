"""One table of words: the closed list, the browser and the French are made from it."""

import re
import subprocess
import sys
from pathlib import Path
from typing import get_args

import pytest

from croupier import speech
from croupier.core import catalogue
from croupier.core.words import COUNTED, OF_A_CARD, RULINGS, WORDS, Note

ROOT = Path(__file__).parent.parent
WORDED = speech.own()


def test_what_is_made_from_the_table_is_up_to_date() -> None:
    made = subprocess.run([sys.executable, ROOT / "scripts/make-words", "--check"], check=False)
    assert made.returncode == 0


def test_the_closed_list_is_the_table() -> None:
    assert WORDED.words.keys() == WORDS
    assert {word for word, said in WORDED.words.items() if said.counted or said.card} == COUNTED
    assert {word for word, said in WORDED.words.items() if said.kind == "ruling"} == RULINGS
    assert {word for word, said in WORDED.words.items() if said.card} == OF_A_CARD
    assert {"", *WORDED.notes} == {*get_args(Note)}
    assert "covered" not in COUNTED


@pytest.mark.parametrize("word", sorted(WORDS))
def test_a_word_has_the_same_forms_in_both_languages(word: str) -> None:
    said = WORDED.words[word]
    for form in speech.Forms.__struct_fields__:
        english, french = getattr(said.en, form), getattr(said.fr, form)
        holes = re.findall(r"\{\w+\}", english)
        assert re.findall(r"\{\w+\}", french) == holes, form
        if form not in ("act", "act_on", "to"):
            assert bool(english) == bool(french), form
    for forms in said.en, said.fr:
        assert forms.says or forms.house, "somebody must be able to say it"
        assert bool(forms.says) == bool(forms.you), "of another and to the player"
    if said.kind in ("act", "ruling"):
        assert said.fr.act
        assert said.en.do or said.en.rule


def test_every_spot_of_every_layout_has_its_name() -> None:
    for game in catalogue.games():
        layout = game.LAYOUT
        words = (*layout.seat_chips, *layout.seat_cards, *layout.house_chips, *layout.house_cards)
        assert {*words} <= speech.vocabulary().spots.keys(), catalogue.name(game)
    assert all({"en", "fr"} == named.keys() for named in WORDED.spots.values())


def test_spots_by_their_number() -> None:
    assert speech.spot("box 3", "en") == "Box 3"
    assert speech.spot("box 1.4", "fr") == "Case 1"
    assert speech.spot("ante 2", "en") == "Ante 2"
    assert speech.spot("insurance", "fr") == "Assurance"
    assert speech.spot("side 2", "fr") == "Pot extérieur 2"
    assert speech.spot("side trips_plus", "en") == "Trips Plus"
    assert speech.spot("side own_bet", "en") == "Own bet"
