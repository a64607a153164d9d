"""Rights, debts and chips follow the player through moves, absences and departures."""

import re
from collections import Counter
from pathlib import Path

import pytest
from msgspec.structs import replace

import croupier.room
from croupier import houses
from croupier.core import catalogue, fair, journals
from croupier.core.asks import Decision, Refused
from croupier.core.company import Company, as_it_was
from croupier.core.felt import POT, Cards, Chips, Said
from croupier.games.push_nine.agreements import Push
from croupier.procedure.blinds import Blinds, Places
from croupier.procedure.kills import Kill
from croupier.room import commands as do
from croupier.room import news
from croupier.room.record import Record
from croupier.room.table import Table
from croupier.room.terms import MINUTE

FRENCH = houses.house("french-casino").tables["no-limit"]
CLUB = houses.house("casino-club").tables
BLACKJACK, DOUBLE_HAND, PUSH_NINE = (
    catalogue.game(name) for name in ("blackjack", "double-hand", "push-nine")
)


def first(_: int) -> int:
    return 0


def table(game, rules=None, **stacks) -> Table:
    """A table with these players in seats 1, 2, 3 …; a name may say its seat: `ann=(3, 500_00)`."""
    found = Table("t", game, rules or game.Rules())
    for at, (name, stack) in enumerate(stacks.items(), 1):
        seat, chips = stack if isinstance(stack, tuple) else (at, stack)
        found.sit(name, chips, 0, first, seat=seat)
    return found


def begin(found: Table, number: int = 1, now: float = 0) -> None:
    seed = number.to_bytes(32, "big")
    found.begin(fair.next_deal(seed, found.game, found.rules, found.last), now)


def time_out(found: Table) -> None:
    """Let the clocks end the hand; nobody is taken to be away for it."""
    while found.hand is not None:
        for sitter in found.sitters.values():
            sitter.timeouts = 0
        found.tick(found.next_deadline())


def name_at(found: Table, seat: int) -> str:
    return found.sitters[seat].player


def paid(found: Table, player: str) -> dict[str, int]:
    """What a player has put in in the hand in play, by the reason."""
    seat, amounts = found.seat_of(player), Counter()
    for event in found.newest.events:
        if type(event) is Chips and event.src[0] == seat:
            amounts[event.why] += event.amount
    return dict(amounts)


def dealt_in(found: Table) -> set[str]:
    seats = {e.dst[0] for e in found.newest.events if type(e) is Cards and e.dst[1] == "hole"}
    return {name_at(found, seat) for seat in seats if seat in found.sitters}


def refused(match):
    return pytest.raises(Refused, match=match)


def balance(found: Table, account: str) -> int:
    return sum(
        posting.amount * ((posting.dst == account) - (posting.src == account))
        for posting in found.postings
    )


# Double Hand.


def bank(found: Table, number: int) -> str:
    """A hand in which the first who is offered the bank takes it; returns who."""
    begin(found, number)
    (seat,) = found.hand.ask.options
    name = name_at(found, seat)
    found.decide(name, Decision("bank", found.hand.asked(seat)[1].low), 0)
    time_out(found)
    return name


@pytest.mark.clause("DH-09")
def test_nobody_keeps_the_bank_by_moving_to_the_seat_that_is_offered_next():
    found = table(DOUBLE_HAND, ann=1000_00, bob=(5, 1000_00))
    dealers = []
    for number in range(8):
        dealers.append(bank(found, number))
        if dealers[-2:] == ["ann", "ann"]:
            found.change_seat("ann", found.seat_of("ann") % 7 + 1)
    assert dealers == ["ann", "ann", "bob", "bob"] * 2


@pytest.mark.clause("DH-09")
def test_nobody_keeps_the_bank_by_leaving_and_sitting_down_again():
    found = table(DOUBLE_HAND, ann=1000_00, bob=(5, 1000_00))
    dealers = []
    for number in range(8):
        dealers.append(bank(found, number))
        if dealers[-2:] == ["ann", "ann"]:
            seat = found.seat_of("ann")
            found.leave("ann", 0)
            found.sit("ann", 1000_00, 0, first, seat=seat % 7 + 1)
    assert dealers == ["ann", "ann", "bob", "bob"] * 2


