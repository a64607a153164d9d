"""The shuffle, the cut and the lots: as they are written down, and fair.

The verifier below shares no line with croupier.core.fair: it is the written procedure, word for
word, over a ChaCha20 of its own. The statistics are proven by planted biases that they must catch.
"""

import math
import struct
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from itertools import islice, permutations, product
from multiprocessing import get_context

import pytest
from hypothesis import given
from hypothesis import strategies as st

from croupier.core import fair
from croupier.core.asks import Decision
from croupier.core.cards import PACK, PACK_WITH_JOKER, BadCards, Card, cards, decks, text
from croupier.core.catalogue import Game
from croupier.core.felt import Deal
from croupier.core.hand import Hand
from croupier.games import blackjack, casino_holdem

SEED = bytes(range(32))
SHOE = decks(8)
seeds = st.binary(min_size=32, max_size=32)
packs = st.lists(st.sampled_from(PACK_WITH_JOKER), max_size=60).map(tuple)
Shuffle = Callable[[bytes, Sequence[Card]], Sequence[Card]]


def numbered(number: int) -> bytes:
    """The fixed seeds of the statistics: every run of the suite sees the same decks."""
    return number.to_bytes(32, "big")


# --- A stranger's verifier ------------------------------------------------------------------------


def chacha20_block(key: bytes, counter: int, nonce: bytes) -> bytes:
    """RFC 8439, section 2.3."""
    start = [
        *(0x61707865, 0x3320646E, 0x79622D32, 0x6B206574),
        *struct.unpack("<8L", key),
        counter,
        *struct.unpack("<3L", nonce),
    ]
    state = start.copy()
    for _ in range(10):
        for lane in range(4):
            quarter(state, *(lane + row for row in (0, 4, 8, 12)))
        for lane in range(4):
            quarter(state, *(4 * row + (lane + row) % 4 for row in range(4)))
    return struct.pack("<16L", *((x + y) % 2**32 for x, y in zip(state, start, strict=True)))


def quarter(state: list[int], a: int, b: int, c: int, d: int) -> None:
    for x, y, z, turn in ((a, b, d, 16), (c, d, b, 12), (a, b, d, 8), (c, d, b, 7)):
        state[x] = (state[x] + state[y]) % 2**32
        state[z] ^= state[x]
        state[z] = (state[z] << turn | state[z] >> (32 - turn)) % 2**32


def written_stream(seed: bytes, label: bytes) -> Iterator[int]:
    for counter in range(2**32):
        yield from chacha20_block(seed, counter, label + bytes(12 - len(label)))


def written_number(stream: Iterator[int], n: int) -> int:
    size = 1 if n <= 256 else 2
    span = 256**size
    while True:
        word = int.from_bytes(bytes(islice(stream, size)), "big")
        if word < span - span % n:
            return word % n


BOUNDS = (6, 6, 6, 52, 300, 7)


def written_deal(seed: bytes, pack: Sequence[Card], bounds: Sequence[int]) -> Deal:
    deck, stream = list(pack), written_stream(seed, b"cards")
    for last in reversed(range(1, len(deck))):
        other = written_number(stream, last + 1)
        deck[other], deck[last] = deck[last], deck[other]
    at = 1 + written_number(written_stream(seed, b"cut"), len(deck) - 1)
    stream = written_stream(seed, b"lots")
    lots = tuple(written_number(stream, bound) for bound in bounds)
    return Deal(cards=tuple(deck[at:] + deck[:at]), lots=lots, cut=at)


def test_the_verifiers_chacha20_is_that_of_the_rfc() -> None:
    nonce = bytes.fromhex("000000090000004a00000000")
    assert chacha20_block(SEED, 1, nonce).hex() == (  # RFC 8439, section 2.3.2
        "10f1e7e4d13b5915500fdd1fa32071c4c7d1f4c733c068030422aa9ac3d46c4e"
        "d2826446079faa0914c2d705d98b02a2b5129cd1de164eb9cbd083e8a2503c4e"
    )


@pytest.mark.parametrize("label", ["cards", "cut", "lots", "discards"])
def test_the_stream_is_that_of_the_verifier_over_many_blocks(label: str) -> None:
    written = written_stream(SEED, label.encode())
    assert list(islice(fair.stream(SEED, label), 1000)) == list(islice(written, 1000))


