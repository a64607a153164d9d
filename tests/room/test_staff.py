"""What the staff may do at a table and when, and when time will act next."""

import pytest
from msgspec.structs import replace

from croupier import houses
from croupier.core.asks import Decision, Refused
from croupier.room import commands
from croupier.room.ledger import Posting
from croupier.room.record import Record
from croupier.room.seating import ANSWER_SECONDS, BUSTED_SECONDS
from croupier.room.table import Table

FRENCH = houses.house("french-casino").tables["no-limit"]
LIVE = houses.house("live-casino").tables["casino-holdem"]
BY = ("floor", "because")
MINUTE = 60


def at_table(*players: str, sheet=FRENCH, **changes) -> Table:
    """A table with these players in seats 1, 2, 3 …, each with 100."""
    table = Table("t", sheet.game, replace(sheet.rules, **changes))
    for seat, player in enumerate(players, 1):
        table.sit(player, 100_00, 0, lambda _: 0, seat=seat)
    return table


def begin(table: Table, now: float = 0) -> None:
    commands.Begin(bytes(32)).do(table, now)


def refused(match: str):
    return pytest.raises(Refused, match=match)


# The staff's commands.


@pytest.mark.parametrize(
    ("command", "clause"),
    [
        (commands.Consign(*BY, "a"), "TH-11"),
        (commands.Correct(*BY, ()), "CR-35"),
        (commands.Close(*BY, emergency=True), "TH-57"),
        (commands.Open(*BY), "TH-04"),
    ],
)
def test_what_waits_until_the_hand_is_over(command, clause):
    table = at_table("a", "b")
    begin(table)
    with refused(clause):
        command.do(table, 100 * MINUTE)
    assert table.hand is not None
    assert not table.closed


def test_a_player_whom_the_staff_removes_takes_the_chips_along():
    table = at_table("a", "b")
    commands.Remove(*BY, "a").do(table, 0)
    assert table.sitters.keys() == {2}
    assert table.postings[-1] == Posting("table:t:1:stack", "player:a", 100_00, "leave")


@pytest.mark.clause("TH-11")
def test_the_chips_of_an_absent_player_are_consigned_by_command():
    table = at_table("a", "b", auto_consign=False)
    table.sit_out("a", 0)
    commands.Consign(*BY, "a").do(table, 16 * MINUTE)
    assert table.consigned == {"a": 100_00}


@pytest.mark.clause("TH-57")
def test_the_last_hands_are_announced_by_command():
    table = at_table("a", "b")
    commands.LastHands(*BY).do(table, 0)
    with refused("TH-57"):
        commands.Close(*BY).do(table, 0)


def test_a_command_is_made_of_what_is_given_by_name():
    given = {"by": "floor", "why": "because", "player": "a", "amount": 5, "seat": 3}
    assert commands.made("adjust_stack", given) == commands.AdjustStack(*BY, "a", 5)
    assert commands.made("leave", given) == commands.Leave("a")


# Corrections.


def back(src: str, dst: str, amount: int) -> commands.Correct:
    return commands.Correct(*BY, (Posting(src, dst, amount, "back"),), ((1, "a"), (2, "b")))


@pytest.mark.clause("CR-35")
def test_chips_go_back_from_stack_to_stack():
    table = at_table("a", "b")
    back("table:t:1:stack", "table:t:2:stack", 30_00).do(table, 0)
    assert (table.chips[1, "stack"], table.chips[2, "stack"]) == (70_00, 130_00)


@pytest.mark.clause("CR-35")
@pytest.mark.parametrize(
    ("move", "why"),
    [
        (("table:t:1:stack", "table:t:2:stack", 100_01), "holds 10000 now"),
        (("consigned:a", "player:a", 1), "holds 0 now"),
        (("table:t:1:stack", "table:t:0:pot", 1_00), "would be left in"),
    ],
)
def test_a_correction_leaves_nobody_below_nothing_and_no_pot_behind(move, why):
    table = at_table("a", "b")
    before = dict(table.chips)
    with refused(why):
        back(*move).do(table, 0)
    assert table.chips == before


