"""The script of a hold'em or Omaha hand from another house, put to our rules decision by decision.

Readers of foreign formats fill in a script: who sat where with what, what went in before the deal,
the cards that are known, and the acts in their order. What our rules cannot deal is refused by
name.
"""

from collections.abc import Iterator, Sequence
from math import gcd
from typing import Any, Final, Literal

from msgspec import Struct
from msgspec.structs import replace

from croupier.core import catalogue
from croupier.core.asks import Decision, Option, Refused
from croupier.core.cards import BACK, FACES, Card
from croupier.core.felt import HOUSE, Cards, Deal, Fault, Seat, Spot
from croupier.core.hand import Hand
from croupier.core.words import Deed
from croupier.histories.story import About, BadHistory, Story, told
from croupier.procedure.blinds import Blinds, Places, Standing
from croupier.procedure.flop import MOST_SEATS
from croupier.procedure.turns import clockwise

HOLES: Final = {"holdem": 2, "omaha": 4, "omaha-hilo": 4}
BOARDS: Final = (3, 1, 1)
WHOLE: Final = 100


class Act(Struct, frozen=True):
    """What a player did; a call may be a check, a raise a bet."""

    player: int
    what: Literal["fold", "call", "raise"]
    to: int = 0


class Script(Struct, kw_only=True):
    """A hand from elsewhere. Players are counted from 0 in dealing order; the last has the button.

    Blinds are as due: above 0 a blind or straddle, below 0 a live post that does not move the turn.
    """

    game: str
    limit: str
    unit: int
    """The least bet, or the small bet of a limit game."""
    stacks: list[int]
    blinds: list[int]
    antes: list[int]
    """Dead money; where all are alike it is an ante."""
    holes: dict[int, tuple[Card, ...]] = {}
    board: tuple[Card, ...] = ()
    acts: list[Act] = []
    shows: dict[int, tuple[Card, ...]] = {}
    """What was shown in the end; nothing: mucked."""
    names: list[str] = []
    seats: list[Seat] = []
    ends: list[int] = []
    """What everybody has left, where the text says so."""
    rake: int = 0
    rules: Any = None
    """The rules of the house, where the text has them; else those of one that deals such a hand."""
    carry: Any = None
    """What stayed on the table before, where the text has it."""
    number: int = 0
    table: str = ""
    house: str = ""
    at: str = ""
    currency: str = ""

    def story(self) -> Story:
        """The hand by our rules, as far as its cards are known."""
        try:
            return _Dealer(self).story()
        except (Fault, Refused, ValueError) as error:
            fault = error if isinstance(error, BadHistory) else f"not by our rules: {error}"
            raise BadHistory(str(fault)) from None


