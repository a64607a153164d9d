"""Pledges: the vectors of docs/fairness.md, every flipped byte, and that all deals are equally
likely.
"""

import json
from collections import Counter
from collections.abc import Callable
from functools import cache
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from croupier.core import fair, pledges, verify
from croupier.core.cards import PACK, text
from croupier.core.felt import Deal
from croupier.core.pledges import NOTHING, Contributor, Envelope, Subject
from croupier.core.proofs import Proof, opened

MASTER = bytes(range(32))
SUBJECT = Subject("casino-club/holdem-2-4", 18, "holdem", PACK, (13, 12, 6))
ENTROPY = {2: bytes([0xAA]) * 32, 5: bytes([0x55]) * 32}
PLAYERS = {2: "g1f", 5: "ada"}


@cache
def envelope() -> Envelope:
    listed = tuple(
        Contributor(s, PLAYERS[s], pledges.commitment(SUBJECT.table, 18, PLAYERS[s], e))
        for s, e in ENTROPY.items()
    )
    made = Envelope(1, SUBJECT, MASTER, listed, reveals=tuple(ENTROPY.items()))
    return replace(made.opened(18), outcome=0)


@cache
def proof() -> Proof:
    deal = envelope().deal(18)
    seen = {place: deal.cards[place] for place in (0, 1, 7)}
    aloud = {0: deal.lots[0], 2: deal.lots[2]}
    return opened(envelope(), envelope().deck, 18, 0, seen, aloud, secret=True)


# --- The vectors ---------------------------------------------------------------------------------


def test_the_context_of_the_vectors() -> None:
    found = "71feee93f3cea8c1c253082c0049aca1a5ee8db9307b4be4ac3b7580b171526d"
    assert pledges.context(SUBJECT).hex() == found


@pytest.mark.parametrize(
    ("number", "seed", "root"),
    [
        (
            0,
            "ed18d170b1767bc46217987111cc74a1cec3fb59208219c5488b656e7d7b1398",
            "4eeb6cc101349c56ba0522709074dd4243c3cd2a6ee2b6b05f9fb9fe242b061d",
        ),
        (
            1,
            "2df115119b00ce2caff4a2f0b8bea5b115f9592226e01612045a94884500d9f2",
            "b2d9571233e1b6fda11110157194899aebea7adaefeaf440ce4b96b68a10145c",
        ),
        (
            2,
            "168c18c14c63e6897a01317f966dc6a5f98b11b6cd5dfde6871f5672be7affac",
            "5e7f695d320c1467fa224c4263aaf881ed29d86a6cf626ba5d934413d6500d94",
        ),
        (
            3,
            "865f30989748e72793767357bda9b6b8aebca2ac0cdbc6de2b3aeaf24250d745",
            "d4becf64943369774bdd2537fa9586b94dcc7c79364e1cac3c67d37f8f93c792",
        ),
    ],
)
def test_the_decks_of_the_vectors(number: int, seed: str, root: str) -> None:
    deck = pledges.decks(MASTER, SUBJECT)[number]
    assert (deck.seed.hex(), deck.root.hex()) == (seed, root)


def test_the_pledge_and_the_deal_of_the_vectors() -> None:
    made = envelope()
    assert [one.commitment.hex() for one in made.entropy] == [
        "4fe11a690fd4afddd8b86f175de5e8eef6cb4a0467579e772dc427af97e81dca",
        "0d1333ddc4685ae07bdbb3f8e4651b394092583cad69bcd5a0d9c528e1da0d96",
    ]
    digest = "0c8b450138bb275e2f5660d6c3039b224af4b81c5e651bbcc3516a412e1d0305"
    joint = "b6600804e378e9da607d18a076d5ff427391c8a6e0dffab8b34b4a3c0ccb931b"
    assert (made.digest.hex(), made.joint.hex()) == (digest, joint)
    assert pledges.picked(made.joint) == 2
    order = pledges.order(made.joint, 52)
    assert order[:8] == (32, 19, 20, 51, 50, 45, 44, 25)
    assert text(made.deal(18).cards[:8]) == "Ts Qd 4h 9s 3d Jc 5c 9h"
    assert (made.deck.deal.lots, made.deal(18).lots) == ((3, 5, 0), (2, 4, 0))
    salt = "414ee71e54c9f522d12c8f166e594e8b587a8defcb80f223f96921332b9985d3"
    leaf = "a691756bb827ba7d2039245ba6e07b5f409925f92114808965247cc89a013f41"
    assert (made.deck.salt(order[0]).hex(), made.deck.leaves[order[0]].hex()) == (salt, leaf)


