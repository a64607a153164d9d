"""The limit plate of Low Ball."""

from typing import Final

from croupier.games.low_ball import Rules
from croupier.speech.plates import Line, Plate, Section, Voice
from croupier.speech.plates.common import blinds, buy_in, card_room, clock, pause, stakes


def plate(rules: Rules, say: Voice) -> Plate:
    """Limits and blinds, then the rules of a hand (CR-38)."""
    return Plate(
        limits=_limits(rules, say),
        prices=(),
        sections=(
            _ranks(rules, say),
            _betting(rules, say),
            _draw(rules, say),
            _sevens(rules, say),
            _showdown(rules, say),
            _newcomers(rules, say),
            say.section(
                "At the table",
                *stakes(say, rules.rathole_minutes, "CR-19", "CR-44", "CR-45"),
                *card_room(rules, say),
                *clock(say, rules.time_bank_seconds, "LB-36, CR-37"),
            ),
            _irregular(rules, say),
        ),
    )


def _limits(rules: Rules, say: Voice) -> tuple[Line, ...]:
    bets, after = rules.bet_limit, rules.bet_limit * rules.after_draw_multiplier
    both = "{low}, any number of raises"
    if bets != after:
        both = "{low} before the draw, {high} after it, any number of raises"
    lines = [
        say.line(both, "LB-04, LB-20, LB-21", "Bets and raises",
                 low=say.money(bets), high=say.money(after)),
        blinds(say, rules.small_blind, rules.big_blind, rules.button_blind, "LB-37"),
        say.line("whole chips of {chip}", "CR-32", "Bets in", chip=say.money(rules.chip)),
        buy_in(say, rules.min_buy_in, rules.max_buy_in, "LB-37"),
        _collection(rules, say),
        say.line("2 to {number}", "LB-34", "Players", number=rules.max_seats),
        say.seconds(rules.decision_seconds, "LB-36", "Time to decide"),
    ]  # fmt: skip
    if rules.may_straddle:
        lines.append(say.seconds(rules.straddle_pause_seconds, "LB-25", "Time to straddle"))
    if rules.cut_before_draw:
        lines.append(say.seconds(rules.cut_seconds, "LB-23", "Time to cut"))
    return tuple(lines)


def _collection(rules: Rules, say: Voice) -> Line:
    if rules.lowball_collection == "none":
        return say.line("none", "LB-33", "Collection")
    fees = rules.drop_five_or_more, rules.drop_four, rules.drop_three_or_less
    many, four, few = map(say.money, fees)
    text = "{many} a hand; {four} with four players, {few} with fewer"
    return say.line(text, "LB-33", "Collection", many=many, four=four, few=few)


def _ranks(rules: Rules, say: Voice) -> Section:
    joker = "The joker is the lowest card that you do not hold."
    cards = "One pack of 52."
    if rules.joker_in_use:
        cards = "53 cards: one pack and a joker."
    return say.section(
        "Ranking of hands",
        say.line("The lowest hand wins; 5-4-3-2-A is the best.", "LB-05"),
        say.line("Aces are low; straights and flushes do not count.", "LB-05"),
        say.line("Hands compare from their highest card down; no pair beats a pair.", "LB-05"),
        say.line(cards, "LB-06"),
        say.line(joker, "LB-06") if rules.joker_in_use else None,
    )


def _betting(rules: Rules, say: Voice) -> Section:
    opening = "The least opening bet is the big blind."
    if rules.min_open == "double_big_blind":
        opening = "The least opening bet is twice the big blind."
    raised = "After checking you may call, but not raise, in that round."
    if rules.check_raise:
        raised = "After checking you may raise in that round."
    dealer = "The player on the button deals." if rules.self_dealt else "The house deals."
    return say.section(
        "Betting",
        say.line(dealer, "LB-14, CR-01"),
        say.line("The two players left of the button post the blinds; five cards each follow.",
                 "LB-01, LB-37") if rules.small_blind else
        say.line("One player posts the blind; five cards each follow.", "LB-01, LB-37"),
        *_straddle(rules, say),
        say.line("Call, raise or fold, from the left of the big blind.", "LB-02"),
        say.line(opening, "LB-02"),
        say.line(raised, "LB-07"),
        say.line("A last round follows the draw, from the left of the button.", "LB-04"),
        say.line("No bet or raise is smaller than the first, except an all-in.", "LB-20, LB-42"),
    )  # fmt: skip


def _straddle(rules: Rules, say: Voice) -> tuple[Line, ...]:
    if not rules.may_straddle:
        return (say.line("There is no straddle.", "LB-25, LB-26"),)
    limit = "The straddle does not change the limit."
    if rules.straddle_doubles_limit:
        limit = "A straddle doubles the limit of the hand."
    return (
        say.line("After two cards one player may straddle for {amount}.", "LB-25",
                 amount=say.money(2 * rules.big_blind)),
        say.line("The straddler acts after everyone else has acted once, and may raise.",
                 "LB-25"),
        say.line(limit, "LB-25"),
    )  # fmt: skip


