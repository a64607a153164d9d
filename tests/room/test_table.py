"""The table around the hand: seats, buy-ins, the waiting list, absence, last hands, clocks."""

from collections import Counter
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from croupier import houses
from croupier.core import fair
from croupier.core.asks import Decision, Refused
from croupier.core.felt import Chips, Said
from croupier.games.push_nine.agreements import Push
from croupier.procedure.kills import Kill
from croupier.room import commands
from croupier.room.ledger import Posting
from croupier.room.table import Table

FRENCH = houses.house("french-casino").tables["no-limit"]
CLUB = houses.house("casino-club").tables
MINUTE = 60


def first(_: int) -> int:
    return 0


def last(below: int) -> int:
    return below - 1


def table(which=FRENCH, **changes) -> Table:
    return Table("t", which.game, replace(which.rules, **changes))


def seated(*stacks: int, which=FRENCH, **changes) -> Table:
    """A table with players a, b, c … in seats 1, 2, 3 …"""
    found = table(which, **changes)
    for at, stack in enumerate(stacks):
        found.sit("abcdefghij"[at], stack, 0, first, seat=at + 1)
    return found


def deal(found: Table, number: int = 1):
    seed = number.to_bytes(32, "big")
    return fair.deal(seed, found.game.pack(found.rules), found.game.LOTS)


def begin(found: Table, now: float = 0, number: int = 1):
    return found.begin(deal(found, number), now)


def fold_out(found: Table, now: float = 0) -> None:
    """Everybody folds or checks until the hand is over."""
    while found.hand is not None:
        for seat in list(found.hand.ask.options):
            first = found.hand.asked(seat)[0].act
            act = first if first in ("check", "muck") else "fold"
            found.decide(found.sitters[seat].player, Decision(act), now)
            break


def balances(postings) -> Counter:
    found: Counter = Counter()
    for posting in postings:
        found[posting.src] -= posting.amount
        found[posting.dst] += posting.amount
    return Counter({account: amount for account, amount in found.items() if amount})


def refused(match):
    return pytest.raises(Refused, match=match)


@pytest.mark.clause("TH-01", "CR-20")
@pytest.mark.parametrize(
    ("name", "amount", "accepted"),
    [
        ("holdem-2-4", 20, True),
        ("holdem-2-4", 19, False),
        ("omaha-3-6", 30, True),
        ("holdem-15-30", 149, False),
        ("holdem-15-30", 150, True),
        ("holdem-no-limit", 100, True),
        ("holdem-no-limit", 99, False),
    ],
)
def test_a_buy_in_reaches_the_minimum_of_the_table(name, amount, accepted):
    found = table(CLUB[name])
    if accepted:
        assert found.sit("a", amount * 100, 0, first) == 1
        assert found.chips[1, "stack"] == amount * 100
    else:
        with refused("CR-20"):
            found.sit("a", amount * 100, 0, first)
        assert not found.sitters
        assert not found.postings


@pytest.mark.clause("TH-01")
def test_a_cave_stays_within_the_maximum():
    found = table()
    with refused("5000 to 20000"):
        found.sit("a", 200_01, 0, first)
    found.sit("a", 200_00, 0, first)


@pytest.mark.clause("TH-02", "TH-58")
def test_chips_come_from_the_players_account_and_lie_on_the_table():
    found = seated(100_00)
    assert found.postings == [Posting("player:a", "table:t:1:stack", 100_00, "buy in")]


@pytest.mark.clause("TH-03")
def test_one_seat_to_a_player():
    found = seated(100_00)
    with refused("TH-03"):
        found.sit("a", 100_00, 0, first)


@pytest.mark.clause("TH-06", "CR-34", "CR-46")
def test_a_hand_needs_two_players_and_a_table_has_its_seats():
    found = seated(100_00)
    assert not found.may_begin()
    with refused("TH-06"):
        begin(found)
    found.sit("b", 100_00, 0, first)
    assert found.may_begin()
    for name in "cdefghij":
        found.sit(name, 100_00, 0, first)
    assert found.vacant() == []
    with refused("TH-08"):
        found.sit("k", 100_00, 0, first)
    assert len(table(CLUB["holdem-2-4"]).vacant()) == 9


@pytest.mark.clause("TH-07")
def test_who_is_not_seated_takes_no_part():
    found = seated(100_00, 100_00)
    begin(found)
    with refused("TH-07"):
        found.decide("z", Decision("fold"), 0)


