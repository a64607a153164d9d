"""The driver: what it asks, takes, refuses and remembers, shown with toy games and a real one."""

import json
from random import Random
from types import NoneType, SimpleNamespace

import pytest
from msgspec.structs import replace

from croupier.core import fair, journals
from croupier.core.asks import CLOCK, Ask, Decision, Option, Refused, ask, ask_all, describe, taking
from croupier.core.asks import window as open_window
from croupier.core.cards import BACK, PACK, Card, cards
from croupier.core.catalogue import Layout
from croupier.core.felt import ALL, BANK, BOARD, HOUSE, NOWHERE, Cards, Chips, Deal, Said
from croupier.core.hand import Hand, Void
from croupier.core.imagine import imagine
from croupier.games import casino_holdem, holdem
from worked import VECTORS

FOLD = Option("fold", clause="X-02")
CALL = Option("call", 200, 200, spot=(1, "call"), clause="X-03")


def toy(play, why_not=None, lots=()):
    """A game of a few lines."""
    return SimpleNamespace(
        __name__="croupier.games.toy",
        TITLE="Toy",
        SEATS=range(1, 10),
        LAYOUT=Layout(seat_chips=("stack", "ante", "call"), seat_cards=("hole",)),
        WHY_NOT=why_not or {},
        LOTS=(6,) * len(lots),
        Rules=NoneType,
        Carry=NoneType,
        pack=lambda _: PACK,
        play=play,
        read=lambda *_: {},
    )


def start(play, why_not=None, carry=None, seats=(1, 2, 3), lots=()):
    stacks = {(seat, "stack"): 1000 for seat in seats}
    return Hand(toy(play, why_not, lots), None, stacks, Deal(PACK, lots), carry)


def asking(*options, clause="X-01", judge=None):
    """A hand that asks seat 1 once, and carries the answer."""

    def play(_rules, _felt, _carry):
        _, decision = yield Ask({1: options}, clause, judge=judge)
        return decision

    return start(play)


def refusal(hand, seat, decision):
    """The refusal; nothing may have changed."""
    before = len(hand.events), len(hand.answers), dict(hand.felt.chips), hand.ask
    with pytest.raises(Refused) as refused:
        hand.decide(seat, decision)
    assert (len(hand.events), len(hand.answers), hand.felt.chips, hand.ask) == before
    return refused.value


# Refusals.


def test_a_refusal_says_what_is_wrong_what_is_allowed_and_the_clause():
    bet = Option("bet", 100, 500, 100, (1, "ante"), clause="X-04")
    refused = refusal(asking(bet), 1, Decision("bet", 150, (1, "ante")))
    assert (
        str(refused)
        == "bet 150 is not allowed; allowed: bet 100 to 500 in steps of 100 on ante (X-04)"
    )
    assert (refused.allowed, refused.clause) == ((bet,), "X-04")
    assert refused.why.values == {"act": "bet", "amount": 150}
    assert refused.sentence(lambda cents: f"€{cents / 100}").startswith("bet €1.5 is not allowed")


def test_an_option_without_a_clause_is_refused_by_the_clause_of_the_ask():
    assert refusal(asking(Option("bet", 1, 2)), 1, Decision("bet", 3)).clause == "X-01"


@pytest.mark.parametrize("amount", [-100, 0, 99, 101, 550, 600, 10**30])
def test_an_amount_outside_the_bounds_or_between_the_steps_is_refused(amount):
    refusal(asking(Option("bet", 100, 500, 100)), 1, Decision("bet", amount))


def test_an_act_that_is_not_offered_is_refused_with_all_that_is():
    refused = refusal(asking(FOLD, CALL), 1, Decision("bet", 100))
    assert str(refused) == "bet is not offered; allowed: fold, call 200 (X-01)"


def test_an_act_on_another_spot_is_refused():
    hand = asking(FOLD, CALL)
    for spot in (2, "call"), (1, "ante"), (1, ""), (0, "call"):
        refusal(hand, 1, Decision("call", 200, spot))


