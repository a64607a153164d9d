"""Kill pots in Omaha, clause by clause. Amounts are in chips, a chip is 100 cents."""

import pytest
from msgspec.structs import replace

from croupier.core import fair
from croupier.core.felt import DROP, POT, Chips, Deal, Felt, Said
from croupier.core.hand import Hand
from croupier.games import holdem, omaha, omaha_hilo
from croupier.procedure import kills
from croupier.procedure.blinds import Blinds, Places, Standing
from croupier.procedure.flop import Carry
from croupier.procedure.kills import Kill, Result
from flops import (
    CHIP,
    CLUB,
    LIMIT,
    NO_LIMIT,
    awards,
    even,
    go,
    moved,
    net,
    offers,
    passive,
    posted,
    rule,
    seated,
    table,
    turn,
    uncalled,
)

HIGH, HILO = CLUB["omaha-3-6"], CLUB["omaha-hilo-3-6"]
HALF = replace(HIGH, kill="half")
BOARD = "2c 7h Ts Jh 3s"
# Seat 2 wins, then 3, then 1.
HOLE = {2: "As Ah 5c 5d", 3: "Kc Kd 8c 8d", 1: "Qc Qd 9c 9d"}
SPLIT = {**HOLE, 3: "Ac Ad 8c 8h"}


def killed(killer, stacks=None, button=1, rules=HIGH, hole=None, game=omaha, standings=None):
    """A hand that this seat must kill."""
    stacks = stacks or even(5)
    carry = seated(stacks, button, standings, Kill(killer, killer))
    return table(rules, stacks, hole, BOARD, button, game, carry)


def legged(leg, hole=None, seats=3, rules=HIGH):
    """A hand before which this seat has a leg up."""
    carry = seated(even(seats), 1, kill=Kill(leg))
    return table(rules, even(seats), hole or HOLE, BOARD, 1, omaha, carry)


# What a kill does.


@pytest.mark.clause("OM-08")
def test_both_omaha_tables_are_played_with_a_full_kill_and_holdem_with_none():
    assert HIGH.kill == HILO.kill == "full"
    assert {rules.kill for name, rules in CLUB.items() if "holdem" in name} == {"none"}


@pytest.mark.clause("OM-08")
def test_a_house_without_kill_pots_has_no_legs_and_no_kills():
    rules = replace(HIGH, kill="none")
    hand = passive(killed(4, rules=rules, hole=HOLE))
    assert posted(hand) == [(2, "small blind", 1), (3, "big blind", 3)]
    assert hand.carry.kill == Kill()


@pytest.mark.clause("OM-08", "OM-09")
@pytest.mark.parametrize("rules", [NO_LIMIT, CLUB["holdem-no-limit"]])
def test_kill_pots_belong_to_limit_games(rules):
    with pytest.raises(ValueError, match="OM-08"):
        replace(rules, kill="full")


@pytest.mark.clause("OM-09")
def test_a_full_kill_doubles_the_limits_and_leaves_the_blinds():
    hand = killed(5)
    assert posted(hand) == [(2, "small blind", 1), (3, "big blind", 3), (5, "kill", 6)]
    for to in (12, 18, 24):
        assert offers(hand)["raise"] == to
        go(hand, f"{turn(hand)} raise")
    assert "raise" not in offers(hand)  # The kill blind was the bet.
    passive(hand, until=3)
    for unit, cards in ((6, 4), (12, 5), (12, 6)):
        assert offers(hand)["bet"] == unit
        passive(hand, until=cards)


@pytest.mark.clause("OM-09", "CR-32")
def test_a_half_kill_is_played_at_one_and_a_half_times_the_limits():
    hand = killed(5, rules=HALF)
    assert posted(hand)[-1] == (5, "kill", 4.5)
    assert offers(hand) == {"fold": 0, "call": 4.5, "raise": 9}
    passive(hand, until=3)
    assert offers(hand)["bet"] == 4.5
    passive(hand, until=4)
    assert offers(hand)["bet"] == 9


@pytest.mark.clause("CR-32", "OM-09")
def test_the_odd_chip_of_a_half_kill_hand_is_half_a_chip():
    """Two share 13.50 less a drop of 1: 6.50 and 6, not 7 and 5.50."""
    hand = go(killed(1, even(3), rules=HALF, hole=SPLIT), "1 check, 2 call, 3 call")
    passive(hand)
    assert awards(hand) == {"pot": {2: 6.5, 3: 6}}