@pytest.mark.clause("TH-08")
def test_the_chef_de_partie_calls_the_next_name_to_a_seat_drawn_at_random():
    found = seated(*[100_00] * 10)
    found.wait("x", 1)
    found.wait("y", 2)
    assert found.call_next(3, first) is None
    found.leave("c", 4)
    found.leave("f", 4)
    with refused("waiting list"):
        found.sit("z", 100_00, 5, first)
    called = found.call_next(5, last)
    assert (called.player, called.seat) == ("x", 6)
    assert found.sit("x", 100_00, 6, first) == 6
    assert found.call_next(7, first).seat == 3


@pytest.mark.clause("TH-08")
def test_a_called_player_who_does_not_come_loses_his_turn():
    found = seated(*[100_00] * 10)
    found.wait("x", 0)
    found.wait("y", 0)
    found.leave("a", 0)
    found.call_next(0, first)
    found.tick(59)
    assert found.queue[0].seat == 1
    found.tick(61)
    assert [entry.player for entry in found.queue] == ["y"]
    assert found.call_next(61, first).player == "y"


@pytest.mark.clause("TH-08")
def test_the_waiting_list_may_draw_the_person():
    found = seated(*[100_00] * 10, waiting_list_order="random")
    for name in "xyz":
        found.wait(name, 0)
    found.leave("a", 0)
    assert found.call_next(0, last).player == "z"


@pytest.mark.clause("TH-09", "CR-14")
def test_places_are_changed_in_the_club_but_not_in_the_french_house():
    french = seated(100_00, 100_00)
    with refused("TH-09"):
        french.change_seat("a", 5)
    french.move_player("a", 5)
    assert french.seat_of("a") == 5
    club = seated(100_00, 100_00, which=CLUB["holdem-2-4"])
    club.change_seat("a", 5)
    assert club.chips == {(5, "stack"): 100_00, (2, "stack"): 100_00}
    with refused("not free"):
        club.change_seat("a", 2)


@pytest.mark.clause("CR-14")
def test_a_seat_that_the_blinds_have_passed_costs_a_post():
    found = seated(*[100_00] * 5, which=CLUB["holdem-2-4"])
    begin(found)
    fold_out(found)
    big = found.carry.blinds.places.big
    ahead = found.sitters[big % 5 + 1].player
    free = found.vacant()[0]
    found.change_seat(ahead, free, post=True)
    passed = (free - big) % 9 > (big % 5 + 1 - big) % 9
    begin(found, 1, 2)
    noted = found.hand.opening.carry.blinds.standings
    assert (free in noted) == passed
    if passed:
        assert noted[free].moved


@pytest.mark.clause("TH-10")
def test_an_absent_player_keeps_his_chips_and_gets_no_cards():
    found = seated(100_00, 100_00, 100_00)
    found.sit_out("b", 0)
    begin(found)
    assert (2, "hole") not in found.hand.felt.cards
    assert found.hand.felt.chips[2, "stack"] == 100_00


@pytest.mark.clause("TH-11", "TH-12")
def test_absence_consignment_and_the_register_of_orphans():
    found = seated(180_00, 100_00)
    found.sit_out("a", 0)
    found.tick(15 * MINUTE)
    assert found.seat_of("a") == 1
    found.tick(16 * MINUTE)
    assert found.seat_of("a") == 0
    assert found.consigned == {"a": 180_00}
    assert found.postings[-1] == Posting("table:t:1:stack", "consigned:a", 180_00, "consign")
    found.close(17 * MINUTE, emergency=True)
    assert [(o.player, o.table, o.amount, o.at) for o in found.orphans] == [
        ("a", "t", 180_00, 17 * MINUTE)
    ]
    assert balances(found.postings) == {"player:a": -180_00, "orphans:a": 180_00}


@pytest.mark.clause("TH-11")
def test_without_automatic_consignment_the_chef_de_partie_confirms_it():
    found = seated(180_00, 100_00, auto_consign=False)
    found.sit_out("a", 0)
    with refused("15 minutes"):
        found.consign("a", 10 * MINUTE)
    found.tick(60 * MINUTE)
    assert found.seat_of("a") == 1
    assert found.consign("a", 60 * MINUTE) == 180_00
    assert found.claim("a") == 180_00
    assert balances(found.postings)["player:a"] == 0
    with refused("nothing is held"):
        found.claim("a")


