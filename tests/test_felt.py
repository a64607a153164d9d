"""The felt: chips and cards move here only, and who may see them is decided here."""

import ast
from pathlib import Path

import pytest

import croupier
from croupier.core.cards import BACK, PACK, Card, cards, text
from croupier.core.felt import (
    ALL,
    BANK,
    BOARD,
    DECK,
    MUCK,
    NOBODY,
    Cards,
    Chips,
    Deal,
    Fault,
    Felt,
    Said,
    View,
    redact,
)

SOURCE = Path(croupier.__file__).parent
HOLE_1, HOLE_2 = (1, "hole"), (2, "hole")


def felt(top="As Kd Qh Jc", **chips):
    """A felt with 1000 for seats 1 and 2."""
    stacks = {(1, "stack"): 1000, (2, "stack"): 1000}
    return Felt(stacks | {(0, word): amount for word, amount in chips.items()}, Deal(cards(top)))


def feed(lie, seat):
    return [redact(event, seat) for event in lie.events]


def seen(lie, seat, spot):
    """What a seat sees on a spot; its own fold of its feed must agree."""
    view = View({(1, "stack"): 1000, (2, "stack"): 1000}, {}, 4)
    for event in feed(lie, seat):
        view.take(event)
    assert view == lie.view(seat), f"seat {seat} follows another felt"
    return text(lie.view(seat).cards.get(spot, ()))


def audience(lie, spot):
    return {seat: seen(lie, seat, spot) for seat in (0, 1, 2)}


# Chips.


def test_chips_move_with_an_event():
    lie = felt()
    lie.pay((1, "stack"), (1, "ante"), 300, "bet")
    assert lie.chips == {(1, "stack"): 700, (2, "stack"): 1000, (1, "ante"): 300}
    assert lie.events == [Chips((1, "stack"), (1, "ante"), 300, "bet")]


def test_nothing_is_paid_in_silence():
    lie = felt()
    lie.pay((1, "stack"), (1, "ante"), 0, "bet")
    lie.pay((9, "stack"), (1, "ante"), 0, "bet")
    assert lie.events == []


@pytest.mark.parametrize("amount", [1001, -1])
def test_a_spot_cannot_pay_more_than_lies_there_or_less_than_nothing(amount):
    lie = felt(pot=0)
    with pytest.raises(Fault, match="cannot pay"):
        lie.pay((1, "stack"), (1, "ante"), amount, "bet")
    with pytest.raises(Fault, match="cannot pay"):
        lie.pay((0, "pot"), (1, "stack"), 1, "win")
    assert lie.events == []
    assert sum(lie.chips.values()) == 2000


def test_only_the_bank_may_go_below_nothing():
    lie = felt()
    lie.pay(BANK, (1, "stack"), 5000, "win")
    assert lie.chips[BANK] == -5000
    with pytest.raises(Fault):
        lie.pay(BANK, (1, "stack"), -1, "win")


def test_take_back_returns_every_chip_the_newest_first():
    lie = felt()
    lie.pay((1, "stack"), (1, "ante"), 300, "bet")
    lie.pay((1, "ante"), (2, "stack"), 300, "win")
    lie.pay((2, "stack"), BANK, 1300, "lose")
    lie.take_back()
    assert {spot: amount for spot, amount in lie.chips.items() if amount} == {
        (1, "stack"): 1000,
        (2, "stack"): 1000,
    }
    assert [(e.src, e.dst, e.why) for e in lie.events[3:]] == [
        (BANK, (2, "stack"), "void"),
        ((2, "stack"), (1, "ante"), "void"),
        ((1, "ante"), (1, "stack"), "void"),
    ]


def test_take_back_may_spare_what_came_before():
    lie = felt()
    lie.pay((1, "stack"), (1, "ante"), 300, "bet")
    kept = len(lie.events)
    lie.pay((1, "stack"), (1, "call"), 200, "call")
    lie.take_back(kept)
    assert lie.chips[1, "ante"] == 300
    assert lie.chips[1, "stack"] == 700


def test_the_seats_are_those_with_a_stack():
    lie = Felt({(7, "stack"): 0, (2, "stack"): 5, (0, "pot"): 9, (3, "owed"): 1}, Deal(PACK))
    assert lie.seats == [2, 7]


# Cards.


def test_cards_come_off_the_top_in_order():
    lie = felt()
    lie.deal(HOLE_1)
    lie.deal(HOLE_2)
    lie.deal(HOLE_1)
    assert text(lie.cards[HOLE_1]) == "As Qh"
    assert text(lie.cards[HOLE_2]) == "Kd"
    assert lie.view(0).deck == 1


