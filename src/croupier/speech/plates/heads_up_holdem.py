"""The limit plate of Heads-Up Hold'em."""

from typing import Final

from croupier.core.prices import PayTable, Price
from croupier.games.heads_up_holdem import STREETS, Rules, listed, most_antes
from croupier.ranks.pays import SideBet
from croupier.speech.plates import Line, Plate, Prices, Row, Section, Voice
from croupier.speech.plates.common import ranking, rounding

POCKETS: Final = {
    "pocket_aces": "pair of aces",
    "ace_face_suited": "ace with K, Q or J, suited",
    "ace_face_offsuit": "ace with K, Q or J, offsuit",
    "pocket_pair": "any pair",
}


def plate(rules: Rules, say: Voice) -> Plate:
    """Limits, the tables of Odds and of the side bets, and the rules of a round."""
    even = (Row(say("any winning hand"), say("{pays} to {stake}", pays=1, stake=1)),)
    return Plate(
        limits=_limits(rules, say),
        prices=(
            Prices(say("Ante or Raise"), "HU-18, HU-26", even),
            say.prices("Odds", "HU-22", rules.odds_pays),
            _beaten(rules.bad_beat_pays, say),
            *(_side(bet, say) for bet in listed(rules)),
        ),
        sections=(
            _bets(rules, say),
            _round(rules, say),
            _main_bets(rules, say),
            _odds(rules, say),
            ranking(say, "HU-13", "HU-13", "HU-13, HU-14"),
            _table(rules, say),
        ),
    )


def _limits(rules: Rules, say: Voice) -> tuple[Line, ...]:
    step = say("whole Antes" if rules.raise_granularity == "multiple" else "whole chips")
    before, flop, river = (most_antes(rules, street) for street in STREETS)
    lines = [
        say.between("Ante", rules.ante_min, rules.ante_max, "HU-03"),
        say.line("the same amount as the Ante", "HU-03", "Odds"),
        say.line("1 to {most} Antes before the flop, in {step}", "HU-06", "Raise",
                 most=before, step=step),
        say.line("1 to {most} Antes after the flop, in {step}", "HU-08", most=flop, step=step),
        say.line("exactly {most} Ante after the river", "HU-10", most=river),
    ]  # fmt: skip
    if rules.side_bets:
        limits = say.span(rules.side_bet_min, rules.side_bet_max)
        lines.append(say.line("{limits} each", "HU-04", "Side bets", limits=limits))
    return (
        *lines,
        say.line("whole chips of {chip}", "HU-37", "Bets in", chip=say.money(rules.chip)),
        _positions(rules, say),
        say.seconds(rules.betting_seconds, "HU-37", "Time to bet"),
        say.seconds(rules.decision_seconds, "HU-32", "Time to decide"),
    )


def _positions(rules: Rules, say: Voice) -> Line:
    text = "{number}" if rules.positions_per_player == 1 else "{number}; up to {most} to a player"
    return say.line(text, "HU-01", "Positions", number=rules.player_positions,
                    most=rules.positions_per_player)  # fmt: skip


def _beaten(table: PayTable, say: Voice) -> Prices:
    """A royal flush cannot be beaten: nothing is better than a straight flush (HU-23)."""
    found = say.prices("Bad Beat", "HU-23", table)
    top = say("{hand} or better", hand=say("straight flush"))
    names = (say("straight flush") if row.name == top else row.name for row in found.rows)
    rows = (Row(name, row.pays, row.hands) for name, row in zip(names, found.rows, strict=True))
    return Prices(found.title, found.clause, tuple(rows))


def _side(bet: SideBet, say: Voice) -> Prices:
    title = bet.name.replace("_", " ").title()
    if bet.evaluation == "final":
        return say.prices(title, "HU-04", bet.pays)
    names = POCKETS | ({"pocket_pair": "any other pair"} if "pocket_aces" in bet.pays.rows else {})
    rows = tuple(Row(say(names[key]), say.price(pays)) for key, pays in bet.pays.rows.items())
    return Prices(say(title), "HU-04", rows)


def _bets(rules: Rules, say: Voice) -> Section:
    lines = [
        say.line("Place an Ante; Odds of the same amount goes down with it.", "HU-03, HU-19"),
        say.line("Change or withdraw your bets until the betting closes; then they stand.",
                 "HU-37"),
    ]  # fmt: skip
    if rules.reserve_minimum_raise:
        need = "Your stack must cover one further Ante, held for the Raise."
        lines.append(say.line(need, "HU-31"))
    if rules.side_bets:
        fold = "Side bets go with an Ante; they are lost if you fold."
        if rules.side_bets_live_after_fold:
            fold = "Side bets go with an Ante; they are paid by their tables even if you fold."
        lines.append(say.line(fold, "HU-04"))
    return say.section("Bets", *lines)