@pytest.mark.clause("OM-09", "OM-18")
@pytest.mark.parametrize(
    ("killer", "other"), [(2, (3, "big blind", 3)), (3, (2, "small blind", 1))]
)
def test_the_kill_blind_replaces_a_blind_of_the_killer(killer, other):
    hand = killed(killer)
    assert posted(hand) == [other, (killer, "kill", 6)]
    assert hand.felt.chips[killer, "bet"] == 6 * CHIP


@pytest.mark.clause("OM-12")
def test_the_killer_acts_in_his_turn_with_the_right_to_raise():
    hand = killed(5)
    assert turn(hand) == 4
    go(hand, "4 call")
    assert offers(hand) == {"check": 0, "fold": 0, "raise": 12}
    go(hand, "5 check, 1 call, 2 call, 3 call")
    assert hand.felt.chips[POT] == 27 * CHIP  # 30 less the drop.


@pytest.mark.clause("OM-12")
def test_a_killer_who_speaks_first_may_check():
    hand = killed(4)
    assert turn(hand) == 4
    assert offers(hand) == {"check": 0, "fold": 0, "raise": 12}


@pytest.mark.clause("OM-16")
@pytest.mark.parametrize(("seats", "fee"), [(5, 3), (4, 2), (3, 1)])
def test_a_kill_does_not_change_the_collection(seats, fee):
    hand = passive(killed(1, even(seats)))
    assert hand.felt.chips[DROP] == fee * CHIP


@pytest.mark.clause("OM-17")
def test_a_short_killer_is_all_in_and_the_limits_stay_killed():
    hand = killed(5, {**even(4), 5: 4}, hole={5: HOLE[2], 4: HOLE[3], 3: HOLE[1]})
    assert posted(hand)[-1] == (5, "kill", 4)
    assert offers(hand) == {"fold": 0, "call": 6, "raise": 12}
    go(hand, "4 call, 1 fold, 2 fold, 3 call")
    assert offers(hand)["bet"] == 6
    passive(hand)
    assert awards(hand) == {"pot": {5: 10}, "side 1": {4: 4}}  # 4 + 4 + 4 + 1 less 3; 2 + 2.


@pytest.mark.clause("OM-17")
def test_a_short_killer_alone_with_one_caller_gives_back_what_is_not_matched():
    hand = killed(5, {**even(4), 5: 4}, hole={5: HOLE[2], 4: HOLE[3]})
    go(hand, "4 call, 1 fold, 2 fold, 3 fold")
    assert hand.over
    assert uncalled(hand) == {4: 2}
    assert net(hand) == {1: 0, 2: -1, 3: -3, 4: -4, 5: 5}


@pytest.mark.clause("OM-18")
def test_a_killer_who_makes_up_blinds_posts_the_kill_and_the_dead_part():
    missed = Standing(missed_small=True, missed_big=True, post=True)
    hand = killed(5, standings={5: missed})
    assert sorted(p for p in posted(hand) if p[0] == 5) == [(5, "dead", 1), (5, "kill", 6)]


@pytest.mark.clause("OM-18", "CR-40")
def test_a_short_killer_fills_the_kill_blind_before_the_dead_part():
    missed = Standing(missed_small=True, missed_big=True, post=True)
    hand = killed(5, {**even(4), 5: 6}, standings={5: missed})
    assert [p for p in posted(hand) if p[0] == 5] == [(5, "kill", 6)]


@pytest.mark.clause("OM-18")
def test_in_a_kill_hand_the_posts_of_the_others_keep_their_amounts():
    missed = Standing(missed_small=True, missed_big=True, post=True)
    hand = killed(4, even(6), standings={6: missed})
    assert sorted(posted(hand)) == [
        (2, "small blind", 1),
        (3, "big blind", 3),
        (4, "kill", 6),
        (6, "dead", 1),
        (6, "post", 3),
    ]
    go(hand, "4 check, 5 fold")
    assert offers(hand) == {"fold": 0, "call": 3, "raise": 12}


# Who must kill: high only.


