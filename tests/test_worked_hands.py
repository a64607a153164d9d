"""The worked examples that are whole hands, as `.hand` files: replayed, and held to the rulebook.

A file tells its clauses and the final stacks in comments. Any further file in these folders is a
case too; docs/testing.md says how to write one.
"""

import json
import re
from collections import Counter
from itertools import pairwise

import pytest

import worked
from croupier.core.cards import FACES
from croupier.core.felt import DROP, LEVY, Chips
from croupier.histories import handtext, replayed
from croupier.histories.lines import cents

HANDS = worked.VECTORS / "hands"
FILES = sorted(HANDS.glob("*/*.hand"))
SHEETS = {sheet: worked.examples(sheet) for sheet in sorted({file.parent.name for file in FILES})}
EXAMPLES = {example["id"]: example for examples in SHEETS.values() for example in examples}
NO_HANDS = {
    "what is refused or offered": (
        "BJ-EX-20 BJ-EX-22 BJ-EX-23 BJ-EX-25 BJ-EX-26 BJ-EX-28 BJ-EX-29 CH-EX-19 CH-EX-20 CH-EX-23 "
        "HU-EX-16 HU-EX-17 HU-EX-19 HU-EX-20 HU-EX-22 HU-EX-23 TH-EX-13 TH-EX-14 TH-EX-19 TH-EX-20 "
        "TH-EX-21 TH-EX-22 CR-EX-16 CR-EX-22 LB-EX-11 LB-EX-16 DH-EX-14 PN-EX-17 PN-EX-19"
    ),
    "ranks and settings": (
        "LB-EX-01 LB-EX-02 LB-EX-10 DH-EX-22 DH-EX-23 PN-EX-01 PN-EX-02 PN-EX-13"
    ),
    "fees and odd chips": "TH-EX-10 TH-EX-23 CR-EX-01 CR-EX-21 DH-EX-19 PN-EX-23",
    "places from hand to hand": (
        "TH-EX-11 TH-EX-28 CR-EX-11 CR-EX-13 CR-EX-17 CR-EX-19 CR-EX-20 LB-EX-19 DH-EX-01 DH-EX-20"
    ),
    "part of a deal": "LB-EX-13 LB-EX-14 LB-EX-17 LB-EX-21 DH-EX-02",
    "the room": "TH-EX-16 TH-EX-17 CR-EX-14",
}
"""Examples that no `.hand` file can be, with what they are about."""


def told(text, key):
    """What the comments `# key: one, another` of a text say, a list for each."""
    return [found.split(", ") for found in re.findall(rf"^# {key}: (.+)$", text, re.MULTILINE)]


def case(file):
    (clauses,) = told(file.read_text("utf-8"), "clauses")
    return pytest.param(file, id=file.stem, marks=pytest.mark.clause(*clauses))


def stacks(story, hand):
    """The final stacks by name."""
    return {story.about.name(seat): hand.felt.chips[seat, "stack"] for seat in hand.felt.seats}


@pytest.mark.parametrize("file", [case(file) for file in FILES])
def test_the_hand_leads_to_the_postings_and_stacks_told(file):
    text = file.read_text("utf-8")
    stories = handtext.read_all(text)
    hands = [replayed(story) for story in stories]  # Every line of the text must follow.
    for story, hand, ends in zip(stories, hands, told(text, "ends"), strict=True):
        assert hand.over
        wanted = {name: cents(stack) for name, _, stack in (end.rpartition(" ") for end in ends)}
        assert stacks(story, hand) == wanted
    for before, after in pairwise(hands):
        assert +Counter(before.felt.chips) == +Counter(after.opening.chips)
        assert before.carry == after.opening.carry
    if example := EXAMPLES.get(file.stem):
        assert told(text, "clauses") == [example["clauses"]]
        dealt = {FACES[card] for story in stories for card in story.deal.cards}
        assert {*re.findall(r'"(\w[cdhs]|Jk)"', json.dumps(example["given"]))} <= dealt
        agrees(example, stories, hands)


# The rulebook's figures.


def moved(hands, seat, *whys):
    """What came to a stack for these reasons, less what left it."""
    events = [e for hand in hands for e in hand.events if type(e) is Chips and e.why in whys]
    stack = seat, "stack"
    return sum(e.amount * ((e.dst == stack) - (e.src == stack)) for e in events)


def net(hands, seat):
    """What a seat won or lost; the sheets count fees apart."""
    stack = seat, "stack"
    change = hands[-1].felt.chips[stack] - hands[0].opening.chips[stack]
    return change - moved(hands, seat, "fee", "collection")


def won(hands, seat):
    return moved(hands, seat, "win", "back", "cow", "partner", "backing")


SEATS = {
    "net": net,
    "player_net": net,
    "player_dealer_net": net,
    "stacks": lambda hands, seat: hands[-1].felt.chips[seat, "stack"],
    "stacks_before_push_hand": lambda hands, seat: hands[-1].felt.chips[seat, "stack"],
    "awarded": won,
    "side_pot_awarded": won,
    "paid": won,
    "refunded": lambda hands, seat: moved(hands, seat, "void"),
    "credited": lambda hands, seat: moved(hands, seat, "back", "void"),
    "uncalled_returned": lambda hands, seat: moved(hands, seat, "uncalled"),
}
"""What the examples say of a seat's money, by their words for it."""
HOUSE = {"drop": DROP, "collection": DROP, "collections": DROP, "total_levy": LEVY}
ONLY = {"player_net": "player", "player_dealer_net": "player_dealer"}
"""Whose amount stands alone; at a table of one player it is A's."""


def agrees(example, stories, hands):
    expect = example["expect"]
    if "pots" in expect:
        expect = {
            **expect,
            "awarded": sum((Counter(p["awarded"]) for p in expect["pots"]), Counter()),
        }
    seats = {name: seat for seat, name in stories[0].about.names.items()}
    figures = SEATS.keys() & expect
    assert figures, "the example says nothing about anybody's money"
    for key in figures:
        amounts = (
            expect[key] if isinstance(expect[key], dict) else {ONLY.get(key, "A"): expect[key]}
        )
        found = {name: SEATS[key](hands, seats[name]) / 100 for name in amounts}
        assert found == amounts, key
    for key in HOUSE.keys() & expect:
        assert hands[-1].felt.chips.get(HOUSE[key], 0) / 100 == expect[key], key


# Nothing is left out.


def test_every_worked_example_is_a_hand_file_or_said_to_be_none():
    left = " ".join(NO_HANDS.values()).split()
    assert len(left) == len({*left})
    assert EXAMPLES.keys() - {file.stem for file in FILES} == {*left}


@pytest.mark.parametrize("sheet", SHEETS)
def test_the_page_counts_them(sheet):
    hands = sum((HANDS / sheet / f"{example['id']}.hand").exists() for example in SHEETS[sheet])
    page = (worked.VECTORS.parents[1] / "docs" / "testing.md").read_text("utf-8")
    assert f"| `{sheet}` | {hands} | {len(SHEETS[sheet]) - hands} |" in page