@pytest.mark.parametrize("pack", [PACK[:2], PACK, PACK_WITH_JOKER, decks(5), decks(6), SHOE])
@pytest.mark.parametrize("number", range(6))
def test_a_deal_is_that_of_the_verifier(number: int, pack: tuple[Card, ...]) -> None:
    seed = numbered(number)
    assert fair.deal(seed, pack, BOUNDS) == written_deal(seed, pack, BOUNDS)


@pytest.mark.clause("CH-07", "TH-13")
def test_known_deal() -> None:
    """A promise to old hands: this deal may never change."""
    assert text(fair.shuffle(SEED, PACK)) == SHUFFLED
    known = fair.deal(SEED, PACK, BOUNDS)
    assert known.cut == CUT
    assert known.lots == LOTS
    assert known.cards == cards(SHUFFLED)[CUT:] + cards(SHUFFLED)[:CUT]


SHUFFLED = (
    "8c 2s 8s Ks 9c 8d 4c 5h 3c Js Jh 5s Qc Ac Ah 9s 2h As Td Ad Kc Qd 9h Kh 7c 2d "
    "9d Kd 2c 3d Qs 7d Ts Th 4s 7h 4h 3h 6c 8h Tc 6h 4d 5d 5c 7s Jc Jd 3s Qh 6s 6d"
)
CUT = 16
LOTS = (1, 2, 4, 50, 284, 4)


# --- Cards are neither lost nor made --------------------------------------------------------------


@given(seeds, packs)
def test_a_shuffle_keeps_every_card(seed: bytes, pack: tuple[Card, ...]) -> None:
    assert sorted(fair.shuffle(seed, pack)) == sorted(pack)


@pytest.mark.clause("TH-13")
@given(seeds)
def test_a_deal_is_one_whole_pack_of_52(seed: bytes) -> None:
    dealt = fair.deal(seed, PACK).cards
    assert len(dealt) == 52
    assert set(dealt) == set(PACK)


@pytest.mark.clause("CH-07")
@given(seeds, packs.filter(lambda pack: len(pack) > 1))
def test_the_cut_is_logged_with_the_deck(seed: bytes, pack: tuple[Card, ...]) -> None:
    dealt = fair.deal(seed, pack)
    assert 1 <= dealt.cut < len(pack)
    assert fair.cut(dealt.cards, len(pack) - dealt.cut) == fair.shuffle(seed, pack)


@given(seeds, st.integers(0, 40))
def test_more_lots_change_neither_the_cards_nor_the_first_lots(seed: bytes, count: int) -> None:
    many = fair.deal(seed, PACK, (6,) * 40)
    assert fair.deal(seed, PACK, (6,) * count) == Deal(many.cards, many.lots[:count], many.cut)


def test_a_cut_takes_cards_from_the_top() -> None:
    assert fair.cut(cards("As Ks Qs Js"), 1) == cards("Ks Qs Js As")
    assert fair.cut(cards("As Ks Qs Js"), 3) == cards("Js As Ks Qs")


# --- The shoe, from hand to hand ------------------------------------------------------------------

SIX = blackjack.Rules()


def written_shuffle(seed: bytes, some: Sequence[Card], label: bytes) -> tuple[Card, ...]:
    deck, stream = list(some), written_stream(seed, label)
    for last in reversed(range(1, len(deck))):
        other = written_number(stream, last + 1)
        deck[other], deck[last] = deck[last], deck[other]
    return tuple(deck)


def hand_of(deal: Deal, carry: object = None, *, void: bool = False) -> Hand:
    """A round of one stake that stands on everything, or is void after its first cards."""
    hand = Hand(blackjack, SIX, {(1, "stack"): 1000_00}, deal, carry)
    hand.decide(1, Decision("bet", 10_00, (1, "box 1")))
    hand.expire()
    if void and not hand.over:
        hand.rule(Decision("void", by="inspector", why="malfunction"))
    while not hand.over:
        hand.expire()
    return hand


def dealt_from(hand: Hand) -> int:
    return len(hand.opening.deal.cards) - len(hand.felt.deck)


