"""What Heads-Up Hold'em costs: Ante and Odds with the best Raises, and each side bet.

A side bet that is lost with a fold is priced beside an Ante of its size, with the play that is
best for both together.
"""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from math import comb
from typing import Final

import numpy as np

from croupier.core.cards import PACK
from croupier.games.heads_up_holdem import Rules, listed
from croupier.lab.games.heads_up_holdem.solving import (
    BY_FLOP,
    BY_PREFLOP,
    BY_RIVER,
    LOST,
    RIVER,
    Beside,
    extras,
    net_of,
    outcomes,
    play_tallies,
    play_tally,
    solve,
)
from croupier.lab.kernels import tallies
from croupier.lab.kernels.dealers import ALL, EQUAL, TIERS, UNQUALIFIED, WORSE
from croupier.lab.kernels.showdown import DEALS
from croupier.lab.odds import Odds, Portion, Spread, joined, lines, named, rounded, spread
from croupier.ranks.pays import SideBet, pocket

METHOD: Final = (
    "every deal counted, backwards over three decisions: boards of ranks and of one suit, "
    "prefix sums with inclusion and exclusion"
)
NOTHING: Final = (Fraction(0),) * len(TIERS)
TOGETHER: Final = "ante, odds and raise"


def odds(rules: Rules) -> Odds:
    """The price of Ante and Odds with the best Raises, and of each side bet."""
    tally = play_tally(rules)
    main = spread(joined(_results(rules, tally)), DEALS)
    frequencies = _frequencies(tally)
    sizes = dict(zip(("raise preflop", "raise flop", "raise river"), _sizes(rules), strict=True))
    sides = {f"side {bet.name}": _side(rules, bet) for bet in listed(rules)}
    both = {} if rules.side_bets_live_after_fold else dict(_together(rules))
    return Odds(
        game="heads-up-holdem",
        house_edge=-Fraction(main.mean),
        house_edge_float=float(-main.mean),
        average_bet=LOST + sum(size * frequencies[key] for key, size in sizes.items()),
        std_dev=main.std_dev,
        frequencies=frequencies,
        bets={"ante_and_odds": -main.mean / LOST}
        | {key: -one.mean for key, one in sides.items()}
        | {f"ante, odds and {key}": -one.mean for key, one in both.items()},
        spreads={TOGETHER: main, **sides}
        | {f"ante, odds and raise with {key}": one for key, one in both.items()},
        lines={TOGETHER: _lines(rules, tally)}
        | {f"side {bet.name}": _side_lines(rules, bet) for bet in listed(rules)},
        exact=True,
        method=METHOD,
        notes=(
            "the edge is per Ante; for ante_and_odds per both stakes",
            _note(rules),
            rounded(rules.fraction_rounding, rules.chip),
        ),
    )


def _sizes(rules: Rules) -> tuple[int, int, int]:
    """How many Antes are raised before the flop, on it and after the river."""
    return rules.raise_before_flop, rules.raise_on_flop, RIVER


def edge(rules: Rules, bet: str) -> Fraction:
    """The price of Ante and Odds by the Ante, or of a side bet, without how results are spread."""
    side = next((side for side in listed(rules) if f"side {side.name}" == bet), None)
    if side:
        return -Fraction(_side(rules, side).mean)
    solved = solve(rules)
    best = np.maximum(solved.raise_preflop, solved.check_preflop).tolist()
    return -Fraction(sum(best), DEALS * solved.unit)


def cases(rules: Rules, bet: str) -> int:
    """The deals that are counted for a bet: some side bets look at two cards alone."""
    two = {f"side {one.name}" for one in listed(rules) if one.evaluation == "pocket"}
    return comb(52, 2) if bet in two and rules.side_bets_live_after_fold else DEALS


def _note(rules: Rules) -> str:
    if rules.side_bets_live_after_fold:
        return "side bets live on after a fold, so they change no decision"
    return "a side bet is lost with a fold: it is priced beside an equal Ante, played for both"


def _results(
    rules: Rules,
    tally: tallies.Tally,
    extra: Sequence[Fraction] = NOTHING,
    lost: Fraction = NOTHING[0],
) -> Iterator[tuple[Fraction, int]]:
    return ((net, many) for _, net, many in _ends(rules, tally, extra, lost))


