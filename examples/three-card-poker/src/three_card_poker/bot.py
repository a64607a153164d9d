"""A Three Card Poker player: a small Ante, sometimes a Pair Plus, and Play with Q-6-4 or better."""

from random import Random

from croupier.bots import Seen, passive, within
from croupier.core.asks import Decision
from three_card_poker import PLAY, hands

QUEEN_SIX_FOUR = hands.high(10, 4, 2)


def choose(sight: Seen, chance: Random) -> Decision:
    """Bet in the window; play unless the hand is hopeless."""
    bets = [option for option in sight.options if option.act == "bet"]
    if bets:
        bet = chance.choice(bets)
        return within(bet, bet.low * chance.randint(1, 10))
    play = sight.offered(PLAY)
    held = sight.view.cards.get((sight.seat, "hole"), ())
    if play and hands.value(held) >= QUEEN_SIX_FOUR:
        return Decision(PLAY, play.low, play.spot)
    return passive(sight, chance)
