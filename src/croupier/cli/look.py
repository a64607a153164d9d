"""How a table looks in the terminal: cards as little plates, results, the house's words."""

from rich.text import Text

from croupier import cards as pasteboard
from croupier.cards import BACK, JOKER, SUIT, Card
from croupier.felt import HOUSE, Chips, Seat, Spot, View
from croupier.play import Hand

HOUSE_SAYS = {
    "unqualified": "the dealer does not qualify",
    "shoe": "{} cards in the shoe",
    "shuffle": "the shoe is shuffled for the next hand",
    "dice": "the dice show {}",
    "push": "the pot is pushed, for the {} time",
}

ODD_VERBS = {
    "random": "leaves it to chance",
    "house way": "sets the house way",
    "action": "has the action",
    "owner": "owns the box",
}

NOTES = {
    "bonus wins": "CALL to collect your BONUS win!",
    "would win": "Careful: this hand would win.",
    "even money": "Insuring in full is taking even money.",
    "forfeits": "Careful: raising your partner without eight or better loses the pot.",
    "sevens": "Careful: who checks a seven or better may win less.",
}


def card_spots(view: View, house: tuple[str, ...], seat: tuple[str, ...], me: Seat) -> list[Spot]:
    """The spots with cards, from the dealer's side to the person's."""

    def place(spot: Spot) -> tuple[int, str]:
        words = house if spot[0] == HOUSE else seat
        return words.index(spot[1].split()[0]) + 100 * (spot[0] != HOUSE), spot[1]

    known = [
        spot
        for spot in view.cards
        if spot[0] in (HOUSE, me) and spot[1].split()[0] in (house if spot[0] == HOUSE else seat)
    ]
    return sorted(known, key=place)


def results(hand: Hand, me: Seat) -> list[tuple[str, int, int]]:
    """For each of the person's bets: its word, what was staked, and the net result."""
    staked: dict[str, int] = {}
    net: dict[str, int] = {}
    stack = (me, "stack")
    for event in hand.events:
        if not isinstance(event, Chips) or stack not in (event.src, event.dst):
            continue
        word, change = event.dst[1], -event.amount
        if event.dst == stack:
            word, change = event.src[1], event.amount
        if event.src == stack or event.why == "withdraw":
            staked[word] = staked.get(word, 0) - change
        net[word] = net.get(word, 0) + change
    return [(word, amount, net[word]) for word, amount in staked.items() if amount]


def faces(cards: tuple[Card, ...]) -> Text:
    """Cards as little plates, red suits red; a hidden card shows its back."""
    line = Text()
    for card in cards:
        line.append(" ")
        if card == BACK:
            line.append(" ▒▒ ", style="white on blue")
            continue
        red = card != JOKER and SUIT[card] in (1, 2)
        colour = "bold red on white" if red else "bold black on white"
        line.append(f" {pasteboard.symbol(card)} ", style=colour)
    return line