@pytest.mark.clause("DH-09")
def test_the_count_goes_with_the_player_and_a_newcomer_inherits_nothing():
    found = table(DOUBLE_HAND, ann=1000_00, bob=(5, 1000_00))
    dealers = [bank(found, 1)]
    found.change_seat("ann", 3)
    found.sit("new", 1000_00, 0, first, seat=1)
    dealers += [bank(found, number) for number in range(2, 9)]
    assert dealers == ["ann", "ann", "bob", "bob", "ann", "ann", "new", "new"]


@pytest.mark.clause("DH-09")
def test_a_newcomer_is_offered_the_bank_after_those_who_were_here_before():
    found = table(DOUBLE_HAND, ann=1000_00, bob=(5, 1000_00))
    dealers = [bank(found, 1), bank(found, 2)]
    found.sit("new", 1000_00, 0, first, seat=2)
    dealers += [bank(found, number) for number in range(3, 9)]
    assert dealers == ["ann", "ann", "bob", "bob", "ann", "ann", "new", "new"]


@pytest.mark.clause("DH-09", "DH-36")
def test_a_player_dealer_who_has_moved_and_leaves_loses_the_second_hand():
    found = table(DOUBLE_HAND, ann=1000_00, bob=(2, 1000_00), cid=(5, 1000_00))
    assert bank(found, 1) == "ann"
    found.change_seat("ann", 3)
    found.leave("ann", 0)
    assert [bank(found, number) for number in (2, 3, 4)] == ["bob", "bob", "cid"]


@pytest.mark.clause("DH-09")
def test_all_others_pass_and_the_place_comes_back():
    found = table(DOUBLE_HAND, ann=1000_00, bob=(5, 1000_00))
    bank(found, 1)
    bank(found, 2)
    found.change_seat("ann", 2)
    begin(found, 3)
    found.decide("bob", Decision("pass"), 0)
    assert list(found.hand.ask.options) == [2]


# Blackjack.


def round_of(found: Table, number: int, *stakes: tuple[str, int, int]) -> dict[int, str]:
    """A round with these stakes, as (player, box, amount); returns who owned which box."""
    begin(found, number)
    for name, box, amount in stakes:
        spot = (found.seat_of(name), f"box {box}")
        found.decide(name, Decision("bet", amount, spot), 0)
    time_out(found)
    said = [e for e in found.newest.events if type(e) is Said and e.what == "owner"]
    return {int(event.spot[1][4:]): name_at(found, event.seat) for event in said}


@pytest.mark.clause("BJ-30")
@pytest.mark.parametrize("staff", [False, True])
def test_a_box_belongs_to_the_player_and_not_to_the_chair(staff):
    found = table(BLACKJACK, ann=1000_00)
    round_of(found, 1, ("ann", 1, 5_00))
    (found.move_player if staff else found.change_seat)("ann", 2)
    found.sit("bob", 1000_00, 0, first, seat=1)
    assert round_of(found, 2, ("bob", 1, 5_00), ("ann", 1, 200_00)) == {1: "ann"}


@pytest.mark.clause("BJ-30")
def test_one_sits_at_the_boxes_that_one_played_last():
    found = table(BLACKJACK, ann=1000_00, bob=1000_00)
    round_of(found, 1, *(("ann", box, 5_00) for box in range(1, 8)))
    round_of(found, 2, ("ann", 1, 5_00), ("bob", 3, 5_00))
    owners = round_of(found, 3, ("bob", 3, 5_00), ("ann", 3, 5_00), ("ann", 1, 5_00))
    assert owners == {1: "ann", 3: "bob"}


@pytest.mark.clause("BJ-30")
def test_betting_from_behind_is_not_sitting_elsewhere():
    found = table(BLACKJACK, ann=1000_00, bob=1000_00)
    round_of(found, 1, ("ann", 1, 5_00), ("bob", 2, 5_00))
    round_of(found, 2, ("ann", 2, 5_00), ("bob", 2, 5_00))
    assert round_of(found, 3, ("bob", 1, 5_00), ("ann", 1, 5_00)) == {1: "ann"}