def test_a_seat_that_is_not_asked_is_refused():
    hand = asking(FOLD)
    for seat in 0, 2, 99, -1:
        assert f"it is not seat {seat}'s turn" in str(refusal(hand, seat, Decision("fold")))


def test_a_game_says_why_an_act_is_not_offered():
    why_not = {
        ("X-01", ""): "wait for your turn (X-09)",
        ("X-01", "bet"): "no bets now",
        ("X-01", "bet ante"): "no Ante now",
    }

    def play(*_):
        yield Ask({1: (FOLD,)}, "X-01")

    hand = start(play, why_not)
    assert refusal(hand, 2, Decision("fold")).why.template == "wait for your turn (X-09)"
    assert refusal(hand, 1, Decision("bet", 1, (1, "ante"))).why.template == "no Ante now"
    assert refusal(hand, 1, Decision("bet", 1, (1, "call"))).why.template == "no bets now"
    assert refusal(hand, 1, Decision("bet", 1)).why.template == "no bets now"


def test_a_clause_that_the_reason_names_is_not_said_twice():
    assert str(Refused("bets are closed (X-01)", clause="X-01")).count("X-01") == 1


def test_a_judge_refuses_a_decision_within_an_option():
    def even(seat, decision):
        return "" if decision.amount % 2 == 0 else f"seat {seat} must be even"

    hand = asking(Option("bet", 1, 9), judge=even)
    assert refusal(hand, 1, Decision("bet", 3)).why.template == "seat 1 must be even"
    hand.decide(1, Decision("bet", 4))
    assert hand.over


def test_nothing_can_be_decided_when_the_hand_is_over():
    hand = asking(FOLD)
    hand.decide(1, Decision("fold"))
    assert hand.over
    assert "the hand is over" in str(refusal(hand, 1, Decision("fold")))
    with pytest.raises(Refused, match="the hand is over"):
        hand.expire()


@pytest.mark.parametrize("word", ["{x}", "{", "{amount", "{0}"])
def test_a_refusal_bears_any_word_that_a_client_sends(word):
    refused = refusal(asking(FOLD, CALL), 1, Decision("call", 200, (1, word)))
    assert word in str(refused)


@pytest.mark.parametrize("card", [54, 999])
def test_a_refusal_bears_any_card_that_a_client_sends(card):
    hand = asking(Option("show", 1, 1, cards=cards("As Kd")))
    assert str(refusal(hand, 1, Decision("show", cards=(Card(card),))))


def test_describe_says_an_option_in_words():
    assert describe(FOLD) == "fold"
    assert describe(CALL) == "call 200"
    assert describe(Option("bet", 100, 500, 100, (1, "ante"))) == (
        "bet 100 to 500 in steps of 100 on ante"
    )
    assert describe(Option("bet", 1, 2), lambda cents: f"{cents}c") == "bet 1c to 2c"
    assert describe(Option("show", 2, 2, cards=cards("As Kd"))) == "show 2 of As Kd"
    assert describe(Option("show", 0, 2, cards=cards("As Kd"))) == "show 0 to 2 of As Kd"


# What is filled in.


def test_an_amount_without_choice_is_filled_in():
    hand = asking(FOLD, CALL)
    hand.decide(1, Decision("call"))
    assert hand.answers == [(1, Decision("call", 200, (1, "call")))]


def test_a_wrong_amount_without_choice_is_refused():
    for wrong in 199, 201, -200:
        refusal(asking(FOLD, CALL), 1, Decision("call", wrong))
    refusal(asking(FOLD), 1, Decision("fold", 1))


def test_an_amount_with_choice_is_not_filled_in():
    refusal(asking(Option("bet", 100, 500)), 1, Decision("bet"))


