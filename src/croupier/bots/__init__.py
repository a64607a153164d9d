"""Bots: players that look only at what their seat may see, one module for each game.

A bot is a function of what is seen and of chance; it is legal by construction, since it chooses
among the options it is offered.
"""

from collections.abc import Callable, Mapping
from random import Random
from typing import Any, Final

from msgspec import Struct

from croupier.core import catalogue
from croupier.core.asks import Decision, Option
from croupier.core.catalogue import Game
from croupier.core.felt import Event, Seat, View
from croupier.core.hand import Hand
from croupier.extras import need
from croupier.houses import Level

REGULARS: Final = ("Aline", "Bruno", "Chloé", "Dario", "Elif", "Farid", "Greta", "Hugo", "Inès")
"""Who the bots of a table are, in the room and in the terminal."""


LEVELS: Final[dict[Level, str]] = {
    "beginner": __name__,
    "regular": f"{__name__}.regular",
    "strong": "croupier.lab.strong",
}
"""How well bots play, and the floor on which the bots of a level are found; a game without one of
its own there has that of the level below.
"""


class Seen(Struct):
    """All that a bot may know when it is asked."""

    game: Game
    rules: Any
    seat: Seat
    view: View
    feed: list[Event]
    options: tuple[Option, ...]
    clause: str

    def offered(self, act: str) -> Option | None:
        """The option of this act, if there is one."""
        return next((option for option in self.options if option.act == act), None)


Bot = Callable[[Seen, Random], Decision]


def seen(hand: Hand, seat: Seat) -> Seen:
    """What a seat sees of a hand that asks it."""
    start, ask = hand.opening, hand.ask
    clause = ask.clause if ask else ""
    view, feed = hand.view(seat), hand.feed(seat)
    return Seen(start.game, start.rules, seat, view, feed, hand.asked(seat), clause)


def bot(game: Game, level: Level = "beginner") -> Bot:
    """The bot that knows this game at a level or the next below that there is, else one that lets
    time answer for it.
    """
    if level == "strong":
        need("lab", "numpy", "numba")
    levels = list(LEVELS)
    for floor in [LEVELS[name] for name in levels[levels.index(level) :: -1]]:
        module = catalogue.face(catalogue.name(game), floor, "bot")
        if module:
            found: Bot = module.choose
            return found
    return passive


def play(hand: Hand, players: Mapping[Seat, Bot], chance: Random) -> None:
    """Play a hand to its end; a seat without a player of its own has the bot of the game. Windows
    are open for one act of each seat.
    """
    usual = bot(hand.opening.game)
    while (question := hand.ask) is not None:
        for seat in list(question.options):
            if hand.ask is question and hand.asked(seat):
                hand.decide(seat, players.get(seat, usual)(seen(hand, seat), chance))
        if hand.ask is question and (question.open or not question.options):
            hand.expire()


def passive(sight: Seen, _: Random) -> Decision:
    """What would happen if time ran out."""
    first = sight.options[0]
    if first.cards:
        return Decision(first.act, 0, first.spot, first.cards[: first.low])
    return Decision(first.act, first.low, first.spot)


def within(option: Option, amount: int) -> Decision:
    """The decision nearest to an amount that an option allows."""
    steps = round((min(max(amount, option.low), option.high) - option.low) / option.step)
    return Decision(option.act, option.low + steps * option.step, option.spot)