def test_a_correction_is_looked_at_again_when_someone_has_moved():
    table = at_table("a", "b")
    table.leave("a", 0)
    with refused("changed seats"):
        back("table:t:2:stack", "player:a", 5_00).do(table, 0)


def test_the_bank_may_owe_what_it_gives_back():
    table = at_table("a", "b")
    back("table:t:0:bank", "table:t:1:stack", 5_00).do(table, 0)
    assert table.chips[0, "bank"] == -5_00


# Sessions and their limit versions.


@pytest.mark.clause("TH-04")
def test_a_session_opens_in_the_version_that_is_posted():
    table = at_table("a", "b")
    commands.Close(*BY, emergency=True).do(table, 0)
    commands.Open(*BY, "pot_limit").do(table, 0)
    assert table.rules.limit == "pot_limit"
    assert not table.closed


def test_a_session_opens_by_the_rules_of_a_sheet():
    table = at_table()
    commands.Close(*BY).do(table, 0)
    commands.Open(*BY, rules={"limit": "limit"}).do(table, 0)
    assert table.rules == FRENCH.game.Rules(limit="limit")


@pytest.mark.parametrize(
    ("sheet", "version", "why"),
    [(LIVE, "limit", "one version only"), (FRENCH, "half_limit", "half_limit is refused")],
)
def test_a_version_that_the_game_does_not_have_is_refused(sheet, version, why):
    table = at_table(sheet=sheet)
    commands.Close(*BY).do(table, 0)
    with refused(why):
        commands.Open(*BY, version).do(table, 0)
    assert table.closed


# Seats and recaves.


def test_a_seat_that_is_taken_is_refused_with_those_that_are_free():
    table = at_table("a", "b", seat_draw="choose")
    with refused("seat 2 is not free; allowed: 3, 4"):
        table.sit("c", 100_00, 0, lambda _: 0, seat=2)


@pytest.mark.clause("HU-28")
def test_a_player_with_an_undecided_hand_does_not_talk():
    sheet = next(
        one for h in houses.houses() for one in h.tables.values() if "heads-up" in one.name
    )
    table = at_table("a", sheet=sheet)
    assert not table.silent("a")
    begin(table)
    table.decide("a", Decision("bet", table.hand.asked(1)[0].low, (1, "ante")), 0)
    assert not table.silent("a")
    table.tick(table.next_deadline())
    assert table.silent("a")
    assert not table.silent("b")


# When time will act.


def test_between_hands_time_acts_at_the_first_of_calls_absences_and_empty_stacks():
    table = at_table("a", "b")
    assert table.next_due() is None
    table.sit_out("a", 100)
    assert table.next_due() == 100 + table.terms.max_absence_minutes * MINUTE
    table.sitters[2].busted_since = 50
    assert table.next_due() == 50 + BUSTED_SECONDS


def test_a_call_to_a_seat_is_due_when_it_lapses():
    table = at_table(*"abcdefghij"[: at_table().terms.seats])
    table.wait("x", 0)
    table.leave("a", 0)
    commands.CallNext(*BY, bytes(32)).do(table, 7)
    assert table.next_due() == 7 + ANSWER_SECONDS


def test_in_a_hand_the_clock_is_due_and_in_a_pause_nothing():
    table = at_table("a", "b")
    begin(table)
    assert table.next_due() == table.next_deadline() > 0
    table.pause(1)
    assert table.next_due() is None


def test_without_automatic_consignment_an_absence_is_due_never():
    table = at_table("a", "b", auto_consign=False)
    table.sit_out("a", 0)
    assert table.next_due() is None


# A record that was ahead of the books.


def test_a_record_read_from_the_books_keeps_what_was_told_before():
    ahead = Record(at_table("a", "b"))
    ahead.do(commands.SitOut("a"), 0)
    ahead.keep()
    behind = ahead.again()
    ahead.do(commands.SitOut("b"), 1)
    behind.log.clear()
    assert list(behind.after(ahead).log) == [e for e in ahead.log if e[0] <= behind.seq]
    assert len(behind.log) < len(ahead.log)