def _round(rules: Rules, say: Voice) -> Section:
    order = "Players decide one after the other, from the dealer's left."
    if rules.decision_order == "simultaneous":
        order = "All players decide at once."
    shown = "When everybody has folded, the dealer's cards are not shown."
    if rules.show_dealer_when_all_fold:
        shown = "When everybody has folded, the dealer's cards are shown."
    return say.section(
        "The round",
        say.line("One pack of 52, no jokers, shuffled for every round.", "HU-01"),
        say.line("You play against the dealer alone; other hands change nothing.", "HU-02"),
        say.line("You and the dealer get two cards; only you see yours.", "HU-05"),
        say.line("Before the flop check or Raise; after it, if you checked, again.",
                 "HU-06, HU-07, HU-08"),
        say.line("After turn and river Raise one Ante or fold.", "HU-09, HU-10"),
        say.line("You may Raise once in a round, and never for less than offered.",
                 "HU-11, HU-35"),
        say.line(order, "HU-06"),
        say.line("No answer in time is a check, and after the river a fold.", "HU-32"),
        say.line("A fold loses Ante and Odds at once.", "HU-12"),
        say.line(shown, "HU-36"),
    )  # fmt: skip


def _main_bets(rules: Rules, say: Voice) -> Section:
    back = "The Ante goes back when the dealer does not qualify."
    if not rules.ante_push_first:
        back = "The Ante goes back when the dealer does not qualify and has no better hand."
    return say.section(
        "Ante and Raise",
        say.line("The best five of seven cards count, for you and the dealer.", "HU-13, HU-14"),
        _qualifies(rules, say),
        say.line("The Raise goes to the better hand, whether or not the dealer qualifies.",
                 "HU-25, HU-26"),
        say.line(back, "HU-17"),
        say.line("Otherwise the Ante goes to the better hand.", "HU-16, HU-18"),
        say.line("Equal hands: Ante and Raise go back.", "HU-24"),
    )  # fmt: skip


def _qualifies(rules: Rules, say: Voice) -> Line:
    text = {
        "high_card": "The dealer always qualifies.",
        "pair": "The dealer qualifies with a pair or better; a pair on the board counts.",
    }.get(rules.dealer_qualifies, "The dealer qualifies with {hand} or better.")
    return say.line(text, "HU-15", hand=say(f"a {rules.dealer_qualifies.replace('_', ' ')}"))


def _odds(rules: Rules, say: Voice) -> Section:
    least = say(_a(rules.odds_pays))
    tie = "Equal hands: Odds goes back."
    if rules.odds_pays_on_tie:
        tie = "Equal hands: from {hand} up, Odds is paid; less goes back."
    parts = (price for price in rules.odds_pays.rows.values() if price.denominator > 1)
    return say.section(
        "Odds",
        say.line("If you win, Odds is paid from {hand} up; a lesser hand gets it back.",
                 "HU-21, HU-22", hand=least),
        say.line("Bad Beat: if {hand} or better is beaten, Odds is paid by its own table.",
                 "HU-23", hand=say(_a(rules.bad_beat_pays))),
        say.line("If a lesser hand is beaten, Odds is lost.", "HU-20"),
        say.line(tie, "HU-24", hand=least),
        *rounding(say, rules.fraction_rounding, next(parts, Price(1)), rules.ante_min,
                  rules.chip, "HU-30"),
    )  # fmt: skip


def _a(table: PayTable) -> str:
    """The least hand that a table pays, with its article."""
    least = list(table.rows)[-1].replace("_", " ")
    several = ("four of a kind", "three of a kind", "two pair")
    return f"any {least}" if least in several else f"a {least}"


def _table(rules: Rules, say: Voice) -> Section:
    chat = "While your own decision is open, the chat is closed to you."
    return say.section(
        "At the table",
        say.line("After the Raise you touch neither cards nor chips.", "HU-27, HU-28"),
        say.line("Cards stay on the table and are not shown to other players.", "HU-28"),
        None if rules.chat_during_hand else say.line(chat, "HU-28"),
        say.line("Bets are settled from the dealer's right to left.", "HU-34"),
        say.line("The inspector's decision is final.", "HU-29"),
        say.line("A wrong or exposed card voids the round: all bets go back.", "HU-33"),
    )
