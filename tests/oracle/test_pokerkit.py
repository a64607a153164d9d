"""Croupier's betting, pots and payment against PokerKit's, hand by hand."""

from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from multiprocessing import get_context

import pytest

from croupier.core.felt import Fault
from croupier.procedure import betting, flop, pots
from croupier.procedure.flop import showdown, streets
from oracle import pokerkit_oracle as oracle
from oracle.pokerkit_oracle import DIFFERENCES, HALVES, OTHERS, VARIANTS, Mismatch, compare_many

ACTS = {"fold", "call", "raise", "all-in"}
SEEN = {*ACTS, "hands", "rivers"}
CLAUSES = {
    *(clause for difference in DIFFERENCES.values() for clause in difference.clauses),
    *(clause for table in (OTHERS, HALVES) for clauses in table.values() for clause in clauses),
}
LIMIT_ONLY = {"short all-in in limit", "two players have no cap"}
BIG_BET_ONLY = {"the blind is a full bet", "short all-ins add up"}


@pytest.mark.clause("CR-16", "CR-17", "CR-21", "CR-42", "TH-22", "TH-28", "TH-29", *CLAUSES)
@pytest.mark.parametrize("variant", VARIANTS)
def test_some_hands(variant):
    seen = compare_many(variant, range(150))
    assert all(seen[act] > 50 for act in ACTS)
    assert set(seen) <= named(variant) | SEEN


@pytest.mark.slow
@pytest.mark.parametrize("variant", VARIANTS)
def test_twenty_thousand_hands(variant):
    """Every difference occurs that is named for the variant: none outlives its reason."""
    seen = compare_on_all_cores(variant, 20_000)
    assert seen["hands"] == 20_000
    assert set(seen) == named(variant) | SEEN


def named(variant):
    fixed = VARIANTS[variant].limit == "limit"
    return {
        *(DIFFERENCES.keys() - (BIG_BET_ONLY if fixed else LIMIT_ONLY)),
        *OTHERS,
        *(HALVES if "hi-lo" in variant else ()),
    }


def compare_on_all_cores(variant, hands, share=500):
    seen = Counter()
    with ProcessPoolExecutor(mp_context=get_context("spawn")) as pool:
        parts = [range(at, min(at + share, hands)) for at in range(0, hands, share)]
        for part in pool.map(partial(compare_many, variant), parts):
            seen.update(part)
    return seen


# Faults planted in Croupier, each of which the comparison must find.


def always(answer):
    return lambda *_, **__: answer


def odd_chips_to_the_first(amount, count, unit):
    each = amount // (count * unit) * unit
    return [amount - each * (count - 1)] + [each] * (count - 1)


def short_all_ins_count(state, to, seat):
    state.step = max(state.step, to - state.high)
    state.high = state.full = to
    state.last, state.made = seat, state.made + 1


def lows_of_the_whole_hand(worth, seats):
    top = max(worth.low.values(), default=0)
    return [seat for seat in seats if worth.low.get(seat, 0) == top] or list(seats)


FAULTS = {
    "anybody may raise": ("no-limit hold'em", betting, "may_raise", always(True)),
    "nobody may raise": ("limit hold'em", betting, "may_raise", always(False)),
    "short all-ins count": ("limit omaha", betting, "advance", short_all_ins_count),
    "the pot is a little larger": ("pot-limit omaha", betting, "pot_size", always(10)),
    "the last owes nothing": ("no-limit hold'em", betting, "last_owes", always(0)),
    "uncalled bets stay": ("pot-limit hold'em", pots, "return_uncalled", always(None)),
    "bets stay out of the pot": ("limit hold'em", streets, "gather", always(None)),
    "a short blind is the bet": (
        "no-limit hold'em",
        flop,
        "post_blinds",
        lambda rules, felt, seating, kill: min(
            flop_post_blinds(rules, felt, seating, kill),
            max(felt.chips.get((seat, "bet"), 0) for seat in seating.order),
        ),
    ),
    "all odd chips to one": ("limit hold'em", pots, "divided", odd_chips_to_the_first),
    "another's low takes half": (
        "limit omaha hi-lo",
        showdown.Worth,
        "lows",
        lows_of_the_whole_hand,
    ),
    "no burn": (
        "limit hold'em",
        streets,
        "deal_board",
        lambda rules, felt, up: felt.deal(oracle.BOARD, up, up=True),
    ),
}
flop_post_blinds = flop.post_blinds


@pytest.mark.parametrize("fault", FAULTS)
def test_planted_faults_are_found(monkeypatch, fault):
    variant, module, name, wrong = FAULTS[fault]
    monkeypatch.setattr(module, name, wrong)
    with pytest.raises((Mismatch, Fault, ValueError, IndexError)) as found:
        compare_many(variant, range(300))
    assert f"compare({variant!r}, " in found.value.__notes__[0]
