"""What a card room may choose beyond its sheet: each choice changes the play as it says.

Amounts are in chips, a chip is 100 cents; seats are numbered clockwise.
"""

from collections import Counter
from itertools import pairwise
from random import Random

import pytest
from msgspec.structs import replace

import laws
from croupier import houses
from croupier.core import fair
from croupier.core.asks import Decision, Refused
from croupier.core.felt import LEVY, POT, Cards, Chips, Said
from croupier.core.hand import Hand
from croupier.games import (
    double_hand,
    heads_up_holdem,
    holdem,
    low_ball,
    omaha,
    omaha_hilo,
    push_nine,
)
from croupier.houses import House, TableSheet
from croupier.procedure.blinds import BlindRules, Blinds, Places, Standing, arrange
from croupier.procedure.flop import Carry, fees
from croupier.procedure.flop.rules import Cap
from croupier.procedure.kills import Kill
from croupier.procedure.pots import divided
from croupier.procedure.turns import clockwise
from croupier.room import state
from croupier.room.table import Table as RoomTable
from croupier.speech import plates
from flops import (
    CHIP,
    CLUB,
    LIMIT,
    NO_LIMIT,
    POT_LIMIT,
    awards,
    even,
    go,
    moved,
    net,
    offers,
    passive,
    posted,
    pots,
    seated,
    table,
    turn,
    uncalled,
)

HIGH, HILO = CLUB["omaha-3-6"], CLUB["omaha-hilo-3-6"]
FREE = replace(NO_LIMIT, levy_percent=0)
ACES, KINGS, QUEENS = "As Ah", "Kc Kd", "Qc Qd"
NEW, POSTS = Standing(new=True), Standing(new=True, post=True)


def on(seating):
    return seating.places.button, seating.places.small, seating.places.big


def posts(seating):
    """Who posts what: small, big, and dead."""
    return {p.seat: " ".join(filter(None, (p.live, "dead" * p.dead))) for p in seating.posts}


def antes(hand):
    return {src[0]: amount for src, _, amount in moved(hand, "ante")}


def said_on_the_plate(game, rules):
    plate = plates.plate(House("my", "My House", "$", "", {}), TableSheet("one", "", game, rules))
    return "\n".join(f"{line.label} {line.text}" for line in (*plate.limits, *plate.rules))


# Two players.


LITERAL = replace(FREE, heads_up_blinds="literal")


@pytest.mark.clause("TH-19")
def test_by_the_leaflets_letter_the_button_has_the_big_blind_and_speaks_last():
    hand = table(LITERAL, even(2), carry=Carry(Blinds(Places(2, 1, 2))))
    assert posted(hand) == [(2, "small blind", 2), (1, "big blind", 4)]
    assert turn(hand) == 2
    go(hand, "2 call, 1 check")
    assert turn(hand) == 2  # Both are left of the button, on the flop too.


@pytest.mark.clause("TH-19", "TH-14")
def test_by_the_letter_the_draw_gives_the_button_the_big_blind():
    seating = arrange(BlindRules(heads_up="literal"), Blinds(), [3, 7], [3, 7], drawn=7)
    assert on(seating) == (7, 3, 7)
    assert posts(seating) == {3: "small", 7: "big"}


@pytest.mark.clause("TH-19")
def test_by_the_letter_button_and_big_blind_change_hands_every_hand():
    terms, last, buttons = BlindRules(heads_up="literal"), Blinds(Places(1, 2, 1)), []
    for _ in range(4):
        seating = arrange(terms, last, [1, 2], [1, 2])
        assert seating.places.button == seating.places.big
        last = seating.blinds
        buttons.append(seating.places.button)
    assert buttons == [2, 1, 2, 1]


@pytest.mark.clause("TH-19")
@pytest.mark.parametrize("gone", [1, 2, 3])
def test_by_the_letter_too_nobody_has_the_big_blind_twice_running(gone):
    """From three with the big blind on seat 3, one leaves."""
    left = [seat for seat in (1, 2, 3) if seat != gone]
    seating = arrange(BlindRules(heads_up="literal"), Blinds(Places(1, 2, 3)), left, left)
    assert seating.places.big != 3
    assert seating.places.button == seating.places.big


@pytest.mark.clause("TH-19", "CR-18")
@pytest.mark.parametrize("third", [2, 4, 9])
def test_when_two_become_three_again_the_big_blind_moves_on_by_one(third):
    """The third comes in on the big blind, or when it has come to the seat."""
    terms = BlindRules(heads_up="literal", new_player="post_or_wait")
    last, bigs = Blinds(Places(1, 3, 1), {third: NEW}), [1]
    seats = sorted([1, 3, third])
    while len(bigs) < 6:
        seating = arrange(terms, last, seats, seats)
        assert sorted(posts(seating).values()) == ["big", "small"]
        assert on(seating)[0] != on(seating)[2] or len(seating.order) == 2
        last = seating.blinds
        bigs.append(seating.places.big)
    assert all(one != two for one, two in pairwise(bigs))
    assert bigs[-3:] in [seats[n:] + seats[:n] for n in range(3)]