class _Dealer:
    """Deals a script."""

    def __init__(self, script: Script) -> None:
        self.script, self.count = script, len(script.stacks)
        if not 2 <= self.count <= MOST_SEATS or script.game not in HOLES:
            raise BadHistory(f"two to {MOST_SEATS} players can be dealt in, not {self.count}")
        self.game = catalogue.game(script.game)
        self.seats = self.places()
        self.pairs = self.count == 2
        small, big = (1, 0) if self.pairs else (0, 1)
        self.small, self.big = script.blinds[small], script.blinds[big]
        self.holes = self.known_holes()
        self.rules = script.rules or self.foreign_rules()
        if any(BACK in hole for hole in self.holes):  # Cards that nobody knows decide nothing.
            self.rules = replace(self.rules, auto_show_at_showdown=False)

    def places(self) -> list[Seat]:
        """The seats of the text if they go round as the deal did, else from 1 on."""
        seats = self.script.seats
        fits = len({*seats}) == self.count and all(0 < seat <= MOST_SEATS for seat in seats)
        if fits and clockwise(sorted(seats), seats[-1]) == seats:
            return seats
        return list(range(1, self.count + 1))

    def known_holes(self) -> list[tuple[Card, ...]]:
        """The cards of each player; shown ones are known."""
        size = HOLES[self.script.game]
        unseen = (BACK,) * size
        holes = [self.script.holes.get(at, unseen) for at in range(self.count)]
        for at, cards in self.script.shows.items():
            if cards and BACK in holes[at]:
                holes[at] = cards
        if any(len(hole) != size for hole in holes):
            raise BadHistory(f"a hand of {self.script.game} has {size} cards")
        return holes

    # What the house would have to be.

    def foreign_rules(self) -> Any:
        """The rules of a house that deals such a hand."""
        script, (ante, payer) = self.script, self.ante()
        if script.unit != self.big:
            raise BadHistory("the player in its place has not posted the big blind")
        return self.game.Rules(
            chip=self.chip(),
            limit=script.limit,
            small_blind=self.small,
            big_blind=self.big,
            button_blind=self.button_blind(),
            ante=ante,
            ante_from=payer,
            max_raises=0,
            option_allowed=self.straddle() > 0,
            new_player="post_or_wait",
            auto_show_at_showdown=False,
            min_buy_in=self.big,
            max_seats=MOST_SEATS,
            drop_five_or_more=script.rake,
            drop_four=script.rake,
            drop_three_or_less=script.rake,
            no_flop_drop=script.rake,
        )

    def chip(self) -> int:
        """The smallest chip: whole units of the currency, unless some amount is finer."""
        script = self.script
        amounts = [*script.stacks, *script.blinds, *script.antes, *script.ends, script.rake]
        return gcd(WHOLE, *amounts, *(act.to for act in script.acts))

    def ante(self) -> tuple[int, str]:
        """An ante of each, or one of the big blind for the whole table."""
        antes, big = self.script.antes, 0 if self.pairs else 1
        base = min(antes)
        if not base and antes[big] and not any(antes[:big] + antes[big + 1 :]):
            return antes[big], "big_blind"
        for at, paid in enumerate(antes):
            if paid != base and not (paid - base == self.small and self.may_owe(at)):
                raise BadHistory("antes that are neither alike nor a missed small blind")
        return base, "each"

    def may_owe(self, at: int) -> bool:
        """Whether a player may come in with a dead small blind: not from the blinds or button."""
        return not self.pairs and 1 < at < self.count - 1

    def straddle(self) -> int:
        """The straddle of the third player: twice the big blind, or none."""
        third = self.script.blinds[2] if self.count > 2 else 0
        if third > 0 and third != 2 * self.big:
            raise BadHistory("a straddle that is not twice the big blind")
        if any(blind > 0 for blind in self.script.blinds[3:]):
            raise BadHistory("a straddle that is not of the third player")
        return max(third, 0)

    def button_blind(self) -> int:
        """Live money on the button, which does not move the turn."""
        return max(0, -self.script.blinds[-1]) if self.count > 2 else 0

    def carry(self) -> Any:
        """The button where it was; where somebody posts, all places one back."""
        if self.script.carry is not None:
            return self.script.carry
        *_, before, button = self.seats
        owing = {self.seats[at]: standing for at, standing in self.standings()}
        if not owing:
            return self.game.Carry(drawn=button)
        places = Places(before, button, self.seats[0])
        return self.game.Carry(blinds=Blinds(places, owing))

    def standings(self) -> Iterator[tuple[int, Standing]]:
        """Who comes in with a post, live, dead or both."""
        script, rules = self.script, self.rules
        base = rules.ante if rules.ante_from == "each" else 0
        if script.blinds[0] < 0 or script.blinds[1] < 0:
            raise BadHistory("a post in the place of a blind")
        for at in range(2, self.count - 1):
            live, dead = -script.blinds[at], script.antes[at] - base
            if live > 0 and live != self.big:
                raise BadHistory("a post that is not a big blind")
            if live > 0 or dead > 0:
                both = Standing(missed_small=True, missed_big=True, post=True)
                alone = Standing(missed_small=True, post=True)
                new = Standing(new=True, post=True)
                yield at, (both if live > 0 else alone) if dead > 0 else new

    # The deal and the acts.

    def deal(self) -> Deal:
        """Hole cards one at a time around, then a burn before each part of the board."""
        known = [card for card in (*sum(self.holes, ()), *self.script.board) if card != BACK]
        twice = next((card for card in known if known.count(card) > 1), None)
        if twice is not None:
            raise BadHistory(f"{FACES[twice]} is there twice")
        rest = iter([card for card in self.game.pack(None) if card not in known])
        deck = [card for around in zip(*self.holes, strict=True) for card in around]
        board = [*self.script.board, *(BACK,) * (5 - len(self.script.board))]
        for size in BOARDS:
            deck += [BACK, *board[:size]]
            board = board[size:]
        cards = [next(rest) if card == BACK else card for card in deck]
        return Deal((*cards, *rest), (0,) * len(self.game.LOTS))

    def story(self) -> Story:
        """The hand with the eyes of whoever knows as much as the text."""
        chips: dict[Spot, int] = {
            (seat, "stack"): stack
            for seat, stack in sorted(zip(self.seats, self.script.stacks, strict=True))
        }
        hand = Hand(self.game, self.rules, chips, self.deal(), self.carry())
        for act in self.script.acts:
            self.do(hand, act)
        while not hand.over:
            self.aside(hand)
        self.check_places(hand)
        return self.ended(hand)

    def check_places(self, hand: Hand) -> None:
        """Everybody was dealt in, in the text's order."""
        dealt = [e.dst[0] for e in hand.events if type(e) is Cards]
        if dealt[: self.count] != self.seats:
            raise BadHistory("by our rules other players would be dealt in, or in another order")

    def do(self, hand: Hand, act: Act) -> None:
        """One act. Where nothing is left to answer, other houses ask for a check (CR-43)."""
        seat = self.seats[act.player]
        while hand.ask is not None and self.beside(hand):
            self.aside(hand)
        offered = {option.act: option for option in hand.asked(seat)}
        if act.what == "call" and not offered:
            return
        if act.what == "fold":
            hand.decide(seat, Decision("fold"))
        elif act.what == "call":
            hand.decide(seat, Decision("call" if "call" in offered else "check"))
        else:
            hand.decide(seat, Decision("raise" if "raise" in offered else "bet", act.to))

    def beside(self, hand: Hand) -> bool:
        """Whether the question is about a straddle or the showdown, not about a bet."""
        return all("fold" not in _acts(o) for o in hand.ask.options.values()) if hand.ask else False

    def aside(self, hand: Hand) -> None:
        """Take the straddle that the text has, and show or muck as it says."""
        ((seat, options),) = hand.ask.options.items() if hand.ask else ((HOUSE, ()),)
        at, offered = self.seats.index(seat), _acts(options)
        choice: Deed = "option" if self.straddle() else "decline"
        if "muck" in offered:
            known = BACK not in self.holes[at]
            choice = "show" if (self.script.shows.get(at, ()) or known) else "muck"
            if at in self.script.shows and not self.script.shows[at]:
                choice = "muck"
        elif "option" not in offered:
            raise BadHistory("the acts end before the hand does")
        hand.decide(seat, Decision(choice))

    def ended(self, hand: Hand) -> Story:
        """The story, and what the text says that everybody has left."""
        script = self.script
        names = script.names or [""] * self.count
        about = About(
            names={s: name for s, name in zip(self.seats, names, strict=False) if name},
            house=script.house,
            table=script.table,
            number=script.number,
            at=script.at,
            currency=script.currency,
        )
        ends = dict(zip(self.seats, script.ends, strict=False))
        return replace(told(hand, self.eyes(), about), stacks=ends)

    def eyes(self) -> Seat | None:
        """Whose story it is: everybody's if every card is known, else the one hand's that is."""
        if all(BACK not in hole for hole in self.holes):
            return None
        shown = {at for at, cards in self.script.shows.items() if cards}
        own = [
            self.seats[at]
            for at, hole in enumerate(self.holes)
            if BACK not in hole and at not in shown
        ]
        if len(own) > 1:
            raise BadHistory("the cards of several players are known, but not of all")
        return own[0] if own else HOUSE


def _acts(options: Sequence[Option]) -> set[str]:
    return {option.act for option in options}
