"""A blackjack player: one box, basic strategy by totals, never insurance."""

from random import Random

from croupier.bots import Seen, passive, within
from croupier.core.asks import Decision
from croupier.ranks import twentyone

ALWAYS_SPLIT = {1, 8}
SPLIT_AGAINST_LOW = {2, 3, 6, 7, 9}


def choose(sight: Seen, chance: Random) -> Decision:
    """Stake on one box, then play it by the book."""
    bet = sight.offered("bet")
    if bet:
        return stake(sight, chance)
    if sight.offered("stand") is None:
        return passive(sight, chance)
    act = by_the_book(sight)
    option = sight.offered(act) or sight.options[0]
    return Decision(option.act, option.low, option.spot)


def stake(sight: Seen, chance: Random) -> Decision:
    """A few minimum bets on the first box where one lies already, else on any."""
    bets = [option for option in sight.options if option.act == "bet"]
    placed = {option.spot for option in sight.options if option.act == "withdraw"}
    option = next((o for o in bets if o.spot in placed), None) or chance.choice(bets)
    return within(option, option.low * chance.randint(1, 4))


def by_the_book(sight: Seen) -> str:
    """Stand, hit, double or split by the hand and the dealer's card."""
    cards = sight.view.cards[0, sight.options[0].spot[1]]
    up = twentyone.value(sight.view.cards[0, "dealer"][0])
    total, soft = twentyone.total(cards), twentyone.is_soft(cards)
    if sight.offered("split") and splits(twentyone.value(cards[0]), up):
        return "split"
    if sight.offered("double") and doubles(total, up, soft=soft):
        return "double"
    if soft:
        stands = total >= 19 or (total == 18 and up not in (9, 10, 1))
    else:
        stands = total >= 17 or (total >= 13 and 2 <= up <= 6) or (total == 12 and 4 <= up <= 6)
    return "stand" if stands else "hit"


def splits(value: int, up: int) -> bool:
    """Eights and aces but not against an ace or ten; small pairs against a weak card."""
    if value in ALWAYS_SPLIT:
        return up not in (1, 10)
    return value in SPLIT_AGAINST_LOW and 2 <= up <= (7 if value != 6 else 6)


def doubles(total: int, up: int, *, soft: bool) -> bool:
    """Eleven and ten against anything lower, nine against 3 to 6."""
    if soft:
        return False
    return (total in (10, 11) and 2 <= up <= 9) or (total == 9 and 3 <= up <= 6)