# One blind, and three.


@pytest.mark.clause("CR-04")
def test_a_house_with_one_blind_posts_the_big_one_alone():
    rules = replace(NO_LIMIT, table_minimum=0, small_blind=0)
    hand = table(rules, even(4))
    assert posted(hand) == [(3, "big blind", 4)]
    assert turn(hand) == 4
    assert offers(hand)["call"] == 4
    go(hand, "4 fold, 1 fold")
    assert offers(hand) == {"fold": 0, "call": 4, "raise": (8, 200)}
    go(hand, "2 fold")
    assert uncalled(hand) == {3: 4}  # Nobody has put anything in.
    assert net(hand) == dict.fromkeys(even(4), 0)


@pytest.mark.clause("CR-04", "CR-11")
def test_where_there_is_one_blind_nobody_misses_a_small_one():
    away = Blinds(Places(1, 2, 3), {4: Standing(away=True)})
    seats, ready = [1, 2, 3, 4, 5, 6], [1, 2, 3, 5, 6]
    for one, missed in ((True, True), (False, False)):
        terms, last = BlindRules(small_blind=one), away
        for _ in range(3):
            last = arrange(terms, last, seats, ready).blinds
        assert last.standings[4].missed_big
        assert last.standings[4].missed_small is missed


@pytest.mark.clause("CR-04")
def test_with_three_blinds_the_button_posts_one_too_and_all_are_live():
    hand = table(replace(FREE, button_blind=2_00), even(5))
    assert posted(hand) == [(2, "small blind", 2), (3, "big blind", 4), (1, "button blind", 2)]
    go(hand, "4 fold, 5 call")
    assert offers(hand)["call"] == 2  # The button has half of it in.
    go(hand, "1 call, 2 call, 3 check")
    assert hand.felt.chips[POT] == 16 * CHIP


@pytest.mark.clause("CR-04", "CR-40")
def test_a_short_button_posts_what_it_has_and_two_players_have_two_blinds():
    rules = replace(FREE, button_blind=2_00)
    hand = table(rules, {1: 1, 2: 200, 3: 200}, {1: ACES, 2: KINGS, 3: QUEENS})
    assert posted(hand)[-1] == (1, "button blind", 1)
    passive(hand)
    assert awards(hand) == {"pot": {1: 3}, "side 1": {2: 6}}
    laws.check_hand(hand)
    assert {why for _, why, _ in posted(table(rules, even(2)))} == {"small blind", "big blind"}


@pytest.mark.clause("CR-04", "OM-09")
def test_a_killer_on_the_button_posts_the_kill_alone():
    carry = seated(even(5), 1, kill=Kill(1, 1))
    hand = table(replace(HIGH, button_blind=1_00), even(5), game=omaha, carry=carry)
    assert posted(hand) == [(2, "small blind", 1), (3, "big blind", 3), (1, "kill", 6)]


@pytest.mark.clause("CR-04")
def test_blinds_do_not_rise_above_the_big_one():
    with pytest.raises(ValueError, match="button_blind must not be above"):
        replace(FREE, button_blind=5_00)


# Antes.


EACH = replace(FREE, ante=1_00)
TABLE_ANTE = replace(FREE, ante=4_00, ante_from="big_blind")


@pytest.mark.clause("CR-30", "CR-40")
def test_every_player_antes_after_the_blinds_and_an_ante_is_no_bet():
    hand = table(EACH, even(4))
    assert antes(hand) == dict.fromkeys([2, 3, 4, 1], 1)
    assert offers(hand) == {"fold": 0, "call": 4, "raise": (8, 199)}
    go(hand, "4 call, 1 fold, 2 fold, 3 check")
    assert hand.felt.chips[POT] == (4 + 2 + 4 + 4) * CHIP
    assert not any(amount for (_, word), amount in hand.felt.chips.items() if word == "ante")


@pytest.mark.clause("CR-40")
def test_the_blind_is_filled_before_the_ante():
    hand = table(EACH, {1: 200, 2: 200, 3: 4.5, 4: 200}, {3: ACES, 4: KINGS, 1: QUEENS, 2: "8c 8d"})
    assert (3, "big blind", 4) in posted(hand)
    assert antes(hand) == {2: 1, 3: 0.5, 4: 1, 1: 1}
    short = table(EACH, {1: 200, 2: 200, 3: 3, 4: 200})
    assert (3, "big blind", 3) in posted(short)
    assert antes(short) == {2: 1, 4: 1, 1: 1}


