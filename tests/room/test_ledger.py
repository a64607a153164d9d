"""Accounts are written one way and read one way; chips and lines of the ledger move together."""

import ast
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import croupier
from croupier import houses
from croupier.core.asks import Decision, Refused
from croupier.core.felt import HOUSE, POT
from croupier.room import commands, ledger
from croupier.room.ledger import CAGE, Account, Posting
from croupier.room.purse import Purse
from croupier.room.record import Record
from croupier.room.table import Table

SOURCE = Path(croupier.__file__).parent
HEADS = ("player:", "consigned:", "orphans:", "table:")

names = st.text(min_size=1, max_size=12)
words = st.text(st.characters(exclude_characters=":"), min_size=1, max_size=8)
accounts = st.one_of(
    st.just(CAGE),
    st.builds(Account, st.sampled_from(ledger.PERSONAL), names),
    st.builds(Account, st.just("table"), names, st.integers(0, 10_000), words),
)


@given(accounts)
def test_an_account_reads_as_it_is_written(account):
    assert ledger.parse(str(account)) == account


@given(st.text(max_size=30) | st.builds("table:{}:{}:{}".format, names, names, words))
def test_whatever_stands_in_the_books_is_written_back_as_it_was(text):
    assert str(ledger.parse(text)) == text


def test_the_books_write_accounts_as_they_always_did():
    assert ledger.parse("player:bot:demo/holdem:Aline") == ledger.player("bot:demo/holdem:Aline")
    assert ledger.parse("table:demo/holdem:3:bet 2") == ledger.spot("demo/holdem", 3, "bet 2")
    assert str(ledger.consigned("a")) == "consigned:a"
    assert str(ledger.orphans("a")) == "orphans:a"
    assert str(CAGE) == "cage"
    assert ledger.spot("t", HOUSE, "drop").of_house
    assert not ledger.spot("t", 1, "stack").of_house


@pytest.mark.parametrize("layer", ["room", "server"])
def test_only_the_ledger_knows_how_an_account_is_written(layer):
    for file in (SOURCE / layer).rglob("*.py"):
        if file.name == "ledger.py":
            continue
        texts = [node for node in ast.walk(ast.parse(file.read_text())) if _is_text(node)]
        assert not [t.value for t in texts if t.value.startswith(HEADS)], file


def _is_text(node: ast.AST) -> bool:
    return isinstance(node, ast.Constant) and isinstance(node.value, str)


def test_a_move_is_chips_and_a_line_at_once():
    purse = Purse("t")
    purse.move(ledger.player("a"), purse.stack_account(1), 100, "buy in")
    purse.move(purse.stack_account(1), purse.account(POT), 30, "kill")
    purse.move(purse.stack_account(1), ledger.consigned("a"), 70, "consign")
    assert purse.chips == {POT: 30}
    assert purse.consigned == {"a": 70}
    assert purse.postings[1] == Posting("table:t:1:stack", "table:t:0:pot", 30, "kill")
    purse.move(ledger.consigned("a"), ledger.player("a"), 0, "claim")
    assert len(purse.postings) == 3


def test_a_correction_moves_all_of_it_or_nothing():
    purse = Purse("t")
    purse.move(ledger.player("a"), purse.stack_account(1), 100, "buy in")
    purse.postings.clear()
    back = ledger.line(purse.stack_account(1), ledger.player("a"), 60, "correction")
    with pytest.raises(Refused, match="table:t:1:stack holds 100"):
        purse.correct([back, back])
    assert purse.chips == {(1, "stack"): 100}
    assert not purse.postings
    purse.correct([back])
    assert purse.chips == {(1, "stack"): 40}


# The record.

CLUB = houses.house("casino-club").tables["holdem-2-4"]


def evening() -> list[tuple[float, commands.Command]]:
    seed = bytes(32)
    sits = [commands.Sit(who, who, 100_00, seed, 0, post=True) for who in "abc"]
    return [
        *((1.0, sit) for sit in sits),
        (2.0, commands.Begin(seed)),
        (3.0, commands.Rule(Decision("void", by="x", why="test"))),
        (4.0, commands.Begin(seed)),
        (5.0, commands.Leave("b")),
        (60.0, commands.Tick()),
        (120.0, commands.Tick()),
    ]


def played() -> Record:
    record = Record(Table("t", CLUB.game, CLUB.rules))
    for at, command in evening():
        record.do(command, at)
    return record


def test_a_record_does_again_what_was_done():
    first = played()
    again = first.again().again()
    for name in ("acts", "posted", "seq", "last_hand", "seed", "owners", "log", "since"):
        assert getattr(again, name) == getattr(first, name), name
    assert again.lying() == first.lying()
    assert again.table.deadlines == first.table.deadlines
    done = [record.do(commands.Tick(), 500.0) for record in (first, again)]
    assert done[0] == done[1]


def test_a_record_that_was_kept_goes_on_as_if_it_had_not_been():
    first = Record(Table("t", CLUB.game, CLUB.rules))
    for at, command in evening():
        first.do(command, at)
        if first.table.hand is None:
            first.keep()
            first = first.again()
    assert first.lying() == played().lying()
    assert first.posted == played().posted


def test_a_refused_command_leaves_no_trace_in_the_record():
    record = played()
    before = record.acts, record.posted, record.seq, len(record.since), record.lying()
    with pytest.raises(Refused):
        record.do(commands.Sit("a", "a", 100_00, bytes(32)), 200.0)
    assert before == (record.acts, record.posted, record.seq, len(record.since), record.lying())


def test_the_lines_of_a_record_are_what_lies_on_its_table():
    record, held = Record(Table("t", CLUB.game, CLUB.rules)), Counter()
    for at, command in evening():
        for line in record.do(command, at).moves:
            for account, change in line.sides:
                held[account] += change
        assert {a: n for a, n in held.items() if n and a.at("t")} == record.lying()
