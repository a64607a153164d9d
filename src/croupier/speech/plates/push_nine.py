"""The limit plate of Push Nine."""

from croupier.games.push_nine.rules import RAISES, Rules
from croupier.speech.plates import Line, Plate, Section, Voice
from croupier.speech.plates.common import buy_in, card_room, pause, stakes


def plate(rules: Rules, say: Voice) -> Plate:
    """Ante, bets, collection and the hands, and how a pot is pushed (PN-43, CR-38)."""
    return Plate(
        limits=_limits(rules, say),
        prices=(),
        sections=(
            _hands(say),
            _hand(rules, say),
            _push(rules, say),
            *_agreements(rules, say),
            say.section(
                "At the table",
                *stakes(say, rules.rathole_minutes, "PN-02, CR-19", "CR-44", "PN-46, CR-45"),
                *card_room(rules, say),
            ),
            _irregular(rules, say),
        ),
    )


def _limits(rules: Rules, say: Voice) -> tuple[Line, ...]:
    low = rules.least_bet
    bets = say("{low} to the stack", low=say.money(low))
    if rules.max_bet:
        bets = say.span(low, rules.max_bet)
    raises = "one bet and {number} {number|raise|raises}; no cap between two"
    if rules.uncap_when_heads_up == "only_if_not_capped":
        raises = (
            "one bet and {number} {number|raise|raises}; no cap between two, unless it was "
            "reached before"
        )
    taken = "{fee} from the button" if rules.collection_from_button else "none"
    return (
        say.limit("Ante", say.money(rules.ante), "PN-05"),
        say.limit("Bets", bets, "PN-07"),
        say.line("whole chips of {chip}", "PN-18", "Bets in", chip=say.money(rules.chip)),
        say.line(raises, "PN-06", "Raises", number=RAISES),
        say.line(taken, "PN-36", "Collection", fee=say.money(rules.collection_from_button)),
        buy_in(say, rules.min_buy_in, rules.max_buy_in, "PN-44"),
        say.line("2 to {number}", "PN-38", "Players", number=rules.max_seats),
        say.seconds(rules.decision_seconds, "PN-42", "Time to act"),
        say.seconds(rules.push_decision_seconds, "PN-18", "Time to buy in"),
        *([say.seconds(rules.cut_seconds, "PN-19", "Time to cut")] if rules.player_cut else []),
    )


def _hands(say: Voice) -> Section:
    return say.section(
        "Ranking of hands",
        say.line("The best hand is three of a kind, aces the highest.", "PN-31, PN-32"),
        say.line("Then straights from A-K-Q down to 3-2-A.", "PN-33"),
        say.line("Then any three faces that are neither; all of them tie.", "PN-34"),
        say.line("Then points, 9 the best: the last digit of the sum.", "PN-35"),
        say.line("For points aces count 1, tens and faces nothing.", "PN-35"),
        say.line("Pairs, flushes, suits and high cards count nothing.", "PN-31"),
    )


def _hand(rules: Rules, say: Voice) -> Section:
    first = "The player left of the button acts first in the one betting round."
    if rules.first_to_act == "button":
        first = "The button acts first in the one betting round."
    split = "The last two may split a pot in which nobody has bet."
    return say.section(
        "The hand",
        say.line("The house deals. In a new game the highest card drawn has the button.",
                 "PN-04, CR-01"),
        say.line("Everybody antes and is dealt three cards face down, the button last.",
                 "PN-04, PN-05, PN-11"),
        say.line(first, "PN-04, PN-37"),
        say.line("A raise adds at least as much as the bet or raise before it.", "PN-07"),
        say.line("A short all-in does not reopen the raising; check-raise is allowed.",
                 "PN-07, PN-39"),
        say.line("No answer in time is a check, or a fold if there is a bet.", "PN-42"),
        say.line("The last to bet shows first; without a bet the button does.", "PN-40"),
        say.line("The best hand takes the pot and the button.", "PN-04, PN-45"),
        say.line("An all-in player wins only what they matched; a side pot that ties is split.",
                 "PN-39"),
        say.line(split, "PN-15") if rules.allow_agreed_split else None,
        pause(say, rules.award_pause_seconds, "PN-30"),
    )  # fmt: skip