@pytest.mark.clause("TH-10", "TH-11")
def test_who_comes_back_in_time_is_not_consigned():
    found = seated(180_00, 100_00)
    found.sit_out("a", 0)
    found.sit_in("a")
    found.tick(60 * MINUTE)
    assert found.seat_of("a") == 1


@pytest.mark.clause("TH-25", "CR-19")
def test_a_recave_is_never_made_during_a_hand_and_never_above_the_maximum():
    found = seated(100_00, 150_00)
    begin(found)
    found.top_up("a", 500_00)
    assert found.hand.felt.chips[1, "stack"] <= 100_00
    fold_out(found)
    assert found.chips[1, "stack"] == 200_00
    with refused("already at the maximum"):
        found.top_up("a", 1_00)
    with refused("more than zero"):
        found.top_up("b", 0)


@pytest.mark.clause("TH-25", "CR-45")
def test_a_busted_player_comes_back_with_the_minimum_and_keeps_his_seat_for_five_minutes():
    found = seated(100_00, 150_00, 100_00)
    found.chips[1, "stack"] = 0
    found.tick(0)
    assert 1 not in found.players()
    with refused("5000 or more"):
        found.top_up("a", 49_00)
    found.top_up("a", 50_00)
    assert found.chips[1, "stack"] == 50_00
    found.chips[3, "stack"] = 0
    found.tick(10)
    found.tick(10 + 5 * MINUTE)
    assert found.seat_of("c") == 3
    found.tick(11 + 5 * MINUTE)
    assert found.seat_of("c") == 0


@pytest.mark.clause("TH-57")
def test_three_last_hands_are_announced_and_played():
    found = seated(100_00, 100_00)
    with refused("announced and played"):
        found.close(0)
    begin(found)
    assert found.announce_last_hands() == 3
    fold_out(found)
    shown = []
    for number in range(3):
        with refused("TH-57"):
            found.sit("z", 100_00, 0, first)
        begin(found, number=number + 2)
        fold_out(found)
        shown.append(found.last_hands)
    assert shown == [2, 1, 0]
    assert not found.may_begin()
    found.close(1)
    assert found.closed
    assert not found.sitters


@pytest.mark.clause("TH-57")
def test_a_table_closes_after_the_hand_in_play_or_at_once_between_hands():
    found = seated(100_00, 100_00)
    begin(found)
    commands.LastHands("chef", "late", 0).do(found, 0)
    assert not found.closed
    fold_out(found)
    assert found.closed
    assert not found.sitters
    idle = seated(100_00, 100_00)
    commands.LastHands("chef", "late", 0).do(idle, 0)
    assert idle.closed


@pytest.mark.clause("TH-57")
def test_a_void_hand_is_none_of_the_last_three():
    found = seated(100_00, 100_00)
    found.announce_last_hands()
    begin(found)
    found.rule(Decision("void", by="chef", why="fault"), 0)
    assert found.last_hands == 3
    with refused("already"):
        found.announce_last_hands()


@pytest.mark.clause("TH-64", "CR-37")
def test_two_time_outs_in_a_row_sit_a_player_out():
    found = seated(100_00, 100_00, 100_00, time_bank_seconds=0)
    now, hands = 0.0, 0
    while all(sitter.away_since is None for sitter in found.sitters.values()):
        begin(found, now, number=hands + 1)
        while found.hand is not None:
            now = found.next_deadline()
            found.tick(now)
        hands += 1
    late = [sitter for sitter in found.sitters.values() if sitter.away_since is not None]
    assert all(sitter.timeouts >= 2 for sitter in late)


@pytest.mark.clause("TH-64")
def test_the_time_bank_starts_by_itself_and_is_not_refilled():
    found = seated(100_00, 100_00, time_bank_seconds=60)
    begin(found, 0)
    (seat,) = found.hand.ask.options
    assert found.next_deadline() == 30
    assert found.tick(30) == []
    assert found.next_deadline() == 90
    news = found.tick(90)
    assert any(type(e) is Said and e.seat == seat and e.by == "clock" for e in news)
    assert found.sitters[seat].reserve_seconds == 0


@pytest.mark.clause("TH-64")
def test_a_decision_resets_the_count_of_time_outs():
    found = seated(100_00, 100_00, 100_00, time_bank_seconds=0)
    begin(found, 0)
    seat = next(iter(found.hand.ask.options))
    found.sitters[seat].timeouts = 1
    found.decide(found.sitters[seat].player, Decision("fold"), 1)
    assert found.sitters[seat].timeouts == 0