@pytest.mark.clause("CR-30", "CR-40")
def test_an_all_in_contests_what_blind_and_ante_together_have_matched():
    stacks = {1: 200, 2: 200, 3: 3, 4: 200}
    hand = table(EACH, stacks, {3: ACES, 4: KINGS, 1: QUEENS, 2: "8c 8d"})
    passive(hand)
    assert pots(hand) == {"pot": 12, "side 1": 6}  # 3 of each; then 4 and the ante, less 3.
    assert awards(hand) == {"pot": {3: 12}, "side 1": {4: 6}}
    laws.check_hand(hand)


@pytest.mark.clause("CR-30", "CR-40")
def test_all_in_for_part_of_the_ante_wins_that_part_of_every_stake():
    stacks = {1: 200, 2: 200, 3: 200, 4: 0.5}
    hand = table(EACH, stacks, {4: ACES, 1: KINGS, 2: QUEENS, 3: "8c 8d"})
    assert antes(hand)[4] == 0.5
    passive(hand)
    assert pots(hand) == {"pot": 2, "side 1": 13.5}
    assert awards(hand) == {"pot": {4: 2}, "side 1": {1: 13.5}}


@pytest.mark.clause("CR-41", "CR-30")
def test_heads_up_what_a_short_blind_cannot_match_goes_back_ante_and_all():
    hand = table(EACH, {1: 200, 2: 1.5}, {1: KINGS, 2: ACES}, button=1)
    assert posted(hand) == [(2, "big blind", 1.5), (1, "small blind", 2)]
    passive(hand)
    assert net(hand) == {1: -1.5, 2: 1.5}


@pytest.mark.clause("CR-29")
def test_the_big_blind_pays_one_ante_for_the_table_into_the_pot_of_all():
    hand = table(TABLE_ANTE, even(5))
    assert moved(hand, "ante") == [((3, "stack"), POT, 4)]
    assert offers(hand)["call"] == 4
    stacks = {1: 3, 2: 200, 3: 200, 4: 200}
    hand = passive(table(TABLE_ANTE, stacks, {1: ACES, 2: KINGS, 3: QUEENS, 4: "8c 8d"}))
    assert awards(hand) == {"pot": {1: 16}, "side 1": {2: 3}}  # The ante is everybody's.


@pytest.mark.clause("CR-40")
@pytest.mark.parametrize(("has", "blind", "ante"), [(8, 4, 4), (6, 4, 2), (4, 4, 0), (3, 3, 0)])
def test_a_short_big_blind_antes_what_is_left(has, blind, ante):
    hand = table(TABLE_ANTE, {1: 200, 2: 200, 3: has, 4: 200})
    assert (3, "big blind", blind) in posted(hand)
    assert antes(hand) == ({3: ante} if ante else {})
    assert offers(hand)["call"] == 4


@pytest.mark.clause("CR-06", "CR-29")
def test_where_no_big_blind_is_due_nobody_antes_for_the_table():
    """The big blind stays where it was, so nothing is due of its player, who is short (CR-06)."""
    last = Carry(Blinds(Places(1, 2, 4)))
    hand = table(TABLE_ANTE, {1: 200, 2: 200, 3: 200, 4: 2}, carry=last, order=[3, 4, 1, 2])
    assert posted(hand) == [(3, "small blind", 2)]
    assert antes(hand) == {}


@pytest.mark.clause("TH-29")
def test_antes_count_for_the_pot_of_pot_limit():
    plain, with_antes = table(POT_LIMIT, even(5)), table(replace(POT_LIMIT, ante=1_00), even(5))
    assert offers(plain)["raise"] == (8, 14)
    assert offers(with_antes)["raise"] == (8, 19)


@pytest.mark.clause("TH-56")
def test_the_levy_is_taken_of_antes_too():
    hand = passive(table(replace(EACH, levy_percent=10), even(5)))
    assert sum(amount for *_, amount in moved(hand, "levy")) == 2  # Of 25, whole chips.


@pytest.mark.clause("OM-10")
def test_antes_are_no_full_bet_won():
    """A leg up, then only blinds and antes won: still one leg."""
    rules = replace(HIGH, ante=1_00)
    carry = seated(even(5), 1, kill=Kill(4))
    hand = table(rules, even(5), game=omaha, carry=carry)
    go(hand, "4 raise, 5 fold, 1 fold, 2 fold, 3 fold")
    assert hand.carry.kill == Kill(4)
    hand = table(rules, even(5), game=omaha, carry=carry)
    go(hand, "4 call, 5 call, 1 fold, 2 fold, 3 check, 3 check, 4 bet, 5 fold, 3 fold")
    assert hand.carry.kill == Kill(4, 4)


@pytest.mark.clause("CR-35")
@pytest.mark.parametrize("rules", [EACH, TABLE_ANTE])
def test_a_void_gives_antes_back(rules):
    laws.void_returns_every_chip(table(rules, even(4)))


