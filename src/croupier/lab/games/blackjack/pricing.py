"""What blackjack costs: a stake by total and by cards, and insurance."""

from fractions import Fraction
from typing import Final

from croupier.core.prices import plain
from croupier.games.blackjack import Rules
from croupier.lab import simulation
from croupier.lab.games.blackjack.solving import (
    CLASSES,
    FACES,
    UPCARDS,
    Solved,
    choices,
    insurance_edge,
    solve,
    value,
)
from croupier.lab.kernels.twentyone import RANKS
from croupier.lab.odds import Number, Odds, Portion, Spread, rounded

METHOD: Final = "combinatorial analysis of a fresh shoe, by total and by cards"
SAMPLE: Final = 2_000_000


def odds(rules: Rules) -> Odds:
    """The price of a stake played by total and by cards, and of insurance."""
    solved = solve(rules)
    by_total, by_cards = -value(rules, solved, "total"), -value(rules, solved, "cards")
    job = simulation.Job("blackjack", plain(rules), {}, seed=1, hands=SAMPLE)
    seen = simulation.report(
        "blackjack", simulation.added(simulation.alone(job)), simulation.unit_of(job), 1, 1
    )
    prices, spreads, lines = _of_insurance(rules)
    return Odds(
        game="blackjack",
        house_edge=None,
        house_edge_float=by_total,
        average_bet=seen.average_bet,
        std_dev=seen.std_dev,
        frequencies=_frequencies(rules, solved),
        bets={"by total": by_total, "by cards": by_cards, **prices},
        spreads={"a round by total": Spread(dict(seen.chances)), **spreads},
        lines={"a round by total": _lines(rules, solved), **lines},
        rounds=SAMPLE,
        exact=False,
        method=METHOD,
        notes=(
            "values are exact but for floating point, for a fresh shoe and one box",
            "the cut card is not counted: it costs the player a little more",
            "split hands are played by their own cards alone and split again when allowed",
            rounded(rules.fraction_rounding, rules.chip),
            f"average bet, deviation and distribution are from {SAMPLE:,} simulated rounds",
        ),
        details={"hands": _every_hand(rules, solved)},
    )


def _lines(rules: Rules, solved: Solved) -> tuple[Portion, ...]:
    """Where the money goes, by what is done with the first two cards."""
    chances, parts = (dict.fromkeys((*CLASSES, "blackjack"), 0.0) for _ in range(2))
    size = float(solved.shoe.sum())
    for up in range(RANKS):
        for choice in choices(rules, solved, up, "total").values():
            weight = float(solved.shoe[up]) / size * choice.weight
            chances[choice.act] += weight
            parts[choice.act] += weight * choice.value
    pays = {"blackjack": Fraction(rules.blackjack_pays)}
    return tuple(
        Portion(act, chances[act], parts[act], pays.get(act))
        for act in ("blackjack", *CLASSES)
        if chances[act]
    )


Insurance = tuple[dict[str, Number], dict[str, Spread], dict[str, tuple[Portion, ...]]]


def _of_insurance(rules: Rules) -> Insurance:
    """Price, spread and lines of insurance; nothing where the house offers none."""
    if not rules.insurance:
        return {}, {}, {}
    found = insurance_edge(rules), _insured(rules), _insurance_lines(rules)
    return {"insurance": found[0]}, {"insurance": found[1]}, {"insurance": found[2]}


def _insured(rules: Rules) -> Spread:
    tens = Fraction(16 * rules.decks, 52 * rules.decks - 1)
    return Spread({Fraction(-1): 1 - tens, Fraction(2): tens})


def _insurance_lines(rules: Rules) -> tuple[Portion, ...]:
    lost, won = _insured(rules).chances.values()
    return Portion("dealer's blackjack", won, 2 * won, Fraction(2)), Portion("lose", lost, -lost)


def _frequencies(rules: Rules, solved: Solved) -> dict[str, float]:
    """How often each act comes first."""
    often: dict[str, float] = dict.fromkeys((*CLASSES, "blackjack"), 0.0)
    size = float(solved.shoe.sum())
    for up in range(RANKS):
        for choice in choices(rules, solved, up, "total").values():
            often[choice.act] += float(solved.shoe[up]) / size * choice.weight
    return {act: share for act, share in often.items() if share}


def _every_hand(rules: Rules, solved: Solved) -> dict[str, dict[str, dict[str, float]]]:
    """The value of every act with every two cards against every upcard, by cards."""
    found: dict[str, dict[str, dict[str, float]]] = {}
    for up in UPCARDS:
        for (a, b), choice in choices(rules, solved, up, "cards").items():
            acts = {act: getattr(choice, act) for act in (*CLASSES, "blackjack")}
            offered = {act: gain for act, gain in acts.items() if gain is not None}
            found.setdefault(f"{FACES[a]},{FACES[b]}", {})[FACES[up]] = offered
    return found