@pytest.mark.clause("OM-10")
def test_the_winner_of_a_pot_has_a_leg_up_whatever_its_size():
    hand = go(table(HIGH, even(3), game=omaha), "1 fold, 2 fold")
    assert hand.carry.kill == Kill(leg=3)


@pytest.mark.clause("OM-10")
def test_winning_the_next_pot_too_with_a_full_bet_makes_a_killer():
    hand = passive(legged(2))
    assert awards(hand)["pot"].keys() == {2}
    assert hand.carry.kill == Kill(leg=2, killer=2)
    after = table(HIGH, even(3), HOLE, BOARD, 2, omaha, hand.carry)
    assert posted(after)[-1] == (2, "kill", 6)


@pytest.mark.clause("OM-10")
@pytest.mark.parametrize(
    ("script", "kills"),
    [
        ("1 fold, 2 call, 3 fold", False),  # Blinds only.
        ("1 call, 2 fold, 3 fold", False),  # Seat 1 takes blinds only.
        ("1 fold, 2 raise, 3 call, 2 bet, 3 fold", True),  # Three more than the big blind.
        ("1 call, 2 call, 3 check, 2 bet, 3 fold, 1 fold", True),  # Seat 1 called 3.
        ("1 fold, 2 call, 3 check, 2 bet, 3 fold", False),  # The blind and nothing else.
    ],
)
def test_a_full_bet_won_is_no_part_of_the_blinds(script, kills):
    winner = 1 if script.startswith("1 call, 2 fold") else 2
    hand = go(legged(winner), script)
    assert hand.over
    assert hand.carry.kill == Kill(winner, winner if kills else 0)


@pytest.mark.clause("OM-10")
def test_posts_are_no_bets_that_were_won():
    missed = Standing(missed_small=True, missed_big=True, post=True)
    carry = seated(even(5), 1, {5: missed}, Kill(leg=2))
    hand = table(HIGH, even(5), HOLE, BOARD, 1, omaha, carry)
    go(hand, "4 fold, 5 check, 1 fold, 2 call, 3 check, 2 bet, 3 fold, 5 fold")
    assert hand.carry.kill == Kill(leg=2)


@pytest.mark.clause("OM-10")
def test_an_uncalled_bet_is_not_won_and_in_a_kill_hand_the_bet_is_the_killed_one():
    carry = seated(even(5), 1, kill=Kill(leg=2, killer=4))
    for script, must_kill in (
        ("4 check, 5 fold, 1 fold, 2 call, 3 fold, 2 bet, 4 fold", False),
        ("4 check, 5 call, 1 fold, 2 call, 3 fold, 2 bet, 4 fold, 5 fold", True),
    ):
        hand = go(table(HIGH, even(5), None, BOARD, 1, omaha, carry), script)
        assert hand.carry.kill == Kill(2, 2 if must_kill else 0)


@pytest.mark.clause("OM-10")
def test_another_players_win_moves_the_leg():
    hand = passive(legged(3))
    assert hand.carry.kill == Kill(leg=2)


@pytest.mark.clause("OM-10")
def test_splitting_keeps_a_leg_up_and_a_split_of_others_ends_it():
    assert passive(legged(2, SPLIT)).carry.kill == Kill(leg=2)
    assert passive(legged(3, SPLIT)).carry.kill == Kill(leg=3)
    assert passive(legged(1, SPLIT)).carry.kill == Kill()


@pytest.mark.clause("OM-10")
def test_the_winner_is_he_who_takes_the_whole_main_pot():
    """Seat 2 is all-in for the main pot; seat 3 takes the side pot."""
    stacks = {1: 200, 2: 6, 3: 200}
    carry = seated(stacks, 1, kill=Kill(leg=3))
    hand = table(HIGH, stacks, HOLE, BOARD, 1, omaha, carry)
    passive(go(hand, "1 raise, 2 call, 3 call, 3 bet, 1 call"))
    assert awards(hand) == {"pot": {2: 17}, "side 1": {3: 6}}
    assert hand.carry.kill == Kill(leg=2)


