"""The worked examples of the French leaflet and of the Casino Club's card room.

Hands are dealt and played; procedures run the functions that the hands use. What belongs to the
table around the hand is left to the tests of the room: `ROOM`.
"""

import pytest
from msgspec.structs import replace

import worked
from croupier.core import fair
from croupier.core.cards import FACES, card
from croupier.core.felt import DROP, LEVY, POT, Cards, Deal, Felt, Said
from croupier.core.hand import Hand
from croupier.games import holdem, omaha, omaha_hilo
from croupier.procedure.blinds import BlindRules, Blinds, Places, Standing, arrange
from croupier.procedure.flop import fees, showdown
from croupier.procedure.kills import Kill, Result, after
from croupier.procedure.turns import clockwise
from flops import (
    CHIP,
    CLUB,
    FRENCH,
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
    refusal,
    seated,
    table,
    turn,
    uncalled,
)

EXAMPLES = {
    example["id"]: example for example in worked.examples("texas-holdem", "cardroom-holdem-omaha")
}
ROOM = {"TH-EX-16", "TH-EX-17", "CR-EX-14"}
"""Last hands, absence and buy-ins: of the table, not of the hand."""
SHEETS = {
    "3/6 omaha": "omaha-3-6",
    "2/4": "holdem-2-4",
    "3/6": "holdem-3-6",
    "4/8": "holdem-4-8",
    "6/12": "holdem-6-12",
    "10/20": "holdem-10-20",
    "15/30": "holdem-15-30",
    "nl": "holdem-no-limit",
}
SEAT = {letter: seat for seat, letter in enumerate("ABCDEFGHIJ", 1)}
LETTER = {seat: letter for letter, seat in SEAT.items()}
RUN = set()
"""Which examples a test has taken."""


def example(name):
    """Mark a test with the clauses of its worked example, and give it the example."""
    RUN.add(name)
    found = EXAMPLES[name]
    value = pytest.param(found["given"], found["expect"], id=name)
    both = pytest.mark.parametrize(("given", "expect"), [value])
    return lambda test: pytest.mark.clause(*found["clauses"])(both(test))


def is_dealt(given):
    return isinstance(given, dict) and "betting_rounds" in given


DEALT = [name for name, found in EXAMPLES.items() if is_dealt(found["given"])]


def test_every_worked_example_is_run_or_left_to_the_room():
    assert RUN | {*DEALT} | ROOM == {*EXAMPLES}
    assert not RUN & {*DEALT}


def lettered(amounts):
    return {LETTER[seat]: amount for seat, amount in amounts.items()}


# Dealt hands.


def house(given, clauses):
    """The game and the rules of an example."""
    if "game" in given:
        rules = CLUB[SHEETS[given["game"]]]
        if "omaha" not in given["game"]:
            return holdem, rules
        return (omaha_hilo, CLUB["omaha-hilo-3-6"]) if "OM-04" in clauses else (omaha, rules)
    (_, small), (_, big) = given["blinds_posted"]
    return holdem, replace(
        NO_LIMIT,
        table_minimum=2 * small * CHIP,
        small_blind=small * CHIP,
        big_blind=given.get("big_blind", big) * CHIP,
        min_buy_in=given["minimum_cave"] * CHIP,
    )


def standings(given):
    """Who must have missed what, to post what the example says."""
    dead = {SEAT[who] for who, _, *kind in given.get("posted", ()) if kind == ["dead"]}
    return {seat: Standing(missed_small=True, missed_big=True, post=True) for seat in dead}


def start(given, clauses):
    game, rules = house(given, clauses)
    stacks = {SEAT[who]: has for who, has in given["stacks"].items()}
    hole = {SEAT[who]: " ".join(cards) for who, cards in given["hole_cards"].items()}
    killer = SEAT.get(given.get("killer"), 0)
    button = SEAT[given["button"]]
    carry = seated(stacks, button, standings(given), Kill(killer, killer))
    return table(rules, stacks, hole, " ".join(given["board"]), button, game, carry)


def play(hand, rounds):
    """The acts of an example, with who speaks first in each round."""
    for street in rounds:
        assert LETTER[turn(hand)] == street["first_to_act"]
        for who, *act in street["actions"]:
            go(hand, " ".join(map(str, (SEAT[who], *act))))