# --- Every flipped byte --------------------------------------------------------------------------


def test_the_proof_of_the_vectors_is_good() -> None:
    assert verify.faults(verify.checks(proof())) == []
    opened_whole = msgspec.json.decode(msgspec.json.encode(proof()), type=Proof)
    opened_whole.master = MASTER.hex()
    found = list(verify.checks(opened_whole))
    assert [one.name for one in found][-1] == "master"
    assert verify.faults(found) == []


BOUND = ("decks", "entropy", "prev", "pledge", "reveals", "joint", "deck", "spare", "leaves")
SHOWN = ("openings", "lots", "record", "outcome", "pack", "bounds", "table", "hand", "game")


@settings(max_examples=300, deadline=None)
@given(st.sampled_from((*BOUND, *SHOWN)), st.integers(0, 10**6), st.integers(1, 255))
def test_every_flipped_byte_is_seen(field: str, where: int, flip: int) -> None:
    plain = json.loads(msgspec.json.encode(proof()))
    plain[field] = flipped(plain[field], where, flip)
    try:
        changed = msgspec.convert(plain, Proof)
    except msgspec.ValidationError:
        return
    assert verify.faults(verify.checks(changed)), field


def flipped(value: object, where: int, flip: int) -> object:
    """The value with one number or byte of it changed."""
    if isinstance(value, list):
        at = where % len(value)
        return [*value[:at], flipped(value[at], where // len(value), flip), *value[at + 1 :]]
    if isinstance(value, int):
        return value ^ flip
    assert isinstance(value, str)
    if len(value) == 64 and value.isalnum():
        data = bytearray.fromhex(value)
        data[where % 32] ^= flip
        return data.hex()
    at = where % len(value)
    return value[:at] + chr(ord(value[at]) ^ (flip % 31 + 1)) + value[at + 1 :]


# --- Chance --------------------------------------------------------------------------------------


def fairly(number: int) -> Deal:
    """The deal of a pledge with one reveal; its leaves and roots do not bear on it."""
    master, entropy = fair.seed_of(f"master {number}"), fair.seed_of(f"entropy {number}")
    joint = pledges.joint(master, {1: entropy})
    seed = pledges.seed(master, SUBJECT, pledges.picked(joint))
    return pledges.dealt(pledges.shuffled(seed, SUBJECT), SUBJECT.bounds, joint)


def now_and_then_unshuffled(number: int) -> Deal:
    """The same from a room that forgets the order in one hand of twenty, and the shuffle."""
    return fairly(number) if number % 20 else Deal(PACK)


def firsts(deal: Callable[[int], Deal], count: int) -> tuple[Counter[Any], Counter[Any]]:
    """The first card, and the first two, of so many deals."""
    cards = [deal(number).cards for number in range(count)]
    return Counter(dealt[0] for dealt in cards), Counter(dealt[:2] for dealt in cards)


def chi_square(found: Counter[Any], cells: int) -> float:
    """How far counts are from even ones, in standard deviations of chi-square."""
    expected = sum(found.values()) / cells
    square = sum(n * n for n in found.values()) / expected - sum(found.values())
    return (square - (cells - 1)) / (2 * (cells - 1)) ** 0.5


ONE_IN_A_THOUSAND = 3.3
"""Standard deviations; chi-square of 51 degrees leans a little to the right."""


def test_the_first_cards_are_even() -> None:
    ones, pairs = firsts(fairly, 6_000)
    assert chi_square(ones, 52) < ONE_IN_A_THOUSAND + 0.5
    assert chi_square(pairs, 52 * 51) < ONE_IN_A_THOUSAND


@pytest.mark.slow
def test_a_hundred_thousand_pledges_are_even() -> None:
    ones, pairs = firsts(fairly, 100_000)
    assert chi_square(ones, 52) < ONE_IN_A_THOUSAND + 0.5
    assert chi_square(pairs, 52 * 51) < ONE_IN_A_THOUSAND


def test_a_planted_bias_is_caught() -> None:
    ones, pairs = firsts(now_and_then_unshuffled, 6_000)
    assert chi_square(ones, 52) > ONE_IN_A_THOUSAND + 0.5
    assert chi_square(pairs, 52 * 51) > ONE_IN_A_THOUSAND


def test_a_pledge_before_the_first_names_nothing() -> None:
    assert pledges.Pledge(SUBJECT, ()).prev == NOTHING == bytes(32)