@pytest.mark.clause("OM-10", "TH-45")
def test_a_full_bet_is_counted_in_joined_pots_too():
    """The short small blind's hand is ruled dead; main pot and side pot become one."""
    stacks = {1: 1, 2: 200, 3: 200, 4: 200}
    carry = seated(stacks, 4, kill=Kill(leg=2))
    hand = table(HIGH, stacks, {2: HOLE[2], 4: HOLE[3]}, BOARD, 4, omaha, carry)
    go(hand, "3 fold, 4 call, 2 check, 2 bet, 4 call")
    rule(hand, "dead hand", (1, "hole"))
    passive(hand)
    assert moved(hand, "merge")
    assert awards(hand)["pot"].keys() == {2}
    assert hand.carry.kill == Kill(leg=2, killer=2)


# Who must kill: high-low.


@pytest.mark.clause("OM-11")
@pytest.mark.parametrize(("pot", "killer"), [(30, 2), (29, 0), (31, 2)])
def test_a_scooped_pot_of_five_upper_limits_must_be_followed_by_a_kill(pot, killer):
    result = Result([{2}], [pot * CHIP])
    assert kills.after(HILO, Felt({}, Deal(())), Kill(), result, hilo=True) == Kill(killer=killer)


@pytest.mark.clause("OM-11")
def test_a_scoop_is_every_pot_alone():
    felt = Felt({}, Deal(()))
    for takers, killer in (([{2}, {2}], 2), ([{2}, {3}], 0), ([{2, 3}], 0), ([{2, 3}, {2}], 0)):
        result = Result(takers, [20 * CHIP] * len(takers))
        result.amounts[0] = 40 * CHIP
        assert kills.after(HILO, felt, Kill(), result, hilo=True).killer == killer


@pytest.mark.clause("OM-11")
@pytest.mark.parametrize(("multiple", "killer"), [(1, 2), (4, 2), (5, 0), (20, 0)])
def test_a_house_may_ask_for_another_multiple(multiple, killer):
    rules = replace(HILO, kill_scoop_multiple=multiple)
    result = Result([{2}], [24 * CHIP])
    assert kills.after(rules, Felt({}, Deal(())), Kill(), result, hilo=True).killer == killer


@pytest.mark.clause("OM-11")
def test_the_pot_is_counted_before_the_drop_and_without_the_uncalled_bet():
    hand = table(HILO, even(5), HOLE, BOARD, 1, omaha_hilo)
    go(hand, "4 raise, 5 raise, 1 fold, 2 call, 3 call, 4 call")  # 36 in the pot.
    go(hand, "2 bet, 3 fold, 4 fold, 5 fold")
    assert hand.carry.kill == Kill(killer=2)
    hand = table(HILO, even(5), HOLE, BOARD, 1, omaha_hilo)
    go(hand, "4 raise, 5 call, 1 call, 2 call, 3 call, 2 bet, 3 fold, 4 fold, 5 fold, 1 fold")
    assert awards(hand) == {"pot": {2: 27}}
    assert hand.carry.kill == Kill(killer=2)  # Exactly 30 before the drop.
    hand = table(HILO, even(5), HOLE, BOARD, 1, omaha_hilo)
    go(hand, "4 raise, 5 call, 1 call, 2 fold, 3 call, 3 bet, 4 fold, 5 fold, 1 fold")
    assert hand.carry.kill == Kill()  # 25, and 3 that nobody called.


@pytest.mark.clause("OM-11")
def test_the_drop_of_earlier_hands_does_not_count():
    carry = seated(even(5), 1)
    hand = table(HILO, even(5), HOLE, BOARD, 1, omaha_hilo, carry)
    chips = {**hand.opening.chips, DROP: 60 * CHIP}  # The table keeps it there.
    hand = Hand(omaha_hilo, HILO, chips, hand.opening.deal, carry)
    go(hand, "4 fold, 5 fold, 1 fold, 2 fold")
    assert hand.carry.kill == Kill()


@pytest.mark.clause("OM-11")
def test_a_hand_that_is_shared_high_and_low_kills_nothing():
    hole = {**HOLE, 3: "Ac 4d 8c 8d"}  # Seat 3 has 7-4-3-2-A.
    hand = table(HILO, even(3), hole, "2c 7h Ts Jh 3s", 1, omaha_hilo)
    go(hand, "1 raise, 2 raise, 3 raise, 1 call, 2 call")
    passive(hand)
    assert awards(hand)["pot"].keys() == {2, 3}
    assert hand.carry.kill == Kill()