def test_a_spot_may_be_omitted_where_only_one_has_the_act():
    ante, bonus = (Option("bet", 1, 9, spot=(1, word)) for word in ("ante", "call"))
    hand = asking(ante)
    hand.decide(1, Decision("bet", 5))
    assert hand.answers[0][1].spot == (1, "ante")
    refusal(asking(ante, bonus), 1, Decision("bet", 5))


def test_a_seat_cannot_speak_for_the_clock_or_the_staff():
    hand = asking(FOLD)
    hand.decide(1, Decision("fold", by=CLOCK, why="forged"))
    assert hand.answers == [(1, Decision("fold"))]
    assert hand.events == [Said(1, "fold")]


# Choices of cards.


def choosing(low, high, lie="As Kd Qh"):
    return asking(Option("draw", low, high, cards=cards(lie), clause="X-05"))


def test_cards_are_chosen_from_those_of_the_option():
    hand = choosing(1, 2)
    hand.decide(1, Decision("draw", cards=cards("Qh As")))
    assert hand.carry.cards == cards("Qh As")


@pytest.mark.parametrize("chosen", ["", "As Kd Qh", "2c", "As 2c", "As As"])
def test_too_many_too_few_or_other_cards_are_refused(chosen):
    assert refusal(choosing(1, 2), 1, Decision("draw", cards=cards(chosen))).clause == "X-05"


def test_a_card_may_be_chosen_as_often_as_it_lies_there():
    hand = choosing(2, 2, "As As Kd")
    hand.decide(1, Decision("draw", cards=cards("As As")))
    assert hand.over


def test_no_cards_may_be_chosen_where_none_is_enough():
    hand = choosing(0, 2)
    hand.decide(1, Decision("draw"))
    assert hand.carry.cards == ()


def test_a_choice_of_cards_has_no_amount_and_a_button_no_cards():
    refusal(choosing(1, 1), 1, Decision("draw", 1, cards=cards("As")))
    refusal(asking(FOLD), 1, Decision("fold", cards=cards("As")))


def test_which_cards_were_chosen_only_the_seat_learns():
    hand = choosing(1, 2)
    hand.decide(1, Decision("draw", cards=cards("Qh As")))
    assert hand.feed(1) == [Said(1, "draw", cards=cards("Qh As"))]
    for seat in 0, 2:
        assert hand.feed(seat) == [Said(1, "draw", cards=(BACK, BACK))]


def test_which_cards_are_shown_everybody_learns():
    hand = asking(Option("show", 1, 2, cards=cards("As Kd Qh"), clause="X-05"))
    hand.decide(1, Decision("show", cards=cards("Qh As")))
    for seat in 0, 1, 2:
        assert hand.feed(seat) == [Said(1, "show", cards=cards("Qh As"))]


# Asks.


def test_a_game_that_asks_nobody_is_over_at_once():
    def play(_rules, felt, _carry):
        felt.deal(BOARD, 3, up=True)
        return "done"
        yield

    hand = start(play)
    assert hand.over
    assert hand.carry == "done"
    assert hand.asked(1) == ()


def test_one_seat_is_asked():
    def play(_rules, _felt, _carry):
        return (yield from ask(2, (FOLD,), "X-01", "slow_seconds"))

    hand = start(play)
    assert (hand.ask.clause, hand.ask.clock, list(hand.ask.options)) == (
        "X-01",
        "slow_seconds",
        [2],
    )
    hand.decide(2, Decision("fold"))
    assert hand.carry == Decision("fold")


def asking_all(early=True, log=None):
    def play(_rules, _felt, _carry):
        options = {seat: (FOLD, Option("bet", 1, 9)) for seat in (3, 1, 2)}
        at_once = log and (lambda seat, decision: log.append((seat, decision.act)))
        return (yield from ask_all(options, "X-01", at_once=at_once, early=early))

    return start(play)


def test_answers_of_all_come_in_the_order_of_the_question():
    for order in (1, 2, 3), (2, 3, 1), (3, 2, 1):
        hand = asking_all()
        for seat in order:
            hand.decide(seat, Decision("bet", seat))
        assert [(s, d.amount) for s, d in hand.carry.items()] == [(3, 3), (1, 1), (2, 2)]


