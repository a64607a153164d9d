"""PHH: written for PokerKit, read from others, and real hands to the same stacks."""

import os
import tomllib
import warnings
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pokerkit import HandHistory

from croupier import histories
from croupier.core.felt import HOUSE
from croupier.histories import BadHistory, Unsayable, phh, replayed, told
from croupier.histories.course import Step
from croupier.procedure.blinds import Standing
from histories.flophands import ABOUT, call_down, differs, hands, mucked_by_all, table

DATA = os.environ.get("CROUPIER_PHH", "")
"""A folder of PHH files whose final stacks are known, such as those of Pluribus."""
HOUSES = {
    "plain": {},
    "antes": {"ante": 100},
    "big-blind-ante": {"ante": 400, "ante_from": "big_blind"},
    "straddle": {"option_allowed": True},
    "third-blind": {"button_blind": 200},
    "cents": {"chip": 25, "small_blind": 75, "big_blind": 150},
    "muck": {"muck_losing_hands": True},
    "choose": {"auto_show_at_showdown": False},
}
RAKED = {
    "levy": {"levy_percent": 5, "levy_rounding": "down_to_cent", "chip": 25},
    "drop": {"drop_five_or_more": 200, "drop_four": 100, "drop_three_or_less": 100},
}


def stacks(hand, seats):
    return [hand.felt.chips.get((seat, "stack"), 0) for seat in seats]


@pytest.mark.parametrize("house", [*HOUSES, *RAKED])
@pytest.mark.parametrize("variant", phh.VARIANTS, ids="-".join)
@settings(max_examples=6, deadline=None)
@given(seed=st.integers(0, 10**6))
def test_our_hands_are_read_back_to_the_same_chips(variant, house, seed):
    name, limit = variant
    for hand in hands(name, seed, limit=limit, **(HOUSES | RAKED)[house]):
        for seat in (None, HOUSE, hand.felt.seats[0]):
            if mucked_by_all(hand):
                with pytest.raises(Unsayable, match="all others muck"):
                    phh.write(told(hand, seat, ABOUT))
                continue
            (story,) = phh.read_all(phh.write(told(hand, seat, ABOUT)))
            again = replayed(story)
            seats = [spot[0] for spot in story.chips]
            assert stacks(again, seats) == stacks(hand, seats)
            assert [e.amount for e in again.events if getattr(e, "why", "") == "win"] == [
                e.amount for e in hand.events if getattr(e, "why", "") == "win"
            ]


def pokerkit(variant: tuple[str, str], house: str, seeds: range) -> tuple[int, int]:
    """How many hands PokerKit ends with our stacks; others must have a named reason."""
    same = other = 0
    for seed in seeds:
        for hand in hands(variant[0], seed, limit=variant[1], **HOUSES[house]):
            if mucked_by_all(hand):
                continue
            text = phh.write(told(hand, None, ABOUT))
            with warnings.catch_warnings():
                warnings.simplefilter("error")
                history = HandHistory.loads(text)
            try:
                fits = list([*history][-1].stacks) == list(history.finishing_stacks)
            except ValueError:
                fits = False
            assert fits or differs(hand), text
            same, other = same + fits, other + (not fits)
    return same, other


@pytest.mark.parametrize("house", HOUSES)
@pytest.mark.parametrize("variant", phh.VARIANTS, ids="-".join)
def test_pokerkit_ends_our_hands_with_our_stacks(variant, house):
    same, other = pokerkit(variant, house, range(6))
    assert same > 3 * other


@pytest.mark.slow
@pytest.mark.parametrize("variant", phh.VARIANTS, ids="-".join)
def test_pokerkit_ends_a_thousand_of_our_hands_with_our_stacks(variant):
    done = [pokerkit(variant, house, range(100, 180)) for house in HOUSES]
    assert sum(same for same, _ in done) >= 1000


@pytest.mark.skipif(not DATA, reason="CROUPIER_PHH names no folder of PHH files")
def test_real_hands_end_with_the_stacks_that_their_files_say():
    files = sorted(Path(DATA).rglob("*.phh"))
    assert files
    for file in files:
        (story,) = phh.read_all(file.read_text("utf-8"))
        assert story.stacks
        replayed(story)


def fields(hand):
    return tomllib.loads(phh.write(told(hand, None, ABOUT)))


def test_blinds_are_written_as_due_posts_below_nothing_and_dead_money_with_the_antes():
    new = Standing(new=True, post=True)
    missed = Standing(missed_small=True, missed_big=True, post=True)
    hand = call_down(table({3: new, 4: missed}))
    told_ = fields(hand)
    assert told_["blinds_or_straddles"] == [2, 4, -4, -4, 0, 0]
    assert told_["antes"] == [0, 0, 0, 2, 0, 0]
    assert told_["seats"] == [1, 2, 3, 4, 5, 6]
    history = HandHistory.loads(phh.write(told(hand, None, ABOUT)))
    assert list([*history][-1].stacks) == list(history.finishing_stacks)


def test_a_short_blind_is_written_in_full():
    hand = call_down(table({}, stack=3_00))
    assert fields(hand)["blinds_or_straddles"] == [2, 4, 0, 0, 0, 0]


