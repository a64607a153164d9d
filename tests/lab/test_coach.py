"""What the coach says of blackjack, against a count of every card and against real hands."""

from functools import cache
from math import sqrt
from random import Random

import pytest

from croupier.core import fair
from croupier.core.asks import Decision
from croupier.core.cards import PACK, cards, text
from croupier.core.hand import Hand
from croupier.core.imagine import imagine
from croupier.games import blackjack
from croupier.lab import hints
from croupier.lab.games.blackjack import full_shoe, playing
from croupier.lab.games.blackjack.spots import Spot, now

ACE, TEN = 0, 9
NAMES = text(PACK).split()
FACES = ("7c", "8c", "9d", "Td", "6h", "5d", "4c", "9h", "8h", "3d")


class Count:
    """Every card that may come, one by one: hands and dealers without any table."""

    def __init__(self, rules, up, shoe):
        self.rules, self.up = rules, up
        self.shoe = tuple(shoe)
        self.completes = {ACE: TEN, TEN: ACE}.get(up, -1)
        self.peeks = rules.hole_card == "peek" and self.completes >= 0
        self.dealer = cache(self.dealer)
        self.best = cache(self.best)

    def looked(self, shoe):
        """How likely a dealer has no blackjack, where one has looked."""
        return 1 - shoe[self.completes] / sum(shoe) if self.peeks else 1.0

    def drawn(self, shoe):
        """Each card that the player may draw, with its chance as things are known."""
        for rank, many in enumerate(shoe):
            if many:
                rest = (*shoe[:rank], many - 1, *shoe[rank + 1 :])
                yield rank, rest, many / sum(shoe) * self.looked(rest) / self.looked(shoe)

    def dealer(self, shoe, hard, ace, size):
        """The dealer's ends from here: 17 to 21, 22 for a bust, 0 for a blackjack."""
        soft = ace and hard <= 11
        total = hard + 10 * soft
        if total >= 17 and not (total == 17 and soft and self.rules.dealer_hits_soft_17):
            return {0 if total == 21 and size == 2 else min(total, 22): 1.0}
        ends = {}
        hole = size == 1 and self.peeks
        left = sum(shoe) - (shoe[self.completes] if hole else 0)
        for rank, many in enumerate(shoe):
            if many and not (hole and rank == self.completes):
                rest = (*shoe[:rank], many - 1, *shoe[rank + 1 :])
                for end, chance in self.dealer(
                    rest, hard + rank + 1, ace or rank == ACE, size + 1
                ).items():
                    ends[end] = ends.get(end, 0.0) + many / left * chance
        return ends

    def stand(self, shoe, mine, stake=1):
        total = best_total(mine)
        worth = 0.0
        for end, chance in self.dealer(shoe, self.up + 1, self.up == ACE, 1).items():
            if end == 0:
                lost = stake if self.rules.dealer_blackjack_takes == "all_bets" else 1
                worth -= chance * lost
            elif end == 22 or total > end:
                worth += chance * stake
            elif total < end:
                worth -= chance * stake
        return worth

    def hit(self, shoe, mine):
        worth = 0.0
        for rank, rest, chance in self.drawn(shoe):
            more = tuple(sorted((*mine, rank)))
            worth += chance * (self.best(rest, more) if best_total(more) <= 21 else -1)
        return worth

    def double(self, shoe, mine):
        worth = 0.0
        for rank, rest, chance in self.drawn(shoe):
            more = tuple(sorted((*mine, rank)))
            worth += chance * (self.stand(rest, more, 2) if best_total(more) <= 21 else -2)
        return worth

    def best(self, shoe, mine):
        stand = self.stand(shoe, mine)
        return stand if best_total(mine) == 21 else max(stand, self.hit(shoe, mine))

    def surrender(self, shoe, mine):
        if self.peeks or self.completes < 0:
            return -0.5
        return -0.5 - shoe[self.completes] / sum(shoe) / 2


def best_total(mine):
    hard = sum(rank + 1 for rank in mine)
    return hard + 10 if ACE in mine and hard <= 11 else hard


def sit(top, **options):
    house = blackjack.Rules(**options)
    hand = Hand(
        blackjack, house, {(1, "stack"): 10_000_00}, fair.arranged(top, blackjack.pack(house))
    )
    hand.decide(1, Decision("bet", 10_00, (1, "box 1")))
    hand.expire()
    while hand.ask and "insure" in {option.act for option in hand.asked(1)}:
        hand.decide(1, Decision("decline"))
    return hand


def told(hand):
    """What the coach says of each act, by the stake."""
    found = hints.value_of_options(hand, 1)
    return {act: value / 10_00 for (act, _, _), value in found.items()}


HOUSES = [
    {"decks": 1, "hole_card": "peek", "double_totals": "any", "surrender": "late"},
    {"decks": 2, "hole_card": "peek", "dealer_hits_soft_17": True, "surrender": "late"},
    {"decks": 1, "double_totals": "any", "surrender": "late"},
    {"decks": 1, "double_totals": "any", "dealer_blackjack_takes": "original_bets_only"},
]


STRANGE = {
    "decks": 1, "hole_card": "peek", "charlie_cards": 5, "double_cards": "any",
    "hit_split_aces": True, "surrender": "late",
}  # fmt: skip


