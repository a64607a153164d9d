"""The limit plate of Blackjack."""

from croupier.games.blackjack import Rules
from croupier.games.blackjack.rules import cut_card, listed
from croupier.ranks.pays import FirstBet
from croupier.speech.plates import Line, Plate, Prices, Row, Section, Voice
from croupier.speech.plates.common import NUMBERS, rounding

FIRSTS = {
    "perfect_pair": "a pair of one suit",
    "coloured_pair": "a pair of one colour",
    "mixed_pair": "a pair of two colours",
    "pair": "any pair",
    "suited_trips": "three of a kind in one suit",
    "straight_flush": "straight flush",
    "trips": "three of a kind",
    "straight": "straight",
    "flush": "flush",
}
"""What side bets pay, by the rows of their tables."""


def plate(rules: Rules, say: Voice) -> Plate:
    """Limits, prices and the rules of a round."""
    return Plate(
        limits=_limits(rules, say),
        prices=(_prices(rules, say), *(_side(bet, say) for bet in listed(rules))),
        sections=(
            _bets(rules, say),
            _boxes(rules, say),
            _cards(rules, say),
            _turn(rules, say),
            _doubling(rules, say),
            *_insurance(rules, say),
            _dealer(rules, say),
            _settling(rules, say),
            say.section(
                "Irregularities",
                say.line("The inspector's decision is final.", "BJ-36"),
                say.line("A fault in the deal: the cards play in the order drawn.", "BJ-41"),
                say.line(
                    "If that can't be restored, the round is void and all bets go back.", "BJ-41"
                ),
            ),
        ),
    )  # fmt: skip


def _limits(rules: Rules, say: Voice) -> tuple[Line, ...]:
    applies = {"each_bettor": "each bettor", "box_total": "all bettors on a box together"}
    double = "up to the stake" if rules.double_for_less else "exactly the stake"
    lines = [
        say.between("Stake", rules.table_min, rules.table_max, "BJ-29"),
        say.line("whole chips of {chip}", "BJ-47", "Stakes in", chip=say.money(rules.chip)),
        say.line(applies[rules.minimum_applies_to], "BJ-29", "Minimum for"),
        say.line(applies[rules.maximum_applies_to], "BJ-29", "Maximum for"),
        say.line(double, "BJ-16", "Double"),
        say.line("exactly the stake", "BJ-19", "Split"),
    ]
    if rules.side_bets:
        lines.append(say.between("Side bets", rules.side_bet_min, rules.side_bet_max, "BJ-29"))
    if rules.insurance:
        lines.append(say.line("any amount up to half the stake", "BJ-24", "Insurance"))
        lines.append(say.seconds(rules.insurance_seconds, "BJ-25", "Time to insure"))
    return (
        *lines,
        say.line("{number}", "BJ-35", "Boxes", number=rules.table_boxes),
        say.line("{number}", "BJ-28", "Bettors on a box", number=rules.max_bettors_per_box),
        say.seconds(rules.betting_seconds, "BJ-03", "Time to bet"),
        say.seconds(rules.decision_seconds, "BJ-39", "Time to decide"),
    )


def _prices(rules: Rules, say: Voice) -> Prices:
    even = say("{pays} to {stake}", pays=1, stake=1)
    rows = [
        Row(say("blackjack"), say.price(rules.blackjack_pays), ("blackjack",)),
        Row(say("any other winning hand"), even),
    ]
    if rules.insurance:
        rows.append(Row(say("insurance"), say("{pays} to {stake}", pays=2, stake=1)))
    return Prices(say("Stake"), "BJ-05, BJ-11, BJ-25", tuple(rows))


def _side(bet: FirstBet, say: Voice) -> Prices:
    title = {"plus_three": "21+3"}.get(bet.name, bet.name.replace("_", " ").title())
    rows = tuple(
        Row(_first_cards(key, say), say.price(pays)) for key, pays in bet.pays.rows.items()
    )
    return Prices(say(title), "BJ-03", rows)


def _first_cards(key: str, say: Voice) -> str:
    """What a row of a side bet pays."""
    word, _, number = key.rpartition("_")
    if number.isdigit():
        text = "a total of {number}, suited" if word == "suited" else "a total of {number}"
        return say(text, number=int(number))
    return say(FIRSTS[key])


