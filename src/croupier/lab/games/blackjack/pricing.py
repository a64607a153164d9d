"""What blackjack costs: a stake by total and by cards, and insurance."""

from fractions import Fraction
from typing import Final

from croupier.games.blackjack import Rules
from croupier.lab.games.blackjack.memory import with_memory
from croupier.lab.games.blackjack.shoes import Cut, to_the_cut, told
from croupier.lab.games.blackjack.sides import deals, side_lines, side_spread, sides
from croupier.lab.games.blackjack.solving import (
    CLASSES,
    FACES,
    PLAYS,
    UPCARDS,
    Shoe,
    Solved,
    choices,
    insurance_edge,
    solve,
    value,
)
from croupier.lab.games.blackjack.spreading import counted
from croupier.lab.kernels.twentyone import RANKS
from croupier.lab.odds import Number, Odds, Portion, Spread, Tick, Unanswerable, rounded

METHOD: Final = "combinatorial analysis of the shoe, by total and by cards"
SPLITS: Final = (
    "split hands are played by their own cards alone and split again when allowed; how the hands "
    "of a box go together is joined by the dealer's end"
)
FRESH: Final = "from a freshly shuffled shoe"
SHUFFLER: Final = "from a continuous shuffler, however many cards wait in line"
NAMES: Final = {
    "total": "by total (TD)",
    "cards": "by cards (CDZ)",
    "pairs": "by cards and pairs (CDP)",
}


def odds(
    rules: Rules,
    shoe: Shoe | None = None,
    boxes: int = 1,
    *,
    shoes: int = 0,
    memory: bool = False,
    tick: Tick | None = None,
) -> Odds:
    """The price of a stake played by total and by cards, and of insurance.

    From a full shoe, and to the house's cut card with some boxes, found from some shoes; or from
    another shoe. With `memory`, also one split at its best with everything seen.
    """
    solved = solve(rules, shoe)
    edges = {play: -value(rules, solved, play) for play in PLAYS}
    round_, cut = counted(rules, solved, "total"), _cut(rules, shoe, boxes, shoes, tick)
    prices, spreads, lines = _beside(rules, solved, shoe)
    variants = {_to_the_cut(cut): cut.edge, SHUFFLER: edges["total"]} if cut else {}
    if memory:
        variants |= _remembered(rules, shoe, tick)
    return Odds(
        game="blackjack",
        house_edge=None,
        house_edge_float=edges["total"],
        edge_of=told(shoe) if shoe else FRESH,
        variants=variants,
        average_bet=round_.average_bet,
        std_dev=round_.spread.std_dev,
        frequencies=_frequencies(rules, solved),
        bets={**{NAMES[play]: edge for play, edge in edges.items()}, **prices},
        spreads={"a round by total": round_.spread, **spreads},
        lines={"a round by total": _lines(rules, solved), **lines},
        exact=False,
        method=METHOD,
        notes=_notes(rules, cut),
        errors={_to_the_cut(cut): cut.error} if cut else {},
        details={"hands": _every_hand(rules, solved)},
    )


def edge(rules: Rules, bet: str) -> Number:
    """The price of a stake played by total, of insurance or of a side bet."""
    if bet in sides(rules):
        return -side_spread(sides(rules)[bet], rules.decks).mean
    return insurance_edge(rules) if bet == "insurance" else -value(rules, solve(rules), "total")


def cases(rules: Rules, bet: str) -> int:
    """The deals that are counted: first cards, or the cards that may lie behind an ace."""
    return deals(sides(rules)[bet], rules.decks) if bet in sides(rules) else 52 * rules.decks - 1


def _cut(rules: Rules, shoe: Shoe | None, boxes: int, shoes: int, tick: Tick | None) -> Cut | None:
    """The price to the cut card; none where no round depends on those before it."""
    if shoe and (boxes > 1 or shoes):
        raise Unanswerable("boxes are dealt from a full shoe to its cut card: leave out --shoe")
    return None if shoe or rules.shuffle_every_round else to_the_cut(rules, boxes, shoes, tick)


def _to_the_cut(cut: Cut) -> str:
    boxes = f"{cut.boxes} boxes" if cut.boxes > 1 else "one box"
    return f"to the cut card behind {cut.cards} cards, {boxes}"


def _remembered(rules: Rules, shoe: Shoe | None, tick: Tick | None) -> dict[str, float]:
    if shoe:
        raise Unanswerable("everything seen is priced from a full shoe: leave out --shoe")
    found = with_memory(rules, tick)
    return {
        "with one split, by cards and pairs (CDP)": found.by_pairs,
        "with one split, everything seen (optimal)": found.edge,
    }


def _notes(rules: Rules, cut: Cut | None) -> tuple[str, ...]:
    dealt = "no cut card: every round is from such a shoe"
    if cut:
        dealt = (
            f"the cut card costs {cut.edge - cut.fresh:.4%} more: dealt, {cut.shoes:,} shoes of "
            f"{cut.rounds:.1f} rounds on average and {cut.again} rounds from the other end of each"
        )
    return (
        "values are exact but for floating point, for one box",
        dealt,
        SPLITS,
        rounded(rules.fraction_rounding, rules.chip),
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


def _beside(rules: Rules, solved: Solved, shoe: Shoe | None) -> "Beside":
    """The other bets: insurance, and side bets, which look at suits, from a full shoe."""
    prices, spreads, lines = _of_insurance(rules, solved)
    for name, bet in sides(rules).items() if not shoe else ():
        spreads[name] = side_spread(bet, rules.decks)
        prices[name], lines[name] = -spreads[name].mean, side_lines(bet, rules.decks)
    return prices, spreads, lines


Beside = tuple[dict[str, Number], dict[str, Spread], dict[str, tuple[Portion, ...]]]


def _of_insurance(rules: Rules, solved: Solved) -> Beside:
    """Price, spread and lines of insurance; nothing where the house offers none."""
    if not rules.insurance:
        return {}, {}, {}
    edge = insurance_edge(rules, solved.shoe)
    won: Number = (1 - edge) / 3
    lines = (
        Portion("dealer's blackjack", won, 2 * won, Fraction(2)),
        Portion("lose", 1 - won, won - 1),
    )
    spread = Spread({Fraction(-1): 1 - won, Fraction(2): won})
    return {"insurance": edge}, {"insurance": spread}, {"insurance": lines}


def _frequencies(rules: Rules, solved: Solved) -> dict[str, float]:
    """How often each act comes first."""
    often: dict[str, float] = dict.fromkeys((*CLASSES, "blackjack"), 0.0)
    size = float(solved.shoe.sum())
    for up in range(RANKS):
        for choice in choices(rules, solved, up, "total").values():
            often[choice.act] += float(solved.shoe[up]) / size * choice.weight
    return {act: share for act, share in often.items() if share}


def _every_hand(rules: Rules, solved: Solved) -> dict[str, dict[str, dict[str, float]]]:
    """The value of every act with every two cards against every upcard, by cards and pairs."""
    found: dict[str, dict[str, dict[str, float]]] = {}
    for up in UPCARDS:
        for (a, b), choice in choices(rules, solved, up, "pairs").items():
            acts = {act: getattr(choice, act) for act in (*CLASSES, "blackjack")}
            offered = {act: gain for act, gain in acts.items() if gain is not None}
            found.setdefault(f"{FACES[a]},{FACES[b]}", {})[FACES[up]] = offered
    return found
