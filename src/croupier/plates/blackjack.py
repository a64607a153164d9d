"""The limit plate of Blackjack."""

from croupier.games.blackjack import Rules, cut_card
from croupier.plates import Line, Money, Plate, Prices, span

NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight")


def plate(rules: Rules, money: Money) -> Plate:
    """Limits, prices and the round in a few sentences."""
    return Plate(
        limits=_limits(rules, money),
        prices=_prices(rules),
        rules=(
            *_boxes(rules),
            *_round(rules),
            *_splitting(rules),
            *_dealer(rules),
            *_shoe(rules),
        ),
    )


def _limits(rules: Rules, money: Money) -> tuple[Line, ...]:
    each = rules.maximum_applies_to == "each_bettor"
    most = "each bettor" if each else "all bettors on a box together"
    double = "up to the stake" if rules.double_for_less else "exactly the stake"
    lines = [
        Line(span(rules.table_min, rules.table_max, money), "BJ-29", "Stake"),
        Line(most, "BJ-29", "Maximum for"),
        Line(f"whole chips of {money(rules.chip)}", "BJ-47", "Stakes in"),
        Line(double, "BJ-16", "Double"),
        Line("exactly the stake", "BJ-19", "Split"),
    ]
    if rules.insurance:
        lines.append(Line("any amount up to half the stake", "BJ-24", "Insurance"))
        lines.append(Line(f"{rules.insurance_seconds} seconds", "BJ-25", "Time to insure"))
    return (
        *lines,
        Line(f"{rules.betting_seconds} seconds", "BJ-03", "Time to bet"),
        Line(f"{rules.decision_seconds} seconds", "BJ-39", "Time to decide"),
    )


def _prices(rules: Rules) -> tuple[Prices, ...]:
    rows = [("blackjack", str(rules.blackjack_pays)), ("any other winning hand", "1 to 1")]
    if rules.insurance:
        rows.append(("insurance", "2 to 1"))
    return (Prices("The house", "BJ-05, BJ-11, BJ-25", tuple(rows)),)


def _boxes(rules: Rules) -> tuple[Line, ...]:
    bettors = NUMBERS[rules.max_bettors_per_box]
    several = f"up to {bettors} players may bet on each" if bettors != "one" else "one player each"
    lines = [Line(f"Boxes: {NUMBERS[rules.table_boxes]}; {several}.", "BJ-28, BJ-35")]
    if bettors != "one":
        lines += [
            Line("The owner of the box plays it; who sits there goes before.", "BJ-30, BJ-31"),
            Line("The others follow, and double or split for themselves.", "BJ-32, BJ-33"),
        ]
    return tuple(lines)


def _round(rules: Rules) -> tuple[Line, ...]:
    peeks = rules.hole_card == "peek"
    dealt = "one up and one down to the dealer" if peeks else "one to the dealer"
    lines = [
        Line(f"Two cards to each box, face up, {dealt}.", "BJ-04"),
        Line("A blackjack is an ace and a ten-value in the first two cards.", "BJ-05"),
    ]
    if rules.insurance:
        lines.append(Line("Against an ace every stake may be insured.", "BJ-24, BJ-43"))
    if peeks:
        lines.append(Line("With an ace or ten the dealer looks for blackjack at once.", "BJ-04"))
    lines.append(Line("Draw or stand; over 21 loses at once; no answer stands.", "BJ-08, BJ-39"))
    lines.append(Line(_doubling(rules), "BJ-16, BJ-17, BJ-23"))
    if rules.surrender == "late":
        lost = "" if peeks else ", and all if the dealer has blackjack"
        lines.append(Line(f"Surrender first of all: half the stake is lost{lost}.", "BJ-08"))
    return tuple(lines)


def _doubling(rules: Rules) -> str:
    if rules.double_totals == "any":
        when = "any two cards"
    else:
        when = ", ".join(map(str, rules.double_totals[:-1])) + f" or {rules.double_totals[-1]}"
        when += "" if rules.double_soft_9_10_11 else " without an ace as 11"
        when += ", A-8 as 9 too" if rules.double_soft_9_10_11 and 9 in rules.double_totals else ""
    after = "also" if rules.double_after_split else "not"
    return f"Double on {when}, for one card; {after} after a split."


def _splitting(rules: Rules) -> tuple[Line, ...]:
    pair = "Equal cards" if rules.split_tens_same_rank_only else "Cards of equal value"
    again = " and may be split again" if rules.resplit_aces and rules.max_hands_per_box > 2 else ""
    hands = NUMBERS[rules.max_hands_per_box]
    return (
        Line(f"{pair} may be split, up to {hands} hands on a box.", "BJ-18, BJ-20"),
        Line(f"Split aces get one card each{again}.", "BJ-21"),
        Line("Twenty-one on a split hand is not a blackjack.", "BJ-22"),
    )


def _dealer(rules: Rules) -> tuple[Line, ...]:
    soft = "draws on soft 17" if rules.dealer_hits_soft_17 else "stands on every 17"
    lines = [
        Line(f"The dealer draws to 16 and {soft}.", "BJ-09, BJ-10"),
        Line("Nearer to 21 wins, equal totals are a stand-off.", "BJ-11, BJ-12, BJ-13"),
        Line("A blackjack beats every other hand, two are a stand-off.", "BJ-06"),
    ]
    if rules.hole_card == "none":
        all_bets = rules.dealer_blackjack_takes == "all_bets"
        takes = "doubles and splits too" if all_bets else "the first stake only"
        lines.append(Line(f"The dealer's blackjack takes {takes}.", "BJ-27"))
    return tuple(lines)


def _shoe(rules: Rules) -> tuple[Line, ...]:
    packs = f"{NUMBERS[rules.decks].capitalize()} pack{'s' if rules.decks > 1 else ''} of 52"
    when = f"when {cut_card(rules)} of {rules.decks * 52} cards are gone"
    when = "before every round" if rules.shuffle_every_round else when
    return (Line(f"{packs}, shuffled {when}.", "BJ-37"),)