@pytest.mark.clause("BJ-37", "BJ-45")
@pytest.mark.parametrize("number", range(4))
def test_the_next_deal_is_the_rest_of_the_shoe_and_behind_it_the_shuffled_discards(
    number: int,
) -> None:
    deal, carry = fair.deal(numbered(number), decks(6)), None
    for later in range(1, 6):
        last = hand_of(deal, carry)
        seed = numbered(100 * number + later)
        whole, gone = deal.cards, dealt_from(last)
        left = 312 - last.carry.gone
        rest = (*whole[:gone], *whole[gone + left :])
        deal, carry = fair.next_deal(seed, blackjack, SIX, last), last.carry
        assert deal.cards[:left] == whole[gone : gone + left]
        assert deal.cards[left:] == written_shuffle(seed, rest, b"discards")
        assert deal.cut == 0


def test_of_a_void_hand_every_card_goes_back_and_the_shoe_is_shuffled() -> None:
    first = hand_of(fair.deal(SEED, decks(6)))
    second = fair.next_deal(numbered(1), blackjack, SIX, first)
    void = next(
        hand
        for number in range(1, 50)
        if (
            hand := hand_of(
                fair.next_deal(numbered(number), blackjack, SIX, first), first.carry, void=True
            )
        )
        and hand.carry == first.carry
    )
    left = 312 - first.carry.gone
    third = fair.next_deal(numbered(9), blackjack, SIX, void)
    assert third.cards[:left] == written_shuffle(numbered(9), second.cards[:left], b"cards")
    assert sorted(third.cards[left:]) == sorted(second.cards[left:])
    assert blackjack.shoe(SIX, void.carry) == left  # What the table was told stays true.


def test_a_hand_without_a_card_leaves_the_shoe_as_it_lay() -> None:
    first = hand_of(fair.deal(SEED, decks(6)))
    deal = fair.next_deal(numbered(1), blackjack, SIX, first)
    nobody = Hand(blackjack, SIX, {(1, "stack"): 1000_00}, deal, first.carry)
    nobody.expire()
    left = 312 - first.carry.gone
    assert fair.next_deal(numbered(2), blackjack, SIX, nobody).cards[:left] == deal.cards[:left]


@pytest.mark.parametrize(
    ("game", "rules"), [(casino_holdem, casino_holdem.Rules()), (blackjack, SIX)]
)
def test_the_first_deal_of_a_table_is_fresh(game: Game, rules: object) -> None:
    assert fair.next_deal(SEED, game, rules, None) == fair.deal(SEED, game.pack(rules))


def test_a_game_without_a_shoe_gets_a_fresh_pack_for_every_hand() -> None:
    rules = casino_holdem.Rules()
    last = Hand(casino_holdem, rules, {(1, "stack"): 1000_00}, fair.deal(SEED, PACK))
    last.expire()
    assert fair.next_deal(numbered(1), casino_holdem, rules, last) == fair.deal(numbered(1), PACK)


@pytest.mark.parametrize("changed", [blackjack.Rules(decks=2), blackjack.Rules(decks=8)])
def test_other_packs_are_a_fresh_shoe(changed: blackjack.Rules) -> None:
    last = hand_of(fair.deal(SEED, decks(6)))
    fresh = fair.deal(numbered(1), decks(changed.decks))
    assert fair.next_deal(numbered(1), blackjack, changed, last) == fresh


@given(st.lists(seeds, min_size=1, max_size=6))
def test_a_shoe_always_holds_every_card(row: list[bytes]) -> None:
    last: Hand | None = None
    for number, seed in enumerate(row):
        deal = fair.next_deal(seed, blackjack, SIX, last)
        assert sorted(deal.cards) == sorted(decks(6))
        last = hand_of(deal, last.carry if last else None, void=number % 3 == 2)


# --- Refusals -------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", [b"", bytes(31), bytes(33)])
@pytest.mark.parametrize(
    "act",
    [
        lambda seed: fair.shuffle(seed, PACK),
        lambda seed: fair.shuffle(seed, ()),
        lambda seed: fair.deal(seed, PACK),
        lambda seed: fair.lots(seed, ()),
        lambda seed: fair.cut_position(seed, 52),
    ],
)
def test_a_seed_of_another_size_is_refused(act: Callable[[bytes], object], seed: bytes) -> None:
    with pytest.raises(ValueError, match=rf"{len(seed)} bytes: a seed has exactly 32"):
        act(seed)