def settled(hand, rules):
    """What each player should have at the end: pots by levels of all that was put in, the ante for
    the whole table in the first.
    """
    put, dead = Counter(), Counter()
    for event in (event for event in hand.events if type(event) is Chips):
        if event.src[1] == "stack":
            (dead if event.dst == POT else put)[event.src[0]] += event.amount
        elif event.why == "uncalled":
            put[event.dst[0]] -= event.amount
    won, below, tabled = Counter(), 0, sum(dead.values())
    players = still_in(hand)
    for level in sorted({put[seat] for seat in players}):
        claims = [seat for seat in players if put[seat] >= level]
        top = level if max(put[seat] for seat in players) > level else max(put.values())
        pot = sum(min(n, top) - min(n, below) for n in put.values())
        pot, below, tabled = pot + tabled, level, 0
        best = winners(hand, claims)
        for seat, part in zip(best, divided(pot, len(best), rules.chip), strict=True):
            won[seat] += part
    stacks = {seat: hand.opening.chips[seat, "stack"] for seat in hand.felt.seats}
    return {s: n - put[s] - dead[s] + won[s] for s, n in stacks.items()}


def still_in(hand):
    """Who has not folded, from the left of the button."""
    folded = {e.seat for e in hand.events if type(e) is Said and e.what == "fold"}
    button = next(e.seat for e in hand.events if type(e) is Said and e.what == "button")
    dealt = {e.dst[0] for e in hand.events if type(e) is Cards and e.dst[1] == "hole"}
    return clockwise(sorted(dealt - folded), button)


def winners(hand, claims):
    """The best hands of a pot; one alone need not show."""
    if len(claims) == 1:
        return claims
    board = hand.felt.cards[0, "board"]
    worth = {seat: holdem.best(hand.felt.cards[seat, "hole"], board) for seat in claims}
    return [seat for seat in claims if worth[seat] == max(worth.values())]


@pytest.mark.clause("CR-30", "CR-40", "CR-41")
@pytest.mark.parametrize("rules", [EACH, replace(EACH, ante=7_00, button_blind=3_00), TABLE_ANTE])
def test_random_hands_with_antes_pay_as_counted_by_levels(rules):
    """An account of its own, which knows nothing of how bets are gathered."""
    seen = Counter()
    for seed in range(150):
        rng = Random(seed)
        for hand in laws.evening(holdem, rules, seed, 2):
            laws.finish(hand, rng)
            stacks = {s: hand.felt.chips[s, "stack"] for s in hand.felt.seats}
            assert stacks == settled(hand, rules), seed
            seen[len(pots(hand))] += 1
    assert seen[1] > 20
    assert seen[2] > 20
    assert seen[3] > 5


# Buying the button.


SELLS = BlindRules(button_for_sale=True)


@pytest.mark.clause("CR-15")
def test_a_newcomer_in_the_small_blinds_place_may_buy_the_button():
    last, seats = Blinds(Places(1, 2, 4), {3: POSTS}), [1, 2, 3, 4, 5, 6]
    hand = arrange(SELLS, last, seats, seats)
    assert on(hand) == (2, 3, 4)
    assert posts(hand) == {3: "big dead"}  # Seat 4 has paid its big blind in the last hand.
    after = arrange(SELLS, hand.blinds, seats, seats)
    assert after.places.button == 3
    assert 3 not in posts(after)


@pytest.mark.clause("CR-15", "CR-12")
def test_a_player_back_from_missed_blinds_may_buy_it_too():
    missed = Standing(missed_small=True, missed_big=True, post=True)
    seats = [1, 2, 3, 4, 5]
    hand = arrange(SELLS, Blinds(Places(1, 2, 4), {3: missed}), seats, seats)
    assert posts(hand)[3] == "big dead"
    assert hand.blinds.standings == {}


@pytest.mark.clause("CR-15")
def test_who_does_not_want_to_post_or_would_have_the_button_waits_as_ever():
    seats = [1, 2, 3, 4, 5, 6]
    assert 3 not in arrange(SELLS, Blinds(Places(1, 2, 4), {3: NEW}), seats, seats).order
    wait_only = replace(SELLS, new_player="wait_only")
    assert 3 not in arrange(wait_only, Blinds(Places(1, 2, 4), {3: POSTS}), seats, seats).order
    dead = replace(SELLS, button_rule="dead_button")
    assert 2 not in arrange(dead, Blinds(Places(1, 2, 3), {2: POSTS}), seats, seats).order


@pytest.mark.clause("CR-15", "CR-40")
def test_the_button_is_bought_for_both_blinds_of_which_the_big_one_is_live():
    rules = replace(CLUB["holdem-4-8"], allow_buying_button=True)
    carry = Carry(Blinds(Places(1, 2, 4), {3: POSTS}))
    order = [3, 4, 5, 6, 1, 2]
    hand = table(rules, even(6), carry=carry, order=order)
    assert (3, "post", 4) in posted(hand)
    assert (3, "dead", 2) in posted(hand)
    go(hand, "5 fold, 6 fold, 1 fold, 2 fold")
    assert offers(hand)["raise"] == 8  # What was posted is the call.
    short = table(rules, even(6) | {3: 5}, carry=carry, order=order)
    assert posted(short)[-1] == (3, "dead", 1)