def _ends(
    rules: Rules,
    tally: tallies.Tally,
    extra: Sequence[Fraction] = NOTHING,
    lost: Fraction = NOTHING[0],
) -> Iterator[tuple[str, Fraction, int]]:
    """Every result under the row of a table that pays it, the best hands first, or how it ends.

    By tier something more may be won, and something more lost with a fold.
    """
    for tier in reversed(range(len(TIERS))):
        rows = {
            "win": ("odds_pays", rules.odds_pays.row(TIERS[tier])),
            "lose": ("bad_beat_pays", rules.bad_beat_pays.row(TIERS[tier])),
        }
        for field, size in zip((BY_PREFLOP, BY_FLOP, BY_RIVER), _sizes(rules), strict=True):
            met = tally.shown[field, tier].tolist()
            for outcome in outcomes(rules, tier):
                many = sum(w * m for w, m in zip(outcome.weights, met, strict=True))
                table, row = rows.get(outcome.end, ("", ""))
                name = f"{table}.{row}" if row else outcome.end
                yield name, outcome.bets + size * outcome.raised + extra[tier], many
    yield "fold", -LOST - lost, int(tally.folded[BY_RIVER, :, ALL].sum())


def _lines(rules: Rules, tally: tallies.Tally) -> tuple[Portion, ...]:
    """Where the money of Ante, Odds and Raise goes."""
    pays = {
        f"{name}.{key}": Fraction(price)
        for name in ("odds_pays", "bad_beat_pays")
        for key, price in getattr(rules, name).rows.items()
    }
    counts = named(_ends(rules, tally))
    order = [*pays, "win", "push", "lose", "fold"]
    order.sort(
        key=lambda name: name.startswith("bad_beat") + 2 * (name in ("push", "lose", "fold"))
    )
    return lines({name: counts[name] for name in order if name in counts}, DEALS, pays)


def _frequencies(tally: tallies.Tally) -> dict[str, float]:
    decided = tally.shown[:, :, ALL].sum(1)
    met = tally.shown.sum(0).tolist()
    worse, equal = sum(row[WORSE] for row in met), sum(row[EQUAL] for row in met)
    shown = sum(row[ALL] for row in met)
    often = {
        "raise preflop": decided[BY_PREFLOP],
        "raise flop": decided[BY_FLOP],
        "raise river": decided[BY_RIVER],
        "fold": tally.folded[BY_RIVER, :, ALL].sum(),
        "raise wins": worse,
        "raise pushes": equal,
        "raise loses": shown - worse - equal,
        "dealer does not qualify": sum(row[UNQUALIFIED] for row in met),
    }
    return {key: float(Fraction(int(many), DEALS)) for key, many in often.items()}


def _alone(bet: SideBet) -> Beside:
    """A side bet of one Ante beside it."""
    return ((bet, Fraction(1)),)


def _together(rules: Rules) -> Iterator[tuple[str, Spread]]:
    """The results of Ante, Odds, Raise and a side bet that is lost with a fold, by the Ante."""
    for bet in listed(rules):
        counts: list[tuple[Fraction, int]] = []
        for pocketed, tally in play_tallies(rules, _alone(bet)):
            extra = [net + pocketed.net for net in extras(_alone(bet))]
            counts += _results(rules, tally, extra, Fraction(1))
        yield f"side {bet.name}", spread(joined(counts), DEALS)


def _side(rules: Rules, bet: SideBet) -> Spread:
    """A side bet by its own table (HU-04)."""
    ends = list(_side_ends(rules, bet))
    total = sum(many for _, many in ends)
    return spread(joined((net_of(bet.pays.rows.get(row)), many) for row, many in ends), total)


def _side_ends(rules: Rules, bet: SideBet) -> Iterator[tuple[str, int]]:
    """The rows that pay a side bet and how often; no row loses."""
    lives = rules.side_bets_live_after_fold
    if lives and bet.evaluation == "pocket":
        yield from ((bet.pays.row(pocket((a, b))), 1) for a in PACK for b in PACK if b < a)
        return
    for pocketed, tally in play_tallies(rules, _alone(bet)):
        shown, folded = tally.shown[:, :, ALL].sum(0), tally.folded[BY_RIVER, :, ALL]
        for tier, least in enumerate(TIERS):
            row = pocketed.rows[0] if pocketed.rows else bet.pays.row(least)
            yield row, int(shown[tier])
            yield row if lives else "", int(folded[tier])


def _side_lines(rules: Rules, bet: SideBet) -> tuple[Portion, ...]:
    ends = list(_side_ends(rules, bet))
    counts = named((row or "lose", net_of(bet.pays.rows.get(row)), many) for row, many in ends)
    order = [name for name in (*bet.pays.rows, "lose") if name in counts]
    pays = {key: Fraction(price) for key, price in bet.pays.rows.items()}
    return lines({name: counts[name] for name in order}, sum(many for _, many in ends), pays)