def test_a_card_dealt_face_up_is_seen_by_all():
    lie = felt()
    lie.deal(HOLE_1, 2, up=True)
    assert set(audience(lie, HOLE_1).values()) == {"As Kd"}


def test_a_card_dealt_face_down_is_seen_by_its_owner_alone():
    lie = felt()
    lie.deal(HOLE_1, 2)
    assert audience(lie, HOLE_1) == {0: "?? ??", 1: "As Kd", 2: "?? ??"}


def test_a_card_dealt_face_down_may_have_onlookers():
    """The members of a cow see the hand of its holder (PN-22)."""
    lie = felt()
    lie.deal(HOLE_1, also=1 << 2)
    assert audience(lie, HOLE_1) == {0: "??", 1: "As", 2: "As"}
    lie.deal(HOLE_1)
    assert audience(lie, HOLE_1) == {0: "?? ??", 1: "As Kd", 2: "As Kd"}


def test_a_card_dealt_face_down_to_the_house_is_seen_by_nobody():
    lie = felt()
    lie.deal((0, "dealer"))
    assert set(audience(lie, (0, "dealer")).values()) == {"??"}
    assert lie.events[0].eyes == NOBODY


def test_one_spot_has_one_visibility():
    lie = felt()
    lie.deal(HOLE_1)
    with pytest.raises(Fault, match="would hide"):
        lie.deal(HOLE_1, up=True)


def test_an_empty_deck_deals_nothing():
    lie = felt()
    lie.deal(BOARD, 3)
    with pytest.raises(Fault, match="the deck has 1 cards, not 2"):
        lie.deal(HOLE_1, 2)
    assert HOLE_1 not in lie.cards
    assert len(lie.deck) == 1


def test_show_turns_a_spot_face_up_for_all_once():
    lie = felt()
    lie.deal(HOLE_1, 2)
    lie.show(HOLE_1)
    assert set(audience(lie, HOLE_1).values()) == {"As Kd"}
    lie.show(HOLE_1)
    assert lie.events[1:] == [Cards(HOLE_1, HOLE_1, cards("As Kd"), "show", ALL)]


def test_mucked_cards_are_seen_by_nobody_any_more():
    lie = felt()
    lie.deal(HOLE_1, 2, up=True)
    lie.deal(HOLE_2)
    lie.move(HOLE_1, MUCK, why="muck")
    lie.move(HOLE_2, MUCK, why="muck")
    assert set(audience(lie, MUCK).values()) == {"?? ?? ??"}
    assert HOLE_1 not in lie.cards


def test_a_muck_does_not_tell_others_what_was_hidden():
    lie = felt()
    lie.deal(HOLE_1, 2)
    lie.move(HOLE_1, MUCK, why="muck")
    for seat in 0, 2:
        assert [event.cards for event in feed(lie, seat)] == [(BACK, BACK), (BACK, BACK)]


def test_a_burned_card_is_seen_by_nobody():
    lie = felt()
    lie.deal(MUCK, why="burn")
    assert set(audience(lie, MUCK).values()) == {"??"}


def test_a_card_that_moves_is_seen_by_those_who_saw_it_and_by_its_new_owner():
    lie = felt()
    lie.deal(HOLE_1, 2)
    lie.move(HOLE_1, HOLE_2, cards("Kd"), why="deal")
    assert audience(lie, HOLE_2) == {0: "??", 1: "Kd", 2: "Kd"}
    assert audience(lie, HOLE_1) == {0: "??", 1: "As", 2: "??"}


def test_a_hidden_card_that_moves_to_an_open_spot_is_seen_by_all():
    lie = felt()
    lie.deal(BOARD, up=True)
    lie.deal(HOLE_1)
    lie.move(HOLE_1, BOARD, why="show")
    assert set(audience(lie, BOARD).values()) == {"As Kd"}


def test_an_open_card_cannot_join_hidden_ones():
    lie = felt()
    lie.deal(HOLE_1)
    lie.deal(BOARD, up=True)
    with pytest.raises(Fault, match="would hide"):
        lie.move(BOARD, HOLE_1, why="deal")


def test_a_card_dealt_open_to_the_muck_is_seen_the_same_by_client_and_house():
    lie = felt()
    lie.deal(MUCK, up=True, why="burn")
    audience(lie, MUCK)


