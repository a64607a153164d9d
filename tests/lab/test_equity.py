from fractions import Fraction
from itertools import combinations
from random import Random

import pytest

from croupier.core.cards import cards
from croupier.lab import ranges
from croupier.lab.kernels import equity
from croupier.lab.odds import Unanswerable
from croupier.ranks import high, low8, omaha


def test_ace_king_against_queens_over_every_board():
    # The classic race: 787,966 wins and 6,732 ties of 1,712,304 boards.
    found = equity.exact("holdem", [ranges.holdem("AhKh"), ranges.holdem("QsQd")])
    assert found.deals == 1_712_304
    assert (found.players[0].wins, found.players[0].ties) == (787_966, 6_732)


def test_aces_against_kings_over_every_suit():
    found = equity.exact("holdem", [ranges.holdem("AA"), ranges.holdem("KK")])
    aces, kings = found.players
    assert found.deals == 61_642_944
    assert (aces.wins, kings.wins, aces.ties) == (50_371_344, 10_986_372, 285_228)
    assert aces.equity + kings.equity == 1


def test_three_hands_with_a_flop_and_a_dead_card_by_brute_force():
    hands = [cards("AhKh"), cards("QsQd"), cards("7c6c")]
    board, dead = cards("8c 5d Kc"), cards("2s")
    gone = {*board, *dead, *(card for hand in hands for card in hand)}
    wins, parts, boards = [0, 0, 0], [Fraction(0)] * 3, 0
    for two in combinations([card for card in range(52) if card not in gone], 2):
        values = [high.value((*hand, *board, *two)) for hand in hands]
        best = [at for at, value in enumerate(values) if value == max(values)]
        boards += 1
        for at in best:
            parts[at] += Fraction(1, len(best))
            wins[at] += len(best) == 1
    found = equity.exact("holdem", [[hand] for hand in hands], board, dead)
    assert found.deals == boards
    assert [player.wins for player in found.players] == wins
    assert [player.equity for player in found.players] == [part / boards for part in parts]


@pytest.mark.parametrize("game", ["omaha", "omaha8"])
def test_omaha_on_a_turn_by_brute_force(game):
    hands, board = [cards("AsAh2d3d"), cards("KsKd4h5h")], cards("6h 7d Kc 2h")
    gone = {*board, *hands[0], *hands[1]}
    parts, boards = [Fraction(0)] * 2, 0
    for river in range(52):
        if river in gone:
            continue
        full, boards = (*board, river), boards + 1
        scores = [[omaha.value(hand, full) for hand in hands]]
        lows = [low8.omaha_value(hand, full) for hand in hands]
        if game == "omaha8" and max(lows):
            scores.append(lows)
        for score in scores:
            best = [at for at in range(2) if score[at] == max(score)]
            for at in best:
                parts[at] += Fraction(1, len(best) * len(scores))
    found = equity.exact(game, [[hand] for hand in hands], board)
    assert [player.equity for player in found.players] == [part / boards for part in parts]


def test_random_omaha_values_agree_with_the_ranks():
    random = Random(3)
    for _ in range(20):
        deal = random.sample(range(52), 13)
        one, two, board = tuple(deal[:4]), tuple(deal[4:8]), tuple(deal[8:])
        winner = equity.exact("omaha", [[one], [two]], board).players[0].equity
        a, b = omaha.value(one, board), omaha.value(two, board)
        assert winner == (Fraction(1, 2) if a == b else Fraction(int(a > b)))


def test_a_sample_lies_within_its_error_and_is_the_same_again():
    hands = [ranges.holdem("AhKh"), ranges.holdem("QsQd")]
    found = equity.sampled("holdem", hands, samples=60_000, seed=4)
    exact = equity.exact("holdem", hands)
    off = float(found.players[0].equity - exact.players[0].equity)
    assert abs(off) < 4 * found.players[0].error < 0.01
    assert equity.sampled("holdem", hands, samples=60_000, seed=4) == found
    assert equity.sampled("holdem", hands, samples=60_000, seed=5) != found


@pytest.mark.parametrize(
    ("text", "size"),
    [
        ("AA", 6), ("AKs", 4), ("AKo", 12), ("AK", 16), ("QQ+", 18), ("QQ+, AKs", 22),
        ("T9s-76s", 16), ("77-TT", 24), ("A5s-A2s", 16), ("ATs+", 16), ("random", 1326),
        ("AhKh", 1), ("AhKh, AKs", 4),
    ],
)  # fmt: skip
def test_ranges_hold_what_players_mean(text, size):
    assert len(set(map(frozenset, ranges.holdem(text)))) == size


@pytest.mark.parametrize("text", ["AKx", "AAs", "T9s-87o", "AhAh", "Ah", "QQ+-TT", "", "A9s-K7s"])
def test_what_is_no_range_is_refused(text):
    with pytest.raises(Unanswerable):
        ranges.holdem(text)


def test_omaha_wildcards():
    assert len(ranges.omaha("AsAhKsKh")) == 1
    assert len(ranges.omaha("AAxx")) == 6 * 1128 + 4 * 48 + 1
    assert all({51, 47} <= set(hand) for hand in ranges.omaha("AsKsxx"))
    with pytest.raises(Unanswerable):
        ranges.omaha("AAx")


def test_cards_that_are_gone_leave_the_range():
    assert len(ranges.holdem("AA", frozenset(cards("As")))) == 3
    with pytest.raises(Unanswerable, match="cards"):
        equity.exact("omaha", [ranges.omaha("AAxx")[:1]] * 13)