def test_an_answer_is_acted_on_at_once_and_cannot_be_given_twice():
    log = [()]
    hand = asking_all(log=log)
    question = hand.ask
    hand.decide(1, Decision("fold"))
    assert log[1:] == [(1, "fold")]
    refusal(hand, 1, Decision("fold"))
    assert hand.ask is question  # The clocks run on.


def test_a_question_that_may_not_end_early_stands_until_its_time_is_over():
    hand = asking_all(early=False)
    for seat in 1, 2, 3:
        hand.decide(seat, Decision("fold"))
    assert not hand.over
    assert not hand.ask.options
    hand.expire()
    assert list(hand.carry) == [3, 1, 2]


def test_time_outs_end_a_question_that_may_not_end_early():
    hand = asking_all(early=False)
    hand.decide(1, Decision("bet", 5))
    hand.expire()
    assert {seat: (d.act, d.by) for seat, d in hand.carry.items()} == {
        3: ("fold", CLOCK),
        1: ("bet", ""),
        2: ("fold", CLOCK),
    }


# Time.


def test_the_first_option_is_what_happens_on_time_out_and_the_clock_says_it():
    hand = asking(CALL, FOLD)
    hand.expire()
    assert hand.carry == Decision("call", 200, (1, "call"), by=CLOCK)
    assert hand.events == [Said(1, "call", 200, (1, "call"), by=CLOCK)]


def test_a_time_out_bets_the_least_and_chooses_the_first_cards():
    hand = asking(Option("bet", 3, 9))
    hand.expire(1)
    assert hand.carry.amount == 3
    hand = choosing(2, 3)
    hand.expire()
    assert (hand.carry.amount, hand.carry.cards) == (0, cards("As Kd"))


def test_time_may_be_over_for_one_seat_alone():
    hand = asking_all()
    hand.expire(3)
    assert list(hand.ask.options) == [1, 2]
    hand.expire()
    assert {seat: d.by for seat, d in hand.carry.items()} == dict.fromkeys((3, 1, 2), CLOCK)


def window(_rules, felt, _carry):
    offers = {seat: (Option("bet", 1, 9),) for seat in felt.seats}
    taken = []
    betting = open_window(offers, "X-01", rulings=lambda: [Option("withdraw")])
    while act := (yield from taking(betting)):
        taken.append((act[0], act[1].act, act[1].amount))
    return taken


def test_a_window_takes_acts_as_they_come_until_the_house_closes_it():
    hand = start(window)
    assert hand.ask.open
    assert hand.ask.clock == "betting_seconds"
    for seat, amount in (2, 5), (1, 3), (2, 6):
        hand.decide(seat, Decision("bet", amount))
    hand.expire()
    assert hand.carry == [(2, "bet", 5), (1, "bet", 3), (2, "bet", 6)]
    assert hand.events[-1] == Said(HOUSE, "close", by=CLOCK)


def test_a_window_may_admit_rulings():
    hand = start(window)
    hand.rule(Decision("withdraw", by="floor", why="a mistake"))
    assert not hand.over
    hand.expire()
    assert hand.carry == [(HOUSE, "withdraw", 0)]


def paused(*rulings):
    def play(_rules, felt, _carry):
        seat, decision = yield Ask({}, "X-06", "pause_seconds", rulings=lambda: rulings)
        if decision.act != "close":
            felt.say(seat, "muck")
        return seat, decision.act

    return start(play)


def test_a_pause_is_an_ask_to_nobody_that_time_ends():
    hand = paused()
    refusal(hand, 1, Decision("fold"))
    hand.expire()
    assert hand.carry == (HOUSE, "close")


def test_a_seat_that_is_not_asked_cannot_run_out_of_time():
    hand = asking(FOLD)
    with pytest.raises(Refused):
        hand.expire(2)
    assert not hand.answers