@pytest.mark.clause("TH-73")
def test_an_interrupted_game_draws_for_the_button_anew():
    found = seated(100_00, 100_00, 100_00)
    begin(found)
    fold_out(found)
    assert found.carry.blinds.places.button
    found.sit_out("a", 0)
    found.sit_out("b", 0)
    found.tick(1)
    assert found.carry.blinds.places.button == 0
    found.sit_in("a")
    found.sit_in("b")
    news = begin(found, 2, number=9)
    assert sum(type(e) is Said and e.what == "draw" for e in news) == 3


@pytest.mark.clause("CR-46")
def test_in_the_club_a_break_keeps_the_button_unless_the_table_was_empty():
    found = seated(100_00, 100_00, 100_00, which=CLUB["holdem-2-4"])
    begin(found)
    fold_out(found)
    places = found.carry.blinds.places
    found.sit_out("a", 0)
    found.sit_out("b", 0)
    found.tick(1)
    assert found.carry.blinds.places == places
    for name in "abc":
        found.leave(name, 2)
    found.tick(3)
    assert found.carry.blinds.places.button == 0


@pytest.mark.clause("TH-74", "CR-44")
def test_who_leaves_in_a_hand_is_folded_in_his_turn_and_paid_when_it_is_over():
    found = seated(100_00, 100_00, 100_00)
    begin(found, 0)
    seat = next(iter(found.hand.ask.options))
    player = found.sitters[seat].player
    found.leave(player, 1)
    assert found.seat_of(player) == seat
    found.tick(200)
    while found.hand is not None:
        found.tick(found.next_deadline())
    assert found.seat_of(player) == 0
    assert any(p.dst == f"player:{player}" and p.why == "leave" for p in found.postings)


@pytest.mark.clause("TH-74")
def test_who_comes_back_within_the_hour_brings_what_he_left_with():
    found = seated(100_00, 100_00)
    found.chips[1, "stack"] = 330_00
    found.leave("a", 0)
    with refused("buy in 33000"):
        found.sit("a", 200_00, 59 * MINUTE, first)
    found.sit("a", 330_00, 59 * MINUTE, first)
    found.leave("a", 59 * MINUTE)
    found.sit("a", 50_00, 119 * MINUTE, first)


@pytest.mark.clause("CR-08", "CR-47")
@pytest.mark.parametrize(
    ("others", "first_hands"),
    [
        (3, [(False, []), (True, [])]),  # Between button and small blind: waits, comes in free.
        (7, [(True, [("post", 2_00)]), (True, [("big blind", 2_00)])]),
    ],
)
def test_a_newcomer_during_a_hand_is_dealt_in_by_the_rules_of_the_next(others, first_hands):
    found = seated(*[100_00] * others, which=CLUB["holdem-2-4"])
    begin(found)
    seat = found.sit("newcomer", 100_00, 0, first, seat=8, post=True)
    assert (seat, "stack") not in found.hand.felt.chips
    told = []
    for number in 2, 3:
        fold_out(found)
        begin(found, number, number)
        posted = [e for e in found.hand.events if type(e) is Chips and e.src == (8, "stack")]
        dealt = (8, "hole") in found.hand.felt.cards
        told.append((dealt, [(event.why, event.amount) for event in posted]))
    assert told == first_hands


@pytest.mark.clause("CR-11", "TH-59")
def test_who_was_away_over_his_blinds_has_missed_them():
    found = seated(*[100_00] * 4, which=CLUB["holdem-2-4"])
    begin(found)
    fold_out(found)
    away = next(iter(found.carry.blinds.places.big + 1 for _ in [0])) % 4 or 4
    found.sit_out(found.sitters[away].player, 0)
    for number in range(3):
        begin(found, 0, number + 5)
        fold_out(found)
    standing = found.carry.blinds.standings[away]
    assert standing.missed_big
    assert standing.missed_small
    found.sit_in(found.sitters[away].player, post=True)
    begin(found, 0, 9)
    assert found.hand.opening.carry.blinds.standings[away].post


@pytest.mark.clause("OM-14")
def test_a_killer_who_leaves_pays_the_kill_into_the_next_pot():
    found = seated(100_00, 100_00, 100_00, which=CLUB["omaha-3-6"])
    begin(found)
    fold_out(found)
    found.carry = replace(found.carry, kill=replace(found.carry.kill, killer=1))
    stack = found.chips[1, "stack"]
    found.leave("a", 0)
    assert found.chips[0, "pot"] == 6_00
    assert found.postings[-1].amount == stack - 6_00
    begin(found, 1, number=4)
    assert found.hand.felt.chips[0, "pot"] == 6_00
    fold_out(found)
    assert not found.chips.get((0, "pot"))