def _bets(rules: Rules, say: Voice) -> Section:
    together = rules.minimum_applies_to == "box_total"
    return say.section(
        "Bets",
        say.line("Change or withdraw a stake until the betting closes; then it stands.",
                 "BJ-03, BJ-47"),
        say.line("A box left below the minimum is not dealt to.", "BJ-29") if together else None,
        say.line("The maximum is for first stakes: doubles and splits may go beyond it.", "BJ-29"),
        say.line("Bet on any box, and on several; each is played by itself.", "BJ-46"),
        say.line("A side bet goes with a stake on the box and is settled by the first cards.",
                 "BJ-03") if rules.side_bets else None,
    )  # fmt: skip


def _boxes(rules: Rules, say: Voice) -> Section:
    if rules.max_bettors_per_box == 1:
        return say.section("Boxes", say.line("One player bets on each box.", "BJ-28"), _busy(say))
    follow = "They double or split their own stake with the owner, or decline."
    if rules.backer_double == "compulsory":
        follow = (
            "When the owner doubles, those with the chips must double; a split is their choice."
        )
    stays = "Decline a split and your stake stays on the first hand."
    if rules.backer_no_split_hand == "choose":
        stays = "Decline a split and you choose the hand that keeps your stake."
    return say.section(
        "Boxes",
        say.line("The owner plays the box; a seated player has preference.", "BJ-30, BJ-31"),
        say.line("The inspector decides who owns a box.", "BJ-30"),
        say.line("The other bettors on the box follow the owner.", "BJ-31"),
        say.line(follow, "BJ-32, BJ-33"),
        say.line(stays, "BJ-33"),
        say.line("If the owner is away the clock decides, not the other bettors.", "BJ-46"),
        _busy(say),
    )


def _busy(say: Voice) -> Line:
    text = "At a busy table the inspector may ask you to give up all boxes but one."
    return say.line(text, "BJ-35")


def _cards(rules: Rules, say: Voice) -> Section:
    packs = (
        "{packs} packs of 52, without jokers." if rules.decks > 1 else "One pack of 52, no jokers."
    )
    when = "Shuffled when {number} of {all} cards are gone, between rounds."
    if rules.shuffle_every_round:
        when = "Shuffled before every round."
    number, every = cut_card(rules), rules.decks * 52
    return say.section(
        "Cards",
        say.line(packs, "BJ-37", packs=say(NUMBERS[rules.decks]).capitalize()),
        say.line(when, "BJ-37", number=number, all=every),
        say.line("If the shoe runs out, the cards of earlier rounds are shuffled.", "BJ-45"),
        say.line("Court cards count 10, an ace 1 or 11, the others their number.", "BJ-02"),
        say.line("A blackjack is an ace and a ten-value in the first two cards.", "BJ-05"),
        say.line("All cards lie face up; players do not touch them.", "BJ-04, BJ-42"),
    )  # fmt: skip


def _turn(rules: Rules, say: Voice) -> Section:
    peeks = rules.hole_card == "peek"
    dealt = "Two cards to each box, one to the dealer."
    if peeks:
        dealt = "Two cards to each box, one up and one down to the dealer."
    at_21 = "At 21 the hand stands by itself."
    if not rules.auto_stand_on_21:
        at_21 = "At 21 you may still draw."
    late = "No answer in time: the hand stands."
    if rules.timeout_action == "basic_strategy":
        late = "No answer in time: the hand is played by basic strategy, adding no chips."
    return say.section(
        "Your turn",
        say.line(dealt, "BJ-04"),
        say.line("Boxes are asked in turn, from the dealer's left to right.", "BJ-07"),
        say.line("Draw as often as you like, or stand; over 21 loses at once.", "BJ-08, BJ-14"),
        say.line(at_21, "BJ-08"),
        _charlie(rules, say),
        say.line(late, "BJ-39"),
        _surrender(rules, say),
    )


def _charlie(rules: Rules, say: Voice) -> Line | None:
    if not rules.charlie_cards:
        return None
    text = (
        "With {number} {number|card|cards} not over 21 a hand wins at once, whatever the dealer "
        "has."
    )
    return say.line(text, "BJ-08", number=rules.charlie_cards)


def _surrender(rules: Rules, say: Voice) -> Line | None:
    if rules.surrender == "none":
        return None
    text = "Surrender first of all: half the stake is lost."
    if rules.surrender == "early":
        text = "Surrender first of all: half the stake is lost, even if the dealer has blackjack."
    elif rules.hole_card == "none":
        text = (
            "Surrender first of all: half the stake is lost, and all if the dealer has blackjack."
        )
    return say.line(text, "BJ-08")


