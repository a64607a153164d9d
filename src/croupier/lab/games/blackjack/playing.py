"""Blackjack at a real table, as the lab plays it."""

from collections.abc import Iterable
from fractions import Fraction
from typing import Any, Final

from croupier.core.asks import Decision, Option
from croupier.core.cards import BACK, Card
from croupier.core.felt import HOUSE, Seat, View
from croupier.core.hand import Hand
from croupier.games.blackjack import Rules
from croupier.lab.games.blackjack.rounds import FIRST_ACTS, tables
from croupier.lab.games.blackjack.solving import full_shoe, number
from croupier.lab.games.blackjack.spots import Spot, now
from croupier.lab.kernels.twentyone import TEN
from croupier.lab.odds import Number
from croupier.ranks import twentyone

SURRENDER: Final = "BJ-08"
"""The clause of an early surrender, which is declined like insurance."""
UNVALUED: Final = ("BJ-32", "BJ-33")
"""What a back-bettor adds to another's hand is not valued."""


def stakes(play: str = "total") -> dict[str, int]:  # noqa: ARG001 - every way of play bets so.
    """A stake on the first box."""
    return {"box 1": 1}


def option_value(
    rules: Rules, view: View, seat: Seat, option: Option, amount: int
) -> Number | None:
    """What an option gains on average, for the hand in turn alone."""
    up = view.cards[HOUSE, "dealer"][0]
    early = option.act == "decline" and option.clause == SURRENDER
    if option.act in ("insure", "decline") and not early:
        return _insured(rules, view, amount if option.act == "insure" else 0)
    word = option.spot[1]
    cards = view.cards.get((HOUSE, word))
    if cards is None:
        return None
    box = word.partition(".")[0]
    hands = sum(spot[1].partition(".")[0] == box for spot in view.cards)
    others = [c for spot, lie in view.cards.items() if spot != (HOUSE, word) for c in _faces(lie)]
    stake = view.chips.get((seat, word), 0)
    spot = Spot(_rank(up), _ranks(cards), _ranks(others), hands, first=word == box)
    worth = now(rules, spot, looked=not early)
    if option.act == "double" and amount < stake:
        return worth.doubled(amount / stake) * stake
    value = worth.acts.get(option.act)
    return None if value is None else value * stake


def _insured(rules: Rules, view: View, amount: int) -> Fraction:
    shoe = full_shoe(rules)
    for rank in _ranks(card for lie in view.cards.values() for card in _faces(lie)):
        shoe[rank] -= 1
    return amount * (3 * Fraction(int(shoe[TEN]), int(shoe.sum())) - 1)


def decision(hand: Hand, seat: Seat, options: dict[str, Any]) -> Decision:
    """The act of the tables; no insurance."""
    offered = {option.act: option for option in hand.asked(seat)}
    stand = offered.get("stand") or offered.get("surrender")
    if stand is None:
        return Decision("decline")
    ways = tables(hand.opening.rules, options.get("play", "total"))
    cards, box = hand.felt.cards[HOUSE, stand.spot[1]], stand.spot[1].partition(".")[0]
    ranks, up = _ranks(cards), _rank(hand.felt.cards[HOUSE, "dealer"][0])
    at = number(ranks)
    split = sum(spot[1].partition(".")[0] == box for spot in hand.felt.cards) > 1
    acts = tuple(FIRST_ACTS)
    if not split and len(cards) == 2:
        act = acts[ways.first[up, at]]
    elif split and "split" in offered:
        act = "split"  # A pair that was split is split again.
    elif split and len(cards) == 2 and ways.split_doubles[up, ranks[0], at]:
        act = "double"
    else:
        act = acts[(ways.split_acts[up, ranks[0]] if split else ways.acts[up])[at]]
    option = offered.get(act) or offered.get("stand") or offered["decline"]
    return Decision(option.act, option.high, option.spot)


def _faces(cards: Iterable[Card]) -> list[Card]:
    return [card for card in cards if card < BACK]


def _rank(card: Card) -> int:
    return twentyone.value(card) - 1


def _ranks(cards: Iterable[Card]) -> list[int]:
    return [_rank(card) for card in cards]