# Repeated and carried over.


@pytest.mark.clause("OM-13")
@pytest.mark.parametrize(
    ("hole", "again"), [(HOLE, True), (SPLIT, True), ({**HOLE, 2: "4c 4d 5c 6d"}, False)]
)
def test_in_high_only_a_killer_who_wins_or_splits_kills_again_for_the_same(hole, again):
    hand = passive(killed(2, even(3), hole=hole))
    assert hand.carry.kill == (Kill(2, 2) if again else Kill(leg=3))
    after = table(HIGH, even(3), button=2, game=omaha, carry=hand.carry)
    assert (posted(after)[-1] == (2, "kill", 6)) is again  # Kills do not multiply.


@pytest.mark.clause("OM-13")
def test_a_killer_who_wins_kills_again_whatever_the_size():
    hand = go(killed(3, even(3)), "1 fold, 2 fold")
    assert uncalled(hand) == {3: 5}
    assert hand.carry.kill == Kill(3, 3)


@pytest.mark.clause("OM-13")
def test_in_hilo_a_killer_kills_again_only_after_another_scoop():
    small = go(killed(3, even(3), rules=HILO, game=omaha_hilo), "1 fold, 2 fold")
    assert small.carry.kill == Kill()
    large = killed(2, even(3), rules=HILO, hole=HOLE, game=omaha_hilo)
    go(large, "1 raise, 2 call, 3 call, 2 bet, 3 fold, 1 fold")
    assert large.carry.kill == Kill(killer=2)  # 36: five ordinary upper limits suffice.
    other = killed(1, even(3), rules=HILO, hole=HOLE, game=omaha_hilo)
    go(other, "1 raise, 2 call, 3 call, 2 bet, 3 fold, 1 fold")
    assert other.carry.kill == Kill(killer=2)


@pytest.mark.clause("OM-13")
@pytest.mark.parametrize(
    ("takers", "kill"), [({2}, Kill(2, 2)), ({2, 3}, Kill(leg=2)), ({3}, Kill(leg=3))]
)
def test_in_hilo_played_by_two_in_a_row_splitting_does_not_renew_the_kill(takers, kill):
    rules = replace(HILO, kill_trigger_hilo="two_in_a_row")
    result = Result([takers], [24 * CHIP], [POT])
    assert kills.after(rules, Felt({}, Deal(())), Kill(2, 2), result, hilo=True) == kill


@pytest.mark.clause("OM-14")
def test_a_killer_who_sits_out_pays_the_kill_dead_and_it_is_over():
    away = {5: Standing(away=True)}
    carry = seated(even(5), 1, away, Kill(5, 5))
    hole = {**HOLE, 4: "Kh Ks 8h 6d"}
    hand = table(HIGH, even(5), hole, BOARD, 1, omaha, carry, order=[2, 3, 4, 1])
    assert posted(hand) == [(5, "kill", 6), (2, "small blind", 1), (3, "big blind", 3)]
    assert hand.felt.chips[POT] == 6 * CHIP
    assert offers(hand) == {"fold": 0, "call": 3, "raise": 6}  # Ordinary limits.
    passive(hand)
    assert net(hand)[5] == -6
    assert hand.carry.kill == Kill(leg=2)


@pytest.mark.clause("OM-14")
@pytest.mark.parametrize("has", [0, 4])
def test_a_killer_who_is_away_or_broke_pays_what_he_has(has):
    stacks = {**even(4), 5: has}
    carry = seated(even(5), 1, {5: Standing(away=True)}, Kill(5, 5))
    hand = table(HIGH, stacks, HOLE, BOARD, 1, omaha, carry, order=[2, 3, 4, 1])
    assert hand.felt.chips.get(POT, 0) == has * CHIP
    assert offers(hand)["call"] == 3


@pytest.mark.clause("OM-14", "OM-19")
def test_a_killer_who_has_left_the_table_is_borne():
    carry = Carry(Blinds(Places(4, 1, 2)), Kill(9, 9))
    hand = table(HIGH, even(4), HOLE, BOARD, 1, omaha, carry)
    assert posted(hand) == [(2, "small blind", 1), (3, "big blind", 3)]
    assert offers(hand)["call"] == 3


