"""How a table looks in the terminal: cards as little plates, spots in order, results."""

from collections.abc import Iterable
from typing import Final

from rich.text import Text

from croupier.cli.tongue import Tongue
from croupier.core import cards as pasteboard
from croupier.core.cards import BACK, JOKER, SUIT, Card
from croupier.core.catalogue import Layout
from croupier.core.felt import HOUSE, Chips, Event, Seat, Spot, View

FEW: Final = 2
"""Of the house's closed cards more than this are a pile, which nobody needs to see."""


def card_spots(view: View, layout: Layout, me: Seat) -> list[Spot]:
    """The spots with cards, from the dealer's side to the person's, hands in playing order."""

    def words(spot: Spot) -> tuple[str, ...]:
        return layout.house_cards if spot[0] == HOUSE else layout.seat_cards

    def place(spot: Spot) -> tuple[bool, int, str]:
        return spot[0] != HOUSE, words(spot).index(spot[1].split()[0]), spot[1]

    known = [
        spot
        for spot, lie in view.cards.items()
        if spot[0] in (HOUSE, me) and spot[1].split()[0] in words(spot)
        if len(lie) <= FEW or set(lie) != {BACK}
    ]
    return sorted(known, key=place)


def hand_name(tongue: Tongue, word: str, words: Iterable[str]) -> str:
    """The name of a spot; of a box that was split, which of its hands in playing order."""
    name, box = tongue.spot(word), word.partition(".")[0]
    hands = sorted({one for one in words if one.partition(".")[0] == box})
    if not box.startswith("box") or len(hands) < 2 or word not in hands:
        return name
    return tongue.say("{box}, hand {number}", box=name, number=hands.index(word) + 1)


def card_label(tongue: Tongue, spot: Spot, words: Iterable[str]) -> str:
    """What stands beside cards."""
    if spot[1] == "hole":
        return tongue.say("Dealer's hole card" if spot[0] == HOUSE else "Your cards")
    return hand_name(tongue, spot[1], words)


def results(events: Iterable[Event], seat: Seat) -> list[tuple[str, int, int]]:
    """For each bet of a seat: its word, what was staked, and the net result."""
    staked: dict[str, int] = {}
    net: dict[str, int] = {}
    stack = (seat, "stack")
    for event in events:
        if not isinstance(event, Chips) or stack not in (event.src, event.dst):
            continue
        word, change = event.dst[1], -event.amount
        if event.dst == stack:
            word, change = event.src[1], event.amount
        if event.src == stack or event.why == "withdraw":
            staked[word] = staked.get(word, 0) - change
        net[word] = net.get(word, 0) + change
    return sorted((word, amount, net[word]) for word, amount in staked.items() if amount)


def outcome(tongue: Tongue, word: str, net: int) -> str:
    """How a bet ended."""
    if word == "drop":
        return tongue.say("is paid")
    return tongue.say("wins" if net > 0 else "loses" if net < 0 else "pushes")


def coloured(text: str, net: int) -> Text:
    """A gain in green, a loss in red."""
    return Text(text, style="green" if net > 0 else "red" if net < 0 else "dim")


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