def test_time_over_for_all_does_not_run_on_into_the_next_question():
    def play(*_):
        yield Ask({1: (FOLD,), 2: (FOLD,)}, "X-01")  # The first answer is enough.
        return (yield from ask(2, (CALL, FOLD), "X-02"))

    hand = start(play)
    hand.expire()
    assert len(hand.answers) == 1
    assert hand.ask.clause == "X-02"


def test_the_clock_of_a_window_runs_on_while_bets_come_in():
    hand = start(window)
    question = hand.ask
    hand.decide(1, Decision("bet", 5))
    assert hand.ask is question


# Rulings.


@pytest.mark.parametrize(("by", "why"), [("", ""), ("floor", ""), ("", "a reason")])
def test_a_ruling_says_who_rules_and_why(by, why):
    hand = paused(Option("muck"))
    for act in "void", "muck":
        with pytest.raises(Refused, match="a name and a reason"):
            hand.rule(Decision(act, by=by, why=why))
    assert not hand.answers


def test_a_ruling_that_the_ask_admits_reaches_the_game():
    hand = paused(Option("muck"))
    hand.rule(Decision("muck", by="floor", why="two cards stuck"))
    assert hand.carry == (HOUSE, "muck")
    assert hand.events[0] == Said(HOUSE, "muck", by="floor", why="two cards stuck")


def test_a_ruling_that_the_ask_does_not_admit_is_refused_by_name():
    with pytest.raises(Refused, match="burn cannot be ruled now; allowed: void, muck"):
        paused(Option("muck")).rule(Decision("burn", by="floor", why="because"))
    with pytest.raises(Refused, match="there; allowed: misdeal for seat 2 on box 1"):
        paused(Option("misdeal", spot=(2, "box 1"))).rule(ruling("misdeal", spot=(3, "box 1")))
    with pytest.raises(Refused, match="close cannot be ruled now; allowed: void"):
        start(window_without_rulings).rule(Decision("close", by="floor", why="because"))


def ruling(act, amount=0, spot=(0, ""), cards=()):
    return Decision(act, amount, spot, cards, "floor", "because")


def test_a_ruling_is_checked_like_any_option():
    award = Option("award pot", 0, 2, 1, (2, "stack"), clause="X-07")
    for wrong in (3, (2, "stack")), (-1, (2, "stack")), (0, (1, "stack")), (0, (2, "hole")):
        with pytest.raises(Refused, match="allowed: award pot 0 to 2 for seat 2"):
            paused(award).rule(ruling("award pot", *wrong))
    with pytest.raises(Refused, match=r"name the cards.*X-07"):
        paused(award).rule(ruling("award pot", 1, (2, "stack"), (Card(3),)))
    hand = paused(award)
    hand.rule(ruling("award pot", 1))  # Its spot need not be named where there is only one.
    assert hand.answers == [(HOUSE, ruling("award pot", 1, (2, "stack")))]


def one_hand(*rulings):
    """Seat 2 holds two cards that nobody else sees."""

    def play(_rules, felt, _carry):
        felt.deal((2, "hole"), 2)
        _, answer = yield Ask({}, "X-06", "pause_seconds", rulings=lambda: rulings)
        return answer.cards

    return start(play)


def test_a_card_is_ruled_on_by_its_place_and_then_all_have_seen_it():
    hand = one_hand(Option("exposed card", 1, 2, 1, (2, "hole")))
    for guess in 0, 1, 2:
        with pytest.raises(Refused, match="name the cards"):
            hand.rule(ruling("exposed card", guess, (2, "hole"), hand.view(2).cards[2, "hole"][:1]))
    second = hand.felt.cards[2, "hole"][1]
    hand.rule(ruling("exposed card", 2))
    assert hand.carry == (second,)
    assert hand.feed(1)[-1] == Said(
        HOUSE, "exposed card", 2, (2, "hole"), (second,), "floor", "because"
    )


