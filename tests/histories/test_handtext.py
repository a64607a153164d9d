"""The `.hand` text: every game and seat there and back, nothing hidden in it, faults refused."""

from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

import laws
from croupier import histories, houses
from croupier.core import catalogue
from croupier.core.asks import Decision
from croupier.core.felt import HOUSE, Said
from croupier.core.hand import Hand
from croupier.core.imagine import imagine
from croupier.histories import About, BadHistory, handtext, replayed, told
from croupier.histories.story import as_seen

VECTORS = Path(__file__).parents[1] / "vectors" / "hands"
SHUFFLED = "discards were shuffled in secret"
LARGE = "large table"


def evening(name: str, seed: int, hands: int = 2) -> list[Hand]:
    """Finished hands by rules that some house might choose."""
    game, rng = catalogue.game(name), Random(seed)
    rules = laws.any_rules(game, rng) if seed % 3 else game.Rules()
    played = []
    for hand in laws.evening(game, rules, seed, hands):
        laws.finish(hand, rng)
        played.append(hand)
    return played


@pytest.mark.parametrize("name", catalogue.names())
@settings(max_examples=12, deadline=None)
@given(seed=st.integers(0, 10**6))
def test_every_hand_is_read_back_to_the_same_events(name, seed):
    for hand in evening(name, seed):
        text = handtext.write(told(hand))
        back = handtext.read(text)
        again = replayed(back)
        assert again.events == hand.events
        assert again.felt.chips == hand.felt.chips
        assert again.carry == hand.carry
        assert handtext.write(back) == text


@pytest.mark.parametrize("name", catalogue.names())
@settings(max_examples=12, deadline=None)
@given(seed=st.integers(0, 10**6))
def test_the_story_of_every_seat_is_read_back_and_follows_from_the_rules(name, seed):
    hand = evening(name, seed)[-1]
    for seat in (HOUSE, *hand.felt.seats):
        story = told(hand, seat)
        text = handtext.write(story)
        back = handtext.read(text)
        assert handtext.write(back) == text
        assert list(back.events) == list(story.events)
        try:
            assert replayed(back).feed(seat) == list(story.events)
        except BadHistory as fault:
            assert SHUFFLED in str(fault) or LARGE in str(fault)


@pytest.mark.parametrize("name", catalogue.names())
@settings(max_examples=12, deadline=None)
@given(seed=st.integers(0, 10**6))
def test_cards_that_a_seat_did_not_see_change_no_byte_of_its_text(name, seed):
    hand, rng = evening(name, seed)[-1], Random(seed)
    for seat in (HOUSE, *hand.felt.seats):
        twin = imagine(hand.opening, hand.feed(seat), rng)
        assert twin.feed(seat) == hand.feed(seat)
        assert handtext.write(told(twin, seat)) == handtext.write(told(hand, seat))


def test_a_leak_would_be_seen():
    """The law above can fail: a teller that forgets whose eyes are meant is caught by it."""
    hand = evening("holdem", 3)[-1]
    seat = hand.felt.seats[0]
    twin = imagine(hand.opening, hand.feed(seat), Random(1))
    leaky = [handtext.write(replace(told(h), deal=None, seen=seat)) for h in (hand, twin)]
    assert leaky[0] != leaky[1]


def shuffled_hand() -> Hand:
    game = catalogue.game("low-ball")
    for seed in range(400):
        for hand in laws.evening(game, game.Rules(), seed):
            laws.finish(hand, Random(seed))
            if any(type(e) is Said and e.what == "shuffle" for e in hand.events):
                return hand
    raise AssertionError("no hand ran out of cards")


def test_the_order_of_shuffled_discards_stays_the_houses():
    hand = shuffled_hand()
    row = next(e.amount for e in hand.events if type(e) is Said and e.what == "shuffle")
    for seat in (HOUSE, *hand.felt.seats):
        assert row not in told(hand, seat).lots
    with pytest.raises(BadHistory, match=SHUFFLED):
        replayed(told(hand, hand.felt.seats[0]))
    assert replayed(handtext.read(handtext.write(told(hand)))).events == hand.events


def test_the_rest_of_a_shoe_is_not_told():
    hand = evening("blackjack", 0)[0]
    dealt = told(hand).deal
    assert dealt is not None
    assert len(dealt.cards) == len(hand.opening.deal.cards) - len(hand.felt.deck) < 100


@pytest.mark.parametrize("house", [house.name for house in houses.houses()])
def test_the_rules_of_every_table_are_read_back(house):
    for table in houses.house(house).tables.values():
        assert houses.rules(table.game, houses.written(table.rules)) == table.rules