@pytest.mark.parametrize("options", HOUSES, ids=["peek", "peek 2", "no hole card", "original"])
@pytest.mark.parametrize("up", ["As", "Ts", "6s"])
def test_the_coach_says_what_every_card_counted_says(options, up):
    random = Random(f"{options}{up}")
    hand = None
    while hand is None or not hand.asked(1):
        one, two, three, hole = random.sample(
            ["7c", "8c", "9d", "Td", "6h", "5d", "4c", "9h", "8h", "3d"], 4
        )
        under = hole if "hole_card" in options else ""
        hand = sit(f"{one} {up} {two} {under} {three}", **options)
    if random.random() < 0.5 and "stand" in told(hand):
        hand.decide(1, Decision("hit", 0, (1, "box 1")))
    if not hand.asked(1):
        return
    mine = tuple(sorted(playing._ranks(hand.view(1).cards[0, "box 1"])))
    rank = playing._rank(cards(up)[0])
    shoe = full_shoe(hand.opening.rules)
    for seen in (*mine, rank):
        shoe[seen] -= 1
    count = Count(hand.opening.rules, rank, shoe.tolist())
    for act, value in told(hand).items():
        if act != "split":
            assert value == pytest.approx(getattr(count, act)(count.shoe, mine), abs=1e-9), act


@pytest.mark.parametrize("top", ["9c Ts 7d 2c", "8c As 8d 2c", "6c Ts 5d 2c"])
def test_an_early_surrender_is_weighed_against_what_the_hole_card_may_be(top):
    hand = sit(top, decks=2, hole_card="peek", surrender="early")
    before = told(hand)
    assert before["surrender"] == -0.5
    seen = [card[0] for card in top.split()[:3]]
    completes = 32 if seen[1] == "A" else 8
    natural = completes / (104 - 3)  # None of the cards in sight completes a blackjack.
    hand.decide(1, Decision("decline", 0, (1, "box 1")))
    played_on = max(told(hand).values())
    assert before["decline"] == pytest.approx((1 - natural) * played_on - natural)


def test_a_surrender_costs_half_where_the_dealer_has_looked():
    for up in ("As", "Ts"):
        hand = sit(f"9c {up} 7d 2c", hole_card="peek", surrender="late")
        assert told(hand)["surrender"] == -0.5


@pytest.mark.parametrize(("rank", "worth"), [(ACE, 0.696), (7, 0.332), (1, 0.221)])
def test_a_further_split_is_worth_what_the_room_on_the_box_allows(rank, worth):
    # Three hands on the box against a six, six packs: one split is left.
    others = [5, rank, rank]
    rules = blackjack.Rules()
    last = now(rules, Spot(5, [rank, rank], others, hands=3, first=False)).acts["split"]
    assert last == pytest.approx(worth, abs=0.01)
    fresh = now(rules, Spot(5, [rank, rank], others)).acts["split"]
    assert fresh > last + 0.02


def test_a_double_for_less_is_valued_in_proportion():
    hand = sit("6c 6s 5h 2c", hole_card="peek", double_for_less=True)
    found = hints.value_of_options(hand, 1)
    least, most = (found["double", "box 1", amount] for amount in (1_00, 10_00))
    assert least == pytest.approx(most * 11 / 20)


def best(hand):
    """The coach's own best act: the tables know nothing of hands they never come to."""
    act, word, amount = hints.best(hints.value_of_options(hand, 1))
    return Decision(act, amount, (1, word))


def after(hand, act, random):
    """What a stake gains in a hand that the seat cannot tell from this one, from an act on."""
    twin = imagine(hand.opening, hand.feed(1), random)
    before = twin.felt.chips[1, "stack"]
    staked = sum(many for (seat, word), many in twin.felt.chips.items() if seat and word != "stack")
    option = next(option for option in twin.asked(1) if option.act == act)
    mine = playing._ranks(twin.felt.cards[0, option.spot[1]])
    strange = act == "hit" and len(mine) == 2 and len({*mine}) == 1
    twin.decide(1, Decision(act, option.high, option.spot))
    while not twin.over:
        if twin.asked(1):
            twin.decide(1, best(twin) if strange else playing.decision(twin, 1, {"play": "pairs"}))
        else:
            twin.expire()
    return (twin.felt.chips[1, "stack"] - before - staked) / 10_00


@pytest.mark.slow
@pytest.mark.parametrize(
    "options", [*HOUSES[:2], {"decks": 1}, STRANGE], ids=["peek", "peek 2", "sheet", "strange"]
)
@pytest.mark.parametrize("top", ["8c As 8d 2c", "8c 6s 8d 2c", "9c Ts 7d 2c", "Ac 5s Ad 2c"])
def test_the_coach_says_what_real_hands_gain(options, top):
    hand, random, hands = sit(top, **options), Random(top), 1500
    for act, value in told(hand).items():
        gains = [after(hand, act, random) for _ in range(hands)]
        mean = sum(gains) / hands
        error = sqrt(sum((gain - mean) ** 2 for gain in gains)) / hands
        assert abs(mean - value) < 4 * error + 0.003, act


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(6))
def test_the_coach_is_right_at_random_spots(seed):
    random, hands = Random(seed), 1500
    options = random.choice([*HOUSES, STRANGE])
    while True:
        hand = sit(" ".join(random.sample(NAMES, 12)), **options)
        while hand.ask and hand.asked(1) and random.random() < 0.4:
            act = random.choice([option for option in hand.asked(1) if option.act != "surrender"])
            hand.decide(1, Decision(act.act, act.high, act.spot))
        if hand.ask and hand.asked(1):
            break
    for act, value in told(hand).items():
        gains = [after(hand, act, random) for _ in range(hands)]
        mean = sum(gains) / hands
        error = sqrt(sum((gain - mean) ** 2 for gain in gains)) / hands
        assert abs(mean - value) < 4 * error + 0.01, (act, options)
