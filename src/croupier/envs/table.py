"""A table to learn at: hands one after the other, each question put to one seat at a time.

Time does not run: pauses end at once, and a betting window closes when every seat has been asked.
"""

from collections.abc import Sequence
from math import copysign, log1p
from types import ModuleType
from typing import Any, Final, Literal

import numpy as np
from gymnasium import spaces

from croupier import houses
from croupier.core import catalogue, fair
from croupier.core.asks import Ask, Decision
from croupier.core.catalogue import Game
from croupier.core.felt import BANK, DROP, LEVY, Deal, Fault, Seat, Spot
from croupier.core.hand import Hand, Journal, Opening
from croupier.envs.menu import Fineness, Menu, declined
from croupier.envs.sight import FAR, FEED_COLUMNS, FEED_ROWS, Looks, Sight
from croupier.envs.tally import Tally

Stacks = int | tuple[int, int] | Sequence[int]
"""In units: the same for all, drawn between two, or one for each seat."""
Rewards = Literal["bb", "chips", "log"]
Button = Literal["drawn"] | Seat
"""Who has the button of the first hand: a seat drawn by lot, or this one."""
Observation = dict[str, Any]
UNTIL_ONE_IS_LEFT: Final = "until one is left"
AWAY: Final = {BANK, DROP, LEVY}
"""Chips that have left the players for good."""
MOST_HANDS: Final = 10_000

FLOOR: Final = "croupier.envs.games"


def face(game: str) -> ModuleType:
    """How a game is learned; `LookupError` where nothing says it."""
    found = catalogue.face(game, FLOOR, "env")
    if found is None:
        raise LookupError(f"{game} has no learning environment: add {FLOOR}.{game}")
    return found


def rules_of(named: str, house: str | None, table: str | None, rules: Any) -> Any:
    """The rules of a table of a house or of the game, with changes by name, or whole rules."""
    game = catalogue.game(named)
    if isinstance(rules, game.Rules):
        return rules
    base = houses.sheet(houses.house(house), game, table).rules if house else game.Rules()
    return houses.varied(base, rules or {})


