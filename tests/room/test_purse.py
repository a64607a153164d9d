"""Corrections of the purse: what may go back, what may not, and to the last chip."""

import pytest

from croupier.core.asks import Refused
from croupier.core.felt import BANK, DROP, POT
from croupier.room import ledger
from croupier.room.ledger import Posting
from croupier.room.purse import Purse

STACK = (1, "stack")
LEVY = (0, "levy")


def purse_with(chips, consigned=()):
    purse = Purse("t")
    purse.chips |= chips
    purse.consigned |= dict(consigned)
    return purse


def correct(purse, src, dst, amount):
    purse.correct([ledger.line(src, dst, amount, "correction")])


@pytest.mark.clause("CR-35")
@pytest.mark.parametrize(
    ("amount", "line"),
    [
        (1, Posting("table:t:0:bank", "table:t:1:stack", 1, "adjust: miscounted")),
        (-1, Posting("table:t:1:stack", "table:t:0:bank", 1, "adjust: miscounted")),
        (-100, Posting("table:t:1:stack", "table:t:0:bank", 100, "adjust: miscounted")),
    ],
)
def test_management_adjusts_a_stack_by_a_line_with_the_reason(amount, line):
    purse = purse_with({STACK: 100})
    purse.adjust(1, amount, "miscounted")
    assert purse.postings == [line]
    assert purse.stack(1) == 100 + amount
    assert purse.chips[BANK] == -amount


@pytest.mark.clause("CR-35")
@pytest.mark.parametrize(("amount", "why"), [(-101, "miscounted"), (5, "")])
def test_an_adjustment_needs_a_reason_and_takes_no_more_than_there_is(amount, why):
    purse = purse_with({STACK: 100})
    with pytest.raises(Refused, match=r"^give a reason, and take no more than 100 \(CR-35\)$"):
        purse.adjust(1, amount, why)
    assert purse.chips == {STACK: 100}
    assert not purse.postings


@pytest.mark.parametrize("spot", [STACK, DROP, LEVY])
def test_a_correction_takes_back_the_last_chip_and_none_that_is_not_there(spot):
    for held in (0, 4):
        purse = purse_with({spot: held} if held else {})
        place = purse.account(spot)
        with pytest.raises(Refused, match=rf"^{place} holds {held} now, .* \(CR-35\)$"):
            correct(purse, place, ledger.player("a"), held + 1)
    correct(purse, place, ledger.player("a"), 4)
    assert purse.chips == {}


def test_consigned_chips_go_back_to_the_last_and_no_further():
    for held in (0, 4):
        purse = purse_with({}, {"a": held} if held else {})
        with pytest.raises(Refused, match=rf"^consigned:a holds {held} now.*\(CR-35\)$"):
            correct(purse, ledger.consigned("a"), ledger.player("a"), held + 1)
    correct(purse, ledger.consigned("a"), ledger.player("a"), 4)
    assert purse.consigned == {}


def test_a_correction_asks_nothing_of_accounts_that_the_books_keep():
    """A player's account is checked where it lies; the bank of a table may owe."""
    purse = purse_with({})
    correct(purse, ledger.player("a"), purse.account(STACK), 7)
    correct(purse, purse.account(BANK), purse.account(STACK), 3)
    correct(purse, ledger.spot("other", 1, "stack"), purse.account(STACK), 1)
    assert purse.chips == {STACK: 11, BANK: -3}


@pytest.mark.parametrize("spot", [POT, (1, "bet")])
def test_a_correction_leaves_no_chip_in_a_pot_or_before_a_player(spot):
    purse = purse_with({STACK: 10})
    with pytest.raises(Refused, match=rf"^chips would be left in {spot[1]}, .* \(CR-35\)$"):
        correct(purse, purse.account(STACK), purse.account(spot), 5)
    assert purse.chips == {STACK: 10}
    assert not purse.postings