def _push(rules: Rules, say: Voice) -> Section:
    if rules.max_pushes == 1:
        return say.section(
            "The push", say.line("A tie for the best hand is divided at once.", "PN-20")
        )
    who = "Players dealt into the hand that tied may buy in, and nobody else."
    if rules.push_eligibility == "original_hand":
        who = "Players dealt into the first hand of the pot may buy in, and nobody else."
    price = "The price is exactly the share of each tied player, rounded up to the chip."
    if rules.push_buy_in_rule == "full_pot":
        price = "The price is exactly as much as lies in the pot."
    elif rules.push_buy_in_rounding == "down":
        price = "The price is exactly the share of each tied player, rounded down to the chip."
    cut = "The deck is cut by chance."
    if rules.player_cut:
        cut = "The tied player who showed last cuts."
    return say.section(
        "The push",
        say.line("A tie pushes the main pot into another hand; the tied pay nothing.", "PN-16"),
        say.line(who, "PN-17"),
        say.line(price, "PN-18"),
        say.line("In a push hand everybody antes too.", "PN-05")
        if rules.ante_in_push_hand
        else None,
        _behind(rules, say),
        say.line("The tied player nearest to the left of the button gets it and acts first.",
                 "PN-19"),
        say.line(cut, "PN-19"),
        say.line("Players who do not buy in, and newcomers, wait until the pot is won.", "PN-49"),
        say.line("If nobody buys in, the tied may agree to share the pot.", "PN-29"),
        say.line("Give up your seat and you give up your claim.", "PN-49"),
        say.line("Push number {number} is the last: the tied divide the pot.", "PN-20",
                 number=rules.max_pushes),
    )  # fmt: skip


def _behind(rules: Rules, say: Voice) -> Line:
    clause = "PN-23, PN-24, PN-41"
    if rules.betting_round_buy_in == "none":
        return say.line("No more chips are needed than that.", clause)
    if rules.betting_round_amount:
        text = "Keep {amount} behind to bet with; cows and partners need half of it."
        return say.line(text, clause, amount=say.money(rules.betting_round_amount))
    return say.line("Keep as much again to bet with; cows and partners need half of it.", clause)


def _agreements(rules: Rules, say: Voice) -> tuple[Section, ...]:
    if rules.max_pushes == 1:
        return ()
    broken = "Raise your partner or backer only with eight or better; else both lose their rights."
    if rules.partner_raise_rule == "block":
        broken = "To raise a partner or backer with less than eight is refused."
    return (
        say.section(
            "Agreements",
            say.line("A cow buys one hand together and shares what it wins.", "PN-21, PN-22"),
            say.line("Partners buy a hand each and halve the pot that either wins.",
                     "PN-24, PN-25, PN-27"),
            say.line("A backer who wins gives the other the buy-in back.", "PN-28"),
            say.line(broken, "PN-26"),
            say.line("Agreements are open, and end with the hand.", "PN-43, PN-48"),
        ),
    )  # fmt: skip


def _irregular(rules: Rules, say: Voice) -> Section:
    wrong = "More or fewer than three cards: a misdeal, and after the first act a dead hand."
    if rules.wrong_count_after_action == "misdeal":
        wrong = "More or fewer than three cards: a misdeal at any time."
    return say.section(
        "Irregularities",
        say.line(wrong, "PN-11"),
        say.line("A card dealt face up: keep it or have it replaced, unless you have looked.",
                 "PN-12"),
        say.line("The replacement comes when all others have their cards.", "PN-13"),
        say.line("A card found face up in the deck is a misdeal.", "PN-14"),
        say.line("Fouled deck: all hands are dead and all bets go back; earlier hands stand.",
                 "PN-08"),
        say.line("Protect your hand: cards dropped or among the discards are dead.",
                 "PN-09, PN-10"),
        say.line("A dead hand leaves its chips in the pot.", "PN-09, PN-10"),
        say.line("Management's decision is final.", "PN-30"),
    )  # fmt: skip