def claimants(hand, pot):
    """Who has chips in a pot and has not folded."""
    folded = {e.src[0] for e in hand.events if type(e) is Cards and e.why == "fold"}
    paid = {src[0] for src, dst, _ in moved(hand, "gather") if dst[1] == pot}
    return sorted(LETTER[seat] for seat in paid - folded)


@pytest.mark.parametrize(
    ("given", "expect", "clauses"),
    [
        pytest.param(
            found["given"],
            found["expect"],
            found["clauses"],
            id=name,
            marks=pytest.mark.clause(*found["clauses"]),
        )
        for name, found in EXAMPLES.items()
        if name in DEALT
    ],
)
def test_dealt_hand(given, expect, clauses):
    hand = start(given, clauses)
    went_down = [(who, amount) for who, amount, *_ in given.get("posted") or given["blinds_posted"]]
    assert sorted((LETTER[seat], amount) for seat, _, amount in posted(hand)) == sorted(went_down)
    play(hand, given["betting_rounds"])
    assert hand.over
    assert lettered(uncalled(hand)) == expect["uncalled_returned"]
    assert lettered(net(hand)) == expect["net"]
    names = [POT[1], *(f"side {n}" for n in range(1, len(expect["pots"])))]
    for name, pot in zip(names, expect["pots"], strict=True):
        assert lettered(awards(hand)[name]) == pot["awarded"]
        assert claimants(hand, name) == pot["eligible"]
        assert pots(hand)[name] == pot.get("pot", pot.get("pot_after_drop"))
        levied = sum(amount for src, _, amount in moved(hand, "levy") if src[1] == name)
        assert levied == pot.get("levy", 0)
    assert [*awards(hand)] == [*reversed(names)]  # TH-69: the last side pot first.
    assert hand.felt.chips.get(LEVY, 0) == expect.get("total_levy", 0) * CHIP
    assert hand.felt.chips.get(DROP, 0) == expect.get("drop", 0) * CHIP


# What the house takes.


@example("TH-EX-10")
def test_levy(given, expect):
    for case, levy in zip(given, expect, strict=True):
        rules = replace(NO_LIMIT, min_buy_in=case["minimum_cave"] * CHIP, max_buy_in=0)
        assert fees.levies(rules, [case["pot"] * CHIP], flop=True) == [levy * CHIP]


@example("TH-EX-23")
def test_one_cap_for_all_pots(given, expect):
    rules = replace(NO_LIMIT, min_buy_in=given["minimum_cave"] * CHIP, max_buy_in=0)
    taken = fees.levies(rules, [pot * CHIP for pot in given["pots"]], flop=True)
    assert taken == [levy * CHIP for levy in expect["levies"]]
    assert sum(taken) == expect["total_levy"] * CHIP


@example("CR-EX-01")
def test_collection(given, expect):
    for case, fee in zip(given, expect, strict=True):
        rules = CLUB[SHEETS[case["game"]]]
        assert fees.collection(rules, case["dealt_in"], flop=case["flop"]) == fee * CHIP


# The button and the blinds.


@example("TH-EX-11")
def test_draw_for_the_button(given, expect):
    clubs, lots = [*range(0, 52, 4)], []
    for face in given["clubs_dealt"].values():
        lots.append(clubs.index(card(face)))
        clubs.remove(card(face))
    chips = {(int(seat), "stack"): 200 * CHIP for seat in given["clubs_dealt"]}
    hand = Hand(holdem, NO_LIMIT, chips, fair.arranged("", holdem.pack(NO_LIMIT), (*lots,)))
    said = [event for event in hand.events if type(event) is Said]
    drawn = {str(event.seat): FACES[event.cards[0]] for event in said if event.what == "draw"}
    assert drawn == given["clubs_dealt"]
    assert [e.seat for e in said if e.what == "button"] == [expect["button_seat"]]


def posts(seating):
    return {post.seat: {"small": "SB", "big": "BB"}[post.live] for post in seating.posts}


@example("TH-EX-28")
def test_button_after_the_small_blind_has_left(given, expect):
    last = Places(*(SEAT[who] for who in given["last_hand"].values()))
    seats = [SEAT[who] for who in given["seats_clockwise"] if who not in given["left_after_it"]]
    small = given["table_minimum"] // 2
    for rule, wanted in expect.items():
        found = arrange(BlindRules(rule), Blinds(last), seats, seats)
        blinds = {LETTER[s]: {"SB": small, "BB": 2 * small}[b] for s, b in posts(found).items()}
        assert LETTER[found.places.button] == wanted["button"]
        assert blinds == wanted["blinds"]