@pytest.mark.clause("BJ-30")
def test_an_absent_player_keeps_the_box_and_a_departed_one_does_not():
    found = table(BLACKJACK, ann=1000_00, bob=1000_00, cid=1000_00)
    round_of(found, 1, ("ann", 1, 5_00))
    found.sit_out("ann", 0)
    begin(found, 2)
    found.leave("ann", 0)  # While the others play.
    time_out(found)
    found.sit("new", 1000_00, 0, first, seat=1)
    assert round_of(found, 3, ("bob", 1, 5_00), ("new", 1, 5_00)) == {1: "bob"}


# Kill pots.


def killed(**stacks) -> Table:
    """An Omaha table where the first player has won twice and must kill."""
    found = table(CLUB["omaha-3-6"].game, CLUB["omaha-3-6"].rules, **stacks)
    begin(found)
    time_out(found)
    found.carry = replace(found.carry, kill=Kill(leg=1, killer=1))
    return found


@pytest.mark.clause("OM-14")
def test_a_killer_who_moves_kills():
    found = killed(ann=100_00, bob=100_00, cid=100_00, dan=100_00)
    found.change_seat("ann", 8, post=True)
    found.sit("new", 100_00, 0, first, seat=1)
    begin(found, 2)
    assert found.hand.opening.carry.kill == Kill(leg=8, killer=8)
    assert paid(found, "new") == {}
    assert "kill" in paid(found, "ann")


@pytest.mark.clause("OM-14", "TH-11")
def test_a_consigned_killer_has_paid_and_nobody_inherits_the_kill():
    found = killed(ann=100_00, bob=100_00, cid=100_00)
    found.sit_out("ann", 0)
    found.consign("ann", 16 * MINUTE)
    assert found.chips[POT] == 6_00
    assert found.carry.kill == Kill()
    found.sit("new", 100_00, 16 * MINUTE, first, seat=1, post=True)
    begin(found, 2, 16 * MINUTE)
    assert "kill" not in paid(found, "new")
    assert found.hand.felt.chips[POT] >= 6_00


@pytest.mark.clause("OM-10")
def test_a_leg_up_goes_with_the_player():
    found = killed(ann=100_00, bob=100_00, cid=100_00)
    found.carry = replace(found.carry, kill=Kill(leg=1))
    found.change_seat("ann", 8)
    found.sit("new", 100_00, 0, first, seat=1)
    assert found.carry.kill == Kill(leg=8)
    found.leave("ann", 0)
    assert found.carry.kill == Kill()


@pytest.mark.clause("OM-19", "CR-46", "CR-39")
def test_the_last_to_leave_owes_no_kill_and_the_next_company_draws():
    found = killed(ann=100_00, bob=100_00)
    found.leave("bob", 0)
    stack = found.chips[1, "stack"]
    found.leave("ann", 0)
    assert found.postings[-1].amount == stack
    assert not any(found.chips.get(spot) for spot in (POT, (1, "stack")))
    for name in "xyz":
        found.sit(name, 100_00, 0, first)
    begin(found, 2)
    said = [e.what for e in found.hand.events if type(e) is Said]
    assert said.count("draw") == 3
    posts = [e.why for e in found.hand.events if type(e) is Chips]
    assert sorted(posts) == ["big blind", "small blind"]


@pytest.mark.clause("OM-14", "CR-46")
def test_dead_money_that_nobody_plays_for_goes_to_the_last_who_leaves():
    found = killed(ann=100_00, bob=100_00)
    found.leave("ann", 0)
    assert found.chips[POT] == 6_00
    assert found.game.COMPANY.carried(found.carry) == {POT: 6_00}
    before = found.chips[2, "stack"]
    found.leave("bob", 0)
    assert balance(found, "player:bob") == before + 6_00 - 100_00
    assert not found.chips.get(POT)


@pytest.mark.clause("OM-14", "TH-57")
def test_an_emergency_close_leaves_nothing_in_the_pot():
    found = killed(ann=100_00, bob=100_00, cid=100_00)
    found.leave("ann", 0)
    found.close(0, emergency=True)
    assert not any(found.chips.get((s, w)) for s in range(9) for w in ("stack", "pot"))
    assert balance(found, "table:t:0:pot") == 0


