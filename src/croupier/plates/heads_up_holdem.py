"""The limit plate of Heads-Up Hold'em."""

from typing import Final

from croupier.games.heads_up_holdem import MOST, Rules, listed
from croupier.plates import Line, Money, Plate, Prices, prices, span
from croupier.rules import SideBet

POCKETS: Final = {
    "pocket_aces": "pair of aces",
    "ace_face_suited": "ace with K, Q or J, suited",
    "ace_face_offsuit": "ace with K, Q or J, offsuit",
    "pocket_pair": "any pair",
}


def plate(rules: Rules, money: Money) -> Plate:
    """Limits, the tables of Odds and of the side bets, and the round in a few sentences."""
    return Plate(
        limits=_limits(rules, money),
        prices=(
            Prices("Ante or Raise", "HU-18, HU-26", (("any winning hand", "1 to 1"),)),
            prices("Odds", "HU-22", rules.odds_pays),
            _beaten(prices("Odds, if beaten,", "HU-23", rules.bad_beat_pays)),
            *map(_side, listed(rules)),
        ),
        rules=_round(rules),
    )


def _limits(rules: Rules, money: Money) -> tuple[Line, ...]:
    step = "whole Antes" if rules.raise_granularity == "multiple" else "whole chips"
    before, flop, river = MOST.values()
    lines = [
        Line(span(rules.ante_min, rules.ante_max, money), "HU-03", "Ante"),
        Line("the same amount as the Ante", "HU-03", "Odds"),
        Line(f"1 to {before} Antes before the flop, in {step}", "HU-06", "Raise"),
        Line(f"1 to {flop} Antes after the flop, in {step}", "HU-08"),
        Line(f"exactly {river} Ante after the river", "HU-10"),
    ]
    if rules.side_bets:
        limits = span(rules.side_bet_min, rules.side_bet_max, money)
        lines.append(Line(f"{limits} each", "HU-04", "Side bets"))
    return (
        *lines,
        Line(f"whole chips of {money(rules.chip)}", "HU-37", "Bets in"),
        Line(_positions(rules), "HU-01", "Positions"),
        Line(f"{rules.betting_seconds} seconds", "HU-37", "Time to bet"),
        Line(f"{rules.decision_seconds} seconds", "HU-32", "Time to decide"),
    )


def _positions(rules: Rules) -> str:
    many = f"; up to {rules.positions_per_player} to a player" * (rules.positions_per_player > 1)
    return f"{rules.player_positions}{many}"


def _beaten(table: Prices) -> Prices:
    """A royal flush cannot be beaten: nothing is better than a straight flush (HU-23)."""
    rows = (
        (hand.replace("straight flush or better", "straight flush"), p) for hand, p in table.rows
    )
    return Prices(table.title, table.clause, tuple(rows))


def _side(bet: SideBet) -> Prices:
    title = bet.name.replace("_", " ").title()
    if bet.evaluation == "final":
        return prices(title, "HU-04", bet.pays)
    names = POCKETS | ({"pocket_pair": "any other pair"} if "pocket_aces" in bet.pays.rows else {})
    return Prices(title, "HU-04", tuple((names[key], str(p)) for key, p in bet.pays.rows.items()))


def _round(rules: Rules) -> tuple[Line, ...]:
    return (
        Line("Place an Ante; Odds of the same amount goes down with it.", "HU-03"),
        *_entry(rules),
        Line("You and the dealer get two cards; only you see yours.", "HU-02, HU-05"),
        Line("Check or Raise before the flop and again after it.", "HU-06, HU-08"),
        Line("After the river Raise or fold. You may Raise once.", "HU-10, HU-11"),
        *_decisions(rules),
        Line("Best five of seven; the dealer qualifies with a pair or better.", "HU-13, HU-15"),
        Line("The Raise goes to the better hand, qualified or not.", "HU-25, HU-26"),
        *_ante(rules),
        *_odds(rules),
        *_side_bets(rules),
    )


def _entry(rules: Rules) -> list[Line]:
    """What it takes to come in, where the house asks for more than the bets."""
    need = "Your stack must cover one further Ante, held for the Raise."
    return [Line(need, "HU-31")] if rules.reserve_minimum_raise else []


def _decisions(rules: Rules) -> list[Line]:
    together = rules.decision_order == "simultaneous"
    order = "All players decide at once." if together else "Players decide one after the other."
    shown = "shown" if rules.show_dealer_when_all_fold else "not shown"
    return [
        Line(order, "HU-06"),
        Line("No answer in time is a check, and after the river a fold.", "HU-32"),
        Line("A fold loses Ante and Odds at once.", "HU-12"),
        Line(f"The dealer's cards are {shown} when everybody has folded.", "HU-36"),
    ]


def _ante(rules: Rules) -> list[Line]:
    back = "The Ante goes back when the dealer does not qualify"
    if not rules.ante_push_first:
        back += " and has no better hand"
    return [
        Line(f"{back}.", "HU-17"),
        Line("Else it goes to the better hand.", "HU-16, HU-18"),
    ]


def _odds(rules: Rules) -> list[Line]:
    least = list(rules.odds_pays.rows)[-1].replace("_", " ")
    poor = list(rules.bad_beat_pays.rows)[-1].replace("_", " ")
    tie = "Equal hands: all three bets go back."
    if rules.odds_pays_on_tie:
        tie = f"Equal hands: Ante and Raise go back, Odds pays from a {least} on."
    return [
        Line(f"Odds pays if a {least} or better wins; a lesser win returns it.", "HU-21, HU-22"),
        Line(f"It pays too if a {poor} or better is beaten; else it loses.", "HU-23, HU-20"),
        Line(tie, "HU-24"),
    ]


def _side_bets(rules: Rules) -> list[Line]:
    if not rules.side_bets:
        return []
    fold = "even if you fold" if rules.side_bets_live_after_fold else "lost if you fold"
    return [Line(f"Side bets go with an Ante and are paid by their tables, {fold}.", "HU-04")]