def assert_moves(given, expect):
    """The hands that follow the one given, after somebody has left."""
    gone = given["leaves_after_hand_1"]
    gone = gone if isinstance(gone, list) else [gone]
    seats = [seat for seat in given["seats"] if seat not in gone]
    first = given["hand_1"]
    blinds = Blinds(Places(first["button"], first["small_blind"], first["big_blind"]))
    for wanted in expect:
        found = arrange(BlindRules(), blinds, seats, seats)
        assert found.places.button == wanted["button"]
        assert {str(seat): blind for seat, blind in posts(found).items()} == wanted["posts"]
        blinds = found.blinds


@example("CR-EX-11")
def test_the_small_blind_leaves(given, expect):
    assert_moves(given, expect)


@example("CR-EX-19")
def test_both_blinds_leave(given, expect):
    assert_moves(given, expect)


@example("CR-EX-20")
def test_three_become_two(given, expect):
    for case, wanted in zip(given, expect, strict=True):
        assert_moves(case, [wanted])


@example("CR-EX-13")
def test_missed_blinds(given, expect):
    for case, wanted in zip(given, expect, strict=True):
        missed = Standing(
            missed_small="small" in case["missed"], missed_big="big" in case["missed"], post=True
        )
        hand = table(CLUB["holdem-3-6"], even(5), carry=seated(even(5), 1, {5: missed}))
        put = {why: amount for seat, why, amount in posted(hand) if seat == 5}
        assert {"live": put.get("post", 0), "dead": put.get("dead", 0)} == wanted


# The betting.


def bet(hand, bets):
    """The bets of an example, in which seat 1 opens after the flop."""
    for who, act, amount in bets:
        go(hand, f"{SEAT[who]} {act}" + (f" {amount}" if act == "bet" else ""))
        assert hand.felt.chips[SEAT[who], "bet"] == amount * CHIP


def may(hand):
    return {f"{act} {low:g}" if act == "call" else act for act, low in offers(hand).items()}


@example("TH-EX-13")
def test_a_short_all_in_does_not_reopen(given, expect):
    hand = passive(table(NO_LIMIT, {1: 200, 2: 34, 3: 200}, button=3), until=3)
    bet(hand, given["bets"])
    assert LETTER[turn(hand)] == given["to_act"]
    assert may(hand) == {*expect["A_may"]}
    for act in expect["A_may_not"]:
        refusal(hand, 1, act, 50)


@example("TH-EX-21")
def test_two_short_all_ins_reopen(given, expect):
    # Against all-in players alone there is nothing to raise (TH-68): a fourth has chips.
    stacks = {1: 200 + given["big_blind"], 2: 36, 3: 48, 4: 500}
    hand = passive(table(NO_LIMIT, stacks, button=4), until=3)
    bet(hand, given["bets"])
    go(hand, "4 call")
    assert LETTER[turn(hand)] == given["to_act"]
    assert may(hand) == {*expect["A_may"]}
    assert offers(hand)["raise"][0] == expect["minimum_raise_to"]


@example("TH-EX-22")
def test_the_raise_after_a_short_all_in(given, expect):
    rules = replace(NO_LIMIT, table_minimum=10_00, small_blind=5_00, big_blind=10_00)
    hand = passive(table(rules, {1: 1000, 2: 150, 3: 1010}, button=3), until=3)
    bet(hand, given["bets"])
    assert LETTER[turn(hand)] == given["to_act"]
    assert may(hand) == {*expect["C_may"]}
    assert offers(hand)["raise"][0] == expect["minimum_raise_to"]


@example("TH-EX-14")
def test_pot_limit_maximum(given, expect):
    rules = replace(POT_LIMIT, table_minimum=20_00, small_blind=10_00, big_blind=20_00)
    hand = passive(table(rules, even(2, 1000)), until=3)
    go(hand, "2 bet 30, 1 call")
    assert hand.felt.chips[POT] == given["pot_before_bet"] * CHIP
    go(hand, f"2 bet {given['bet']}")
    assert offers(hand)["raise"][1] == expect["maximum_total_for_next_player"]


