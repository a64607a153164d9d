"""Three levels of bots for every game: legal, blind to what they may not see, and better."""

from random import Random
from time import process_time

import pytest

import laws
from croupier import bots
from croupier.bots import stock
from croupier.core import catalogue, fair
from croupier.core.asks import Decision
from croupier.core.cards import cards
from croupier.core.hand import Hand
from croupier.core.imagine import imagine
from croupier.extras import NotInstalled
from croupier.lab.league import matches, standings
from croupier.lab.solve import buckets
from croupier.lab.solve.characters import STUBBORN
from croupier.lab.strong import holdem, ranges, reading
from lab.test_league import match

LEVELS = ["regular", "strong"]


def dealt(game, seed, seats=2, stack=100, **changes):
    rules = game.Rules(**changes)
    seats = 1 if game.SEATS.start == 1 else seats
    chips = {(seat, "stack"): stack * rules.stake for seat in range(1, seats + 1)}
    return Hand(game, rules, chips, fair.deal(fair.seed_of(str(seed)), game.pack(rules), game.LOTS))


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("name", catalogue.names())
def test_every_game_is_played_by_the_rules(name, level):
    game = catalogue.game(name)
    bot = bots.bot(game, level)
    for seed in range(2):
        hand = dealt(game, seed, seats=2 + seed)
        bots.play(hand, dict.fromkeys(range(1, 4), bot), Random(seed))
        laws.chips_are_kept(hand)


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("name", catalogue.names())
def test_nobody_looks_at_what_is_hidden(name, level):
    """Change every card the seat has not seen: the decision from the same chance is the same."""
    game = catalogue.game(name)
    bot, chance, compared = bots.bot(game, level), Random(5), 0
    hand = dealt(game, 3)
    bots.play(hand, dict.fromkeys((1, 2), bots.bot(game)), Random(3))
    for part, (seat, _) in Hand.walk(hand.journal):
        if seat and part.asked(seat) and compared < 4:
            other = imagine(part.opening, part.feed(seat), chance)
            sights = bots.seen(part, seat), bots.seen(other, seat)
            assert bot(sights[0], Random(1)) == bot(sights[1], Random(1))
            compared += 1
    assert compared


def test_each_level_beats_a_caller_by_more():
    tallies = {}
    for level in ("beginner", "regular"):
        total = matches.Tally()
        for block in range(3):
            total = total.plus(matches.played(match("holdem", level, "fish"), block)[0])
        tallies[level] = standings.result(total, 0.95)
    assert tallies["regular"].mean > tallies["beginner"].mean


def test_aces_are_not_folded_and_a_shove_is_called_with_them():
    game = catalogue.game("holdem")
    rules = game.Rules()
    pack = fair.deal(bytes(32), game.pack(rules), game.LOTS)
    deal = fair.arranged("As Ah Ac Ad", pack.cards, pack.lots)
    hand = Hand(game, rules, {(1, "stack"): 400_00, (2, "stack"): 400_00}, deal)
    first = next(iter(hand.ask.options))
    raising = next(option for option in hand.asked(first) if option.act == "raise")
    hand.decide(first, bots.Decision("raise", raising.high))
    sight = bots.seen(hand, 3 - first)
    assert all(holdem.choose(sight, Random(n)).act == "call" for n in range(5))


def test_a_story_is_read_from_the_feed():
    game = catalogue.game("holdem")
    hand = dealt(game, 4)
    first = next(iter(hand.ask.options))
    hand.decide(first, bots.Decision("raise", 12_00))
    story = reading.read(bots.seen(hand, 3 - first))
    (act,) = story.acts
    assert (act.seat, act.what, act.to, act.stands, act.own, act.pot) == (
        first, "raise", 1200, 400, 200, 600,
    )  # fmt: skip
    assert story.stacks == {1: 400_00, 2: 400_00}
    assert story.first == first
    assert story.street == 0


