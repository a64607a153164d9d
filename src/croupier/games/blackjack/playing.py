"""How the hands of a box are played: draw, double, split, surrender.

Clauses BJ-07, BJ-08, BJ-16 to BJ-23, BJ-31 to BJ-33, BJ-39 and BJ-44.
"""

from fractions import Fraction
from typing import Final

from croupier.core.asks import Decision, Option, Play, ask, ask_all
from croupier.core.cards import RANK, Card
from croupier.core.felt import BANK, HOUSE, Felt, Seat
from croupier.core.words import Deed
from croupier.games.blackjack.boxes import Box
from croupier.games.blackjack.dealing import DEALER, EVEN, draw, in_doubt, looks
from croupier.games.blackjack.rules import Rules
from croupier.procedure.banking import lose, push, win, winnings
from croupier.ranks import twentyone

HALF: Final = Fraction(1, 2)
MOST_CARDS: Final = {"two": 2, "three": 3, "any": 21}


def play_box(rules: Rules, felt: Felt, box: Box) -> Play[None]:
    """The hands of a box, from the first to the last (BJ-07)."""
    for word in box.hands:  # A split puts its new hand right behind this one.
        if len(felt.cards[HOUSE, word]) == 1:
            draw(felt, (HOUSE, word))  # BJ-18, on_turn
        yield from play_hand(rules, felt, box, word)
        if twentyone.is_bust(felt.cards[HOUSE, word]):  # BJ-14
            for seat in box.stakes:
                lose(felt, (seat, word))
        elif is_charlie(rules, felt, word):
            for seat in box.stakes:
                win(felt, (seat, word), EVEN, rules.fraction_rounding, rules.chip)


def play_hand(rules: Rules, felt: Felt, box: Box, word: str) -> Play[None]:
    """The owner draws, doubles or splits until they stand or cannot go on (BJ-08, BJ-31)."""
    while len(options := choices(rules, felt, box, word)) > 1:
        clause = "BJ-21" if is_stuck_ace(rules, felt, box, word) else "BJ-08"
        decision = yield from ask(box.owner, options, clause)
        if decision.act == "hit":
            draw(felt, (HOUSE, word))
        elif decision.act == "split":
            yield from split(rules, felt, box, word, decision)
        elif decision.act == "double":
            yield from double(rules, felt, box, word, decision)
            return
        else:
            if decision.act == "surrender":
                surrender(rules, felt, box)
            return


def choices(rules: Rules, felt: Felt, box: Box, word: str) -> tuple[Option, ...]:
    """What the owner may do with a hand; its first choice is the clock's (BJ-39)."""
    cards, spot = felt.cards[HOUSE, word], (box.owner, word)
    if twentyone.total(cards) > (20 if rules.auto_stand_on_21 else 21):  # BJ-08, BJ-14
        return ()
    if is_charlie(rules, felt, word):
        return ()
    options = [Option("stand", spot=spot, clause="BJ-08")]
    if not is_stuck_ace(rules, felt, box, word):  # BJ-21
        options.append(Option("hit", spot=spot, clause="BJ-08"))
    if rules.timeout_action == "basic_strategy" and len(options) > 1 and draws(felt, cards):
        options.reverse()  # BJ-39: the clock draws, but never adds to a stake.
    if may_double(rules, felt, box, word):
        options += addition(rules, felt, box.owner, word, "double")
    if len(cards) > 2:
        return tuple(options)
    if may_split(rules, felt, box, word):
        options += addition(rules, felt, box.owner, word, "split")
    early = rules.surrender == "early" and looks(rules, felt)  # Then it was offered before.
    if rules.surrender != "none" and len(box.hands) == 1 and not early:  # BJ-08
        options.append(Option("surrender", spot=spot, clause="BJ-08"))
    return tuple(options)


def offer_early_surrender(rules: Rules, felt: Felt, box: Box) -> Play[None]:
    """Half the stake is lost and no more, before the dealer looks for a blackjack."""
    spot = (box.owner, box.hands[0])
    options = [Option(act, spot=spot, clause="BJ-08") for act in ("decline", "surrender")]
    decision = yield from ask(box.owner, tuple(options), "BJ-08")
    if decision.act == "surrender":
        surrender(rules, felt, box)


def draws(felt: Felt, cards: list[Card]) -> bool:
    """Whether basic strategy draws a card to a hand that is neither doubled nor split (BJ-39)."""
    total, up = twentyone.total(cards), twentyone.value(felt.cards[DEALER][0])
    if twentyone.is_soft(cards):
        return total < (19 if up in (1, 9, 10) else 18)
    return total < (17 if not 2 <= up <= 6 else 13 if up < 4 else 12)


def is_split_ace(felt: Felt, box: Box, word: str) -> bool:
    """Whether a hand grew from an ace that was split."""
    return len(box.hands) > 1 and twentyone.value(felt.cards[HOUSE, word][0]) == 1


def is_stuck_ace(rules: Rules, felt: Felt, box: Box, word: str) -> bool:
    """A split ace gets one card only, unless the house lets it draw (BJ-21)."""
    return not rules.hit_split_aces and is_split_ace(felt, box, word)


def is_charlie(rules: Rules, felt: Felt, word: str) -> bool:
    """Whether a hand wins at once by the number of its cards. House choice."""
    return 0 < rules.charlie_cards <= len(felt.cards[HOUSE, word])