@pytest.mark.clause("OM-14", "CR-46")
def test_the_dead_money_of_a_killer_is_won_in_the_next_hand():
    found = killed(ann=100_00, bob=100_00, cid=100_00)
    found.leave("ann", 0)
    begin(found, 2)
    time_out(found)
    assert not found.chips.get(POT)
    assert found.carry.pot == 0


# Push Nine.


def pushed(tied=(1, 2), times=1, **stacks) -> Table:
    found = table(PUSH_NINE, CLUB["push-nine"].rules, **stacks)
    seats = tuple(sorted(found.sitters))
    push = Push(times=times, tied=tied, may_buy=seats, price=10_00, cutter=tied[-1])
    found.carry = PUSH_NINE.Carry(button=1, push=push, pot=20_00)
    found.chips[POT] = 20_00
    for sitter in found.sitters.values():
        sitter.fresh = False
    return found


@pytest.mark.clause("PN-17")
def test_a_moved_player_keeps_the_right_to_buy_in_and_a_stranger_gets_none():
    found = pushed(ann=100_00, bob=100_00, cid=100_00)
    found.change_seat("cid", 7)
    found.sit("new", 100_00, 0, first, seat=3)
    begin(found)
    asked = {name_at(found, seat) for seat in found.hand.ask.options}
    assert "cid" in asked
    assert "new" not in asked
    assert any(option.act == "buy in" for option in found.hand.asked(7))


@pytest.mark.clause("PN-04")
def test_a_winner_who_moves_keeps_the_button():
    found = table(PUSH_NINE, CLUB["push-nine"].rules, ann=100_00, bob=100_00, cid=100_00)
    found.carry = PUSH_NINE.Carry(button=2)
    found.change_seat("bob", 6)
    found.sit("new", 100_00, 0, first, seat=2)
    begin(found)
    assert said_button(found) == "bob"


def said_button(found: Table) -> str:
    said = next(e for e in found.newest.events if type(e) is Said and e.what == "button")
    return name_at(found, said.seat)


@pytest.mark.clause("PN-04", "PN-45")
@pytest.mark.parametrize("moves", [False, True])
def test_nobody_inherits_the_button_with_the_chair_of_a_winner_who_left(moves):
    found = table(PUSH_NINE, CLUB["push-nine"].rules, ann=100_00, bob=100_00, cid=100_00)
    found.carry = PUSH_NINE.Carry(button=2)
    found.leave("bob", 0)
    if moves:
        found.sit("new", 100_00, 0, first, seat=9)
        found.change_seat("new", 2)
    else:
        found.sit("new", 100_00, 0, first, seat=2)
    begin(found)
    assert said_button(found) == "cid"


@pytest.mark.clause("PN-04", "PN-11")
def test_after_a_misdeal_from_which_the_button_leaves_the_order_is_right():
    found = table(
        PUSH_NINE, CLUB["push-nine"].rules, a=100_00, b=100_00, c=100_00, d=100_00, e=100_00
    )
    found.carry = PUSH_NINE.Carry(button=3)
    begin(found)
    found.rule(Decision("misdeal", by="floor", why="two cards face up"), 0)
    assert found.hand is None
    found.leave("c", 0)
    begin(found, 2)
    assert said_button(found) == "d"
    first_round = [e.dst[0] for e in found.hand.events if type(e) is Cards][:4]
    assert first_round == [5, 1, 2, 4]
    assert list(found.hand.ask.options) == [4]


@pytest.mark.clause("PN-46", "PN-49", "PN-50")
def test_a_push_pot_whose_tied_players_have_left_goes_to_who_is_left():
    found = pushed(tied=(1, 2), ann=100_00, bob=100_00, cid=100_00)
    found.leave("ann", 0)
    found.leave("bob", 0)
    assert found.chips[POT] == 20_00
    found.leave("cid", 0)
    assert balance(found, "player:cid") == 20_00
    assert not found.chips.get(POT)
    assert found.carry == PUSH_NINE.Carry()


