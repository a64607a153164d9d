"""The dossier of chance: the tests of bits by published examples, the battery by planted faults."""

from itertools import permutations

import numpy as np
import pytest

from croupier.lab.odds import Unanswerable
from croupier.lab.rng import battery, bits, chances, dossier, draws
from croupier.lab.rng.dossier import Dossier

# The first hundred binary digits of pi, the example of SP 800-22, and the chances printed there.
PI = (
    "11001001000011111101101010100010001000010110100011"
    "00001000110100110001001100011001100010100010111000"
)


@pytest.mark.parametrize(
    ("test", "published"),
    [(bits.frequency, [0.109599]), (bits.runs, [0.500798]), (bits.sums, [0.219194, 0.114866])],
)
def test_the_examples_of_the_standard_come_out(test, published):
    row = np.array([[int(bit) for bit in PI]], np.uint8)
    assert test(row) == pytest.approx(published, abs=2e-6)


def test_chances_are_those_of_the_books():
    assert chances.of_squares(3.841459, 1) == pytest.approx(0.05, abs=1e-6)
    assert chances.of_squares(18.307038, 10) == pytest.approx(0.05, abs=1e-6)
    assert chances.of_normal(1.959964) == pytest.approx(0.05, abs=1e-6)


def test_every_order_has_a_number_of_its_own():
    numbers = sorted(draws.number_of(list(order)) for order in permutations(range(5)))
    assert numbers == list(range(120))


def test_every_test_of_bits_finds_a_stream_without_chance():
    rows = np.zeros((12, bits.LENGTH), np.uint8)
    rows[:, ::2] = 1
    rows[:, ::64] = 0
    for name, test in bits.TESTS.items():
        assert battery.together(test(rows)) < battery.FAILS, name


@pytest.fixture(scope="module")
def room():
    return battery.judged(draws.dealt("tests", battery.LEAST_DEALS))


def test_the_rooms_deals_pass_every_test(room):
    assert not room.fails
    assert len(room.results) == 24


@pytest.fixture(scope="module")
def planted():
    return tuple(battery.judged(one) for one in draws.weak(battery.LEAST_DEALS))


def test_every_planted_weakness_is_found(planted):
    assert len(planted) == 4
    assert all(one.fails for one in planted)
    assert "no order twice" in planted[3].fails


def test_a_dossier_is_sound_only_if_the_room_passes_and_the_weak_fail(room, planted):
    good = Dossier("tests", "2026-11-17", room, planted, (), ("PractRand",))
    assert good.sound
    assert "| remainders of bytes |" in dossier.page(good)
    assert "Not installed, so not asked: PractRand." in dossier.page(good)
    assert not Dossier("tests", "", planted[0], planted, (), ()).sound
    assert not Dossier("tests", "", room, (*planted, room), (), ()).sound
    assert good.data()["room"]["fails"] == ()


def test_too_few_deals_are_refused():
    with pytest.raises(Unanswerable, match="5,500 to 1,000,000"):
        battery.check(10)
