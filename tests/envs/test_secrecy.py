"""Nothing leaks: with every unseen card changed, every observation is the same bytes."""

from copy import copy
from random import Random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from croupier.core import catalogue
from croupier.core.imagine import imagine
from croupier.envs import learned
from croupier.envs.sight import Sight
from croupier.envs.table import Table


def table_of(game: str) -> Table:
    alone = catalogue.game(game).SEATS.start == 1
    return Table(game, players=1 if alone else 4, stacks=60, observation="both")


def played(table: Table, seed: int, steps: int) -> None:
    """A hand with some random slots taken."""
    rng = np.random.default_rng(seed)
    table.sit_down(rng)
    while table.seat and steps:
        table.answer(rng.choice([*table.slots]))
        steps -= 1


def others(table: Table, seat: int, seed: int) -> Table:
    """The same table with a hand that this seat cannot tell from the real one."""
    hand, twin = table.hand, copy(table)
    twin.hand = imagine(hand.opening, hand.feed(seat), Random(seed))
    if twin.hand.ask and table.seat == seat:
        chips, pot = twin.hand.felt.chips, twin.tallied().pot
        twin.slots = twin.menu.slots(chips, twin.hand.ask, seat, pot)
    return twin


def leaks(table: Table, seed: int) -> bool:
    """Whether some seat's observation tells something that its feed does not."""
    for seat in table.seats:
        mine, theirs = table.observe(seat), others(table, seat, seed).observe(seat)
        if any(mine[name].tobytes() != theirs[name].tobytes() for name in mine):
            return True
    return False


@pytest.mark.parametrize("game", learned())
@settings(max_examples=12, deadline=None)
@given(seed=st.integers(0, 2**32), steps=st.integers(0, 14))
def test_unseen_cards_change_no_observation(game, seed, steps):
    table = table_of(game)
    played(table, seed, steps)
    assert not leaks(table, seed)


def test_a_leak_is_found(monkeypatch):
    """A planted fault: the first card of the deck among the numbers."""
    honest = Sight.features

    def leaky(self, hand, seat, tally):
        x = honest(self, hand, seat, tally)
        x[-1] = hand.felt.deck[-1]
        return x

    monkeypatch.setattr(Sight, "features", leaky)
    table = table_of("holdem")
    played(table, 1, 3)
    assert any(leaks(table, seed) for seed in range(5))