def may_double(rules: Rules, felt: Felt, box: Box, word: str) -> bool:
    """The totals that the house names, of two cards; an ace counts 1 (BJ-16, BJ-17, BJ-23)."""
    cards = felt.cards[HOUSE, word]
    if len(cards) > MOST_CARDS[rules.double_cards]:
        return False
    stuck = is_stuck_ace(rules, felt, box, word)
    if len(box.hands) > 1 and (not rules.double_after_split or stuck):
        return False
    if rules.double_totals != "any":
        if twentyone.hard(cards) not in rules.double_totals:
            return False
        if not rules.double_soft_9_10_11 and twentyone.is_soft(cards):
            return False
    return twentyone.total(cards) < 21


def may_split(rules: Rules, felt: Felt, box: Box, word: str) -> bool:
    """Two cards of one value, while the box has room for one more hand (BJ-18, BJ-20, BJ-21)."""
    one, other = felt.cards[HOUSE, word]
    if len(box.hands) >= rules.max_hands_per_box or twentyone.value(one) != twentyone.value(other):
        return False
    if is_split_ace(felt, box, word) and not rules.resplit_aces:
        return False
    return RANK[one] == RANK[other] or not rules.split_tens_same_rank_only


def addition(rules: Rules, felt: Felt, seat: Seat, word: str, act: Deed) -> tuple[Option, ...]:
    """A double or split adds a bettor's own stake, if they have it (BJ-16, BJ-19, BJ-44)."""
    low = high = felt.chips.get((seat, word), 0)
    if act == "double" and rules.double_for_less:
        low, high = rules.chip, min(high, felt.chips[seat, "stack"]) // rules.chip * rules.chip
    if not 0 < low <= high or felt.chips[seat, "stack"] < low:
        return ()
    step = rules.chip if low < high else 1
    clause = "BJ-16" if act == "double" else "BJ-18"
    return (Option(act, low, high, step, (seat, word), clause=clause),)


def double(rules: Rules, felt: Felt, box: Box, word: str, decision: Decision) -> Play[None]:
    """One more stake from each who takes part, exactly one more card (BJ-16, BJ-32)."""
    felt.pay((box.owner, "stack"), (box.owner, word), decision.amount, "double")
    yield from follow(rules, felt, box, word, word, "double", "BJ-32")
    draw(felt, (HOUSE, word))


def split(rules: Rules, felt: Felt, box: Box, word: str, decision: Decision) -> Play[None]:
    """The second card and an equal stake make a new hand, directly behind (BJ-18 to BJ-20)."""
    new = behind(word, len(box.hands))
    box.hands.insert(box.hands.index(word) + 1, new)
    felt.pay((box.owner, "stack"), (box.owner, new), decision.amount, "split")
    felt.move((HOUSE, word), (HOUSE, new), felt.cards[HOUSE, word][1:], why="split")
    yield from follow(rules, felt, box, word, new, "split", "BJ-33")
    draw(felt, (HOUSE, word))
    if rules.split_second_card_timing == "immediate":
        draw(felt, (HOUSE, new))


def behind(word: str, hands: int) -> str:
    """The word of a new hand: half way to the next, so that words sort in playing order (BJ-18).

    The hand itself keeps its word. From `box 3` come `box 3.4`, then `box 3.2`, then `box 3.1`.
    """
    box, _, number = word.partition(".")
    return f"{box}.{int(number or 0) + (8 >> hands)}"


def follow(
    rules: Rules, felt: Felt, box: Box, word: str, to: str, act: Deed, clause: str
) -> Play[None]:
    """Each back-bettor on the hand adds their own stake or declines (BJ-32, BJ-33)."""

    def at_once(seat: Seat, decision: Decision) -> None:
        felt.pay((seat, "stack"), (seat, to), decision.amount, act)  # To decline adds nothing.
        if decision.act == "decline" and decision.spot[1] != word:  # BJ-33, choose
            felt.pay((seat, word), (seat, to), felt.chips[seat, word], act)
            if box.moved.get(seat, box.hands[0]) == word:
                box.moved[seat] = to

    may = {
        seat: option
        for seat in box.stakes
        if seat != box.owner
        for option in addition(rules, felt, seat, word, act)
    }
    if act == "double" and rules.backer_double == "compulsory":  # BJ-32
        for seat, option in may.items():
            at_once(seat, Decision(act, option.high, option.spot))
        return
    places = (word, to) if act == "split" and rules.backer_no_split_hand == "choose" else (word,)
    asked = {
        seat: (*(Option("decline", spot=(seat, at), clause=clause) for at in places), option)
        for seat, option in may.items()
    }
    yield from ask_all(asked, clause, at_once=at_once)


def surrender(rules: Rules, felt: Felt, box: Box) -> None:
    """Half of each stake is lost at once; late, the rest only to a dealer's blackjack (BJ-08)."""
    box.surrendered = True
    for seat, stake in box.stakes.items():
        spot = (seat, box.hands[0])
        rest = winnings(stake, HALF, rules.fraction_rounding, rules.chip)
        felt.pay(spot, BANK, stake - rest, "lose")
        if rules.surrender == "early" or not in_doubt(rules, felt):
            push(felt, spot)