def window_without_rulings(*_):
    yield from taking(open_window({}, "X-01"))


def test_a_seat_cannot_rule():
    hand = paused(Option("muck"))
    for seat in HOUSE, 1:
        for act in "muck", "void", "close":
            refusal(hand, seat, Decision(act, by="floor", why="forged"))


def test_nothing_is_ruled_on_a_finished_hand():
    hand = asking(FOLD)
    hand.expire()
    with pytest.raises(Refused, match="the hand is over"):
        hand.rule(Decision("void", by="floor", why="too late"))


VOID = Decision("void", by="floor", why="malfunction")


def paying(catch):
    def play(_rules, felt, carry):
        felt.pay((1, "stack"), (1, "ante"), 300, "bet")
        felt.pay((1, "ante"), BANK, 100, "lose")
        try:
            yield from ask(2, (FOLD,), "X-01")
        except Void as void:
            if not catch:
                raise
            if catch == "asks":
                yield from ask(3, (FOLD,), "X-07")
            felt.pay((1, "ante"), (1, "stack"), 200, "back")
            return f"kept, {void}"
        return carry

    return start(play, carry="old")


def test_void_gives_every_chip_back_and_keeps_the_old_carry():
    hand = paying(catch=None)
    hand.rule(VOID)
    assert hand.over
    assert hand.carry == "old"
    assert {s: a for s, a in hand.felt.chips.items() if a} == hand.opening.chips
    assert [e.why for e in hand.events if type(e) is Chips] == ["bet", "lose", "void", "void"]


def test_a_game_may_catch_a_void_and_keep_something():
    hand = paying(catch="ends")
    hand.rule(VOID)
    assert hand.carry == "kept, malfunction"
    assert hand.felt.chips[BANK] == 100


def test_a_game_that_catches_a_void_may_ask_on():
    hand = paying(catch="asks")
    hand.rule(VOID)
    assert hand.ask.clause == "X-07"
    hand.decide(3, Decision("fold"))
    assert hand.over


# Journals.


def some_round(house=None, seed=b"x" * 32):
    stacks = {(seat, "stack"): 100_00 for seat in (1, 2, 3)}
    deal = fair.deal(seed, PACK)
    hand = Hand(casino_holdem, house or casino_holdem.Rules(), stacks, deal)
    hand.decide(1, Decision("bet", 10_00, (1, "ante")))
    hand.decide(2, Decision("bet", 5_00, (2, "ante")))
    hand.decide(2, Decision("bet", 1_00, (2, "bonus")))
    hand.expire()
    return hand


def finished_round():
    hand = some_round()
    hand.decide(1, Decision("call"))
    hand.expire()
    assert hand.over
    return hand


def voided_round():
    hand = some_round()
    hand.decide(1, Decision("call"))
    hand.rule(VOID)
    return hand


@pytest.mark.parametrize("tell", [some_round, finished_round, voided_round])
def test_a_journal_rebuilds_its_hand_in_memory_and_as_text(tell):
    hand = tell()
    for twin in hand.fork(), Hand.replay(hand.journal), journals.read(journals.write(hand)):
        assert twin.events == hand.events
        assert twin.answers == hand.answers
        assert twin.felt.chips == hand.felt.chips
        assert twin.felt.cards == hand.felt.cards
        assert (twin.over, twin.carry) == (hand.over, hand.carry)
    assert journals.write(journals.read(journals.write(hand))) == journals.write(hand)


def test_a_fork_goes_its_own_way():
    hand = some_round()
    twin = hand.fork()
    twin.decide(1, Decision("fold"))
    assert hand.felt.chips[1, "ante"] == 10_00
    assert len(hand.answers) == len(twin.answers) - 1


def test_the_opening_of_a_hand_does_not_change_with_the_chips_that_it_was_given():
    chips = {(1, "stack"): 100}
    hand = Hand(toy(window), None, chips, Deal(PACK))
    chips[1, "stack"] = 5
    assert hand.opening.chips == {(1, "stack"): 100}


