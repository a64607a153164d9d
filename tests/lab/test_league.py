"""The league: the same cards for everybody, luck taken away without bias, the same bytes again."""

import json
import subprocess
import sys
from pathlib import Path
from random import Random

import numpy as np
import pytest

from croupier import bots
from croupier.core import catalogue, fair, prices
from croupier.core.asks import Decision
from croupier.core.hand import Hand
from croupier.lab.league import entrants, imagined, luck, matches, standings
from croupier.lab.league.matches import Match, Tally
from croupier.lab.odds import Unanswerable
from croupier.lab.solve import buckets
from croupier.lab.strong.plans import Plan
from croupier.lab.strong.ranges import NUMBER

EXAMPLES = Path(__file__).parents[2] / "examples" / "bots"


def match(game, *named, stack=100, seed=7, **changes):
    rules = catalogue.game(game).Rules(**changes)
    return Match(game, prices.plain(rules), named, stack, seed)


def alone(work, numbers):
    return map(work, numbers)


def silent(done, total):
    pass


def league(played, sets, **more):
    more = {"together": False, "early": False} | more
    return standings.league(played, sets, alone, silent, **more)


@pytest.mark.parametrize("game", catalogue.names())
def test_every_game_has_a_league(game):
    found = league(match(game, "beginner", "clock"), 2)
    (pairing,) = found.matches
    assert pairing.sets >= 2
    assert all(one.faults == 0 for one in pairing.results)
    one, two = pairing.results
    assert one.raw_mean + two.raw_mean <= 1e-6  # The house may take its part, nobody else.


def test_two_of_the_same_mind_are_even():
    """With the same cards in both seats nobody is left with anything, not even by luck."""
    (pairing,) = league(match("holdem", "fish", "shove", stack=20), 25).matches
    assert [one.raw_mean for one in pairing.results] == [0, 0]
    assert [one.mean for one in pairing.results] == pytest.approx([0, 0], abs=1e-9)


def test_three_at_a_table_sit_in_every_seat():
    played = match("holdem", "fish", "tight", "shove", stack=20)
    (pairing,) = league(played, 5, together=True).matches
    assert len(pairing.results) == 3
    assert sum(one.raw_mean for one in pairing.results) == pytest.approx(0)
    assert sum(one.mean for one in pairing.results) == pytest.approx(0, abs=1e-6)


def test_luck_is_nothing_on_average_and_an_all_in_is_worth_its_equity():
    """Fish against shove, all-in before the flop: what is left is the equity of the hands."""
    game = catalogue.game("holdem")
    rules = game.Rules()
    dealt = fair.deal(bytes(32), game.pack(rules), game.LOTS)
    deal = fair.arranged("Ah Kd Ac Kh", dealt.cards, dealt.lots)
    hand = Hand(game, rules, {(1, "stack"): 400_00, (2, "stack"): 400_00}, deal)
    whims = {1: Random(1), 2: Random(1)}
    matches.finish(hand, {1: entrants.STOCK["shove"], 2: entrants.STOCK["fish"]}, whims)
    lucky = luck.luck(hand)
    aces = next(s for s in (1, 2) if hand.felt.cards[s, "hole"][0] >> 2 == 12)
    net = hand.felt.chips.get((aces, "stack"), 0) - 400_00
    assert sum(lucky.values()) == pytest.approx(0, abs=1e-6)
    assert (net - lucky[aces]) / 400_00 == pytest.approx(2 * 0.8171 - 1, abs=0.05)


@pytest.mark.parametrize("game", ["holdem", "omaha", "omaha-hilo"])
def test_adjusted_and_raw_means_agree(game):
    total = Tally()
    played = match(game, "beginner", "shove", stack=30)
    for block in range(3):
        total = total.plus(matches.played(played, block)[0])
    found = standings.result(total, 0.95)
    doubt = (found.error**2 + found.raw_error**2) ** 0.5
    assert abs(found.mean - found.raw_mean) < 3.5 * doubt
    assert found.error < found.raw_error


def station(sight, chance):
    """Bets and calls with any hand by the toss of a coin: its plan is known to the last bit."""
    found = plan(sight)
    return found.drawn(sight, chance) if found else bots.passive(sight, chance)


def plan(sight):
    """With the better half of its hands it bets or raises twice as often."""
    raising = sight.offered("bet") or sight.offered("raise")
    if not sight.offered("fold") or raising is None:
        return None
    calls = Decision("call" if sight.offered("call") else "check")
    high = 0.4 + 0.4 * (buckets.HANDS[:, 1] >= 40)
    return Plan(
        [Decision(raising.act, raising.low, raising.spot), calls], np.array([high, 1 - high])
    )