# The levy.


@pytest.mark.clause("TH-56")
def test_the_levy_may_be_rounded_to_the_cent():
    board, hole = "2c 7d 9h Js 4c", {1: ACES, 2: KINGS, 3: QUEENS}
    for rounding, levy in (("down_to_chip", 0), ("down_to_cent", 0.6)):
        rules = replace(NO_LIMIT, levy_percent=5, levy_rounding=rounding)
        hand = passive(table(rules, even(3), hole, board))
        assert sum(amount for *_, amount in moved(hand, "levy")) == levy
        assert awards(hand) == {"pot": {1: 12 - levy}}
        laws.check_hand(hand)


@pytest.mark.clause("TH-56", "TH-53")
def test_the_cents_of_a_levied_pot_go_to_the_first_left_of_the_button():
    rules = replace(NO_LIMIT, levy_percent=5, levy_rounding="down_to_cent")
    hole = {1: "As Kh", 2: "Ah Ks", 3: "3c 3d"}
    hand = passive(table(rules, even(3), hole, "Ac Kc 7d 9h 2s"))
    assert awards(hand) == {"pot": {2: 6.4, 1: 5}}
    laws.check_hand(hand)


@pytest.mark.clause("TH-55", "TH-70")
@pytest.mark.parametrize(
    ("caps", "rounding", "cap"),
    [
        ((), "down_to_chip", None),
        ((Cap(100_00, 15),), "down_to_chip", None),
        ((Cap(50_00, 15),), "down_to_chip", 7_00),
        ((Cap(50_00, 15),), "down_to_cent", 7_50),
        ((Cap(10_00, 20), Cap(50_00, 4), Cap(100_00, 1)), "down_to_chip", 2_00),
        ((Cap(50_00, 0),), "down_to_chip", 0),
    ],
)
def test_a_house_has_its_own_caps(caps, rounding, cap):
    rules = replace(NO_LIMIT, levy_caps=caps, levy_rounding=rounding)
    assert fees.levy_cap(rules) == cap
    assert fees.levy_cap(replace(rules, levy_capped=False)) is None


@pytest.mark.clause("TH-55", "TH-70")
def test_a_cap_is_used_up_from_the_main_pot_on():
    rules = replace(NO_LIMIT, levy_percent=10, levy_caps=(Cap(50_00, 15),))
    stacks = {1: 20, 2: 100, 3: 100}
    hand = table(rules, stacks, {1: ACES, 2: KINGS, 3: QUEENS})
    go(hand, "1 allin, 2 raise 100, 3 allin")
    assert [(src[1], amount) for src, _, amount in moved(hand, "levy")] == [
        ("pot", 6),
        ("side 1", 1),
    ]
    assert hand.felt.chips[LEVY] == 7 * CHIP
    laws.check_hand(hand)


@pytest.mark.clause("TH-55")
def test_caps_must_rise_and_a_sheet_writes_them_in_its_currency():
    with pytest.raises(ValueError, match="levy_caps must rise"):
        replace(NO_LIMIT, levy_caps=(Cap(50_00, 1), Cap(50_00, 2)))
    sheet = (
        'title = "My House"\ncurrency = "$"\n[tables.one]\ngame = "holdem"\n[tables.one.rules]\n'
        'levy_percent = 5\nlevy_caps = [[50, 15], [1000.50, 10]]\nlevy_rounding = "down_to_cent"'
    )
    found = houses.read(sheet, "my.toml", "my").tables["one"].rules
    assert found.levy_caps == (Cap(50_00, 15), Cap(1000_50, 10))
    for bad in ("[[50.001, 1]]", '[["50", 1]]', "[[50]]", "[[50, 101]]", "[[50, 1, 1]]"):
        with pytest.raises(houses.BadSheet, match=r"rules\.levy_caps"):
            houses.read(sheet.replace("[[50, 15], [1000.50, 10]]", bad), "my.toml", "my")


# Kills.


BOARD = "2c 7h Ts Jh 3s"
HOLE = {2: "As Ah 5c 5d", 3: "Kc Kd 8c 8d", 1: "Qc Qd 9c 9d"}
SPLIT = {**HOLE, 3: "Ac Ad 8c 8h"}


def omaha_hand(rules, hole=HOLE, kill=None, game=omaha, seats=3):
    carry = seated(even(seats), 1, kill=kill or Kill())
    return table(rules, even(seats), hole, BOARD, 1, game, carry)


@pytest.mark.clause("OM-10")
@pytest.mark.parametrize(("size", "killer"), [(9, 2), (10, 0)])
def test_where_the_size_decides_the_winner_of_a_large_pot_kills(size, killer):
    """Three call the big blind: 9 before the drop."""
    rules = replace(HIGH, kill_trigger_high="pot_size", kill_pot_size=size * CHIP)
    assert passive(omaha_hand(rules)).carry.kill == Kill(killer=killer)
    assert passive(omaha_hand(rules, SPLIT)).carry.kill == Kill()