REASONS = {
    "bet_to_call": "you can't check: there is a bet to call",
    "minimum_big_blind": "allowed: bet 400 to",
}


@example("TH-EX-19")
def test_a_check_after_a_bet_is_refused(given, expect):
    hand = passive(table(NO_LIMIT, even(3)), until=4)
    bet(hand, given["bets"])
    who, act = given["request"]
    assert REASONS[expect["reason"]] in refusal(hand, SEAT[who], act)


@example("TH-EX-20")
def test_an_opening_below_the_big_blind_is_refused(given, expect):
    hand = passive(table(NO_LIMIT, even(3, given["stack"])), until=3)
    who, act, amount = given["request"]
    assert REASONS[expect["reason"]] in refusal(hand, SEAT[who], act, amount)


@example("CR-EX-16")
def test_raise_cap(given, expect):
    for case, accepted in zip(given, expect, strict=True):
        hand = passive(table(CLUB["holdem-3-6"], even(case["players"])), until=3)
        go(hand, f"{turn(hand)} bet")
        for _ in range(case["raises_made"]):
            go(hand, f"{turn(hand)} {case['request']}")
        assert (case["request"] in offers(hand)) is accepted


@example("CR-EX-22")
def test_short_all_in_bets(given, expect):
    for case, wanted in zip(given, expect, strict=True):
        all_in = case["all_in"]
        hand = passive(table(CLUB["holdem-10-20"], {1: 300, 2: 300, 3: 10 + all_in}), until=4)
        go(hand, "2 check, 3 allin")
        assert offers(hand)["raise"] == wanted.get("may_complete_to", wanted.get("may_raise_to"))
        go(hand, "1 call")  # A full bet opens the raising to the player who had checked.
        assert ("raise" in offers(hand)) is wanted["full_bet"]


# Odd chips and kills.


@example("CR-EX-21")
def test_odd_chips_of_high_low_pots(given, expect):
    order = clockwise(range(1, 6), SEAT["A"])
    for case, wanted in zip(given, expect, strict=True):
        felt = Felt({POT: case["pot"] * CHIP}, Deal(()))
        highs = {seat: 1 + (LETTER[seat] in case["high"]) for seat in order}
        lows = {seat: 1 for seat in order if LETTER[seat] in case["low"]}
        seats = [s for s in order if LETTER[s] in {*case["high"], *case["low"]}]
        showdown.pay_pot(felt, POT, seats, [showdown.Worth(highs, lows)], CHIP)
        paid = {spot[0]: amount / CHIP for spot, amount in felt.chips.items() if spot != POT}
        assert lettered(paid) == wanted


def scoop(event, pot):
    """A hand of hi-lo that one player takes, or that two share."""
    takers = {1} if event == "scoop" else {1, 2}
    result = Result([takers], [pot * CHIP])
    return after(CLUB["omaha-hilo-3-6"], Felt({}, Deal(())), Kill(), result, hilo=True)


ACES = {2: "As Ah 5c 5d", 3: "Kc Kd 8c 8d", 1: "Qc Qd 9c 9d"}
SECOND_HANDS = {  # Seat 2 has a leg up.
    "second win in a row with a full bet won": (ACES, "1 call, 2 call, 3 check"),
    "second win in a row, only blinds won": (ACES, "1 fold, 2 call, 3 fold"),
    "leg up, then pot split": ({**ACES, 3: "Ac Ad 8c 8h"}, "1 fold, 2 call, 3 check"),
}


@example("CR-EX-17")
def test_kill_triggers(given, expect):
    for case, killed in zip(given, expect, strict=True):
        if case["variant"] == "hi_lo":
            assert bool(scoop(case["event"], case["pot"]).killer) is killed
            continue
        hole, script = SECOND_HANDS[case["event"]]
        carry = seated(even(3), 1, kill=Kill(leg=2))
        hand = table(CLUB["omaha-3-6"], even(3), hole, "2c 7h Ts Jh 3s", 1, omaha, carry)
        passive(go(hand, script))
        assert (hand.carry.kill.killer == 2) is killed
        assert hand.carry.kill.leg == 2


def test_the_sheets_are_the_houses_own():
    assert {*SHEETS.values()} <= {*CLUB}
    assert {*FRENCH} == {"no-limit", "pot-limit", "limit"}
