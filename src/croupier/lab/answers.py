"""The odds desk: the lab's answers as plain data, for a process of their own beside the room."""

from fractions import Fraction
from math import sqrt
from random import Random
from typing import Any, Final

import msgspec

from croupier import lab
from croupier.core import catalogue, fair, journals, prices
from croupier.core.asks import Decision
from croupier.core.felt import Seat, Spot
from croupier.core.hand import Hand
from croupier.lab import hints
from croupier.lab.form import MAIN
from croupier.lab.odds import Number, Odds, Portion, Spread

ME: Final[Seat] = 1
STACK: Final = 1_000


def answer(game: str, written: bytes) -> dict[str, Any]:
    """The odds of a game under rules written as JSON, where the money goes, and how to play."""
    house = _rules(game, written)
    solved: Odds = lab.of(game).odds(house)
    return {
        "game": game,
        "house_edge": solved.house_edge_float,
        "house_edge_exact": _text(solved.house_edge),
        "edge_of": solved.edge_of,
        "variants": [
            {"of": of, "edge": edge, "error": solved.errors.get(of, 0.0)}
            for of, edge in solved.variants.items()
        ],
        "element_of_risk": solved.element_of_risk,
        "average_bet": solved.average_bet,
        "std_dev": solved.std_dev,
        "exact": solved.exact,
        "rounds": solved.rounds,
        "frequencies": solved.frequencies,
        "method": solved.method,
        "notes": list(solved.notes),
        "bets": [
            bet(solved, house, MAIN if not at else name, name)
            for at, name in enumerate(solved.lines)
        ],
        "strategy": charts(game, house),
    }


def bet(solved: Odds, house: Any, name: str, spread_name: str) -> dict[str, Any]:
    """One bet by its own stake: price, risk, how often it wins, where its money goes."""
    spread = solved.spreads[spread_name]
    edge: Number = -sum((line.part for line in solved.lines[spread_name]), start=Fraction(0))
    if name == MAIN and solved.house_edge is None:
        edge = solved.house_edge_float or 0.0
    sampled = solved.rounds if name == MAIN else 0
    cases: int = lab.of(solved.game).cases(house, name) if isinstance(edge, Fraction) else 0
    wins = sum((chance for net, chance in spread.chances.items() if net > 0), start=Fraction(0))
    return {
        "name": name,
        "edge": float(edge),
        "edge_exact": _text(edge),
        "exact": isinstance(edge, Fraction),
        "cases": cases,
        "rounds": sampled,
        "std_dev": spread.std_dev,
        "std_dev_error": _deviation_error(spread, sampled),
        "wins": float(wins),
        "wins_exact": _text(wins) if not sampled else None,
        "wins_error": sqrt(float(wins) * (1 - float(wins)) / sampled) if sampled else 0.0,
        "rows": [_row(line, cases) for line in solved.lines[spread_name]],
    }


def _deviation_error(spread: Spread, rounds: int) -> float:
    """One standard error of a deviation that was simulated."""
    if not rounds:
        return 0.0
    mean, deviation = float(spread.mean), spread.std_dev
    fourth = sum(float(p) * (float(net) - mean) ** 4 for net, p in spread.chances.items())
    return sqrt((fourth - deviation**4) / rounds) / (2 * deviation)


def _row(line: Portion, cases: int) -> dict[str, Any]:
    count = line.chance * cases
    return {
        "name": line.name,
        "pays": None if line.pays is None else prices.plain(prices.Price(line.pays)),
        "count": int(count) if isinstance(count, Fraction) and count.denominator == 1 else None,
        "chance": float(line.chance),
        "chance_exact": _text(line.chance),
        "part": float(line.part),
        "part_exact": _text(line.part),
    }


def _text(number: Number | None) -> str | None:
    """A fraction as it is written; nothing for what is not exact."""
    return str(number) if isinstance(number, Fraction) else None


def charts(game: str, house: Any) -> list[dict[str, Any]]:
    """The charts of how to play."""
    return [
        {
            "title": chart.title,
            "corner": chart.corner,
            "columns": list(chart.columns),
            "rows": list(chart.rows),
            "cells": [[cell.text for cell in row] for row in chart.cells],
            "kinds": [[cell.kind for cell in row] for row in chart.cells],
            "values": [[cell.value for cell in row] for row in chart.cells],
        }
        for chart in lab.of(game).charts(house)
    ]


def edge(game: str, written: bytes, bet: str) -> dict[str, Any]:
    """The price of one bet alone, for a point of a curve."""
    found: Number = lab.of(game).edge(_rules(game, written), bet)
    return {"edge": float(found), "edge_exact": _text(found)}


def advice(journal: bytes, seat: int) -> list[dict[str, Any]]:
    """What each option of a seat is worth in a hand, in the smallest unit of money."""
    return _options(hints.value_of_options(journals.read(journal), seat), seat)


def _options(worth: hints.Worth, seat: int) -> list[dict[str, Any]]:
    return [_option(option, value, seat) for option, value in worth.items()]


def _option(option: tuple[str, str, int], value: Number, seat: int) -> dict[str, Any]:
    act, spot, amount = option
    return {"act": act, "spot": [seat, spot], "amount": amount, "value": float(value)}


def review(journal: bytes, seat: int) -> list[dict[str, Any]]:
    """What each decision of a seat was worth, beside the best, in the smallest unit of money."""
    return [
        {
            "act": one.decision.act,
            "spot": list(one.decision.spot),
            "amount": one.decision.amount,
            "late": one.late,
            "value": float(one.value),
            "best": _option(one.best, one.best_value, seat),
            "cost": float(one.cost),
        }
        for one in hints.review(journals.read(journal), seat)
    ]


def spot(game: str, written: bytes, seed: bytes) -> dict[str, Any]:
    """A decision dealt at random by the rules themselves, and what each option is worth in it.

    Of hands that ask nothing (a blackjack), the next deal is taken.
    """
    house, chance = _rules(game, written), Random(seed)
    while True:
        hand = _dealt(game, house, chance)
        worth = hints.value_of_options(hand, ME) if hand.ask else {}
        if worth:
            view = hand.view(ME)
            cards = [[list(at), list(lie)] for at, lie in view.cards.items() if lie]
            unit = view.chips.get(_first(game), 0)
            options = [{**one, "value": one["value"] / unit} for one in _options(worth, ME)]
            return {"cards": cards, "unit": unit, "options": options}


def _dealt(game: str, house: Any, chance: Random) -> Hand:
    """A hand with the least first bet, played to a decision that is worth thinking about."""
    module = catalogue.game(game)
    unit = getattr(house, "ante_min", None) or house.table_min
    deal = fair.next_deal(chance.randbytes(fair.SEED_BYTES), module, house, None)
    hand = Hand(module, house, {(ME, "stack"): STACK * unit}, deal)
    hand.decide(ME, Decision("bet", unit, _first(game)))
    hand.expire()
    checks = chance.randrange(3)
    while hand.ask and hand.asked(ME):
        acts = {option.act for option in hand.asked(ME)}
        if "decline" in acts:
            hand.decide(ME, Decision("decline"))
        elif "check" in acts and checks:
            checks -= 1
            hand.decide(ME, Decision("check"))
        else:
            break
    return hand


def _first(game: str) -> Spot:
    """Where the first bet lies."""
    return ME, next(iter(lab.of(game).stakes()))


def _rules(game: str, written: bytes) -> Any:
    return prices.convert(msgspec.json.decode(written), catalogue.game(game).Rules)