@pytest.mark.clause("PN-46", "PN-49")
def test_an_emergency_close_divides_a_push_pot_that_nobody_claims():
    found = pushed(tied=(1, 2), ann=100_00, bob=100_00, cid=100_00, dan=100_00)
    found.leave("ann", 0)
    found.leave("bob", 0)
    found.close(0, emergency=True)
    assert balance(found, "player:cid") + balance(found, "player:dan") == 20_00
    assert not found.chips.get(POT)


# Absence.


@pytest.mark.clause("TH-10", "TH-73")
def test_an_absent_player_is_not_dealt_in_after_a_break():
    found = table(FRENCH.game, FRENCH.rules, a=100_00, b=100_00, c=100_00, e=100_00)
    found.sit_out("c", 0)
    found.chips[found.seat_of("b"), "stack"] = 0
    found.leave("e", 0)
    found.leave("a", 0)  # Nobody is left to play: the game stops.
    found.top_up("b", 100_00)
    found.sit("f", 100_00, 0, first)
    begin(found)
    assert "c" not in dealt_in(found)
    assert paid(found, "c") == {}


# Changing seats.


def club(**stacks) -> Table:
    found = table(CLUB["holdem-2-4"].game, CLUB["holdem-2-4"].rules, **stacks)
    begin(found)
    time_out(found)
    return found


def passed_seat(found: Table) -> tuple[str, int]:
    """A player and a seat that the blinds have passed while they have yet to reach the player."""
    big = found.carry.blinds.places.big
    after = min(found.sitters, key=lambda seat: (seat - big - 1) % 9)
    far = max(found.vacant(), key=lambda seat: (seat - big - 1) % 9)
    return name_at(found, after), far


@pytest.mark.clause("CR-14")
@pytest.mark.parametrize("post", [False, True])
def test_the_choice_to_post_after_a_change_of_seat_is_respected(post):
    found = table(CLUB["holdem-2-4"].game, CLUB["holdem-2-4"].rules)
    for seat, name in ((2, "a"), (4, "b"), (5, "c"), (6, "d"), (7, "e"), (8, "f")):
        found.sit(name, 100_00, 0, first, seat=seat, post=not post)
    found.carry = replace(found.carry, blinds=Blinds(Places(2, 4, 5)))
    for sitter in found.sitters.values():
        sitter.fresh = False
    found.change_seat("d", 9, post=post)  # From right behind the big blind past e and f.
    found.sit_out("a", 1)
    found.tick(2)
    begin(found, 2)
    assert ("d" in dealt_in(found)) == post
    assert ("post" in paid(found, "d")) == post


@pytest.mark.clause("CR-14")
def test_back_in_the_seat_before_the_deal_nothing_is_owed():
    found = club(a=100_00, b=100_00, c=100_00, d=100_00, e=100_00)
    name, far = passed_seat(found)
    home = found.seat_of(name)
    found.change_seat(name, far)
    found.change_seat(name, home)
    begin(found, 2)
    assert name in dealt_in(found)
    assert "post" not in paid(found, name)


# The end of a session.


@pytest.mark.clause("TH-57")
def test_too_few_players_for_the_last_hands_close_the_table():
    found = table(FRENCH.game, FRENCH.rules, a=100_00, b=100_00)
    found.announce_last_hands()
    begin(found)
    time_out(found)
    assert not found.closed
    found.leave("a", 0)
    assert found.closed
    assert not found.sitters
    assert balance(found, "player:b") + balance(found, "player:a") <= 0


@pytest.mark.clause("TH-57")
def test_the_table_closes_when_all_have_left_after_the_announcement():
    found = table(catalogue.game("casino-holdem"), None, a=100_00)
    found.announce_last_hands()
    found.leave("a", 0)
    assert found.closed


@pytest.mark.clause("TH-57")
def test_the_staff_may_close_when_those_who_are_here_are_too_few_for_the_last_hands():
    found = table(FRENCH.game, FRENCH.rules, a=100_00, b=100_00)
    found.announce_last_hands()
    with refused("TH-57"):
        found.close(0)
    found.sit_out("a", 0)
    assert not found.closed
    found.close(0)
    assert found.closed
    assert not any(found.chips.values())


# The waiting list.