def test_hands_that_might_have_been_held_leave_the_mean_and_take_away_the_luck():
    sys.modules.setdefault("planning", sys.modules[__name__])
    sys.modules["planning"].__spec__ = sys.modules[__name__].__spec__
    known = Tally()
    played = match("holdem", "planning:station", "fish", stack=30)
    for block in range(12):
        known = known.plus(matches.played(played, block)[0])
    found = standings.result(known, 0.95)
    doubt = (found.error**2 + found.raw_error**2) ** 0.5
    assert found.faults == 0
    assert abs(found.mean - found.raw_mean) < 3.5 * doubt
    assert found.error < 0.6 * found.raw_error


def test_who_is_watched_plays_as_it_would_alone():
    """The same decisions from the same chance, and only hands that it may have held count."""
    game = catalogue.game("holdem")
    strong = bots.bot(game, "strong")
    for seed in range(3):
        ends = []
        for player in (strong, imagined.watched(game, {1: strong, 2: strong})[1]):
            hand = Hand(
                game, game.Rules(), {(1, "stack"): 400_00, (2, "stack"): 400_00}, dealt(seed)
            )
            faults = matches.finish(hand, {1: player, 2: entrants.STOCK["fish"]}, whims(seed))
            ends.append(hand.felt.chips)
            assert not faults
        assert ends[0] == ends[1]
        held = tuple(sorted(int(card) for card in imagined.holes(hand)[1]))
        assert player.reach[NUMBER[held]] > 0


def dealt(seed):
    game = catalogue.game("holdem")
    return fair.deal(fair.seed_of(str(seed)), game.pack(game.Rules()), game.LOTS)


def whims(seed):
    return {1: Random(seed), 2: Random(seed)}


@pytest.mark.slow
def test_adjusted_and_raw_means_agree_over_many_hands():
    total = Tally()
    for block in range(2000):
        total = total.plus(matches.played(match("holdem", "tight", "fish"), block)[0])
    found = standings.result(total, 0.95)
    assert abs(found.mean - found.raw_mean) < 3 * (found.error**2 + found.raw_error**2) ** 0.5


def test_an_interval_holds_the_truth_as_often_as_it_says():
    chance, held = Random(3), 0
    for _ in range(400):
        drawn = [chance.gauss(5, 30) for _ in range(12)]
        tally = Tally(12, sum(drawn), sum(x * x for x in drawn))
        found = standings.result(tally, 0.95)
        held += found.low < 5 < found.high
    assert 365 <= held <= 393


def test_a_match_ends_when_it_is_settled():
    found = league(match("holdem", "beginner", "random"), 2_000, early=True)
    (pairing,) = found.matches
    assert pairing.sets < 2_000
    assert pairing.results[0].low > 0


def broken(sight, chance):
    raise RuntimeError("no idea")


def cheeky(sight, chance):
    return bots.Decision("raise", 1)


def test_a_player_that_fails_is_played_for_by_the_clock():
    """Beside it the league goes on, and says how often."""
    me = "lab.test_league" if "lab.test_league" in sys.modules else __name__
    sys.modules.setdefault("failing", sys.modules[me])
    sys.modules["failing"].__spec__ = sys.modules[me].__spec__
    (pairing,) = league(match("holdem", "failing:broken", "failing:cheeky"), 1).matches
    assert all(one.faults for one in pairing.results)


def test_who_is_not_known_is_named():
    with pytest.raises(Unanswerable, match="there is no bot 'nobody': name beginner"):
        entrants.entrant("nobody", catalogue.game("holdem"))
    with pytest.raises(Unanswerable, match="no function 'nothing'"):
        entrants.entrant("croupier.bots.stock:nothing", catalogue.game("holdem"))


def command(*words, **more):
    done = [sys.executable, "-m", "croupier", "league", *words]
    return subprocess.run(done, capture_output=True, text=True, check=True, **more).stdout


def test_the_same_seed_gives_the_same_bytes_by_any_number_of_workers(tmp_path):
    asked = ("holdem", "--bots", "patient:choose,fish", "--pairs", "60", "--seed", "7", "--json")
    one = command(*asked, cwd=EXAMPLES)
    two = command(*asked, "--workers", "2", "--html", str(tmp_path / "l.html"), cwd=EXAMPLES)
    assert one == two
    assert json.loads(one)["matches"][0]["sets"] == 75
    assert "patient:choose" in (tmp_path / "l.html").read_text("utf-8")


@pytest.mark.slow
def test_a_cluster_gives_the_same_bytes():
    cluster = pytest.importorskip("distributed").LocalCluster
    asked = ("holdem", "--bots", "tight,fish", "--pairs", "60", "--seed", "7", "--json")
    with cluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as local:
        many = command(*asked, "--dask", local.scheduler_address)
    assert many == command(*asked)