@pytest.mark.clause("CR-35")
def test_management_adjusts_a_stack_with_a_reason():
    found = seated(100_00, 100_00)
    found.adjust_stack("a", 5_00, "miscounted pot")
    assert found.chips[1, "stack"] == 105_00
    with refused("CR-35"):
        found.adjust_stack("a", -200_00, "too much")
    with refused("reason"):
        found.adjust_stack("a", 1_00, "")
    begin(found)
    with refused("in play"):
        found.adjust_stack("a", 1_00, "now")


def test_the_clock_of_a_window_runs_on_while_bets_come():
    live = houses.house("live-casino").tables["casino-holdem"]
    found = Table("t", live.game, live.rules)
    found.sit("a", 100_00, 0, first)
    found.sit("b", 100_00, 0, first)
    begin(found, 0)
    assert found.next_deadline() == 15
    found.decide("a", Decision("bet", 10_00, (1, "ante")), 5)
    found.decide("b", Decision("bet", 10_00, (2, "ante")), 9)
    assert found.next_deadline() == 15
    found.tick(15)
    assert found.deadlines == {1: 30, 2: 30}
    found.decide("a", Decision("call"), 20)
    assert found.deadlines == {2: 30}
    found.tick(30)
    assert found.hand is None


def test_a_late_answer_meets_no_hand():
    live = houses.house("live-casino").tables["casino-holdem"]
    found = Table("t", live.game, live.rules)
    found.sit("a", 100_00, 0, first)
    begin(found, 0)
    found.decide("a", Decision("bet", 10_00, (1, "ante")), 1)
    found.tick(15)
    found.tick(30)
    with refused("no hand"):
        found.decide("a", Decision("call"), 31)


@settings(max_examples=25, deadline=None, derandomize=True)
@given(st.integers(0, 2**32), st.sampled_from(["holdem-2-4", "omaha-3-6", "omaha-hilo-3-6"]))
def test_an_evening_keeps_the_books(seed, name):
    """People come, go, sit out and play at random: the postings always add up to the chips."""
    rng, found = Random(seed), table(CLUB[name])
    people, now = "abcdefgh", 0.0
    postings = []
    for _ in range(150):
        now += rng.random() * 20
        found.tick(now)
        player = rng.choice(people)
        try:
            if rng.random() < 0.15:
                act = rng.choice(["sit", "leave", "sit_out", "sit_in", "top_up", "change", "wait"])
                stir(found, act, player, now, rng)
            elif found.hand is None and found.may_begin():
                begin(found, now, rng.getrandbits(60))
            elif found.hand is not None:
                answer(found, now, rng)
            elif rng.random() < 0.5:
                found.sit(player, rng.randint(30, 200) * 100, now, rng.randrange, post=True)
        except Refused:
            pass
        postings += found.take_postings()
        check_books(found, postings)


def stir(found, act, player, now, rng):
    if act == "sit":
        found.sit(player, rng.randint(30, 200) * 100, now, rng.randrange, post=rng.random() < 0.5)
    elif act == "top_up":
        found.top_up(player, rng.randint(1, 50) * 100)
    elif act == "sit_in":
        found.sit_in(player, post=rng.random() < 0.5)
    elif act == "change":
        found.change_seat(player, rng.randint(1, 9), post=rng.random() < 0.5)
    else:
        getattr(found, act)(player, now)


def answer(found, now, rng):
    seat = rng.choice(list(found.hand.ask.options))
    option = rng.choice(found.hand.asked(seat))
    amount = rng.choice([option.low, option.high])
    found.decide(found.sitters[seat].player, Decision(option.act, amount, option.spot), now)


def check_books(found, postings):
    books = {name: amount for name, amount in balances(postings).items() if name[:5] == "table"}
    chips = dict(found.chips)
    if found.hand is not None:
        chips |= found.hand.felt.chips
    felt = {f"table:t:{s}:{w}": amount for (s, w), amount in chips.items() if amount}
    assert books == felt


# Push pots and kills that outlive their players.