NEW = Standing(new=True, post=True)


@pytest.mark.clause("OM-15")
def test_a_newcomer_is_not_dealt_into_a_kill_pot_and_owes_nothing_for_it():
    carry = seated(even(6), 1, {6: NEW, 3: NEW}, Kill(4, 4))
    hand = table(HIGH, even(6), HOLE, BOARD, 1, omaha, carry, order=[2, 4, 5, 1])
    assert {seat for seat, word in hand.felt.cards if word == "hole"} == {1, 2, 4, 5}
    assert posted(hand) == [(2, "small blind", 1), (4, "kill", 6)]  # Seat 3 is passed over.
    assert hand.ask.options.keys() == {5}
    passive(hand)
    assert hand.carry.blinds.standings == {6: NEW, 3: NEW}


@pytest.mark.clause("OM-15")
def test_who_only_comes_back_from_sitting_out_is_not_new():
    back = Standing(missed_big=True, post=True)
    carry = seated(even(6), 1, {6: back}, Kill(4, 4))
    hand = table(HIGH, even(6), HOLE, BOARD, 1, omaha, carry)
    assert (6, "hole") in hand.felt.cards


@pytest.mark.clause("OM-15", "OM-14")
def test_a_newcomer_is_dealt_in_when_the_killer_has_paid_his_way_out():
    standings = {6: NEW, 5: Standing(away=True)}
    carry = seated(even(6), 1, standings, Kill(5, 5))
    hand = table(HIGH, even(6), None, BOARD, 1, omaha, carry, order=[2, 3, 4, 6, 1])
    assert (6, "hole") in hand.felt.cards


@pytest.mark.clause("OM-15", "CR-08")
def test_a_newcomer_whom_the_button_passed_in_a_kill_pot_comes_in_free_after_it():
    waits = {2: Standing(new=True)}
    carry = Carry(Blinds(Places(1, 3, 4), waits), Kill(5, 5))
    hand = table(HIGH, even(6), HOLE, BOARD, 3, omaha, carry, order=[4, 5, 6, 1, 3])
    assert (2, "hole") not in hand.felt.cards
    go(hand, "6 fold, 1 fold, 3 fold, 4 fold")
    after = Carry(hand.carry.blinds, Kill())
    hand = table(HIGH, even(6), None, BOARD, 4, omaha, after, order=[5, 6, 1, 2, 3, 4])
    assert (2, "hole") in hand.felt.cards
    assert posted(hand) == [(5, "small blind", 1), (6, "big blind", 3)]


@pytest.mark.clause("OM-19", "CR-46")
def test_the_kill_waits_for_the_next_dealt_hand():
    carry = seated((1, 2), 1, kill=Kill(2, 2))
    stopped = table(HIGH, {1: 0, 2: 100}, game=omaha, carry=carry)
    assert stopped.over
    assert stopped.carry == carry
    hand = table(HIGH, even(2), game=omaha, carry=stopped.carry)
    assert (2, "kill", 6) in posted(hand)


@pytest.mark.clause("OM-19", "CR-26", "CR-27")
@pytest.mark.parametrize("act", ["misdeal", "fouled deck"])
def test_a_misdealt_kill_hand_is_killed_again(act):
    hand = killed(5)
    before = hand.opening.carry
    rule(hand, act)
    assert hand.over
    assert net(hand) == dict.fromkeys(range(1, 6), 0)
    assert hand.carry.kill == before.kill == Kill(5, 5)


@pytest.mark.clause("OM-19")
def test_in_a_new_game_the_kill_button_is_neutral():
    assert omaha.Carry().kill == Kill()
    deal = fair.arranged("", omaha.pack(HIGH), tuple(0 for _ in omaha.LOTS))
    hand = Hand(omaha, HIGH, {(s, "stack"): 200 * CHIP for s in (1, 2, 3)}, deal)
    assert {kind for _, kind, _ in posted(hand)} == {"small blind", "big blind"}


@pytest.mark.clause("OM-09")
def test_a_kill_is_announced_with_its_amount():
    said = [e for e in killed(5).events if type(e) is Said and e.what == "kill"]
    assert [(e.seat, e.amount) for e in said] == [(5, 6 * CHIP)]