def _draw(rules: Rules, say: Voice) -> Section:
    counts = "Ask how many cards were drawn until somebody acts after the draw."
    if not rules.hide_draw_counts_after_action:
        counts = "How many cards were drawn is shown to the end."
    burn = "A card is burned before the draw."
    four = rules.button_max_draw == 4 or rules.self_dealt
    cut = "Before the first draw a player still in may ask for a cut, once."
    return say.section(
        "The draw",
        say.line("Draw once, any number of cards, or stand pat.", "LB-03, LB-15"),
        say.line("The fifth of five cards comes when all others are served.", "LB-16"),
        say.line("The button draws four cards at most.", "LB-17") if four else None,
        say.line(cut, "LB-23") if rules.cut_before_draw else None,
        say.line("The dealing player may not ask for it.", "LB-24")
        if rules.cut_before_draw and rules.self_dealt else None,
        say.line(burn, "LB-03") if rules.burn_before_draw else None,
        say.line(counts, "LB-22"),
        say.line("Your discard is final when you confirm it.", "LB-19"),
        say.line("No answer in time: you stand pat.", "LB-36"),
        say.line("If the deck runs out, the discards are shuffled.", "LB-34"),
    )  # fmt: skip


_SEVENS: Final = {
    "off": "A seven or better may be checked.",
    "lose_last_action": "Check a seven or better after the draw and win: later bets go back.",
    "lose_pot": "Check a seven or better after the draw and you cannot win the pot.",
}


def _sevens(rules: Rules, say: Voice) -> Section:
    clause = "LB-09" if rules.tournament else "LB-08"
    lines = [say.line(_SEVENS[rules.sevens_rule], clause)]
    if rules.sevens_rule != "off":
        late = "A check by the clock counts as a check."
        if rules.timeout_check_exempt_from_sevens:
            late = "A check by the clock does not count."
        lines += [
            say.line("The rule binds you only with chips to bet and no bet before you.",
                     "LB-10, LB-39"),
            say.line(late, "LB-36"),
        ]  # fmt: skip
    played = "Tournament rules apply." if rules.tournament else "Rules of live play apply."
    return say.section("The sevens rule", say.line(played, "LB-08, LB-09"), *lines)


def _showdown(rules: Rules, say: Voice) -> Section:
    return say.section(
        "Showdown",
        say.line("Hands speak for themselves.", "LB-27"),
        say.line("Equal hands share the pot; odd chips go to the first left of the button.",
                 "LB-05, CR-32"),
        say.line("An all-in player wins only what they matched; the rest is side pots.",
                 "LB-42, CR-30"),
        pause(say, rules.award_pause_seconds, "LB-29"),
    )  # fmt: skip


def _newcomers(rules: Rules, say: Voice) -> Section:
    return say.section(
        "New players and blinds",
        say.line(_ENTRY[rules.lowball_new_player], "LB-32, LB-41"),
        say.line(_RETURN[rules.lowball_return], "LB-31, LB-41"),
        say.line("Nobody makes up a blind, and there are no dead blinds.", "LB-31"),
    )


_ENTRY: Final = {
    "wait_big_blind": "A new player waits for the big blind.",
    "kill_pot": "A new player waits for the big blind or kills the pot for twice as much.",
}
_RETURN: Final = {
    "wait_big_blind": "Skip the big blind and you wait until it comes to you again.",
    "kill_pot": "Skip the big blind and you wait for it, or kill the pot for twice as much.",
    "free": "Skip the big blind and you are dealt in again at once.",
}


def _irregular(rules: Rules, say: Voice) -> Section:
    keeps = "The dealing player keeps the cards they expose or misdeal to themselves."
    return say.section(
        "Irregularities",
        say.line("Exposed before the draw: five or lower is kept, six or higher replaced.",
                 "LB-11, LB-12"),
        say.line("Exposed after the draw: always replaced, after all draws.", "LB-13"),
        say.line(keeps, "LB-14") if rules.self_dealt else None,
        say.line("Two players with six cards are a misdeal.", "LB-30"),
        say.line("A hand without exactly five cards after the draw cannot win.", "LB-35"),
        say.line("Miscall your hand so that another is fouled and you lose the pot.", "LB-29"),
        say.line("Protect your hand.", "LB-28"),
        say.line("Fouled deck: all chips of the hand go back; earlier hands stand.", "CR-27"),
        say.line("Management's decision is final.", "CR-35"),
    )  # fmt: skip
