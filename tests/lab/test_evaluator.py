from itertools import combinations
from random import Random

import numpy as np
import pytest

from croupier.lab.kernels import evaluator
from croupier.ranks import high


@pytest.mark.parametrize("size", [5, 6, 7])
def test_random_hands_have_the_integers_of_the_ranks(size):
    random = Random(size)
    hands = [random.sample(range(52), size) for _ in range(20_000)]
    values = evaluator.evaluate(np.array(hands, np.uint8)).tolist()
    assert values == [high.value(hand) for hand in hands]


def test_every_set_of_seven_ranks_and_every_suited_set_agrees():
    sums, values = evaluator._of_all_ranks(7)
    assert len(sums) == 49_205
    assert all(high.unsuited(s) == v for s, v in zip(sums.tolist(), values.tolist(), strict=True))
    suited = evaluator.tables(7).suited.tolist()
    sets = [bits for bits in range(1 << 13) if bits.bit_count() >= 5]
    assert all(suited[bits] == high.of_one_suit(bits) for bits in sets)


def test_all_five_card_hands_fall_into_the_classes_that_every_book_counts():
    # C(52, 5) = 2,598,960 hands, e.g. https://en.wikipedia.org/wiki/Poker_probability
    hands = np.fromiter(
        (card for five in combinations(range(52), 5) for card in five), np.uint8, 5 * 2_598_960
    )
    counts = np.bincount(evaluator.evaluate(hands.reshape(-1, 5)) >> 20).tolist()
    assert counts == [1_302_540, 1_098_240, 123_552, 54_912, 10_200, 5_108, 3_744, 624, 40]


@pytest.mark.parametrize(
    "bad",
    [
        np.zeros((3, 4), np.uint8),
        np.zeros(7, np.uint8),
        np.full((1, 7), 52, np.uint8),
        np.zeros((1, 7), np.int64),
    ],
)
def test_what_is_no_array_of_hands_is_refused(bad):
    with pytest.raises(ValueError):
        evaluator.evaluate(bad)
