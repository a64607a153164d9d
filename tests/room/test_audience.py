"""Who is told of whom: one object for each table, decided by its seats alone."""

import pytest

from croupier import houses
from croupier.core.asks import Decision
from croupier.core.catalogue import Layout
from croupier.core.felt import BANK, Chips, Said
from croupier.room import audience, commands, news
from croupier.room.audience import CROWD, EVERYBODY
from croupier.room.clocks import Clocks
from croupier.room.commands import Begin, ChangeSeat, Decide, Sit, Tick
from croupier.room.seating import Sitter
from croupier.room.table import Table
from croupier.room.teller import Teller
from croupier.room.terms import SeatingTerms

LIVE = houses.house("live-casino").tables["casino-holdem"]


def test_one_rule_decides_who_is_told_of_whom():
    assert audience.of(9) is EVERYBODY
    assert audience.of(audience.MOST_SEATS) is EVERYBODY
    assert audience.of(audience.MOST_SEATS + 1) is CROWD


@pytest.mark.parametrize("house", houses.names())
def test_a_table_and_its_terms_have_the_same_audience(house):
    for sheet in houses.house(house).tables.values():
        table = Table("t", sheet.game, sheet.rules)
        assert table.audience is SeatingTerms.of(sheet.game, sheet.rules).audience
        assert table.audience.crowd == (sheet.game is LIVE.game)


def test_one_of_a_crowd_is_told_of_the_house_and_of_themselves():
    chips = {BANK: 9, (0, "pot"): 3, (1, "ante"): 1, (2, "ante"): 2}
    layout = Layout(seat_chips=("stack", "ante"), house_chips=("bank", "pot"))
    assert CROWD.chips(chips, 2, layout) == {(0, "pot"): 3, (2, "ante"): 2}
    assert CROWD.chips(chips, 0, layout) == {(0, "pot"): 3}
    assert EVERYBODY.chips(chips, 2, layout) == chips
    assert CROWD.seats({1, 2, 3}, 2) == [2]
    assert CROWD.seats({1, 2, 3}, 0) == []
    assert sorted(EVERYBODY.seats({1, 2, 3}, 0)) == [1, 2, 3]


def test_news_are_sorted_by_whom_they_concern():
    begins = news.HandBegins(1, [(BANK, 9), ((1, "stack"), 5), ((2, "stack"), 6)], 52)
    bet, said = Chips((1, "stack"), (1, "ante"), 5, "bet"), Said(0, "close", 0)
    over = news.Over(1, False, [(1, -5), (2, 6)])
    items = [begins, bet, said, over]
    assert EVERYBODY.story(items).told(2) == items
    mine = [news.HandBegins(1, [((2, "stack"), 6)], 52), said, news.Over(1, False, [(2, 6)])]
    assert CROWD.story(items).told(2) == mine
    assert bet in CROWD.story(items).told(1)
    assert not CROWD.story([bet]).common


def crowd(*players: str) -> tuple[Table, Teller]:
    table = Table("t", LIVE.game, LIVE.rules)
    teller = Teller(table)
    for player in players:
        teller.do(Sit(player, player.title(), 100_00, bytes(32)), 0)
    return table, teller


def test_a_seat_that_one_of_a_crowd_gives_up_for_another_is_free_again():
    """Only the new seat was told of; the old one kept its player for whoever watched."""
    table, teller = crowd("ada", "bob")
    told = teller.do(ChangeSeat("ada", 7), 0)
    assert [type(item) for item in told] == [news.Freed, news.Seated]
    assert [item.seat for item in told] == [1, 7]
    assert teller.seats.keys() == table.sitters.keys() == {2, 7}


def test_of_a_crowd_only_the_seat_that_acts_is_looked_at():
    table, teller = crowd("ada", "bob")
    table.sitters[1].name = "Ada the Great"
    assert [item.seat for item in teller.do(commands.TopUp("bob", 5_00), 0)] == [2]


def test_free_seats_are_counted_as_they_are_listed():
    table, _ = crowd("ada", "bob")
    assert table.free_seats() == len(table.vacant()) == 9_998


def with_a_bet() -> Table:
    """A crowd of two in a round for which one has bet."""
    table, _ = crowd("ada", "bob")
    Begin(bytes(32)).do(table, 0)
    Decide("ada", Decision("bet", 10_00, (1, "ante"))).do(table, 0)
    return table


def test_a_crowd_is_told_a_hand_in_numbers():
    table = with_a_bet()
    assert CROWD.numbers(table.hand) == (1, 0, [("ante", 10_00)])
    Tick().do(table, table.next_deadline())
    assert CROWD.numbers(table.hand) == (1, 1, [("ante", 10_00)])
    assert EVERYBODY.numbers(table.hand) is None


def test_one_of_a_crowd_sees_their_own_clock_or_the_first_that_ends():
    table = with_a_bet()
    Tick().do(table, table.next_deadline())
    due = table.deadlines[1]
    assert CROWD.clocks(table.clocks, 1) == {1: due}
    assert CROWD.clocks(table.clocks, 2) == {0: due}
    assert EVERYBODY.clocks(table.clocks, 2) == {1: due}


class Looked(float):
    """A deadline that counts how often it is looked at."""

    count = 0

    def __lt__(self, other):
        Looked.count += 1
        return float(self) < other

    def __eq__(self, other):
        Looked.count += 1
        return float(self) == other

    __hash__ = float.__hash__


def test_the_next_deadline_of_a_crowd_is_not_looked_for_among_them_all():
    """It was, once for each answer: ten thousand answers took fifty million looks."""
    clocks, players = Clocks(), 2000
    clocks.deadlines = {seat: Looked(60 + seat % 7) for seat in range(players)}
    for seat in sorted(clocks.deadlines, key=lambda seat: (seat % 7, seat)):
        assert clocks.next_deadline() == 60 + seat % 7
        del clocks.deadlines[seat]
    assert clocks.next_deadline() is None
    assert Looked.count < 100 * players


def test_a_deadline_that_is_put_off_is_not_the_next():
    clocks = Clocks()
    clocks.deadlines = {1: 20.0, 2: 30.0}
    assert clocks.next_deadline() == 20
    clocks.lend(1, Sitter("ada", reserve_seconds=15))
    assert clocks.next_deadline() == 30
    del clocks.deadlines[2]
    assert clocks.next_deadline() == 35
    clocks.hasten(5)
    assert clocks.next_deadline() == 5


def test_a_crowd_reads_the_cards_as_the_public_does():
    assert (CROWD.eyes(5), EVERYBODY.eyes(5)) == (0, 5)


def test_news_that_come_later_are_sorted_in():
    bet, said = Chips((1, "stack"), (1, "ante"), 5, "bet"), Said(0, "close", 0)
    for audience_of_two, told in ((EVERYBODY, [said, bet]), (CROWD, [said])):
        story = audience_of_two.story([said])
        story.add([bet])
        assert story.told(2) == told
        assert story.count == 2
        assert story.common