@pytest.mark.parametrize("at", [-1, 0, 4, 5])
def test_a_cut_without_two_parts_is_refused(at: int) -> None:
    with pytest.raises(ValueError, match="so cut at 1 to 3"):
        fair.cut(PACK[:4], at)


@pytest.mark.parametrize("size", [0, 1])
def test_a_pack_too_small_to_cut_is_refused(size: int) -> None:
    with pytest.raises(ValueError, match=f"a pack of {size} cannot be cut"):
        fair.deal(SEED, PACK[:size])


def test_a_pack_beyond_two_bytes_is_refused() -> None:
    largest = PACK[:1] * 65536
    assert fair.deal(SEED, largest).cards == largest
    for act in (fair.shuffle, fair.deal):
        with pytest.raises(ValueError, match="65537 cards are too many"):
            act(SEED, (*largest, PACK[0]))


@pytest.mark.parametrize("bound", [0, -1, 65537])
def test_a_lot_below_no_number_is_refused(bound: int) -> None:
    with pytest.raises(ValueError, match="a bound of 1 to 65536"):
        fair.lots(SEED, (6, bound))


def test_a_number_from_a_dry_source_is_an_error() -> None:
    with pytest.raises(EOFError):
        fair.below(iter(()), 6)


# --- Arranged packs -------------------------------------------------------------------------------


def test_an_arranged_pack_has_the_named_cards_on_top_and_the_rest_in_order() -> None:
    dealt = fair.arranged("As 2c Td", PACK, lots=(6, 1))
    rest = tuple(card for card in PACK if card not in cards("As 2c Td"))
    assert dealt == Deal(cards=cards("As 2c Td") + rest, lots=(6, 1), cut=0)


def test_an_arranged_shoe_may_name_a_card_as_often_as_it_has_it() -> None:
    dealt = fair.arranged("As As", decks(2)).cards
    assert dealt[:2] == cards("As As")
    assert sorted(dealt) == sorted(decks(2))


def test_an_arranged_pack_refuses_a_card_that_is_not_there() -> None:
    with pytest.raises(BadCards, match="Jk is not in the pack"):
        fair.arranged("As Jk", PACK)


def test_an_arranged_pack_refuses_a_card_named_too_often() -> None:
    with pytest.raises(BadCards, match="As is named too often: the pack has it 2 times"):
        fair.arranged("As Kd As As", decks(2))


# --- Proof: each step is uniform, by counting all cases -------------------------------------------