@pytest.mark.clause("PN-46", "PN-49")
def test_a_tied_player_is_dealt_in_though_he_is_broke_or_away():
    found = seated(100_00, 100_00, 100_00, which=CLUB["push-nine"])
    push_nine = found.game
    push = Push(times=1, tied=(1, 2), may_buy=(1, 2, 3), price=30_00, cutter=2)
    found.carry = push_nine.Carry(button=1, push=push, pot=60_00)
    found.chips[0, "pot"] = 60_00
    found.chips[1, "stack"] = 0
    found.sit_out("b", 0)
    assert found.may_begin()
    with refused("PN-49"):
        found.move_player("b", 7)
    begin(found, 0)
    assert {1, 2, 3} <= set(found.hand.felt.seats)


@pytest.mark.clause("PN-49")
def test_who_gives_up_his_seat_gives_up_his_part_in_a_push_pot():
    found = seated(100_00, 100_00, 100_00, which=CLUB["push-nine"])
    push_nine = found.game
    push = Push(times=1, tied=(1, 2), may_buy=(1, 2, 3), price=30_00, cutter=2)
    found.carry = push_nine.Carry(button=1, push=push, pot=60_00)
    found.chips[0, "pot"] = 60_00
    found.leave("b", 0)
    assert found.carry.push.tied == (1,)


def pushed(*stacks):
    """The last hand was tied between the first two, and 61 lie in the pot."""
    found = seated(*stacks, which=CLUB["push-nine"])
    push = Push(times=1, tied=(1, 2), may_buy=(1, 2, 3), price=31_00, cutter=2)
    found.carry = found.game.Carry(button=1, push=push, pot=61_00)
    found.chips[0, "pot"] = 61_00
    found.postings.append(Posting("player:x", "table:t:0:pot", 61_00, "test"))
    found.last_hands = 0
    return found


@pytest.mark.clause("TH-57", "PN-20", "PN-49")
def test_a_pot_pushed_by_the_last_hand_is_played_out_and_then_the_session_ends():
    found = pushed(100_00, 100_00, 100_00)
    with refused("PN-49"):
        found.close(0)
    hands = 0
    while not found.closed:
        assert found.may_begin()
        begin(found, 0, number=hands + 1)
        while found.hand is not None:
            found.tick(found.next_deadline())
        hands += 1
        assert hands <= 3, "a third push divides the pot (PN-20)"
    assert not found.sitters
    assert not found.chips.get((0, "pot"))
    check_books(found, found.postings)


@pytest.mark.clause("TH-57", "PN-20", "PN-45")
def test_a_pushed_pot_is_divided_when_the_house_closes_at_once():
    found = pushed(100_00, 100_00, 100_00)
    found.close(0, emergency=True)
    books = balances(found.postings)
    assert [books[f"player:{name}"] for name in "abc"] == [30_00, 31_00, 0]
    assert not found.chips.get((0, "pot"))
    check_books(found, found.postings)
    found.open(found.rules, 1)
    assert found.carry == found.game.Carry()


@pytest.mark.clause("PN-49", "PN-50")
def test_the_session_ends_when_nobody_is_left_for_the_pot():
    found = pushed(100_00, 100_00)
    found.leave("a", 0)
    assert found.may_begin(), "one alone takes it (PN-50)"
    begin(found, 0)
    assert found.closed
    assert balances(found.postings)["player:b"] == 61_00


@pytest.mark.clause("TH-64")
def test_a_time_bank_is_not_refilled_by_leaving_and_forgotten_after_a_day():
    found = seated(100_00, 100_00, 100_00, time_bank_seconds=60)
    found.sitters[1].reserve_seconds = 20
    found.leave("a", 0)
    found.leave("b", 0)
    assert {*found.time_banks} == {"a"}, "an unused one is nothing to remember"
    found.sit("a", 100_00, 1, first)
    assert found.sitters[found.seat_of("a")].reserve_seconds == 20
    found.leave("a", 2)
    found.tick(3 + 24 * 60 * MINUTE)
    assert not found.time_banks


@pytest.mark.clause("OM-14", "TH-57")
def test_a_killer_pays_nothing_when_no_hand_follows():
    found = seated(100_00, 100_00, which=CLUB["omaha-hilo-3-6"])
    found.carry = replace(found.carry, kill=Kill(killer=1))
    found.last_hands = 0
    found.leave("a", 0)
    assert found.closed
    assert not found.chips.get((0, "pot"))


@pytest.mark.clause("OM-10")
def test_a_leg_goes_with_its_holder():
    found = seated(100_00, 100_00, 100_00, which=CLUB["omaha-3-6"])
    found.carry = replace(found.carry, kill=replace(found.carry.kill, leg=1))
    found.leave("a", 0)
    assert found.carry.kill.leg == 0
