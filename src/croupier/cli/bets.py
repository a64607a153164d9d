"""Asking a person for bets: a line of amounts, by order or by name."""

from typing import Final

from croupier.cli.asking import HELP, Asker
from croupier.cli.lines import SittingOut
from croupier.cli.tongue import FILLERS, plain
from croupier.core.asks import Decision, Option
from croupier.core.felt import Spot
from croupier.core.hand import Hand

FEW: Final = 4
"""More spots than this are named by the first and the last."""

Bets = list[tuple[Spot, int]]


class Bettor:
    """Puts a person's bets on the felt."""

    def __init__(self, asker: Asker, boxes: int) -> None:
        self.asker, self.person, self.tongue = asker, asker.person, asker.tongue
        self.boxes = boxes
        self.again: Bets = []
        """The bets of the last hand."""

    def bets(self, hand: Hand) -> Bets:
        """One line of bets; the window closes behind it."""
        prompt = self.offer(hand)
        self.person.betting = True
        try:
            while True:
                line = self.person.line(prompt)
                try:
                    if plain(line) not in HELP:
                        return self.bet(hand, line)
                    self.asker.explain(hand)
                except ValueError as error:
                    self.person.complain(error)
        except SittingOut:
            return []
        finally:
            self.person.betting = False

    def offer(self, hand: Hand) -> str:
        """What may be bet, and on what afterwards."""
        now = [option for option in hand.asked(self.person.seat) if option.act == "bet"]
        say, first, name = self.tongue.say, now[0], self.tongue.spot
        if len(now) > FEW:
            last = name(now[-1].spot[1])
            box, sizes = name(first.spot[1]), self.tongue.range(first)
            return say("Bet on {first} to {last}, {sizes} each", first=box, last=last, sizes=sizes)
        later, along = self.after(hand, first)
        parts = [f"{name(option.spot[1])} {self.tongue.range(option)}" for option in now]
        parts += [say("as much on {spot}", spot=name(word)) for word in along]
        parts += [say("then {bet}", bet=f"{name(o.spot[1])} {self.tongue.range(o)}") for o in later]
        return say("Bet on {bets}", bets=", ".join(parts))

    def after(self, hand: Hand, first: Option) -> tuple[list[Option], list[str]]:
        """What a first bet opens, and what goes down with it: tried on a copy of the hand."""
        trial, mine = hand.fork(), self.person.seat
        trial.decide(mine, Decision("bet", first.low, first.spot))
        known = [option.spot for option in hand.asked(mine)]
        later = [o for o in trial.asked(mine) if o.act == "bet" and o.spot not in known]
        felt = trial.felt.chips
        along = [
            w for s, w in felt if s == mine and felt[s, w] and w not in ("stack", first.spot[1])
        ]
        return later, along

    def bet(self, hand: Hand, line: str) -> Bets:
        """`10 5` bets on the spots in their order, `ante 10` by name, nothing the same again."""
        words = self.tongue.amounts(line).split()
        if len(words) == 1 and self.boxes > 1 and self.tongue.is_amount(words[0]):
            words *= self.boxes
        try:
            bets = self.lay(hand, words) if words else self.same_again()
        except ValueError:  # A bad line places nothing.
            for option in reversed(hand.asked(self.person.seat)):
                if option.act == "withdraw" and option in hand.asked(self.person.seat):
                    self.place(Decision("withdraw", 0, option.spot))
            raise
        self.again = bets or self.again
        if not bets:
            self.person.tell("You bet nothing: this hand goes on without you.")
        return bets

    def lay(self, hand: Hand, words: list[str]) -> Bets:
        """The bets of a line, one after the other."""
        opened = self.spots(hand)
        bets: Bets = []
        taken: list[Spot] = []
        while words:
            spot = self.spot(hand, words, opened, taken)
            if not words:
                raise ValueError(self.tongue.say("How much on {spot}?", spot=self.spot_name(spot)))
            amount = self.tongue.amount(words.pop(0))
            taken.append(spot)
            if amount:
                self.place(Decision("bet", amount, spot))
                bets.append((spot, amount))
        return bets

    def spots(self, hand: Hand) -> list[Spot]:
        """The spots that the person may bet on, now or after a first bet."""
        now = [option for option in hand.asked(self.person.seat) if option.act == "bet"]
        later, _ = self.after(hand, now[0]) if now else ([], [])
        return [option.spot for option in (*now, *later)]

    def spot(self, hand: Hand, words: list[str], known: list[Spot], taken: list[Spot]) -> Spot:
        """Take the name of a spot off a line: `ante`, `box 3`; without one, the next spot."""
        named = ""
        while words and not self.tongue.is_amount(words[0]):
            named = f"{named} {words.pop(0)}".strip()
        if words and any(self.called(spot, f"{named} {words[0]}") for spot in known if named):
            named = f"{named} {words.pop(0)}"
        if named in FILLERS:
            named = ""
        offered = [
            o.spot for o in hand.asked(self.person.seat) if o.act == "bet" and o.spot not in taken
        ]
        found = [spot for spot in known if self.called(spot, named)] if named else offered
        if not found:
            spots = ", ".join(self.spot_name(spot) for spot in known)
            text = named or self.tongue.say("more")
            raise ValueError(
                self.tongue.say(
                    "There is no bet “{text}” here: bet on {spots}.", text=text, spots=spots
                )
            )
        return found[0]

    def called(self, spot: Spot, named: str) -> bool:
        """Whether a person means a spot by this."""
        names = plain(self.tongue.spot(spot[1])), plain(spot[1].replace("_", " "))
        return any(
            name.startswith(plain(named)) and not name[len(plain(named)) :][:1].isdigit()
            for name in names
        )

    def spot_name(self, spot: Spot) -> str:
        """A spot as a label."""
        return self.tongue.spot(spot[1])

    def same_again(self) -> Bets:
        """The bets of the last hand, said aloud."""
        if not self.again:
            raise ValueError(self.tongue.say("Write an amount, such as 10."))
        bets = [((self.person.seat, word), amount) for (_, word), amount in self.again]
        for spot, amount in bets:
            self.place(Decision("bet", amount, spot))
        said = [f"{self.spot_name(spot)} {self.tongue.money(amount)}" for spot, amount in bets]
        self.person.tell("As before: {bets}.", bets=", ".join(said))
        return bets

    def place(self, decision: Decision) -> None:
        """One bet goes down or comes back."""
        self.person.table.decide(self.person.player, decision, 0)