def tampered(*path, to):
    page = json.loads(journals.write(finished_round()))
    at = page
    for key in path[:-1]:
        at = at[key]
    at[path[-1]] = to
    return json.dumps(page).encode()


@pytest.mark.parametrize(
    ("path", "to"),
    [
        (("answers", 0, 1, "amount"), 20_00),
        (("answers", 0, 1, "act"), "withdraw"),
        (("answers", 0, 1, "act"), "dance"),
        (("answers", 3, 1, "by"), "floor"),
        (("answers",), []),
        (("deal", "cards"), list(range(52))),
        (("digest",), "0" * 32),
        (("game",), "chess"),
        (("carry",), 3),
        (("rules", "ante_min"), 0),
        (("rules", "luck"), 1),
    ],
)
def test_a_tampered_journal_is_refused(path, to):
    with pytest.raises(journals.BadJournal):
        journals.read(tampered(*path, to=to))


@pytest.mark.parametrize(
    ("path", "to"),
    [
        (("answers", 0, 0), 2),
        (("answers", 0, 1, "amount"), 10**9),
        (("answers", 0, 1, "amount"), -1_00),
        (("answers", 0, 0), 7),
        (("answers", 0, 1, "spot"), [5, "ante"]),
        (("deal", "cards"), [1, 2]),
        (("deal", "cards"), [99] * 52),
        (("chips",), []),
    ],
)
def test_a_journal_of_nonsense_is_refused_as_a_bad_journal(path, to):
    with pytest.raises(journals.BadJournal):
        journals.read(tampered(*path, to=to))


@pytest.mark.parametrize(
    ("path", "to"), [(("chips", 0, 1), 200_00), (("rules", "ante_min"), 20_00)]
)
def test_a_journal_with_another_opening_is_refused(path, to):
    with pytest.raises(journals.BadJournal):
        journals.read(tampered(*path, to=to))


def test_a_journal_with_an_illegal_answer_is_refused():
    """Its events follow from its answers, but the rules do not allow one of them."""
    hand = some_round()
    hand._apply(1, Decision("call", 1_00, (1, "call")))  # A tenth of the Ante, not twice.
    hand.expire()
    with pytest.raises(journals.BadJournal):
        journals.read(journals.write(hand))


def test_what_is_no_journal_is_refused():
    for text in b"", b"{", b"[]", b'{"game": "casino-holdem"}':
        with pytest.raises(journals.BadJournal, match="not a journal"):
            journals.read(text)


def test_the_digest_is_of_everything_that_happened():
    hand = finished_round()
    assert journals.digest(hand.events) == journals.digest(finished_round().events)
    assert journals.digest(hand.events[:-1]) != journals.digest(hand.events)


def test_a_hand_is_numbered_from_any_event():
    hand = some_round()
    assert hand.feed(1, 3) == hand.feed(1)[3:]


# Imagining.


def test_an_imagined_hand_has_the_same_feed_and_often_other_hidden_cards():
    hand = some_round()
    rng = Random(1)
    dealers = set()
    for _ in range(20):
        twin = imagine(hand.opening, hand.feed(1), rng)
        assert twin.feed(1) == hand.feed(1)
        assert twin.asked(1) == hand.asked(1)
        assert sorted(twin.opening.deal.cards) == sorted(PACK)
        dealers.add(tuple(twin.felt.cards[0, "dealer"]))
    assert len(dealers) > 15


def test_what_was_shown_is_no_longer_imagined():
    hand = finished_round()
    twin = imagine(hand.opening, hand.feed(3), Random(1))
    assert twin.felt.cards == hand.felt.cards
    assert twin.felt.deck != hand.felt.deck