class Table:
    """A game, its seats and chance."""

    def __init__(
        self,
        game: str,
        *,
        house: str | None = None,
        table: str | None = None,
        rules: Any = None,
        players: int = 6,
        stacks: Stacks = 100,
        hands: int | str = 1,
        menu: Fineness = "pot",
        observation: Looks = "features",
        reward: Rewards = "bb",
        button: Button = "drawn",
    ) -> None:
        self.game: Game = catalogue.game(game)
        rules = rules_of(game, house, table, rules)
        self.rules, self.players, self.stacks, self.hands = rules, players, stacks, hands
        self.looks, self.reward, self.button_at = observation, reward, button
        told = face(game)
        self.begun = getattr(told, "begun", None)
        self.bets: dict[str, int] = getattr(told, "BETS", {})
        """The first bets of a house game, by spot, in units: they are placed for the player."""
        self._check()
        self.unit: int = getattr(rules, told.SPREAD.unit)
        self.menu = Menu(told.SPREAD, players, menu)
        self.sight = Sight(told.SPREAD, len(self.game.pack(rules)), players, self.unit)
        self.seats = list(range(1, players + 1))
        self.pack = np.array(self.game.pack(rules))
        self.bounds = np.array(self.game.LOTS)
        self.hand: Hand
        self.last: Hand | None = None
        self.tally: Tally | None = None
        self.chips: dict[Spot, int] = {}

    def _check(self) -> None:
        """Refuse a table that cannot be dealt, with what can."""
        if self.players not in self.game.SEATS:
            most = self.game.SEATS.stop - 1
            raise ValueError(f"players must be {self.game.SEATS.start} to {most}: {self.players}")
        if isinstance(self.button_at, int) and not self.begun:
            raise ValueError(f"button: {self.game.TITLE} draws its own")
        if isinstance(self.hands, str) and self.hands != UNTIL_ONE_IS_LEFT:
            raise ValueError(f"hands must be a number or {UNTIL_ONE_IS_LEFT!r}: {self.hands!r}")
        if isinstance(self.stacks, Sequence) and len(self.stacks) not in (2, self.players):
            raise ValueError(f"stacks must be one number, two bounds or {self.players} numbers")

    # The spaces.

    def action_space(self) -> spaces.Space[Any]:
        """A slot; with the full menu also an amount, from the least (0) to the most (1)."""
        slot = spaces.Discrete(self.menu.size)
        if not self.menu.full:
            return slot
        return spaces.Dict({"slot": slot, "amount": spaces.Box(0, 1, (), np.float32)})

    def observation_space(self) -> spaces.Dict:
        """What `observe` gives."""
        boxes: dict[str, spaces.Space[Any]] = {}
        if self.looks != "feed":
            boxes["observation"] = spaces.Box(0, FAR, (self.sight.size,), np.float32)
        if self.looks != "features":
            shape = FEED_ROWS, FEED_COLUMNS
            boxes["feed" if boxes else "observation"] = spaces.Box(-1, FAR, shape, np.float32)
        boxes["action_mask"] = spaces.Box(0, 1, (self.menu.size,), np.int8)
        return spaces.Dict(boxes)

    # Copies: a game is a module and a hand a coroutine, so they go as a name and as a journal.

    def __getstate__(self) -> dict[str, Any]:
        kept = vars(self) | {"game": catalogue.name(self.game), "tally": None, "last": None}
        if "hand" in kept:
            start = self.hand.opening
            kept["hand"] = start.chips, start.deal, start.carry, self.hand.answers
        return kept

    def __setstate__(self, kept: dict[str, Any]) -> None:
        vars(self).update(kept, game=catalogue.game(kept["game"]))
        if "hand" in kept:
            chips, deal, carry, answers = kept["hand"]
            opening = Opening(self.game, self.rules, chips, deal, carry)
            self.hand = self.last = Hand.replay(Journal(opening, tuple(answers)))

    # The evening.

    def sit_down(self, chance: np.random.Generator) -> None:
        """Everybody brings their chips to a new game."""
        self.played = 0
        self.last = None
        self.chips = {
            (s, "stack"): many for s, many in zip(self.seats, self._brought(chance), strict=True)
        }
        self.deal(chance)

    def _brought(self, chance: np.random.Generator) -> list[int]:
        stacks, unit = self.stacks, self.unit
        if isinstance(stacks, int):
            return [stacks * unit] * self.players
        if len(stacks) == self.players != 2 or isinstance(stacks, list):
            return [many * unit for many in stacks]
        low, high = stacks
        return [int(many) * unit for many in chance.integers(low, high + 1, self.players)]

    def deal(self, chance: np.random.Generator) -> None:
        """The next hand, with what everybody has and what the game carries."""
        last = self.last
        carry = last.carry if last else None
        if carry is None and self.begun:
            drawn = int(chance.integers(self.players)) + 1
            carry = self.begun(drawn if self.button_at == "drawn" else self.button_at)
        deal = self._shuffled(chance, last)
        self.hand = self.last = Hand(self.game, self.rules, self.chips, deal, carry)
        self.asked: set[Seat] = set()
        self.played += 1
        self.advance()

    def _shuffled(self, chance: np.random.Generator, last: Hand | None) -> Deal:
        """A pack, or what is left of a shoe. Nobody checks the shuffle of a lesson: chance is the
        generator's own, which takes a tenth of the time of a pledged one.
        """
        lots = tuple(chance.integers(self.bounds).tolist()) if len(self.bounds) else ()
        shoe = fair.shoe(self.game, self.rules, last)
        if shoe is None:
            return Deal(tuple(chance.permutation(self.pack).tolist()), lots)
        left = chance.permutation(shoe.left).tolist() if shoe.void else shoe.left
        return Deal((*left, *chance.permutation(shoe.discards).tolist()), lots)

    def advance(self) -> None:
        """Go on to the next question for a seat; `seat` is 0 when the hand is over."""
        hand = self.hand
        self.seat: Seat = 0
        self.slots: dict[int, Decision] = {}
        while not self.seat and (ask := hand.ask) is not None:
            seat = self._next(ask)
            if not seat:
                hand.expire()
            elif self.bets and ask.open:
                self._bet(seat)
            else:
                self._ask(ask, seat)

    def _next(self, ask: Ask) -> Seat:
        """Whom to ask; in a window nobody twice."""
        if ask.open:
            return next((seat for seat in ask.options if seat not in self.asked), 0)
        self.asked.clear()
        for seat in ask.options:
            return seat
        return 0

    def _ask(self, ask: Ask, seat: Seat) -> None:
        """Put a question to a seat, unless it has no slot for it: then time answers."""
        slots = self.menu.slots(self.hand.felt.chips, ask, seat, self.tallied().pot)
        if slots:
            self.seat, self.slots = seat, slots
        elif ask.open:
            self.asked.add(seat)
        else:
            self.hand.expire(seat)

    def tallied(self) -> Tally:
        """What everybody has, up to date."""
        if self.tally is None or self.tally.hand is not self.hand:
            self.tally = Tally(self.hand, self.players, self.unit)
        self.tally.follow()
        return self.tally

    def _bet(self, seat: Seat) -> None:
        self.asked.add(seat)
        for word, times in self.bets.items():
            self.hand.decide(seat, Decision("bet", times * self.unit, (seat, word)))

    def answer(self, action: Any) -> bool:
        """Take the slot; one that is not legal is answered by the clock. Whether it was legal."""
        ask = self.hand.ask
        if ask is None:
            raise Fault("nobody is asked")
        slot = int(action["slot"] if self.menu.full else action)
        decision = self.slots.get(slot)
        if decision is not None and self.menu.full:
            decision = self.menu.sized(decision, ask, self.seat, float(action["amount"]))
        self.decide(decision)
        return decision is not None

    def decide(self, decision: Decision | None) -> None:
        """The answer of the seat that is asked; nothing is the clock's."""
        seat, ask = self.seat, self.hand.ask
        if ask and ask.open:
            self.asked.add(seat)
            if decision is not None and not declined(decision):
                self.hand.decide(seat, decision)
        elif decision is None:
            self.hand.expire(seat)
        else:
            self.hand.decide(seat, decision)
        self.advance()

    def settle(self) -> dict[Seat, float]:
        """What the finished hand has brought each seat; its chips stay for the next. If none
        follows, what lies in a pot is divided as the game says.
        """
        left = {spot: many for spot, many in self.hand.felt.chips.items() if spot not in AWAY}
        self.chips = left | {(s, "stack"): left.get((s, "stack"), 0) for s in self.seats}
        after, before = owned(self.chips), owned(self.hand.opening.chips)
        if not self.goes_on():
            shares = self.game.COMPANY.shares(self.rules, self.hand.carry, self.in_play())
            after = {seat: after.get(seat, 0) + shares.get(seat, 0) for seat in self.seats}
        net = {seat: after.get(seat, 0) - before.get(seat, 0) for seat in self.seats}
        return {seat: self._worth(many) for seat, many in net.items()}

    def _worth(self, net: int) -> float:
        if self.reward == "chips":
            return float(net)
        units = net / self.unit
        return copysign(log1p(abs(units)), units) if self.reward == "log" else units

    def goes_on(self) -> bool:
        """Whether another hand follows."""
        if isinstance(self.hands, int) and self.played >= self.hands:
            return False
        return len(self.in_play()) >= self.game.SEATS.start and self.played < MOST_HANDS

    def in_play(self) -> list[Seat]:
        """The seats with chips, and those with a claim to what lies in the pot (PN-46)."""
        held, claims = owned(self.chips), self.game.COMPANY.claims(self.hand.carry)
        return [seat for seat in self.seats if held.get(seat) or seat in claims]

    def observe(self, seat: Seat) -> Observation:
        """What a seat sees now, and which slots are legal if it is asked."""
        found: Observation = {}
        if self.looks != "feed":
            found["observation"] = self.sight.features(self.hand, seat, self.tallied())
        if self.looks != "features":
            found["feed" if found else "observation"] = self.sight.feed(self.hand, seat)
        found["action_mask"] = self.menu.mask(self.slots if seat == self.seat else ())
        return found


def owned(chips: dict[Spot, int]) -> dict[Seat, int]:
    """All chips of each seat, wherever they lie."""
    found: dict[Seat, int] = {}
    for (seat, _), many in chips.items():
        found[seat] = found.get(seat, 0) + many
    return found
