"""The limit plate of Live Casino Hold'em."""

from croupier.core.prices import Price
from croupier.games.casino_holdem import Rules
from croupier.speech.plates import Line, Plate, Prices, Row, Section, Voice
from croupier.speech.plates.common import ranking, rounding


def plate(rules: Rules, say: Voice) -> Plate:
    """Limits, the Ante and Bonus tables, and the rules of a round (CH-34)."""
    call = (Row(say("any winning hand"), say.price(rules.call_pays)),)
    return Plate(
        limits=_limits(rules, say),
        prices=(
            say.prices("Ante", "CH-26", rules.ante_pays),
            say.prices("Bonus", "CH-27", rules.bonus_pays),
            Prices(say("Call"), "CH-28", call),
        ),
        sections=(
            say.section(
                "The game",
                say.line("Five-card poker against the house, also known as Caribbean Hold'em; "
                         "created in 2000 by Stephen Au-Yeung.", "CH-01"),
                say.line("All players share one hand of two cards; beat the dealer with it.",
                         "CH-02, CH-04"),
                say.line("One pack of 52, no jokers, shuffled and cut for every round.",
                         "CH-03, CH-07"),
            ),
            _bets(rules, say),
            _round(rules, say),
            _settling(rules, say),
            ranking(say, "CH-36..CH-45", "CH-35", "CH-31, CH-32"),
            say.section(
                "Irregularities",
                say.line("Malfunction voids all pays and play: every bet goes back.", "CH-33"),
            ),
        ),
    )  # fmt: skip


def _limits(rules: Rules, say: Voice) -> tuple[Line, ...]:
    players = "{number}" if rules.max_players else "any number"
    call = "exactly twice the Ante"
    if rules.call_antes != 2:
        call = "exactly {antes} {antes|Ante|Antes}"
    return (
        say.between("Ante", rules.ante_min, rules.ante_max, "CH-05"),
        say.between("Bonus", rules.bonus_min, rules.bonus_max, "CH-06"),
        say.line(call, "CH-14", "Call", antes=rules.call_antes),
        say.line("whole chips of {chip}", "CH-47", "Bets in", chip=say.money(rules.chip)),
        say.line(players, "CH-04", "Players", number=rules.max_players),
        say.seconds(rules.betting_seconds, "CH-05", "Time to bet"),
        say.seconds(rules.decision_seconds, "CH-11", "Time to decide"),
    )


def _bets(rules: Rules, say: Voice) -> Section:
    cover = {
        "off": "",
        "warn": "You are warned if the Ante leaves too little for a Call.",
        "require": "An Ante is taken only if your stack covers the Call as well.",
    }[rules.call_cover_at_ante]
    nobody = "If nobody bets, no cards are dealt."
    if rules.deal_without_bets:
        nobody = "Cards are dealt even if nobody bets."
    return say.section(
        "Bets",
        say.line("Place an Ante and, if you like, a Bonus with it.", "CH-05, CH-06"),
        say.line("Change or withdraw your bets until the betting closes; then they stand.",
                 "CH-47"),
        say.line(cover, "CH-15") if cover else None,
        say.line("Late arrivals watch until the next round.", "CH-46"),
        say.line(nobody, "CH-49"),
    )  # fmt: skip


def _round(rules: Rules, say: Voice) -> Section:
    waits = "When all have decided, the round goes on."
    if not rules.close_decision_early:
        waits = "The round goes on when the time to decide is over."
    call = "CALL for twice the Ante, or FOLD; each player decides alone."
    needs = "A CALL needs twice the Ante in your stack."
    if rules.call_antes != 2:
        call = "CALL for {antes} {antes|Ante|Antes}, or FOLD; each player decides alone."
        needs = "A CALL needs {antes} {antes|Ante|Antes} in your stack."
    burn = "A card is burned before the turn and before the river."
    return say.section(
        "The round",
        say.line("The player's cards and the flop lie open, the dealer's are closed.",
                 "CH-08, CH-09"),
        say.line(call, "CH-11, CH-14", antes=rules.call_antes),
        say.line(needs, "CH-15", antes=rules.call_antes),
        say.line("A FOLD loses Ante and Bonus at once; a decision stands.", "CH-16, CH-48"),
        say.line("No answer in time is a FOLD.", "CH-17"),
        say.line(waits, "CH-19"),
        say.line("Turn, river and the dealer's cards follow.", "CH-19"),
        say.line(burn, "CH-08") if rules.burn_before_turn_and_river else None,
    )  # fmt: skip


def _settling(rules: Rules, say: Voice) -> Section:
    lines = [say.line("The best five of seven cards count, for you and the dealer.", "CH-20")]
    if rules.dealer_qualifies != "high_card":
        least = say(f"a {rules.dealer_qualifies.replace('_', ' ')}")
        lines += [
            say.line("The dealer qualifies with {hand} or better.", "CH-21", hand=least),
            say.line("If not, the Ante is paid and the Call goes back.", "CH-22"),
        ]
        if not rules.high_card_wins_when_dealer_not_qualified:
            lines.append(
                say.line("With a high card only, the Ante then goes back unpaid.", "CH-44")
            )
    every = (*rules.ante_pays.rows.values(), *rules.bonus_pays.rows.values(), rules.call_pays)
    parts = (price for price in every if price.denominator > 1)
    return say.section(
        "Who wins",
        *lines,
        say.line("The better hand wins Ante and Call; equal hands push.", "CH-23, CH-24, CH-25"),
        say.line("The Bonus is decided by the first five cards alone.", "CH-06, CH-27"),
        say.line("It is paid only if you CALL, whether your hand wins or loses.", "CH-29"),
        say.line("Everything is paid at the end of the round.", "CH-30"),
        *rounding(say, rules.fraction_rounding, next(parts, Price(1)), rules.ante_min,
                  rules.chip, "BJ-38"),
    )  # fmt: skip