@pytest.mark.clause("OM-10", "OM-13")
def test_where_the_size_decides_a_killer_kills_again_only_by_a_large_pot():
    rules = replace(HIGH, kill_trigger_high="pot_size", kill_pot_size=30 * CHIP)
    small = passive(omaha_hand(rules, kill=Kill(killer=2)))
    assert small.carry.kill == Kill()  # 18.
    large = omaha_hand(rules, kill=Kill(killer=2))
    go(large, "1 raise, 2 call, 3 call")  # 36.
    assert passive(large).carry.kill == Kill(killer=2)


@pytest.mark.clause("OM-10")
def test_a_size_goes_with_its_trigger():
    with pytest.raises(ValueError, match="kill_pot_size goes with"):
        replace(HIGH, kill_pot_size=30_00)
    with pytest.raises(ValueError, match="kill_pot_size goes with"):
        replace(HIGH, kill_trigger_high="pot_size")


@pytest.mark.clause("OM-11", "OM-10")
def test_hi_lo_may_be_killed_by_two_wins_in_a_row():
    rules = replace(HILO, kill_trigger_hilo="two_in_a_row")
    high_only = {2: "As Ah Kc Kd", 3: "Qc Qd 9c 9d", 1: "Kh Ks 9h 9s"}
    hand = omaha_hand(rules, high_only, game=omaha_hilo)
    assert passive(hand).carry.kill == Kill(2)  # However large the pot was.
    hand = omaha_hand(rules, high_only, Kill(2), omaha_hilo)
    go(hand, "1 call, 2 raise, 3 call, 1 call")
    assert passive(hand).carry.kill == Kill(2, 2)


@pytest.mark.clause("OM-13")
def test_half_a_hi_lo_pot_does_not_renew_the_kill_but_keeps_the_leg():
    rules = replace(HILO, kill_trigger_hilo="two_in_a_row")
    halves = {2: "As Ah Kc Kd", 3: "Ac 4c 5d Qd", 1: "Kh Ks 9h 9s"}  # 7-4-3-2-A is low.
    hand = omaha_hand(rules, halves, Kill(2, 2), omaha_hilo)
    assert passive(hand).carry.kill == Kill(2)


@pytest.mark.clause("OM-11")
def test_hi_lo_may_have_no_trigger_at_all():
    rules = replace(HILO, kill_trigger_hilo="none")
    hand = table(rules, even(3), game=omaha_hilo, carry=seated(even(3), 1))
    go(hand, "1 raise, 2 raise, 3 raise, 1 call, 2 call, 2 bet, 3 raise, 1 fold, 2 fold")
    assert hand.carry.kill == Kill()
    scooped = table(HILO, even(3), game=omaha_hilo, carry=seated(even(3), 1))
    go(scooped, "1 raise, 2 raise, 3 raise, 1 call, 2 call, 2 bet, 3 raise, 1 fold, 2 fold")
    assert scooped.carry.kill == Kill(killer=3)


@pytest.mark.clause("OM-12")
def test_the_killer_may_act_last_before_the_flop():
    carry = seated(even(5), 1, kill=Kill(4, 4))
    ordinary = table(HIGH, even(5), game=omaha, carry=carry)
    assert turn(ordinary) == 4
    hand = table(replace(HIGH, killer_acts_last=True), even(5), game=omaha, carry=carry)
    go(hand, "5 call, 1 call, 2 call, 3 call")
    assert offers(hand) == {"check": 0, "fold": 0, "raise": 12}
    go(hand, "4 raise, 5 call, 1 call, 2 call, 3 call")
    assert turn(hand) == 2  # On the flop in turn.


@pytest.mark.clause("OM-12")
def test_after_a_raise_the_killer_has_still_waited_for_everybody_once():
    carry = seated(even(5), 1, kill=Kill(4, 4))
    hand = table(replace(HIGH, killer_acts_last=True), even(5), game=omaha, carry=carry)
    go(hand, "5 call, 1 raise, 2 call, 3 call, 4 raise")
    assert turn(hand) == 5


NEXT = replace(HIGH, new_player_in_kill_pot="kill_next")


def newcomer(rules, standings, kill=None):
    carry = seated(even(6), 1, standings, kill or Kill(1, 1))
    return table(rules, even(6), game=omaha, carry=carry, order=[2, 3, 4, 5, 6, 1])


@pytest.mark.clause("OM-15")
def test_a_newcomer_may_agree_to_kill_the_next_hand_and_is_dealt_in():
    hand = newcomer(NEXT, {5: POSTS})
    assert hand.ask.clause == "OM-15"
    assert [option.act for option in hand.asked(5)] == ["decline", "kill next"]
    hand.decide(5, Decision("kill next"))
    assert (5, "post", 3) in posted(hand)
    assert (5, "hole") in hand.felt.cards
    passive(hand)
    assert hand.carry.kill.killer == 5