def _doubling(rules: Rules, say: Voice) -> Section:
    pair = "Cards of equal value may be split, up to {hands} hands on a box."
    if rules.split_tens_same_rank_only:
        pair = "Cards of equal rank may be split, up to {hands} hands on a box."
    served = "Both hands get their second card at once."
    if rules.split_second_card_timing == "on_turn":
        served = "The new hand gets its second card when its turn comes."
    aces = "Split aces get one card each."
    if rules.resplit_aces and rules.max_hands_per_box > 2:
        aces = "Split aces get one card each and may be split again."
    if rules.hit_split_aces:
        aces = "Split aces draw like other hands."
    after = "A split hand may be doubled, a split ace may not."
    if rules.hit_split_aces:
        after = "A split hand may be doubled."
    return say.section(
        "Double and split",
        *_double(rules, say),
        _more_cards(rules, say),
        say.line(after if rules.double_after_split else "A split hand is not doubled.", "BJ-23"),
        say.line(pair, "BJ-18, BJ-20", hands=say(NUMBERS[rules.max_hands_per_box])),
        say.line(served, "BJ-18"),
        say.line(aces, "BJ-21"),
        say.line("Twenty-one on a split hand is not a blackjack.", "BJ-22"),
        say.line("You need the added stake in your stack.", "BJ-19, BJ-44"),
    )  # fmt: skip


def _double(rules: Rules, say: Voice) -> tuple[Line, ...]:
    if rules.double_totals == "any":
        return (say.line("Double on any two cards, for one more card.", "BJ-16"),)
    totals = "9, 10 or 11" if 9 in rules.double_totals else "10 or 11"
    soft = "Hands with an ace counted as 11 are not doubled."
    if rules.double_soft_9_10_11:
        soft = "A-8 counts as 9 here and A-9 as 10." if 9 in rules.double_totals else ""
        soft = soft or "A-9 counts as 10 here."
    return (
        say.line("Double on {totals}, for one more card.", "BJ-16", totals=say(totals)),
        say.line(soft, "BJ-17"),
    )


def _more_cards(rules: Rules, say: Voice) -> Line | None:
    if rules.double_cards == "two":
        return None
    text = "Hands of any number of cards may be doubled."
    if rules.double_cards == "three":
        text = "Hands of three cards may be doubled too."
    return say.line(text, "BJ-16")


def _insurance(rules: Rules, say: Voice) -> tuple[Section, ...]:
    if not rules.insurance:
        return ()
    even = "With a blackjack, full insurance is offered as even money."
    return (
        say.section(
            "Insurance",
            say.line("If the dealer shows an ace you may insure each stake.", "BJ-24, BJ-43"),
            say.line("It is offered before any further card is dealt.", "BJ-25"),
            say.line("All bettors decide for themselves; no answer declines.", "BJ-34, BJ-39"),
            say.line("It wins if the dealer's second card is a ten-value, whatever your hand does.",
                     "BJ-25, BJ-26"),
            say.line(even, "BJ-26") if rules.offer_even_money else None,
        ),
    )  # fmt: skip


def _dealer(rules: Rules, say: Voice) -> Section:
    soft = "The dealer draws to 16 and stands on every 17."
    if rules.dealer_hits_soft_17:
        soft = "The dealer draws to 16 and on soft 17, and stands on hard 17 and above."
    peek = "With an ace or ten-value up, the dealer looks for blackjack before the boxes play."
    left = "With no hand left to decide the dealer does not draw."
    if rules.dealer_always_completes:
        left = "The dealer draws even with no hand left to decide."
    takes = "The dealer's blackjack takes doubles and splits too."
    if rules.dealer_blackjack_takes == "original_bets_only":
        takes = "The dealer's blackjack takes the first stake only."
    peeks = rules.hole_card == "peek"
    return say.section(
        "The dealer",
        say.line(soft, "BJ-09, BJ-10"),
        say.line(peek, "BJ-04") if peeks else None,
        say.line(left, "BJ-40"),
        None if peeks else say.line(takes, "BJ-27"),
    )


def _settling(rules: Rules, say: Voice) -> Section:
    return say.section(
        "Who wins",
        say.line("Nearer to 21 wins; equal totals are a stand-off.", "BJ-11, BJ-12, BJ-13"),
        say.line("If the dealer goes over 21, every hand still in wins.", "BJ-15"),
        say.line("A blackjack beats every other hand; two are a stand-off.", "BJ-06"),
        *rounding(say, rules.fraction_rounding, rules.blackjack_pays, rules.table_min, rules.chip,
                  "BJ-38"),
    )  # fmt: skip