@pytest.mark.clause("TH-08")
def test_the_list_is_for_a_full_table():
    found = table(FRENCH.game, FRENCH.rules)
    with refused("a seat is free"):
        found.wait("x", 0)
    seats = found.terms.seats
    for name in range(seats):
        found.sit(f"p{name}", 100_00, 0, first)
    found.wait("x", 0)
    found.wait("y", 0)
    for name in range(3):
        found.leave(f"p{name}", 0)
    found.sit("z", 100_00, 0, first)  # Three are free, and two are waiting.
    with refused("no seat is free"):
        found.sit("q", 100_00, 0, first)
    found.sit("x", 100_00, 0, first)
    found.sit("y", 100_00, 0, first)


@pytest.mark.clause("TH-08", "TH-57")
def test_a_closed_table_takes_no_names():
    found = table(FRENCH.game, FRENCH.rules)
    found.close(0)
    with refused("TH-57"):
        found.wait("x", 0)


# Whole chips.


@pytest.mark.clause("TH-53", "TH-25")
def test_chips_are_brought_in_whole_ones():
    found = table(FRENCH.game, FRENCH.rules)
    with refused("TH-53"):
        found.sit("a", 100_37, 0, first)
    found.sit("a", 100_00, 0, first)
    with refused("TH-53"):
        found.top_up("a", 1_37)
    found.chips[found.seat_of("a"), "stack"] = 150_50
    found.top_up("a", 100_00)  # Cut down to what fits.
    assert found.chips[found.seat_of("a"), "stack"] == 199_50


@pytest.mark.clause("TH-74", "TH-53")
def test_who_left_with_a_broken_chip_brings_back_the_whole_ones():
    rules = replace(FRENCH.rules, rathole_minutes=60)
    found = table(FRENCH.game, rules, a=100_00)
    found.chips[1, "stack"] = 150_50
    found.leave("a", 0)
    with refused("TH-74"):
        found.sit("a", 149_00, 1, first)
    found.sit("a", 150_00, 1, first)


# Bets that are open.


@pytest.mark.clause("CH-05", "BJ-03", "HU-03", "DH-17")
@pytest.mark.parametrize(
    ("name", "word"),
    [
        ("casino-holdem", "ante"),
        ("heads-up-holdem", "ante"),
        ("blackjack", "box 3"),
        ("double-hand", "wager"),
    ],
)
@pytest.mark.parametrize("back", [False, True])
def test_who_sits_down_or_comes_back_while_bets_are_open_bets_in_that_window(name, word, back):
    found = table(catalogue.game(name), None, ann=1000_00, bob=1000_00)
    if back:
        found.sit("new", 500_00, 0, first)
        found.sit_out("new", 0)
    begin(found)
    if name == "double-hand":
        found.decide("ann", Decision("bank", 100_00), 0)
    if back:
        found.sit_in("new")
    else:
        found.sit("new", 500_00, 1, first)
    seat = found.seat_of("new")
    assert found.hand.asked(seat)
    found.decide("new", Decision("bet", 10_00, (seat, word)), 1)
    assert found.hand.felt.chips[seat, word] == 10_00
    time_out(found)
    hand = found.newest
    assert any(type(event) is Cards for event in hand.events)
    assert journals.read(journals.write(hand)).events == hand.events
    won = dict(news.net(hand)).get(seat, 0)
    assert found.chips.get((seat, "stack"), 0) == 500_00 + won


@pytest.mark.clause("CH-46", "CR-47")
def test_who_comes_when_bets_are_closed_is_told_so():
    found = table(catalogue.game("casino-holdem"), None, ann=1000_00)
    begin(found)
    found.decide("ann", Decision("bet", 10_00, (1, "ante")), 0)
    found.tick(found.next_deadline())
    found.sit("new", 500_00, 20, first)
    with refused("from the next one"):
        found.decide("new", Decision("bet", 10_00, (2, "ante")), 20)
    time_out(found)
    assert found.chips[2, "stack"] == 500_00