@pytest.mark.parametrize(
    "act",
    [
        lambda lie: lie.show(HOLE_2),
        lambda lie: lie.move(HOLE_2, MUCK, why="muck"),
        lambda lie: lie.move(HOLE_1, MUCK, cards("As 2c"), why="muck"),
    ],
    ids=["show nothing", "move nothing", "move another card"],
)
def test_a_card_that_is_not_there_is_our_own_fault(act):
    lie = felt()
    lie.deal(HOLE_1, 2)
    with pytest.raises(Fault):
        act(lie)
    assert text(lie.cards[HOLE_1]) == "As Kd"


# Redaction.


def test_chips_are_public():
    event = Chips((1, "stack"), (1, "ante"), 5, "bet")
    assert redact(event, 2) is event


def test_what_all_may_see_is_not_copied():
    event = Cards(DECK, BOARD, cards("As"), "deal")
    assert redact(event, 0) is event


@pytest.mark.parametrize(
    ("seat", "faces"), [(0, "?? ??"), (1, "As Kd"), (2, "?? ??"), (99, "?? ??")]
)
def test_cards_are_redacted_for_all_but_their_audience(seat, faces):
    hidden = Cards(DECK, HOLE_1, cards("As Kd"), "deal", 1 << 1)
    found = redact(hidden, seat)
    assert text(found.cards) == faces
    assert found.eyes == ALL  # Nobody learns who else saw them.


def test_a_choice_of_cards_is_redacted_like_cards():
    said = Said(70, "show", cards=cards("As"), eyes=1 << 70)
    assert redact(said, 70).cards == cards("As")
    assert redact(said, 6).cards == (BACK,)


def test_a_view_hides_empty_spots_of_chips():
    lie = felt()
    lie.pay((1, "stack"), (1, "ante"), 1000, "bet")
    assert lie.view(0).chips == {(2, "stack"): 1000, (1, "ante"): 1000}


def test_a_view_is_not_the_felt():
    lie = felt()
    lie.deal(BOARD, up=True)
    view = lie.view(1)
    view.cards[BOARD] = (Card(0),)
    view.chips[1, "stack"] = 0
    assert text(lie.cards[BOARD]) == "As"
    assert lie.chips[1, "stack"] == 1000


# The deck is cut and cards are shuffled.


def test_a_cut_puts_the_top_cards_of_the_deck_below_the_others():
    lie = felt("As Kd Qh Jc")
    lie.cut(1)
    lie.deal(BOARD, 4, up=True)
    assert text(lie.cards[BOARD]) == "Kd Qh Jc As"
    assert lie.events[0] == Said(0, "cut", 1)


@pytest.mark.parametrize("count", [-1, 0, 4, 5])
def test_a_cut_leaves_cards_on_both_sides(count):
    lie = felt("As Kd Qh Jc")
    with pytest.raises(Fault):
        lie.cut(count)
    assert not lie.events


def test_a_shuffle_moves_every_card_in_the_order_of_its_lots():
    """The lots below 4, 3 and 2 say which card comes last, then which before it."""
    lie = Felt({}, Deal(cards("As Kd Qh Jc"), (9, 0, 0, 1)))
    lie.deal(MUCK, 4)
    lie.shuffle(MUCK, (0, "stub"), 1)
    assert text(lie.cards[0, "stub"]) == "Qh Kd Jc As"
    assert lie.events[1] == Said(0, "shuffle", 1)
    assert (lie.events[2].why, lie.events[2].eyes) == ("shuffle", NOBODY)
    assert MUCK not in lie.cards


def test_only_the_felt_touches_the_deck():
    """No other module writes to a deck, or moves a card on a spot by hand (`felt.py`)."""
    changing = {"append", "clear", "extend", "insert", "pop", "remove", "reverse", "sort"}
    found = []
    for path in sorted(SOURCE.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text())):
            written = isinstance(getattr(node, "ctx", None), ast.Store | ast.Del)
            call = isinstance(node, ast.Attribute) and node.attr in changing
            if (written or call) and _on_felt(node.value if hasattr(node, "value") else node):
                found.append(f"{path.relative_to(SOURCE)}:{node.lineno}")
            if written and isinstance(node, ast.Attribute) and node.attr in ("deck", "cards"):
                found += [f"{path.relative_to(SOURCE)}:{node.lineno}"] if _is_felt(node) else []
    assert [place for place in found if not place.startswith("core/felt.py")] == []


def _on_felt(node):
    """Whether this is `felt.deck` or `felt.cards[spot]`."""
    node = node.value if isinstance(node, ast.Subscript) else node
    return isinstance(node, ast.Attribute) and node.attr in ("deck", "cards") and _is_felt(node)


def _is_felt(node):
    owner = node.value
    return getattr(owner, "id", getattr(owner, "attr", "")) == "felt"
