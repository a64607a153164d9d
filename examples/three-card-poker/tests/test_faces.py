"""Every face of the guest is found, in both languages; and no file of the house knows it."""

import re
from pathlib import Path
from random import Random

import pytest

import croupier
import three_card_poker as game
from croupier import bots, houses, speech
from croupier.core import catalogue
from croupier.core.felt import Deal
from croupier.core.hand import Hand
from croupier.speech import clauses, french, guides, plates
from three_card_poker import PLAY, bot

GAME = "three-card-poker"
SOURCE = Path(croupier.__file__).parent


def test_it_is_a_guest_like_any_game():
    assert GAME in catalogue.names()
    assert GAME in catalogue.guests()
    assert catalogue.game(GAME) is game
    assert catalogue.name(game) == GAME
    assert houses.dealing(GAME) == ["high-street"]
    assert bots.bot(game) is bot.choose


def test_no_file_of_the_house_knows_it():
    knows = re.compile("three[-_]card|pair[-_ ]plus|high-street", re.IGNORECASE)
    files = [*SOURCE.rglob("*.py"), *SOURCE.rglob("*.toml"), *SOURCE.rglob("static/assets/*.js")]
    web = SOURCE.parents[1] / "web/src"
    files += [path for kind in ("ts", "svelte", "json") for path in web.rglob(f"*.{kind}")]
    assert len(files) > 200
    assert [path for path in files if knows.search(path.read_text("utf-8"))] == []


def test_the_plate_speaks_both_languages():
    house = houses.house("high-street")
    table = house.tables[GAME]
    english = plates.plate(house, table)
    French = plates.plate(house, table, "fr")  # noqa: N806
    assert len(english.rules) == len(French.rules)
    same = [a.text for a, b in zip(english.rules, French.rules, strict=True) if a.text == b.text]
    assert same == []
    assert [prices.rows[0].name for prices in French.prices] == ["quinte flush", "quinte flush"]
    assert french.say(game.TITLE, "fr") == "Poker à trois cartes"
    assert french.known(house.about)


def test_the_guide_comes_with_the_game():
    house = houses.house("high-street")
    told = {
        language: guides.guide(house, house.tables[GAME], language) for language in ("en", "fr")
    }
    assert [rung.name for rung in told["en"].ladders[0].rungs][:2] == [
        "straight flush, queen high",
        "three sevens",
    ]
    both = zip(told["en"].steps, told["fr"].steps, strict=True)
    assert [one.text for one, other in both if one.text == other.text] == []


def test_refusals_have_their_french():
    assert [why for why in game.WHY_NOT.values() if french.known(why) is None] == []


def test_words_and_spots_have_both_languages():
    assert speech.act(PLAY, "fr") == "jouer"
    assert speech.spot("pair_plus", "en") == "Pair Plus"
    layout = game.LAYOUT
    words = {*layout.seat_chips, *layout.seat_cards, *layout.house_chips, *layout.house_cards}
    assert words <= speech.vocabulary().spots.keys()
    for language in "en", "fr":
        told = speech.phrases(speech.guests(), language)
        assert {"do play", "says play", "you play", "spot play", "bet pair_plus"} <= told.keys()


def test_every_clause_that_is_cited_is_there():
    cited = set()
    for path in Path(game.__file__).parent.rglob("*.py"):
        cited |= set(re.findall(r"TC-\d\d", path.read_text("utf-8")))
    ids = {f"TC-{number:02}" for number in range(1, 17)}
    assert cited == ids
    for language in "en", "fr":
        assert ids <= clauses.every(language).keys()
    assert not ids & clauses.own().keys()
    assert "TC-01" not in clauses.page()


@pytest.mark.parametrize("seed", range(20))
def test_the_bot_plays_by_the_rules(seed):
    chance = Random(seed)
    deck = list(game.pack(game.Rules()))
    chance.shuffle(deck)
    hand = Hand(game, game.Rules(), {(1, "stack"): 100_00, (2, "stack"): 100_00}, Deal(tuple(deck)))
    for seat in 1, 2:
        hand.decide(seat, bot.choose(bots.seen(hand, seat), chance))
    hand.expire()
    while not hand.over:
        seat = next(iter(hand.ask.options))
        hand.decide(seat, bot.choose(bots.seen(hand, seat), chance))