@pytest.mark.clause("CH-50")
def test_a_void_round_leaves_a_newcomer_with_what_was_brought():
    found = table(catalogue.game("casino-holdem"), None, ann=1000_00)
    begin(found)
    found.sit("new", 500_00, 1, first)
    found.decide("new", Decision("bet", 10_00, (2, "ante")), 1)
    found.rule(Decision("void", by="inspector", why="malfunction"), 1)
    assert found.chips == {(1, "stack"): 1000_00, (2, "stack"): 500_00}


def test_a_hand_takes_newcomers_only_while_bets_are_open():
    found = table(catalogue.game("casino-holdem"), None, ann=1000_00)
    begin(found)
    for seat, chips in ((1, 10_00), (0, 10_00), (2, 0)):
        with refused("CH-46"):
            found.hand.join(seat, chips)
    found.decide("ann", Decision("bet", 10_00, (1, "ante")), 0)
    found.tick(found.next_deadline())
    with refused("CH-46"):
        found.hand.join(2, 10_00)


WINDOWS = [
    ("casino-holdem", "ante"),
    ("heads-up-holdem", "ante"),
    ("blackjack", "box 3"),
    ("double-hand", "wager"),
]


def opened(name: str) -> Table:
    """A table of three whose bets are open; Ann keeps the bank where a player does."""
    found = table(catalogue.game(name), None, ann=1000_00, bob=1000_00, cid=500_00)
    begin(found)
    if name == "double-hand":
        found.decide("ann", Decision("bank", 100_00), 0)
    return found


@pytest.mark.clause("TH-74", "CH-05", "BJ-03", "HU-03", "DH-17")
@pytest.mark.parametrize(("name", "word"), WINDOWS)
def test_who_has_no_bet_leaves_an_open_window_at_once(name, word):
    found = opened(name)
    seat, bob = found.seat_of("cid"), found.seat_of("bob")
    found.decide("cid", Decision("bet", 10_00, (seat, word)), 0)
    found.decide("cid", Decision("withdraw", 0, (seat, word)), 0)
    found.leave("cid", 1)
    assert not found.seat_of("cid")
    assert not found.hand.asked(seat)
    assert (seat, "stack") not in found.chips
    found.decide("bob", Decision("bet", 10_00, (bob, word)), 1)
    time_out(found)
    hand = found.newest
    assert seat not in dict(news.net(hand))
    assert journals.read(journals.write(hand)).events == hand.events
    assert not [spot for spot in found.chips if spot[0] == seat]


@pytest.mark.clause("TH-74", "BJ-03")
@pytest.mark.parametrize(("name", "word"), WINDOWS)
def test_who_has_a_bet_down_stays_until_the_round_is_over(name, word):
    found = opened(name)
    seat = found.seat_of("cid")
    found.decide("cid", Decision("bet", 10_00, (seat, word)), 0)
    found.leave("cid", 1)
    assert found.sitters[seat].leaving
    time_out(found)
    assert not found.seat_of("cid")


def test_a_seat_left_in_an_open_window_is_dealt_to_the_next_one_who_takes_it():
    record = Record(table(catalogue.game("casino-holdem"), None, ann=1000_00, bob=1000_00))
    record.table.take_postings()
    record.do(do.Begin(bytes(32)), 0)
    done = record.do(do.Leave("bob"), 1)
    assert [item.what for item in done.news if type(item) is Said] == ["leave"]
    assert "bob" not in record.owners
    record.do(do.Sit("new", "New", 500_00, bytes(32)), 1)
    assert record.owners == {"ann": 1, "new": 2}
    record.do(do.Decide("new", Decision("bet", 10_00, (2, "ante"))), 1)
    assert record.again().table.hand.events == record.table.hand.events
    time_out(record.table)
    won = dict(news.net(record.table.newest)).get(2, 0)
    assert record.table.chips[2, "stack"] == 500_00 + won


def test_a_player_alone_leaves_an_open_window_and_nothing_is_left():
    found = table(catalogue.game("blackjack"), None, ann=1000_00)
    begin(found)
    found.leave("ann", 1)
    assert not found.sitters
    time_out(found)
    assert not found.chips


def test_a_hand_lets_nobody_go_who_has_chips_on_it():
    found = table(catalogue.game("casino-holdem"), None, ann=1000_00, bob=1000_00)
    begin(found)
    found.decide("ann", Decision("bet", 10_00, (1, "ante")), 0)
    for seat in (1, 3):
        with refused("TH-74"):
            found.hand.part(seat)
    found.tick(found.next_deadline())
    with refused("TH-74"):
        found.hand.part(2)