def test_little_bets_are_called_and_tell_of_a_stubborn_player():
    """Nobody gives up a hand to a tenth of the pot; an equal would not have bet it."""
    game = catalogue.game("holdem")
    hand = dealt(game, 4)
    for decision in ("raise", 1200), ("raise", 3600), ("call", 0), ("bet", 400):
        seat = next(iter(hand.ask.options))
        hand.decide(seat, Decision(*decision))
    sight = bots.seen(hand, next(iter(hand.ask.options)))
    story = reading.read(sight)
    now = ranges.follow(story, "no limit 100").now
    stubborn = [some[STUBBORN].sum() / some.sum() for some in now]
    bettor = holdem.player_of(story, story.acts[-1].seat)
    assert stubborn[bettor] > 0.5 > stubborn[1 - bettor]
    assert holdem.odd(sight, story, ranges.follow(story, "no limit 100"))
    gone = holdem.plan(sight).often(Decision("fold"))[~buckets.taken(story.board)]
    assert gone.max() == 0


def test_a_decision_takes_less_than_its_clock():
    """Every decision of some hands, a river among them, in CPU time of one core."""
    game, slowest = catalogue.game("holdem"), 0.0
    bot = bots.bot(game, "strong")

    def timed(sight, chance):
        nonlocal slowest
        start = process_time()
        answer = bot(sight, chance)
        slowest = max(slowest, process_time() - start)
        return answer

    bots.play(dealt(game, 1), dict.fromkeys((1, 2), bot), Random(1))  # Kernels and tables.
    for seed in range(12):
        bots.play(dealt(game, seed), {1: timed, 2: stock.fish}, Random(seed))
    assert 0 < slowest < 1.2


def push_nine(hole, line):
    """A round of Push Nine between two, with these cards in the seat that is asked."""
    game = catalogue.game("push-nine")
    hand = dealt(game, 5, collection_from_button=0, allow_agreed_split=False)
    for decision in line:
        hand.decide(next(iter(hand.ask.options)), decision)
    sight = bots.seen(hand, next(iter(hand.ask.options)))
    sight.view.cards[sight.seat, "hole"] = cards(hole)
    return sight


def test_push_nine_between_two_is_played_by_its_solution():
    best, worst = (push_nine(hole, [Decision("bet", 2_00)]) for hole in ("Ac Ad Ah", "4c Kd 6h"))
    solved = bots.bot(catalogue.game("push-nine"), "strong")
    assert "fold" not in {solved(best, Random(n)).act for n in range(30)}
    acts = [solved(worst, Random(n)).act for n in range(30)]
    assert acts.count("fold") > 15


def low_ball(hole, line):
    """Low Ball between two, with these cards in the seat that is asked."""
    hand = dealt(catalogue.game("low-ball"), 5, straddle=False, cut_before_draw=False)
    for decision in line:
        while not hand.ask.options:
            hand.expire()
        hand.decide(next(iter(hand.ask.options)), decision)
    while not hand.ask.options:
        hand.expire()
    sight = bots.seen(hand, next(iter(hand.ask.options)))
    sight.view.cards[sight.seat, "hole"] = cards(hole)
    return sight


CALLED = [Decision("call"), Decision("check"), Decision("stand pat"), Decision("stand pat")]


@pytest.mark.parametrize("line", [[], [*CALLED, Decision("check"), Decision("bet")]])
def test_low_ball_between_two_is_played_by_its_solution(line, monkeypatch):
    """Before the draw, and after it where no raise is offered to a player who has checked."""
    monkeypatch.setattr("croupier.lab.strong.low_ball.low_ball.choose", None)
    best, worst = (low_ball(hole, line) for hole in ("Ac 2d 3h 4s 5c", "Kc Kd Kh Qs Qc"))
    solved = bots.bot(catalogue.game("low-ball"), "strong")
    assert "fold" not in {solved(best, Random(n)).act for n in range(30)}
    assert [solved(worst, Random(n)).act for n in range(30)].count("fold") > 15


def test_strong_says_what_it_needs(monkeypatch):
    monkeypatch.setattr("croupier.extras.find_spec", lambda name: None)
    with pytest.raises(NotInstalled, match=r"croupier\[lab\]"):
        bots.bot(catalogue.game("holdem"), "strong")
    assert bots.bot(catalogue.game("holdem"), "regular")