@pytest.mark.clause("OM-08")
def test_nobody_is_offered_an_option_in_a_killed_hand():
    rules = replace(LIMIT, option_allowed=True, kill="full")
    hand = table(rules, even(4), button=1, game=holdem, carry=seated(even(4), 1, kill=Kill(1, 1)))
    assert hand.ask.clause != "TH-20"
    assert [e.amount for e in hand.events if type(e) is Chips and e.why == "kill"] == [8 * CHIP]


# The carry, field by field.


@pytest.mark.clause("OM-10", "OM-14")
def test_a_leg_and_a_kill_go_with_the_player_and_with_nobody_else():
    kill = Kill(leg=2, killer=4, size="full")
    assert kills.moved(kill, 2, 7) == Kill(7, 4, "full")
    assert kills.moved(kill, 4, 7) == Kill(2, 7, "full")
    assert kills.moved(kill, 3, 7) == kill
    assert kills.left(kill, 2) == Kill(0, 4, "full")
    assert kills.left(kill, 4) == Kill(2, 0, "full")
    assert kills.left(kill, 3) == kill


@pytest.mark.clause("OM-10")
@pytest.mark.parametrize(("amounts", "killer"), [([29_99], 0), ([30_00], 3), ([20_00, 10_00], 3)])
def test_a_pot_of_exactly_the_size_kills(amounts, killer):
    rules = replace(HIGH, kill_trigger_high="pot_size", kill_pot_size=30_00)
    felt = Felt({(3, "stack"): 0}, Deal(()))
    pots = [POT, (0, "side 1")][: len(amounts)]
    result = Result([{3} for _ in amounts], amounts, pots)
    assert kills.after(rules, felt, Kill(), result, hilo=False) == Kill(killer=killer)


@pytest.mark.clause("OM-08")
def test_without_a_trigger_nothing_is_carried():
    rules = replace(HIGH, kill_trigger_high="none")
    result = Result([{3}], [100_00], [POT])
    felt = Felt({(3, "stack"): 0}, Deal(()))
    assert kills.after(rules, felt, Kill(3, 3), result, hilo=False) == Kill()


def bet_won(*events, takers=({3},)):
    """Whether seat 3 has won a full bet of $3 with these moves of chips, in dollars."""
    felt = Felt({}, Deal(()))
    felt.events += [Chips(src, dst, int(amount * 100), why) for src, dst, amount, why in events]
    result = Result([*takers], [100_00] * len(takers), [POT, (0, "side 1")][: len(takers)])
    return kills.full_bet_won(HIGH, felt, Kill(), result, 3)


def gathered(seat, amount, pot=POT):
    return (seat, "bet"), pot, amount, "gather"


def forced(seat, amount, why="big blind", word="bet"):
    return (seat, "stack"), (seat, word), amount, why


@pytest.mark.clause("OM-10")
def test_a_full_bet_is_counted_to_the_cent():
    assert bet_won(gathered(4, 3))
    assert not bet_won(gathered(4, 2.99))
    assert bet_won(gathered(4, 1.5), gathered(2, 1.5))
    assert not bet_won(gathered(3, 50)), "one's own chips are not won"


@pytest.mark.clause("OM-10")
def test_blinds_posts_and_antes_are_no_part_of_a_full_bet():
    assert bet_won(forced(2, 3), gathered(2, 6))
    assert not bet_won(forced(2, 3), gathered(2, 5.99))
    assert not bet_won(forced(2, 1, "ante", "ante"), gathered(2, 3.99))
    assert not bet_won(forced(2, 1, "ante", "ante"), forced(2, 3), gathered(2, 6.99))
    assert not bet_won(forced(2, 3), gathered(4, 2.99)), "a blind that is not won takes nothing off"


@pytest.mark.clause("OM-10")
def test_only_pots_that_are_won_count_and_those_that_were_merged_into_them():
    side = (0, "side 1")
    assert not bet_won(gathered(4, 3, side), takers=({3}, {4}))
    assert bet_won(gathered(4, 3, side), takers=({3}, {3}))
    assert bet_won(gathered(4, 3, side), (side, POT, 3, "merge"), takers=({3}, {4}))