# What a game declares.


@pytest.mark.parametrize("name", catalogue.names())
def test_every_game_that_carries_something_says_what_becomes_of_it(name):
    game = catalogue.game(name)
    assert isinstance(game.COMPANY, Company)
    if game.Carry.__struct_fields__:
        assert game.COMPANY.moved is not as_it_was
        assert game.COMPANY.left is not as_it_was


def test_the_room_asks_no_game_and_no_carry_what_it_happens_to_have():
    pattern = re.compile(r"(?:has|get)attr\([\w.()]*(?:game|carry)\b\s*,")
    for module in Path(croupier.room.__file__).parent.glob("*.py"):
        assert not pattern.search(module.read_text()), module.name


def test_a_record_tells_of_a_newcomer_in_an_open_window_and_does_it_again():
    record = Record(table(catalogue.game("casino-holdem"), None, ann=1000_00))
    record.table.take_postings()
    record.do(do.Begin(bytes(32)), 0)
    done = record.do(do.Sit("new", "New", 500_00, bytes(32)), 1)
    assert [item.what for item in done.news if type(item) is Said] == ["join"]
    assert record.owners["new"] == 2
    record.do(do.Decide("new", Decision("bet", 10_00, (2, "ante"))), 1)
    twin = record.again()
    assert twin.lying() == record.lying()
    assert twin.table.hand.events == record.table.hand.events
    assert twin.owners == record.owners


def test_thousands_may_join_a_window():
    found = table(catalogue.game("casino-holdem"), None, ann=1000_00)
    begin(found)
    for number in range(2000):
        found.sit(f"p{number}", 100_00, 1, first)
    assert len(found.hand.ask.options) == 2001
    found.decide("p1999", Decision("bet", 10_00, (found.seat_of("p1999"), "ante")), 1)


# Sitting out at the big blind.


def big_blind(found: Table) -> str:
    """Who posts the big blind in the hand that begins now; it is played to its end."""
    begin(found, found.deals + 1)
    posted = [e for e in found.hand.events if isinstance(e, Chips) and e.why == "big blind"]
    name = name_at(found, posted[0].src[0])
    time_out(found)
    return name


@pytest.mark.parametrize("sheet", [FRENCH, CLUB["holdem-3-6"], CLUB["low-ball"]])
@pytest.mark.clause("TH-10")
def test_a_player_sits_out_when_the_big_blind_comes_and_pays_none(sheet):
    rules = replace(sheet.rules, min_players=2) if hasattr(sheet.rules, "min_players") else None
    stack = (sheet.rules.min_buy_in or 100_00) * 2
    found = table(sheet.game, rules or sheet.rules, **dict.fromkeys("abcd", stack))
    order = [big_blind(found) for _ in range(4)]
    assert sorted(order) == ["a", "b", "c", "d"]
    third = order[2]
    found.sit_out(third, 5, "blind")
    assert [big_blind(found), big_blind(found)] == order[:2], "until then they are dealt in"
    sitter = found.sitters[found.seat_of(third)]
    assert sitter.away_since is not None
    assert not sitter.out_at_blind
    assert big_blind(found) == order[3]
    found.sit_in(third, post=False)
    assert sitter.away_since is None


@pytest.mark.clause("TH-10")
def test_the_wish_to_sit_out_is_taken_back_or_spared_by_a_departure():
    found = table(FRENCH.game, FRENCH.rules, **dict.fromkeys("abcde", 100_00))
    order = [big_blind(found) for _ in range(5)]
    found.sit_out(order[0], 5, "blind")
    assert found.sitters[found.seat_of(order[0])].away_since == 5, "it is their blind now"
    found.sit_out(order[2], 5, "blind")
    found.sit_out(order[2], 6, "never")
    found.sit_out(order[3], 6, "blind")
    found.leave(order[1], 7)
    found.leave(order[2], 7)
    assert found.sitters[found.seat_of(order[3])].away_since == 7, "the blind has come to them"