def test_every_number_has_equally_many_bytes() -> None:
    for n in range(1, 257):
        counts = Counter(drawn(([byte] for byte in range(256)), n))
        assert counts == dict.fromkeys(range(n), 256 // n)


@pytest.mark.parametrize("n", [257, 300, 415, 416, 32769, 65535, 65536])
def test_every_number_has_equally_many_double_bytes(n: int) -> None:
    counts = Counter(drawn(product(range(256), repeat=2), n))
    assert counts == dict.fromkeys(range(n), 65536 // n)


def drawn(sources: Iterable[Iterable[int]], n: int) -> Iterator[int]:
    """The numbers of those sources that are not thrown away."""
    for source in sources:
        try:
            yield fair.below(iter(source), n)
        except EOFError:
            continue


@pytest.mark.parametrize("size", range(7))
def test_every_choice_of_numbers_gives_another_order(
    size: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    orders = set()
    for choice in product(*(range(n) for n in range(size, 1, -1))):
        numbers = iter(choice)
        monkeypatch.setattr(fair, "below", lambda _source, _n, numbers=numbers: next(numbers))
        orders.add(fair.shuffle(SEED, PACK[:size]))
    assert orders == set(permutations(PACK[:size]))


# --- Statistics -----------------------------------------------------------------------------------


def p_value(chi_square: float, freedom: int) -> float:
    """How often chance alone gives more (Wilson and Hilferty's cube root is nearly normal)."""
    spread = 2 / (9 * freedom)
    deviations = ((chi_square / freedom) ** (1 / 3) - 1 + spread) / math.sqrt(spread)
    return math.erfc(deviations / math.sqrt(2)) / 2


def p_of_counts(counts: Iterable[int], cells: int) -> float:
    """Of numbers that fall in several cells, each equally likely."""
    seen = list(counts)
    expected = sum(seen) / cells
    chi_square = sum((count - expected) ** 2 for count in seen) / expected
    return p_value(chi_square + (cells - len(seen)) * expected, cells - 1)


def p_of_positions(table: Sequence[Sequence[int]]) -> float:
    """Of a table of position by card. Both margins are fixed by every single deck, so the squares
    are divided by decks / (size - 1), not by the expected decks / size, to be a chi-square.
    """
    size, deals = len(table), sum(table[0])
    squares = sum((count - deals / size) ** 2 for row in table for count in row)
    return p_value(squares * (size - 1) / deals, (size - 1) ** 2)


def tables(shuffle: Shuffle, numbers: range, size: int = 52) -> tuple[list[list[int]], list[int]]:
    """Position by card, and the top two cards together, over many decks."""
    laid = b"".join(bytes(shuffle(numbered(number), PACK[:size])) for number in numbers)
    columns = [laid[at::size] for at in range(size)]
    tops = Counter(zip(columns[0], columns[1], strict=True))
    return (
        [[column.count(card) for card in range(size)] for column in columns],
        [tops[pair] for pair in permutations(range(size), 2)],
    )


def is_chance(p: float) -> bool:
    """Neither too uneven nor too even."""
    return 1e-6 < p < 1 - 1e-6


@pytest.mark.parametrize(
    ("chi_square", "freedom", "p"),
    [(11.0705, 5, 0.05), (15.0863, 5, 0.01), (37.566, 20, 0.01), (149.449, 100, 0.001)],
)
def test_p_values_are_those_of_the_printed_tables(
    chi_square: float, freedom: int, p: float
) -> None:
    assert p_value(chi_square, freedom) == pytest.approx(p, rel=0.05)


DECKS = range(20_000)


@pytest.mark.clause("TH-13")
def test_every_card_is_equally_likely_everywhere() -> None:
    positions, tops = tables(fair.shuffle, DECKS)
    assert is_chance(p_of_positions(positions))
    assert is_chance(p_of_counts(tops, 52 * 51))


@pytest.mark.clause("CH-07")
def test_a_cut_deck_is_as_fair() -> None:
    positions, tops = tables(lambda seed, pack: fair.deal(seed, pack).cards, DECKS)
    assert is_chance(p_of_positions(positions))
    assert is_chance(p_of_counts(tops, 52 * 51))


def test_all_orders_of_four_cards_are_equally_likely() -> None:
    orders = Counter(fair.shuffle(numbered(number), PACK[:4]) for number in DECKS)
    assert is_chance(p_of_counts(orders.values(), 24))
    dealt = Counter(fair.deal(numbered(number), PACK[:4]).cards for number in DECKS)
    assert is_chance(p_of_counts(dealt.values(), 24))


def test_a_shoes_first_and_last_cards_are_equally_likely() -> None:
    shoes = [fair.shuffle(numbered(number), tuple(map(Card, range(416)))) for number in range(4000)]
    for at in (0, 1, 255, 256, 415):
        assert is_chance(p_of_counts(Counter(shoe[at] for shoe in shoes).values(), 416))


@pytest.mark.clause("CH-07")
@pytest.mark.parametrize("size", [52, 416])
def test_every_cut_is_equally_likely(size: int) -> None:
    cuts = Counter(fair.cut_position(numbered(number), size) for number in DECKS)
    assert set(cuts) == set(range(1, size))
    assert is_chance(p_of_counts(cuts.values(), size - 1))


def test_the_cut_tells_nothing_of_the_cards() -> None:
    both = Counter(
        (fair.cut_position(seed, 52) % 17, fair.shuffle(seed, PACK)[0] % 13)
        for seed in map(numbered, DECKS)
    )
    assert is_chance(p_of_counts(both.values(), 17 * 13))  # 51 cuts and 52 cards divide evenly.


def test_every_roll_of_three_dice_is_equally_likely() -> None:
    rolls = Counter(fair.lots(numbered(number), (6, 6, 6)) for number in DECKS)
    assert set(rolls) == set(product(range(6), repeat=3))
    assert is_chance(p_of_counts(rolls.values(), 216))


# --- Planted biases -------------------------------------------------------------------------------


def with_modulo_bias(seed: bytes, pack: Sequence[Card]) -> list[Card]:
    deck, stream = list(pack), fair.stream(seed, "cards")
    for last in range(len(deck) - 1, 0, -1):
        at = next(stream) % (last + 1)
        deck[last], deck[at] = deck[at], deck[last]
    return deck


def with_any_other(seed: bytes, pack: Sequence[Card]) -> list[Card]:
    deck, stream = list(pack), fair.stream(seed, "cards")
    for one in range(len(deck)):
        at = fair.below(stream, len(deck))
        deck[one], deck[at] = deck[at], deck[one]
    return deck


def never_in_place(seed: bytes, pack: Sequence[Card]) -> list[Card]:
    """Sattolo's cycles: the range is one too small."""
    deck, stream = list(pack), fair.stream(seed, "cards")
    for last in range(len(deck) - 1, 0, -1):
        at = fair.below(stream, last)
        deck[last], deck[at] = deck[at], deck[last]
    return deck


def without_the_last_swap(seed: bytes, pack: Sequence[Card]) -> list[Card]:
    deck, stream = list(pack), fair.stream(seed, "cards")
    for last in range(len(deck) - 1, 1, -1):
        at = fair.below(stream, last + 1)
        deck[last], deck[at] = deck[at], deck[last]
    return deck


def unshuffled(seed: bytes, pack: Sequence[Card]) -> tuple[Card, ...]:
    """Cut only; a cut at 0 makes every card equally likely everywhere."""
    return (*pack[(at := fair.below(fair.stream(seed, "cut"), len(pack))) :], *pack[:at])


def in_turn(seed: bytes, pack: Sequence[Card]) -> tuple[Card, ...]:
    """Every card takes every place in turn: nothing is left to chance."""
    at = int.from_bytes(seed, "big") % len(pack)
    return (*pack[at:], *pack[:at])


@pytest.mark.parametrize(
    "biased", [with_modulo_bias, with_any_other, never_in_place, without_the_last_swap]
)
def test_a_biased_shuffle_is_caught(biased: Shuffle) -> None:
    positions, _ = tables(biased, DECKS)
    assert p_of_positions(positions) < 1e-6


def test_a_pack_that_was_only_cut_is_caught_by_its_top_two_cards() -> None:
    _, tops = tables(unshuffled, DECKS)
    assert p_of_counts(tops, 52 * 51) < 1e-6


def test_a_shuffle_that_is_too_even_is_caught() -> None:
    positions, _ = tables(in_turn, DECKS)
    assert p_of_positions(positions) > 1 - 1e-6


@pytest.mark.parametrize("never", [1, 51])
def test_a_cut_that_is_never_made_is_caught(never: int) -> None:
    cuts = Counter(fair.cut_position(numbered(number), 52) for number in DECKS)
    del cuts[never]
    assert p_of_counts(cuts.values(), 51) < 1e-6


def test_a_die_with_modulo_bias_is_caught() -> None:
    """Of 256 bytes 43 give a one and 42 a six: it takes many throws to see."""
    stream = fair.stream(SEED, "lots")
    throws = Counter(byte % 6 for byte in islice(stream, 2_000_000))
    assert p_of_counts(throws.values(), 6) < 1e-6
    fairly = Counter(fair.below(stream, 6) for _ in range(200_000))
    assert is_chance(p_of_counts(fairly.values(), 6))


@pytest.mark.slow
@pytest.mark.clause("TH-13")
def test_every_card_is_equally_likely_everywhere_over_a_million_decks() -> None:
    lots = [range(start, start + 10_000) for start in range(0, 1_000_000, 10_000)]
    with ProcessPoolExecutor(mp_context=get_context("spawn")) as workers:
        parts = list(workers.map(tables, [fair.shuffle] * len(lots), lots))
    rows = zip(*(positions for positions, _ in parts), strict=True)
    positions = [list(map(sum, zip(*row, strict=True))) for row in rows]
    tops = list(map(sum, zip(*(tops for _, tops in parts), strict=True)))
    assert is_chance(p_of_positions(positions))
    assert is_chance(p_of_counts(tops, 52 * 51))


# --- Cost -----------------------------------------------------------------------------------------


def test_importing_it_does_not_load_cryptography() -> None:
    code = "import sys, croupier.core.fair; sys.exit('cryptography' in sys.modules)"
    command = [sys.executable, "-c", code]
    assert subprocess.run(command, check=False).returncode == 0