def test_a_seat_imagines_others_cards_and_keeps_its_own():
    def play(_rules, felt, _carry):
        for seat in felt.seats:
            felt.deal((seat, "hole"), 2)
        for seat in felt.seats:
            options = (Option("draw", 1, 1, cards=tuple(felt.cards[seat, "hole"])),)
            chosen = yield from ask(seat, options, "X-01")
            felt.move((seat, "hole"), (0, "muck"), chosen.cards, why="muck")

    hand = start(play)
    for seat in 1, 2:
        hand.decide(seat, Decision("draw", cards=(hand.felt.cards[seat, "hole"][1],)))
    twins = [imagine(hand.opening, hand.feed(1), Random(seed)) for seed in range(10)]
    for twin in twins:
        assert twin.feed(1) == hand.feed(1)
        assert twin.felt.cards[1, "hole"] == hand.felt.cards[1, "hole"]
    assert len({tuple(twin.felt.cards[3, "hole"]) for twin in twins}) > 5


def test_a_seat_does_not_imagine_the_true_lots_before_they_are_drawn():
    def play(_rules, felt, _carry):
        yield from ask(1, (FOLD,), "X-01")
        felt.say(HOUSE, "call", felt.lots[0])

    hand = start(play, lots=(3, 5, 1, 4))
    twins = [imagine(hand.opening, hand.feed(1), Random(seed)) for seed in range(10)]
    assert {twin.opening.deal.lots[0] for twin in twins} > {3}
    hand.decide(1, Decision("fold"))
    twin = imagine(hand.opening, hand.feed(1), Random(1))
    assert twin.feed(1) == hand.feed(1)
    assert twin.opening.deal.lots[0] == 3
    assert twin.opening.deal.lots[1:] != (5, 1, 4)


def test_every_accepted_answer_is_said_aloud_before_it_is_acted_on():
    hand = some_round()
    assert hand.events[:2] == [
        Said(1, "bet", 10_00, (1, "ante")),
        Chips((1, "stack"), (1, "ante"), 10_00, "bet"),
    ]
    first_card = next(at for at, event in enumerate(hand.events) if type(event) is Cards)
    assert hand.events[first_card - 1] == Said(HOUSE, "close", 0, NOWHERE, (), CLOCK, "", ALL)


# Journals of rooms that had rulings by name.

RULED_BY_NAME = json.loads((VECTORS / "rulings-0.1.json").read_text("utf-8"))
"""Hands of version 0.1, with rulings that named cards by their faces, or nothing that there was."""


@pytest.mark.parametrize("told", RULED_BY_NAME)
def test_a_hand_that_was_ruled_by_name_is_read_as_it_was(told):
    page = json.dumps(RULED_BY_NAME[told]).encode()
    hand = journals.read(page)
    assert hand.over
    assert [d.by for seat, d in hand.answers if seat == HOUSE and d.why].count("floor")


@pytest.mark.parametrize("told", [one for one in RULED_BY_NAME if "misdeal" not in one])
def test_today_nobody_is_believed_who_rules_so(told):
    page = RULED_BY_NAME[told] | {"croupier": "0.2.0"}
    with pytest.raises(journals.BadJournal, match="not a journal of a hand by its rules"):
        journals.read(json.dumps(page).encode())


def test_a_journal_of_today_tells_the_place_and_the_face(monkeypatch):
    monkeypatch.setattr("croupier.__version__", "0.2.0")
    hand = Hand(
        holdem,
        holdem.Rules(),
        {(seat, "stack"): 200_00 for seat in (1, 2, 3)},
        fair.deal(bytes(32), holdem.pack(holdem.Rules()), holdem.LOTS),
    )
    option = next(o for o in hand.rulings if o.act == "replace card" and o.low < o.high)
    hand.rule(ruling("replace card", 2, option.spot))
    second = hand.answers[-1][1].cards
    text = journals.write(hand)
    assert journals.read(text).events == hand.events
    for shown in ((), (Card((second[0] + 1) % 52),)):
        forged = hand.fork()
        forged.answers[-1] = HOUSE, replace(forged.answers[-1][1], cards=shown)
        with pytest.raises(journals.BadJournal):
            journals.read(journals.write(forged))