@pytest.mark.clause("OM-15")
@pytest.mark.parametrize("silent", [True, False])
def test_a_newcomer_who_declines_or_says_nothing_waits(silent):
    hand = newcomer(NEXT, {5: POSTS})
    hand.expire(5) if silent else hand.decide(5, Decision("decline"))
    assert (5, "hole") not in hand.felt.cards
    assert hand.felt.chips[5, "stack"] == 200 * CHIP
    assert passive(hand).carry.blinds.standings[5].new


@pytest.mark.clause("OM-15")
def test_nobody_is_asked_who_could_not_be_dealt_in_or_where_newcomers_wait():
    assert newcomer(NEXT, {5: NEW}).ask.clause == "CR-16"  # A wait for the button anyway.
    assert newcomer(HIGH, {5: POSTS}).ask.clause == "CR-16"
    assert newcomer(NEXT, {5: POSTS}, kill=Kill(1)).ask.clause == "CR-16"  # No kill, no question.


@pytest.mark.clause("OM-13", "OM-15")
def test_there_is_one_kill_to_a_deal_the_first_who_agrees_has_it():
    hand = newcomer(NEXT, {4: POSTS, 5: POSTS})
    hand.decide(5, Decision("kill next"))
    hand.decide(4, Decision("kill next"))
    assert (4, "hole") in hand.felt.cards
    assert (5, "hole") not in hand.felt.cards
    assert passive(hand).carry.kill.killer == 4


@pytest.mark.clause("OM-13", "OM-15")
def test_a_promise_goes_before_the_kill_of_the_winner_who_keeps_his_leg():
    hand = newcomer(NEXT, {5: POSTS}, kill=Kill(1, 1))
    hand.decide(5, Decision("kill next"))
    go(hand, "4 fold, 5 fold, 6 fold, 1 raise, 2 call, 3 fold, 2 check, 1 bet, 2 fold")
    assert hand.carry.kill == Kill(1, 5)


@pytest.mark.clause("OM-15", "OM-19")
def test_after_a_misdeal_the_newcomer_is_asked_anew():
    hand = newcomer(NEXT, {5: POSTS})
    hand.decide(5, Decision("kill next"))
    hand.rule(Decision("misdeal", by="floor", why="a card too many"))
    assert hand.carry == hand.opening.carry


# Chips from the cashier.


def sitting(rules, *stacks):
    found = RoomTable("one", holdem, rules)
    for seat, stack in enumerate(stacks, 1):
        found.sit(f"p{seat}", stack * CHIP, 0, lambda _: 0, seat=seat)
    return found


def stack(found, seat=1):
    return found.chips.get((seat, "stack"), 0) // CHIP


@pytest.mark.clause("TH-25")
@pytest.mark.parametrize(("up_to", "has"), [("max_buy_in", 200), ("unlimited", 650)])
def test_a_recave_goes_up_to_the_maximum_or_as_high_as_one_likes(up_to, has):
    found = sitting(replace(CLUB["holdem-4-8"], max_buy_in=200_00, recave_up_to=up_to), 150)
    found.top_up("p1", 500 * CHIP)
    assert stack(found) == has
    with pytest.raises(Refused, match="TH-01"):  # A buy-in has its maximum all the same.
        found.sit("p2", 201 * CHIP, 0, lambda _: 0, seat=2)


def busted(found):
    """The player in seat 1 has lost all."""
    found.chips[2, "stack"] += found.chips.pop((1, "stack"))
    return found


@pytest.mark.clause("CR-20", "CR-45")
def test_a_house_may_allow_one_short_rebuy_in_a_session():
    rules = replace(CLUB["holdem-4-8"], allow_short_rebuy=True)
    found = busted(sitting(rules, 40, 40))
    with pytest.raises(Refused, match="CR-45"):
        found.top_up("p1", 19 * CHIP)
    found.top_up("p1", 20 * CHIP)
    assert stack(found) == 20
    busted(found)
    with pytest.raises(Refused, match="CR-45") as refused:
        found.top_up("p1", 39 * CHIP)
    assert refused.value.allowed[0].low == 40 * CHIP
    found.top_up("p1", 40 * CHIP)
    assert stack(found) == 40


@pytest.mark.clause("CR-20", "CR-45")
def test_without_it_a_rebuy_is_the_least_buy_in():
    found = busted(sitting(CLUB["holdem-4-8"], 40, 40))
    with pytest.raises(Refused, match="CR-45"):
        found.top_up("p1", 39 * CHIP)


@pytest.mark.clause("CR-20")
def test_a_short_rebuy_is_whole_chips_and_a_full_one_does_not_use_it_up():
    rules = replace(CLUB["holdem-4-8"], allow_short_rebuy=True, min_buy_in=45_00)
    found = busted(sitting(rules, 45, 45))
    found.top_up("p1", 45 * CHIP)
    busted(found)
    with pytest.raises(Refused):
        found.top_up("p1", 22 * CHIP)
    found.top_up("p1", 23 * CHIP)
    assert stack(found) == 23