def test_a_straddle_stands_at_its_player():
    hand = call_down(table({}, option_allowed=True))
    assert fields(hand)["blinds_or_straddles"] == [2, 4, 8, 0, 0, 0]


def test_between_two_the_arrays_stand_small_blind_first():
    for hand in hands("holdem", 1):
        order = fields(hand)["seats"]
        if len(order) == 2:
            break
    else:
        hand = call_down(two_handed())
        order = fields(hand)["seats"]
    assert fields(hand)["blinds_or_straddles"] == [2, 4]
    posts = {e.why: e.src[0] for e in hand.events if getattr(e, "why", "").endswith("blind")}
    assert order == [posts["big blind"], posts["small blind"]]


def two_handed(**rules):
    return table({}, seats=2, **rules)


def test_the_blind_that_was_paid_instead_of_the_one_due_would_be_seen(monkeypatch):
    """A planted fault: writing what a short stack paid ends with other stacks."""

    def paid(story, hand, step: Step) -> int:
        return step.amount

    monkeypatch.setattr(phh, "_due", paid)
    hand = call_down(table({}, stack=3_00))
    assert fields(hand)["blinds_or_straddles"] == [2, 3, 0, 0, 0, 0]
    text = phh.write(told(hand, None, ABOUT)).replace("_rules", "_no").replace("_carry", "_nor")
    with pytest.raises(BadHistory):
        replayed(phh.read_all(text)[0])


@pytest.mark.parametrize(
    ("make", "says"),
    [
        (lambda: two_handed(heads_up_blinds="literal"), "button the small blind between two"),
        (lambda: table({}, limit="pot_limit"), "has no Hold'em with pot_limit"),
    ],
)
def test_what_phh_cannot_say_is_refused_by_name(make, says):
    with pytest.raises(Unsayable, match=says):
        phh.write(told(call_down(make()), None, ABOUT))


GOOD = """variant = 'NT'
antes = [0, 0, 0]
blinds_or_straddles = [1, 2, 0]
min_bet = 2
starting_stacks = [100, 100, 100]
actions = ['d dh p1 AsKs', 'd dh p2 ????', 'd dh p3 ????', 'p3 cbr 6 # bold', 'p1 cc', '', 'p2 f',
 'd db 2c3c4c', 'p1 cc', 'p3 cc', 'd db 5h', 'p1 cc', 'p3 cc', 'd db 6h', 'p1 cc', 'p3 cc',
 'p1 sm AsKs', 'p3 sm']
finishing_stacks = [108, 98, 94]
"""


def test_a_hand_with_unknown_cards_is_told_as_far_as_it_is_known():
    (story,) = phh.read_all(GOOD)
    assert (story.seen, story.deal) == (HOUSE, None)
    assert stacks(replayed(story), (1, 2, 3)) == [108_00, 98_00, 94_00]
    (own,) = phh.read_all(
        GOOD.replace("'p1 sm AsKs', 'p3 sm'", "'p1 sm', 'p3 sm 7c7d'").replace(
            "108, 98, 94", "94, 98, 108"
        )
    )
    assert own.seen == 1
    assert replayed(own).over


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ("'NT'", "'F7S'", "variant 'F7S' is not dealt here"),
        ("[100, 100, 100]", "[inf, 100, 100]", "not an amount|no amount"),
        ("[100, 100, 100]", "[100.001, 100, 100]", "whole number of cents|two decimals"),
        ("[100, 100, 100]", "[100, 100]", "different numbers of players"),
        ("[1, 2, 0]", "[1, 2, 5]", "straddle that is not twice"),
        ("[1, 2, 0]", "[0, 0, 2]", "has not posted the big blind|straddle"),
        ("[0, 0, 0]", "[0, 0, 1.50]", "antes that are neither alike"),
        ("min_bet = 2", "min_bet = 3", "has not posted the big blind"),
        ("p1 AsKs", "p1 AsAs", "As is there twice"),
        ("p3 cbr 6 # bold", "p3 cbr 3", "not by our rules"),
        ("'p2 f',", "'p2 dances',", "none of a flop game"),
        ("'p2 f',", "'q2 f',", "is no player"),
        ("'p1 cc', 'p3 cc',\n 'p1 sm", "'p1 cc',\n 'p1 sm", "acts end before the hand"),
        ("108, 98, 94", "107, 98, 95", "ends with 10800, the text says 10700"),
        ("variant", "veriant", "a hand at its top"),
        ("variant", "= ", "not TOML"),
    ],
)
def test_a_hand_that_our_rules_do_not_deal_is_refused_by_name(old, new, says):
    with pytest.raises(BadHistory, match=says):
        replayed(phh.read_all(GOOD.replace(old, new))[0])


def test_several_hands_stand_in_one_file():
    texts = [told(hand, None, ABOUT) for hand in hands("holdem", 4)]
    done = histories.export("phh", texts)
    assert done.text.startswith("[1]\n")
    assert len(histories.read(done.text, "phh")) == done.written == len(texts)