@pytest.mark.parametrize("file", sorted(VECTORS.glob("*.hand")), ids=lambda file: file.stem)
def test_the_written_examples_stay_readable(file):
    text = file.read_text("utf-8")
    stories = handtext.read_all(text)
    assert stories
    for story in stories:
        hand = replayed(story)
        assert hand.over
        if len(story.answers) < len(story.events):
            assert handtext.write(told(hand, story.seen, story.about)) in text


def test_a_person_may_write_only_the_answers():
    whole, brief = (
        handtext.read_all((VECTORS / f"blackjack-split{end}.hand").read_text("utf-8"))[0]
        for end in ("", "-answers")
    )
    assert len(brief.events) == len(brief.answers) < len(whole.events)
    assert replayed(brief).events == replayed(whole).events


def test_what_is_known_of_a_hand_is_kept():
    hand = evening("holdem", 0)[0]
    names = {seat: f"N. {seat}, jr (bot)\n" for seat in hand.felt.seats}
    about = About(
        names=names,
        bots=frozenset(hand.felt.seats[:1]),
        house="casino-club",
        table="holdem-2-4",
        number=118,
        at="2026-11-16T20:14:05Z",
        currency="$",
        seats=9,
    )
    back = handtext.read(handtext.write(told(hand, None, about))).about
    assert back == replace(about, names={seat: f"N. {seat}, jr" for seat in hand.felt.seats})


def test_a_seat_tells_its_own_or_the_publics_and_no_others():
    hand = evening("holdem", 0)[0]
    one, other = hand.felt.seats[:2]
    story = told(hand, one)
    assert list(as_seen(story, HOUSE).events) == hand.feed(HOUSE)
    assert as_seen(story, one) is story
    with pytest.raises(BadHistory, match="cannot tell"):
        as_seen(story, other)
    assert list(as_seen(told(hand), other).events) == hand.feed(other)


HEAD = (
    "croupier hand 1\ngame: holdem\nseat 1: Ada, 100\nseat 2: Ben, 100\nbutton: 1\ndeck: AsKs\n\n"
)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "begins with the line"),
        ("hello\n" + HEAD, "begins with the line"),
        (HEAD.replace("holdem", "bridge"), "there is no game 'bridge'"),
        (HEAD.replace("deck: AsKs", "deck: AsXx"), "not a card"),
        (HEAD.replace("deck: AsKs", "deck: AsAs"), "more often than the pack has it"),
        (HEAD.replace("deck: AsKs\n", ""), "needs its deck"),
        (HEAD.replace("deck: AsKs", "seen: him"), "neither all, public nor seat N"),
        (HEAD.replace("button: 1", "button: 1\nbutton: 2"), "stands twice"),
        (HEAD.replace("button: 1", "colour: red"), "is not a field"),
        (HEAD.replace("button: 1", "rules: small_blind 1"), "rules: write key = value"),
        (HEAD.replace("button: 1", "rules: small_blind = 900"), "small_blind"),
        (HEAD.replace("Ada, 100", "Ada, 100.001"), "is no amount"),
        (HEAD + "> 1 sing\n", "not a line of a hand"),
        (HEAD + "- 1/stack -> pot: 3 (gift)\n", "'gift' is not a word"),
        (HEAD + "> 2 fold\n", "not seat 2.s turn|not your turn"),
        (HEAD + "> 1 raise 7.50\n", "not allowed"),
        (HEAD + "> 1 fold\n- 2/stack -> pot: 3 (win)\n", "told is|lines are told"),
    ],
)
def test_what_tells_no_hand_is_refused_by_name(text, says):
    with pytest.raises(BadHistory, match=says):
        replayed(handtext.read_all(text)[0])


def test_a_bent_line_is_refused_wherever_it_stands():
    hand = evening("holdem", 0)[0]
    rows = handtext.write(told(hand)).splitlines()
    first = rows.index("") + 1
    for at in range(first, len(rows)):
        bent = "\n".join((*rows[:at], *rows[at + 1 :]))
        with pytest.raises(BadHistory):
            replayed(handtext.read(bent))


def test_rulings_and_the_clock_are_told_with_who_and_why():
    game = catalogue.game("holdem")
    hand = next(laws.evening(game, game.Rules(), 5))
    hand.expire()
    hand.rule(Decision("void", by="Zoé Q.", why='a "fouled" deck\n'))
    text = handtext.write(told(hand))
    assert " by clock" in text
    assert 'void by "Zo\\u00e9 Q." because "a \\"fouled\\" deck\\n"' in text
    assert replayed(handtext.read(text)).events == hand.events


def test_an_export_counts_what_it_has_written():
    done = histories.export("hand", [told(hand) for hand in evening("omaha", 1)])
    assert (done.written, done.left_out) == (2, {})
    assert len(histories.read(done.text, "hand")) == 2
    with pytest.raises(BadHistory, match="the endings are"):
        histories.format_of("hand.doc")
