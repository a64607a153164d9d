"""Tournaments: prizes, ICM, seats by the rules of the TDA, bust-outs, money; and whole ones."""

from fractions import Fraction
from itertools import permutations
from random import Random

import msgspec
import pytest

from croupier.core import catalogue
from croupier.core.asks import Decision, Refused
from croupier.houses import stakes
from croupier.houses.tournaments import AddOn, Level, Payout, Sheet
from croupier.room import commands, ledger
from croupier.room.record import Record
from croupier.room.table import Table
from croupier.room.tournament import chairs, deals, draws, icm, prizes, staffing
from croupier.room.tournament import commands as do
from croupier.room.tournament.entrants import Bust, ranked
from croupier.room.tournament.stage import Stage
from croupier.room.tournament.tournament import Tournament
from room.festival import Festival, lot

GAMES = [catalogue.name(game) for game in catalogue.games() if stakes.fits(game)]


def level(small, big, ante=0, minutes=2):
    return Level(small * 100, big * 100, ante * 100, minutes)


LEVELS = (
    level(25, 50),
    level(50, 100, 100),
    Level(0, 0, 0, 1),
    *(level(50 * 2**i, 100 * 2**i, 100 * 2**i) for i in range(1, 7)),
)


# Prizes.


@pytest.mark.parametrize(
    ("entries", "expected"),
    [
        (2, [100]),
        (6, [195, 105]),
        (9, [225, 135, 90]),
        (18, [412, 273, 215]),
        (45, [722, 454, 341, 279, 240, 214]),
    ],
)
def test_standard_prizes(entries, expected):
    found = prizes.standard(entries * 50_00, entries, 50_00)
    assert [prize // 100 for prize in found] == expected
    assert sum(found) == entries * 50_00


def test_a_hundred_entrants_pay_thirteen_places():
    found = [prize // 100 for prize in prizes.standard(100 * 50_00, 100, 50_00)]
    assert found[:6] == [1159, 710, 520, 416, 350, 306]
    assert (len(found), found[-1]) == (13, 182)


@pytest.mark.parametrize(
    ("first", "count", "expected"),
    [(2, 2, [35, 35]), (1, 3, [34, 33, 33]), (3, 2, [10, 10]), (4, 2, [0, 0])],
)
def test_tied_players_share_their_places(first, count, expected):
    assert prizes.shared([30, 50, 20] if first == 2 else [50, 30, 20], first, count) == expected


def test_the_prizes_of_a_list_sum_to_the_pool():
    assert prizes.listed((50, 30, 20), 333_00) == [168_00, 99_00, 66_00]


# ICM.


@pytest.mark.parametrize(
    ("stacks", "paid", "expected"),
    [
        ((5000, 3000, 2000), (50, 30, 20), (38.3929, 32.7500, 28.8571)),
        ((5000, 3000, 1500, 500), (500, 300, 200), (377.78, 312.89, 225.60, 83.73)),
        ((60_000, 30_000, 10_000), (500, 300, 200), (412.4, 338.3, 249.3)),
    ],
)
def test_icm_is_as_published(stacks, paid, expected):
    found = [float(value) for value in icm.worth(stacks, paid)]
    assert found == pytest.approx(expected, abs=0.06)


def test_icm_is_the_sum_over_all_orders_of_finish():
    rng = Random(7)
    for players in (2, 3, 4, 5, 6):
        stacks = [rng.randrange(1, 50) for _ in range(players)]
        paid = sorted((rng.randrange(100) for _ in range(players)), reverse=True)
        expected = [Fraction(0)] * players
        for order in permutations(range(players)):
            chance, left = Fraction(1), sum(stacks)
            for i in order:
                chance *= Fraction(stacks[i], left)
                left -= stacks[i]
            for place, i in enumerate(order):
                expected[i] += chance * paid[place]
        assert icm.worth(stacks, paid) == expected


def test_drawn_finishes_come_close_to_the_model():
    stacks, paid = [5000, 3000, 1500, 500, 0], [500, 300, 200]
    found = icm.estimated(stacks, paid, Random(1).random, 40_000)
    for near, exact in zip(found, icm.worth(stacks, paid), strict=True):
        assert abs(near - exact) < 4
    many = icm.estimated(range(100, 3100, 100), [50, 30, 20], Random(1).random, 2_000)
    assert len(many) == 30
    assert sum(many) == pytest.approx(100)


def test_a_deal_divides_all_that_is_left_in_whole_units():
    stacks, left = [7, 2, 1], [500_00, 300_00, 200_00]
    for deal in (icm.icm_deal, icm.chip_chop):
        shares = deal(stacks, left, 100)
        assert sum(shares) == 1000_00
        assert shares == sorted(shares, reverse=True)
        assert all(share >= 200_00 and share % 100 == 0 for share in shares)


def test_stacks_of_nothing_share_the_places_behind_the_others():
    assert icm.worth([10, 0, 10], [60, 40]) == [50, 0, 50]
    assert icm.worth([10, 0, 0], [60, 40, 10]) == [60, 25, 25]


# Seats (TDA).


def test_tables_differ_by_one_at_the_first_draw():
    """TDA 6."""
    for players in range(2, 60):
        tables = draws.first_draw([f"p{i}" for i in range(players)], 9, lot(players))
        sizes = [len(chairs) for chairs in tables.values()]
        assert sum(sizes) == players
        assert max(sizes) - min(sizes) <= 1
        assert max(sizes) <= 9
        assert len({who for chairs in tables.values() for who in chairs.values()}) == players


def test_a_late_entrant_sits_at_the_emptiest_table():
    """TDA 8."""
    tables = {1: {1: "a", 2: "b", 3: "c"}, 2: {5: "d"}, 3: {1: "e", 9: "f"}}
    for seed in range(20):
        table, seat = draws.late_seat(tables, 9, lot(seed))
        assert table == 2
        assert seat != 5


def test_the_last_table_breaks_when_the_others_have_room():
    """TDA 9, 10."""
    tables = {1: {1: "a", 2: "b"}, 2: {1: "c", 2: "d", 3: "e"}, 3: {1: "f", 2: "g"}}
    assert draws.to_break(tables, 4) == 3
    assert draws.to_break(tables, 3) == 0
    to = draws.broken(tables, 3, 4, lot(1))
    assert {table for table, _ in to.values()} == {1, 2}
    assert all(seat not in tables[table] for table, seat in to.values())


def test_the_player_due_for_the_next_big_blind_moves_to_the_worst_seat():
    """TDA 11."""
    full = {1: "a", 3: "b", 4: "c", 7: "d"}
    assert draws.next_to_pay(full, mark=4)[0] == 7
    assert draws.next_to_pay(full, mark=7)[0] == 1
    short = {2: "x", 5: "y"}
    assert draws.worst_seat(short, mark=2, seats=6) == 3
    assert draws.worst_seat(short, mark=5, seats=6) == 6


def test_play_halts_on_tables_that_are_three_short():
    """TDA 11."""
    tables = {1: dict.fromkeys(range(6)), 2: dict.fromkeys(range(4)), 3: dict.fromkeys(range(3))}
    assert draws.short(tables, 3) == {3}


# Bust-outs.


def test_the_larger_stack_is_placed_higher_and_equal_stacks_share():
    busts = [Bust("a", 500), Bust("b", 900), Bust("c", 500)]
    assert [[one.player for one in tied] for tied in ranked(busts, "by_stack")] == [
        ["a", "c"],
        ["b"],
    ]
    assert [len(tied) for tied in ranked(busts, "share")] == [3]


def tournament(players: int, **changes) -> tuple[Tournament, list]:
    event = Tournament("house/t.1", Sheet(game="holdem", levels=LEVELS, **changes))
    for i in range(players):
        event.register(f"p{i}", f"P{i}", lot(i))
    event.start(0, lot(99))
    for i in range(players):
        event.arrived(f"p{i}")
    return event, event.postings


def over(event, table, stacks, lost=(), now=1.0):
    event.hand_over(table, stacks, dict.fromkeys(lost, ("p0",)), now, lot(5))


def test_two_out_in_one_hand_are_ranked_by_their_stacks():
    event, _ = tournament(4, seats=9, fee=0)
    chairs = event.floor.tables[1].values()
    over(event, 1, dict.fromkeys(chairs, 1500_00) | {"p1": 500_00, "p2": 900_00, "p0": 3100_00})
    over(event, 1, {"p0": 4500_00, "p1": 0, "p2": 0, "p3": 1500_00}, ("p1", "p2"), now=2)
    places = {one.player: one.place for one in event.entrants.values()}
    assert places == {"p0": 0, "p1": 4, "p2": 3, "p3": 0}


def test_equal_stacks_share_the_prize_at_the_bubble():
    event, postings = tournament(4, seats=9, fee=0)
    over(event, 1, {"p0": 6000_00, "p1": 0, "p2": 0, "p3": 0}, ("p1", "p2", "p3"))
    assert event.state == "over"
    paid = {p.dst: p.amount for p in postings if p.why.startswith("place")}
    assert paid == {"player:p0": 26_00, "player:p1": 4_67, "player:p2": 4_67, "player:p3": 4_66}


@pytest.mark.parametrize(("before", "places"), [(900_00, (5, 6)), (1500_00, (5, 5))])
def test_hand_for_hand_ranks_bust_outs_across_tables(before, places):
    """In one round two are out at different tables: they are placed as if it were one hand."""
    event, postings = tournament(6, seats=3, fee=0, payouts=(40, 20, 20, 10, 10))
    one, two = (list(chairs.values()) for chairs in event.floor.tables.values())
    event.entrants[two[0]].stack = before
    assert event.floor.round == "playing"
    for table in (1, 2):
        event.began(table)
    over(event, 1, {one[0]: 0, one[1]: 3000_00, one[2]: 1500_00}, one[:1])
    assert (event.held(1), event.held(2), len(event.alive())) == ("round", "", 6)
    over(event, 1, {one[0]: 0, one[1]: 3000_00, one[2]: 1500_00}, ())
    over(event, 2, {two[0]: 0, two[1]: 2400_00, two[2]: 2100_00}, two[:1], now=9.0)
    assert not event.floor.round
    assert (event.entrants[one[0]].place, event.entrants[two[0]].place) == places
    paid = {p.dst: p.amount for p in postings if p.why.startswith("place")}
    assert sum(paid.values()) == 6_00
    assert len(paid) == (1 if places == (5, 6) else 2)


def test_a_pot_that_was_pushed_is_won_before_the_final_table_is_drawn():
    """PN-49."""
    event, _ = tournament(5, seats=4)
    first, *others = event.floor.tables[1].values()
    event.began(2)
    event.hand_over(2, {}, {}, 1.0, lot(1), locked=True)
    event.began(1)
    over(event, 1, {first: 0} | dict.fromkeys(others, 2250_00), (first,))
    assert event.floor.ends_soon
    assert (event.held(1), event.held(2)) == ("seats", "")


# Money and chips.


def test_entries_are_money_and_chips_are_not():
    event, postings = tournament(3, bounty=2_00, guarantee=100_00)
    assert not any(posting.mixes for posting in postings)
    assert event.pool == 100_00
    assert (
        ledger.line(ledger.CAGE, ledger.pool("prizes", "house/t.1"), 70_00, "overlay") in postings
    )
    bad = ledger.line(ledger.player("p0"), ledger.transit("house/t.1", "p0"), 1, "no")
    assert bad.mixes
    stack = ledger.spot("house/t.1-1", 3, "stack")
    assert ledger.line(stack, ledger.player("p0"), 1, "no").mixes
    assert not ledger.line(ledger.spot("house/t", 3, "stack"), ledger.player("p0"), 1, "x").mixes


@pytest.mark.parametrize(
    "account",
    [
        ledger.pool("prizes", "house/t.1"),
        ledger.pool("mint", "house/t.1"),
        ledger.transit("house/t.1", "p:1"),
    ],
)
def test_accounts_of_a_tournament_are_read_as_they_are_written(account):
    assert ledger.parse(str(account)) == account


def test_a_withdrawal_before_the_start_gives_everything_back():
    event = Tournament("house/t.1", Sheet(game="holdem", bounty=2_00))
    event.register("a", "A", lot(1))
    event.unregister("a")
    paid = sum(p.amount * (1 if p.src == "player:a" else -1) for p in event.postings)
    assert (paid, event.entrants, event.pool) == (0, {}, 0)


def test_the_last_bounties_go_to_the_winner():
    event, postings = tournament(2, bounty=2_00)
    over(event, 1, {"p0": 3000_00, "p1": 0}, ("p1",))
    won = sum(p.amount for p in postings if p.src.startswith("bounties"))
    assert won == 4_00
    assert event.entrants["p0"].bounties == 4_00


def test_a_rebuy_keeps_a_player_in_and_a_table_waits_for_it():
    event, _ = tournament(3, rebuys=1, late_levels=2)
    over(event, 1, {"p0": 3000_00, "p1": 0, "p2": 1500_00}, ("p1",))
    assert event.held(1) == "offer"
    event.rebuy("p1", lot(1))
    assert event.held(1) == ""
    assert event.transit["p1"] >= 1500_00
    event.arrived("p1")
    over(event, 1, {"p0": 4500_00, "p1": 0, "p2": 1500_00}, ("p1",))
    assert event.entrants["p1"].out


def test_an_offer_lapses_with_its_time():
    event, _ = tournament(3, rebuys=1, late_levels=2)
    over(event, 1, {"p0": 3000_00, "p1": 0, "p2": 1500_00}, ("p1",))
    event.tick(event.next_due(), lot(1))
    assert event.entrants["p1"].out


def test_levels_follow_the_clock_and_double_after_the_last():
    event, _ = tournament(3)
    assert event.level.big == 50_00
    event.tick(120, lot(1))
    assert event.level.big == 100_00
    event.tick(240, lot(1))
    assert event.on_break
    assert event.held(1) == "break"
    assert event.level.big == 100_00
    assert event.sheet.level(len(LEVELS)).big == 2 * LEVELS[-1].big


def test_a_break_is_told_with_its_minutes_and_a_level_with_its_blind():
    event, _ = tournament(2)
    event.tick(2 * 120, lot(1))
    told = {one.what: one.amount for one in event.notices if one.what in ("level", "break")}
    assert told == {"level": 100_00, "break": 1}


def test_time_that_the_room_was_down_is_not_lost():
    event, _ = tournament(3)
    event.clock.lost(1000)
    event.tick(1000, lot(1))
    assert event.level.big == 50_00


def test_a_deal_is_made_when_everybody_agrees():
    event, postings = tournament(3, payouts=(50, 30, 20), fee=0)
    over(event, 1, {"p0": 2250_00, "p1": 1350_00, "p2": 900_00})
    deals.talk(event, "p1", 5.0)
    assert event.held(1) == "talk"
    for player in ("p0", "p1"):
        deals.agree(event, player, lot(1))
    assert event.state == "running"
    deals.agree(event, "p2", lot(1))
    assert event.state == "over"
    paid = [p.amount for p in postings if p.why.startswith("place")]
    assert sum(paid) == 30_00
    assert paid == [11_00, 10_00, 9_00]


def test_a_deal_that_is_made_is_talked_about_no_more():
    event, _ = tournament(3)
    deals.talk(event, "p0", 1)
    for player in ("p0", "p1", "p2"):
        deals.agree(event, player, lot(1))
    assert (event.state, event.talk_until, event.agreed) == ("over", 0, set())


def test_one_who_refuses_a_deal_ends_the_talk():
    event, _ = tournament(3)
    deals.talk(event, "p1", 5.0)
    deals.agree(event, "p2", lot(1), yes=False)
    assert event.held(1) == ""


def test_the_time_to_talk_begins_when_the_hand_is_over():
    event, _ = tournament(3)
    event.began(1)
    deals.talk(event, "p1", 5.0)
    event.tick(70, lot(1))
    assert event.talk_until, "the hand is still played"
    over(event, 1, {"p0": 1500_00, "p1": 1500_00, "p2": 1500_00}, now=80.0)
    event.tick(100, lot(1))
    assert event.held(1) == "talk"
    deals.agree(event, "p0", lot(1))
    event.tick(140, lot(1))
    assert event.held(1) == ""


def test_the_same_player_does_not_hold_up_the_table_with_deal_after_deal():
    event, _ = tournament(3)
    deals.talk(event, "p1", 5.0)
    deals.agree(event, "p0", lot(1))
    with pytest.raises(Refused, match="already"):
        deals.talk(event, "p2", 6.0)
    assert event.agreed == {"p0"}
    deals.agree(event, "p2", lot(1), yes=False)
    with pytest.raises(Refused, match="once a level"):
        deals.talk(event, "p1", 7.0)
    event.tick(120, lot(1))
    deals.talk(event, "p1", 121.0)
    assert event.talk_until


def test_a_deal_divides_prizes_that_nobody_is_left_to_win():
    event, postings = tournament(2, fee=0, late_levels=2, re_entries=9)
    for _ in range(6):
        event.standings.entries += 1
        event.till.pay_in("p1", 10_00, "entry")
    event.tick(240, lot(1))
    assert len(event.prizes) == 3
    deals.talk(event, "p0", 241.0)
    for player in ("p0", "p1"):
        deals.agree(event, player, lot(1))
    assert event.state == "over"
    assert event.pool == 0
    assert sum(p.amount for p in postings if p.why.startswith("place")) == 8 * 10_00


def test_cancelled_in_the_money_the_rest_is_divided_by_what_stacks_are_worth():
    event, postings = tournament(4, fee=0, payouts=(50, 30, 20))
    over(event, 1, {"p0": 3500_00, "p1": 1500_00, "p2": 0, "p3": 1000_00}, ("p2",))
    staffing.cancel(event)
    back = {p.dst: p.amount for p in postings if p.why == "refund"}
    assert sum(back.values()) == 40_00
    assert back["player:p0"] < 20_00, "nobody has more than the first prize"
    assert back["player:p3"] >= 8_00, "everybody has the last prize that is left"


# Penalties and no-shows.


def test_a_penalty_is_counted_in_hands_from_the_next_on():
    event, _ = tournament(3)
    event.began(1)
    staffing.penalise(event, "p1", 2)
    chips = {"p0": 1500_00, "p1": 1500_00, "p2": 1500_00}
    for left in (2, 1, 0, 0):
        over(event, 1, chips)
        assert event.entrants["p1"].penalty == left
    staffing.penalise(event, "p1", 5)
    staffing.penalise(event, "p1", 0)
    assert event.entrants["p1"].penalty == 0


def test_a_penalty_of_levels_ends_with_the_last_of_them():
    event, _ = tournament(3)
    staffing.penalise(event, "p1", 0, 2)
    chips = {"p0": 1500_00, "p1": 1500_00, "p2": 1500_00}
    one, missed = event.entrants["p1"], []
    for minutes in (0, 2, 4, 5):  # Two levels, a break, the third level.
        event.tick(60 * minutes, lot(1))
        over(event, 1, chips)
        missed.append(staffing.levels_missed(event, one))
    assert missed == [2, 1, 0, 0]
    with pytest.raises(Refused, match="hands or in levels"):
        staffing.penalise(event, "p1", 1, 1)
    staffing.penalise(event, "p1", 0, 1)
    staffing.penalise(event, "p1", 0)
    assert staffing.levels_missed(event, one) == 0


def test_a_penalty_that_is_given_in_a_break_is_of_the_level_after_it():
    event, _ = tournament(3)
    event.tick(60 * 4, lot(1))
    assert event.on_break
    staffing.penalise(event, "p1", 0, 1)
    one = event.entrants["p1"]
    assert staffing.levels_missed(event, one) == 1
    event.tick(60 * 5, lot(1))
    assert staffing.levels_missed(event, one) == 1
    event.tick(60 * 7, lot(1))
    assert staffing.levels_missed(event, one) == 0


# Time banks.


def banked() -> tuple[Tournament, Table]:
    """Three players who have thought for long, in a tournament that gives 20 s a level."""
    event, _ = tournament(3, time_bank_per_level=20)
    game = catalogue.game("holdem")
    table = Table("house/t.1-1", game, stakes.rules(game, event.sheet, LEVELS[0]))
    for seat, player in enumerate(("p0", "p1", "p2"), 1):
        event.till.on_way(player, 1500_00)
        chairs.arrival(event, table, player, seat).do(table, 0)
        table.sitters[seat].reserve_seconds = 15 * seat
    return event, table


def test_a_new_level_refills_time_banks_up_to_a_whole_one():
    event, table = banked()
    assert chairs.new_level(event, table) is None
    event.tick(60 * 2, lot(1))
    chairs.new_level(event, table).do(table, 0)
    assert [one.reserve_seconds for one in table.sitters.values()] == [35, 50, 60]
    assert chairs.new_level(event, table) is None
    event.tick(60 * 4, lot(1))
    assert chairs.new_level(event, table) is None, "a break is no level"


def test_a_moved_player_takes_the_time_bank_along_and_no_level_counts_twice():
    event, old = banked()
    new = Table("house/t.1-2", old.game, old.rules)
    event.tick(60 * 2, lot(1))
    chairs.new_level(event, new).do(new, 0)
    do.Departed("p0", 1500_00, chairs.bank(old, "p0")).do(event, 0)
    chairs.arrival(event, new, "p0", 4).do(new, 0)
    assert new.sitters[4].reserve_seconds == 15
    chairs.new_level(event, new).do(new, 0)
    assert new.sitters[4].reserve_seconds == 35
    assert chairs.new_level(event, new) is None


def test_a_game_without_time_banks_has_none_to_refill():
    with pytest.raises(ValueError, match="time_bank_per_level"):
        stakes.check(catalogue.game("push-nine"), Sheet(game="push-nine", time_bank_per_level=9))


def test_a_benched_player_is_dealt_in_and_never_awaited():
    game = catalogue.game("holdem")
    table = Table("house/t.1-1", game, stakes.rules(game, Sheet(game="holdem"), LEVELS[0]))
    for seat, player in enumerate(("p0", "p1", "p2"), 1):
        chairs.arrive(table, player, seat, 1500_00, name=player, bot=False)
    event, _ = tournament(3)
    staffing.penalise(event, "p1", 1)
    ((number, bench),) = chairs.benches(event, {1: table})
    bench.do(table, 0)
    assert (number, table.players(), table.sitters[2].awaited) == (1, [1, 2, 3], False)
    assert chairs.benches(event, {1: table}) == []
    over(event, 1, {"p0": 1500_00, "p1": 1500_00, "p2": 1500_00})
    ((_, back),) = chairs.benches(event, {1: table})
    back.do(table, 0)
    assert table.sitters[2].awaited is True


def test_everything_goes_back_to_players_who_never_came():
    event, postings = tournament(4, bounty=3_00, late_levels=2, no_show_minutes=1)
    for player in ("p0", "p1", "p3"):
        event.show(player)
    assert event.next_due() == 60
    event.tick(60, lot(1))
    assert set(event.entrants) == {"p0", "p1", "p3"}
    assert event.notices[-1].what == "no show"
    event.departed("p2", 1500_00)
    left = sum(p.amount * (1 if p.src == "player:p2" else -1) for p in postings
               if "player:p2" in (p.src, p.dst))  # fmt: skip
    assert left == 0
    assert not event.transit
    assert event.pool == 30_00
    event.register("p2", "P2", lot(3))
    assert event.entrants["p2"].number == 5


def test_a_tournament_to_which_nobody_comes_is_cancelled():
    event, _ = tournament(2, late_levels=2, no_show_minutes=1)
    event.tick(60, lot(1))
    assert (event.state, event.pool, event.bounties) == ("cancelled", 0, 0)


def test_offers_and_talks_outlast_a_room_that_was_down():
    event, _ = tournament(3, rebuys=1, late_levels=2)
    over(event, 1, {"p0": 3000_00, "p1": 0, "p2": 1500_00}, ("p1",))
    event.lost_time(1000)
    event.tick(1000, lot(1))
    assert event.held(1) == "offer"


def test_cancelling_gives_all_the_money_back_to_those_who_play():
    event, postings = tournament(4, bounty=3_00)
    over(event, 1, {"p0": 3000_00, "p1": 0, "p2": 1500_00, "p3": 1500_00}, ("p1",))
    staffing.cancel(event)
    books = {}
    for posting in postings:
        for account, amount in posting.sides:
            books[account] = books.get(account, 0) + amount
    assert books[ledger.pool("prizes", "house/t.1")] == 0
    assert books[ledger.pool("bounties", "house/t.1")] == 0
    assert books[ledger.pool("fees", "house/t.1")] == 1_00


def test_the_staff_gives_the_first_place_that_is_left_and_the_others_play_for_the_rest():
    event, postings = tournament(4, fee=0, bounty=3_00, payouts=(50, 30, 20))
    staffing.award(event, "p2", 1, lot(1))
    assert (event.entrants["p2"].place, event.entrants["p2"].prize) == (1, 20_00)
    assert event.notices[-1].what == "bounty", "and they keep their own"
    over(event, 1, {"p0": 3000_00, "p1": 0, "p3": 1500_00}, ("p1",))
    assert event.entrants["p1"].place == 4
    with pytest.raises(Refused, match="of the places 2 to 3"):
        staffing.award(event, "p0", 1, lot(1))
    staffing.award(event, "p3", 3, lot(1))
    assert {p: e.place for p, e in event.entrants.items()} == {"p0": 2, "p1": 4, "p2": 1, "p3": 3}
    paid = {p.dst: p.amount for p in postings if p.why.startswith("place")}
    assert paid == {"player:p2": 20_00, "player:p3": 8_00, "player:p0": 12_00}
    assert (event.state, event.pool, event.bounties) == ("over", 0, 0)


def test_a_deal_after_a_given_place_divides_what_is_left():
    event, _ = tournament(3, fee=0, payouts=(50, 30, 20))
    staffing.award(event, "p0", 1, lot(1))
    deals.talk(event, "p1", 1)
    for player in ("p1", "p2"):
        deals.agree(event, player, lot(1))
    prizes = {e.player: (e.place, e.prize) for e in event.entrants.values()}
    assert prizes == {"p0": (1, 15_00), "p1": (2, 8_00), "p2": (3, 7_00)}


def test_no_place_is_given_before_the_prizes_are_fixed_or_in_a_hand():
    event, _ = tournament(3, late_levels=2)
    with pytest.raises(Refused, match="nobody can enter"):
        staffing.award(event, "p0", 1, lot(1))
    event.began(1)
    with pytest.raises(Refused, match="a hand is in play"):
        staffing.award(event, "p0", 1, lot(1))


def test_the_staff_sends_no_shows_their_money_back():
    event, _ = tournament(3, late_levels=2)
    for player in ("p0", "p1"):
        event.show(player)
    staffing.remove_no_shows(event, lot(1))
    assert (set(event.entrants), event.pool) == ({"p0", "p1"}, 20_00)
    with pytest.raises(Refused, match="everybody has come"):
        staffing.remove_no_shows(event, lot(1))


def test_chips_are_bought_again_at_a_stack_that_the_sheet_names():
    event, postings = tournament(
        3, rebuys=1, late_levels=2, rebuy_at_most=1500_00, rebuy_fee=2_00, rebuy_chips=1000_00
    )
    event.rebuy("p0", lot(1))
    assert (event.entrants["p0"].stack, event.transit["p0"]) == (2500_00, 1000_00)
    assert [(p.dst, p.amount) for p in postings if p.why == "fee"][-1] == ("fees:house/t.1", 2_00)
    with pytest.raises(Refused, match="with 1500 or fewer"):
        event.rebuy("p0", lot(1))
    over(event, 1, {"p0": 1000_00, "p1": 3000_00, "p2": 1500_00})
    event.tick(10_000, lot(1))
    with pytest.raises(Refused):
        event.rebuy("p2", lot(1))


def test_who_has_bought_chips_in_a_hand_and_loses_it_is_still_in():
    event, _ = tournament(3, rebuys=1, late_levels=2, rebuy_at_most=1500_00)
    event.began(1)
    event.rebuy("p0", lot(1))
    over(event, 1, {"p0": 0, "p1": 3000_00, "p2": 1500_00}, ("p0",))
    assert (event.entrants["p0"].stack, event.entrants["p0"].out) == (1500_00, False)


def test_payouts_may_depend_on_the_field():
    lists = Payout(2, (100,)), Payout(5, (65, 35)), Payout(10, (50, 30, 20))
    sheet = Sheet(game="holdem", payouts=lists)
    found = {n: prizes.of(sheet, n * 10_00, n) for n in (2, 4, 5, 9, 10, 50)}
    assert [len(found[n]) for n in found] == [1, 1, 2, 2, 3, 3]
    assert found[10] == [50_00, 30_00, 20_00]


def test_hand_for_hand_begins_before_the_jumps_that_the_sheet_names():
    event, _ = tournament(9, seats=3, payouts=(60, 40), hand_for_hand_at=(8, 5))
    assert event.floor.round == "playing", "nine are left: one before the eighth place"
    event, _ = tournament(9, seats=3, payouts=(60, 40), hand_for_hand_at=(5,))
    assert not event.floor.round


def test_a_disqualified_player_takes_the_next_place_and_no_chips():
    event, _ = tournament(4)
    staffing.disqualify(event, "p1", lot(1))
    assert event.entrants["p1"].place == 4


@pytest.mark.parametrize(
    ("changes", "why"),
    [
        ({"levels": "slow"}, "levels"),
        ({"levels": (Level(0, 0, 0, 5),)}, "begin"),
        ({"levels": (level(50, 100), level(25, 50))}, "fall"),
        ({"levels": (level(200, 100),)}, "above"),
        ({"kind": "scheduled"}, "starts"),
        ({"payouts": (30, 50)}, "payouts"),
        ({"no_show_minutes": 5}, "late_levels"),
        ({"entrants_min": 9, "entrants_max": 8}, "entrants_max"),
    ],
)
def test_a_sheet_that_cannot_stand_is_refused_by_its_key(changes, why):
    with pytest.raises(ValueError, match=why):
        Sheet(game="holdem", **changes)


# Tables of a tournament.


def test_nobody_sits_leaves_or_buys_by_themselves_at_a_table_of_a_tournament():
    game = catalogue.game("holdem")
    rules = stakes.rules(game, Sheet(game="holdem"), LEVELS[0])
    record = Record(Table("house/t.1-1", game, rules))
    record.do(chairs.Arrive("a", "A", 3, 1500_00), 0)
    for command in (
        commands.Sit("b", "B", 100_00, b"x" * 32),
        commands.Leave("a"),
        commands.TopUp("a", 100_00),
        commands.AdjustStack("jeanne", "why", "a", 100_00),
    ):
        with pytest.raises(Refused):
            record.do(command, 0)
    record.do(commands.SitOut("a"), 0)
    assert chairs.depart(record.table, "a") == 1500_00
    assert not record.table.sitters
    with pytest.raises(Refused):
        chairs.arrive(Table("house/t", game, rules), "a", 1, 5, name="A", bot=False)


@pytest.mark.parametrize("game", GAMES)
def test_an_absent_player_is_dealt_in_and_folded_at_once(game):
    module = catalogue.game(game)
    sheet = Sheet(game=game, levels=LEVELS)
    table = Table("house/t.1-1", module, stakes.rules(module, sheet, LEVELS[0]))
    for seat, player in enumerate(("a", "b", "c"), 1):
        chairs.arrive(table, player, seat, 1500_00, name=player, bot=True)
    table.sit_out("b", 0)
    assert table.players() == [1, 2, 3]


def test_the_games_of_tournaments_are_those_for_a_pot():
    assert GAMES == ["holdem", "low-ball", "omaha", "omaha-hilo", "push-nine"]


# Whole tournaments.


def festival(game: str, seed: int) -> Festival:
    rng = Random(seed)
    sheet = Sheet(
        game=game,
        levels=LEVELS,
        seats=rng.choice((3, 4, 6, 8)),
        late_levels=rng.choice((0, 2)),
        re_entries=rng.choice((0, 1)),
        rebuys=rng.choice((0, 2)),
        bounty=rng.choice((0, 5_01)),
        guarantee=rng.choice((0, 500_00)),
        add_on=rng.choice((None, AddOn(10_00, 1500_00, 1))),
        simultaneous=rng.choice(("by_stack", "share")),
        color_up=rng.choice(("none", "race", "round_up")),
        balance=rng.choice(("next_big_blind", "nearest_position", "random")),
        rebuy_at_most=rng.choice((0, 1500_00)),
        rebuy_fee=rng.choice((0, 1_00)),
        hand_for_hand_at=rng.choice(((), (2, 5))),
        time_bank_per_level=rng.choice((0, 20)) * (game != "push-nine"),
    )
    players = 200 if seed % 50 == 49 else rng.choice((2, 3, 6, 9, 13, 20, 45))
    return Festival(sheet, players, seed, crashes=rng.choice((0.0, 0.03)))


def check_end(one: Festival) -> None:
    event = one.event
    assert event.state == "over"
    assert not event.pool
    assert not event.bounties
    places = sorted(entrant.place for entrant in event.entrants.values())
    expected, at = [], 1
    for place in places:
        expected.append(at if place == at else expected[-1])
        at += 1
    assert places == expected, "places are a permutation, ties named"
    again = one.again()
    assert {p: (e.place, e.prize) for p, e in again.entrants.items()} == {
        p: (e.place, e.prize) for p, e in event.entrants.items()
    }
    left = {a: n for a, n in one.books.items() if n and a.kind in ("mint", "prizes", "bounties")}
    assert not left


@pytest.mark.parametrize("game", GAMES)
def test_a_tournament_is_played_to_its_end(game):
    for seed in range(2):
        one = festival(game, seed)
        one.run()
        check_end(one)


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_two_hundred_tournaments_of_each_game(game):
    for seed in range(200):
        one = festival(game, seed)
        one.run()
        check_end(one)


def test_commands_are_read_as_they_are_written():
    command = do.HandOver(b"x" * 32, 1, {"a": 5}, {"b": ("a",)}, 3)
    written = msgspec.json.encode(command)
    assert msgspec.json.decode(written, type=do.AnyCommand) == command


# Hands of which the tournament has not heard yet.


def unheard_of() -> Stage:
    """Six at three tables of two, and at each a hand was begun in the same moment: at two of them
    it is over and a player out, so that the third would break; there it is in play.
    """
    rng, sheet = Random(1), Sheet(game="holdem", levels=LEVELS, seats=2, late_levels=9)
    stage = Stage(Tournament("house/t.1", sheet), lambda: rng.randbytes(32))
    for name in "abcdef":
        stage.do(do.Register(stage.seeds(), name, name, bot=True), 0)
    stage.do(do.Start(stage.seeds()), 0)
    stage.seat_players(0)
    for number in (1, 2, 3):
        stage.at(number, commands.Begin(stage.seeds()), 1)
    for number in (1, 2):
        end_with_a_loser(stage.tables[number])
    return stage


def end_with_a_loser(table: Table) -> None:
    """Both are all in."""
    while (hand := table.hand) is not None:
        seat = next(seat for seat in hand.ask.options if hand.asked(seat))
        acts = {option.act: option for option in hand.ask.options[seat]}
        act = (
            acts.get("raise") or acts.get("call") or acts.get("check") or next(iter(acts.values()))
        )
        amount = act.high if act.act == "raise" else act.low
        table.decide(table.sitters[seat].player, Decision(act.act, amount), 1)
    assert not all(map(table.purse.stack, table.sitters))


def test_a_table_with_a_hand_in_play_is_not_broken_before_it_is_heard_of():
    stage = unheard_of()
    stage.find_again(stage.event, {}, 2)
    assert stage.event.floor.playing == {3}
    assert sorted(stage.event.floor.tables) == [1, 2, 3]
    assert len(stage.event.alive()) == 4