@pytest.mark.clause("CR-20")
def test_the_table_remembers_it_over_a_restart_and_a_new_session_forgets_it():
    rules = replace(CLUB["holdem-4-8"], allow_short_rebuy=True, rathole_minutes=0)
    found = busted(sitting(rules, 40, 40))
    found.top_up("p1", 20 * CHIP)
    again = busted(state.rebuilt("one", holdem, state.kept(found), None))
    with pytest.raises(Refused):
        again.top_up("p1", 20 * CHIP)
    again.close(1, emergency=True)
    again.open(rules, 2)
    again.sit("p1", 40 * CHIP, 3, lambda _: 0, seat=1)
    again.sit("p2", 40 * CHIP, 3, lambda _: 0, seat=2)
    busted(again).top_up("p1", 20 * CHIP)


# Low Ball with three blinds.


@pytest.mark.clause("LB-37")
def test_low_ball_with_three_blinds():
    chips = {(seat, "stack"): 100_00 for seat in range(1, 6)}
    carry = low_ball.Carry(Blinds(Places(5, 1, 2)))
    rules = low_ball.Rules(button_blind=1_00)
    deal = fair.deal(bytes(32), low_ball.pack(rules), low_ball.LOTS)
    hand = Hand(low_ball, rules, chips, deal, carry)
    assert posted(hand) == [(2, "small blind", 2), (3, "big blind", 4), (1, "button blind", 1)]
    while hand.ask.clause == "LB-25":
        hand.expire()
    go(hand, "4 fold, 5 fold")
    assert offers(hand)["call"] == 3
    with pytest.raises(ValueError, match="LB-37"):
        low_ball.Rules(button_blind=5_00)


# What the plate says of it.


CHOICES = [
    (holdem, LITERAL, "the button posts the big one and speaks last"),
    (holdem, replace(FREE, table_minimum=0, small_blind=0), "posts the only blind"),
    (holdem, replace(FREE, button_blind=2_00), "Blinds $2 and $4; $2 on the button"),
    (holdem, EACH, "Ante $1 from each player"),
    (holdem, TABLE_ANTE, "Ante $4 from the big blind, for the table"),
    (holdem, replace(FREE, allow_buying_button=True), "the button is next"),
    (holdem, replace(LIMIT, levy_rounding="down_to_cent"), "to the cent"),
    (holdem, replace(LIMIT, levy_caps=(Cap(50_00, 10),)), "at most $5 a hand"),
    (holdem, replace(FREE, recave_up_to="unlimited"), "between hands, as many as you like"),
    (holdem, replace(FREE, allow_short_rebuy=True), "buy in again for $25"),
    (holdem, replace(FREE, table_language="en"), "Only English"),
    (omaha, HIGH, "Win two pots in a row"),
    (omaha, replace(HIGH, kill_trigger_high="pot_size", kill_pot_size=30_00), "a pot of $30 or"),
    (omaha, HIGH, "The killer acts in turn"),
    (omaha, replace(HIGH, killer_acts_last=True), "The killer acts last"),
    (omaha, HIGH, "A new player waits for a hand that is not killed."),
    (omaha, NEXT, "or agrees to kill the next hand"),
    (omaha_hilo, HILO, "Scoop a pot of $30 or more"),
    (omaha_hilo, replace(HILO, kill_trigger_hilo="none"), "makes nobody kill"),
    (omaha_hilo, replace(HILO, kill_trigger_hilo="two_in_a_row"), "Win two pots in a row, and"),
    (low_ball, low_ball.Rules(button_blind=1_00), "Blinds $2 and $4; $1 on the button"),
    (low_ball, low_ball.Rules(allow_short_rebuy=True), "buy in again for $20"),
    (push_nine, push_nine.Rules(ante_in_push_hand=True), "In a push hand everybody antes too."),
    (push_nine, push_nine.Rules(allow_short_rebuy=True), "buy in again for $10"),
    (double_hand, double_hand.Rules(), "Only English"),
    (heads_up_holdem, heads_up_holdem.Rules(positions_per_player=3), "5; up to 3 to a player"),
]


@pytest.mark.clause("CR-38", "TH-05")
@pytest.mark.parametrize(("game", "rules", "words"), CHOICES, ids=[row[2] for row in CHOICES])
def test_the_plate_says_what_the_house_has_chosen(game, rules, words):
    assert words in said_on_the_plate(game, rules)


@pytest.mark.clause("CR-36", "PN-01")
def test_english_is_spoken_in_the_club_and_any_language_in_the_french_house():
    for table_of in houses.house("casino-club").tables.values():
        assert table_of.rules.table_language == "en"
    for table_of in houses.house("french-casino").tables.values():
        assert table_of.rules.table_language == "any"
