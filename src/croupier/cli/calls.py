"""What happens at the table, called as a dealer calls it: an event, a line."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from rich.text import Text

from croupier.cli.look import faces, hand_name
from croupier.cli.tongue import Tongue
from croupier.core.asks import CLOCK
from croupier.core.cards import BACK
from croupier.core.catalogue import Game, Reading
from croupier.core.felt import (
    BOARD,
    HOUSE,
    NOWHERE,
    POT,
    Cards,
    Chips,
    Event,
    Said,
    Seat,
    Spot,
    View,
)
from croupier.core.hand import Hand

MATES: Final = ("partner", "backing", "cow")
"""Acts whose spot names another player."""
UNSPOKEN: Final = frozenset({"close"})
PUT_IN: Final = frozenset(
    ["small blind", "big blind", "button blind", "post", "dead", "ante", "fee", "collection"]
)
"""Chips that go down without an act: they are called for everybody."""
TAKEN: Final = frozenset({"drop", "levy"})
BETS: Final = frozenset({"bet", "call", "raise", "option", "straddle", *PUT_IN})
PLACES: Final = frozenset({"owner", "choose"})
"""Words that are followed by the name of their spot."""
UNNAMED: Final = frozenset({"", "hole", "pot", "stack", "bet", "cow", "wager"})


class Caller:
    """Follows a hand as one seat sees it, and calls what is new."""

    def __init__(
        self,
        tongue: Tongue,
        game: Game,
        rules: Any,
        name: Callable[[Seat], str],
        *,
        aloud: bool = False,
    ) -> None:
        self.tongue, self.game, self.rules, self.name = tongue, game, rules, name
        self.aloud = aloud
        """Whether the person's own acts are called too: pressed, not typed, they stand nowhere."""
        self.me: Seat = HOUSE
        self.for_a_pot = "pot" in game.LAYOUT.house_chips
        self.view = View({}, {}, 0)
        self.told = 0
        self.pushed = False
        """Whether the hand is for a push pot, where each answer matters to the others."""
        self.last: tuple[str, Seat] = "", HOUSE
        """What the last line was about: the next may go on with it."""

    def begin(self, chips: Mapping[Spot, int], me: Seat) -> None:
        """A new hand, with what lies on the felt before it."""
        self.me, self.told, self.last, self.pushed = me, 0, ("", HOUSE), False
        self.view = View({s: a for s, a in chips.items() if a}, {}, 0)

    def news(self, hand: Hand) -> list[Text]:
        """What has happened since the last time, a line each."""
        return self.tell(hand.feed(self.me, self.told))

    def tell(self, feed: Sequence[Event]) -> list[Text]:
        """The next events of the hand, a line each."""
        self.told += len(feed)
        lines: list[Text] = []
        for at, event in enumerate(feed):
            all_in = self.all_in(event, feed[at + 1 : at + 2])
            self.view.take(event)
            self.call(event, lines, feed, all_in=all_in)
        return lines

    def call(self, event: Event, lines: list[Text], feed: Sequence[Event], *, all_in: bool) -> None:
        """Add what a dealer would call to the lines."""
        if isinstance(event, Said):
            self.said(event, lines, all_in=all_in)
        elif isinstance(event, Chips):
            told = self.chips(event, feed, all_in=all_in)
            lines += [told] if told else []
        else:
            self.cards(event, lines)

    def all_in(self, event: Event, after: Sequence[Event]) -> bool:
        """Whether this puts a player's last chips in: an act, or chips that go down without one."""
        if isinstance(event, Said) and event.what in BETS and after:
            (event,) = after
        if not isinstance(event, Chips) or event.why not in BETS or not self.for_a_pot:
            return False
        return event.src[1] == "stack" and self.view.chips.get(event.src) == event.amount

    # Acts and calls of the house.

    def said(self, event: Said, lines: list[Text], *, all_in: bool) -> None:
        """An act of a player or a word of the house."""
        what, seat = event.what, event.seat
        if what in UNSPOKEN or self.unheard(event):
            return
        if seat == HOUSE:
            self.house(event, lines)
            return
        told = Text(self.does(seat, what, self.amount(event), on=event.spot != NOWHERE))
        told.append(self.where(event))
        if event.cards and BACK not in event.cards:
            told.append_text(faces(event.cards))
        told.append(self.tongue.say(", all-in") if all_in else "")
        told.append(self.tongue.say(" (out of time)") if event.by == CLOCK else "")
        told.stylize("dim" if what == "button" else "")
        lines.append(told)
        self.last = what, seat

    def unheard(self, event: Said) -> bool:
        """What needs no telling: one's own acts and box, another's short stack or mere no."""
        if event.seat == self.me:
            return event.what == "owner" or (not self.aloud and self.own(event))
        return event.what == "short" or (event.what == "decline" and not self.pushed)

    def own(self, event: Said) -> bool:
        """Whether this is what the person has just typed; a draw for the button is not."""
        for_button = event.what == "draw" and (self.me, "hole") not in self.view.cards
        typed = self.tongue.kind(event.what) in ("act", "cards") and event.by != CLOCK
        return typed and not for_button

    def house(self, event: Said, lines: list[Text]) -> None:
        """A call of the house; the dice are called together."""
        figure = self.tongue.figure(event.what, event.amount)
        called = self.tongue.filled(self.tongue.forms(event.what).house, n=figure)
        if self.last[0] == event.what == "dice" and lines:
            lines[-1].append(f", {figure}")
        elif called and (event.what != "behind" or event.amount):
            lines.append(Text(called, style="dim"))
        self.pushed = self.pushed or event.what == "push"
        self.last = event.what, HOUSE

    def does(self, seat: Seat, what: str, amount: str = "", *, on: bool = False) -> str:
        """Somebody does something: `Aline raises to €8`, `You win €6`."""
        forms, mine = self.tongue.forms(what), seat == self.me
        plain, there = (forms.you, forms.you_on) if mine else (forms.says, forms.says_on)
        phrase = there if on and there and "{" not in there else plain
        if not phrase:
            raise KeyError(f"words.toml does not say how a seat says {what!r}")
        return " ".join(filter(None, (self.name(seat), phrase, amount)))

    def other(self, seat: Seat) -> str:
        """Somebody to whom something is done."""
        return self.tongue.say("you") if seat == self.me else self.name(seat)

    def amount(self, event: Said) -> str:
        """The amount of an act: of cards that are drawn unseen, how many."""
        if event.cards:
            return str(len(event.cards)) if BACK in event.cards else ""
        named = event.amount or event.what == "covered"  # A bank that is spent covers nothing.
        return self.tongue.figure(event.what, event.amount) if named else ""

    def where(self, event: Said) -> str:
        """The spot of an act, or the other player whom it names."""
        seat, word = event.spot
        say = self.tongue.say
        if event.what == "cow":
            own = seat == event.seat
            return "" if own else say(" in the hand of {name}", name=self.other(seat))
        if event.what in ("partner", "backing"):
            return f" {self.other(seat)}"
        if word in UNNAMED or word == event.what or event.what in ("action", "void"):
            return ""
        if word.startswith("insurance"):
            word = word.replace("insurance", "box")
        name = hand_name(self.tongue, word, [w for _, w in self.view.cards])
        name = name if name == self.tongue.amid(word) else name[:1].lower() + name[1:]
        return say(" {spot}" if event.what in PLACES else " on {spot}", spot=name)

    # Chips.

    def chips(self, event: Chips, feed: Sequence[Event], *, all_in: bool) -> Text | None:
        """Blinds and fees, what comes back uncalled, what the house takes, a pot that is won."""
        amount, why = self.tongue.money(event.amount), event.why
        if why in TAKEN:
            return Text(f"{self.tongue.forms(why).house} {amount}", style="dim")
        if why == "uncalled":
            return Text(self.does(event.dst[0], why, amount))
        if why in PUT_IN and event.src[1] == "stack" and (why != "fee" or event.src[0] == self.me):
            end = self.tongue.say(", all-in") if all_in else ""
            return Text(self.does(event.src[0], why, amount) + end, style="dim")
        if why in MATES and event.src[0] and event.dst[0] != event.src[0]:
            return Text(self.gives(event))
        if event.src[0] == HOUSE and event.dst[0] and why == "win" and self.for_a_pot:
            won = self.does(event.dst[0], why, amount)
            return Text(won + self.part(event, feed), style="bold")
        return None

    def gives(self, event: Chips) -> str:
        """What partners, backers and members of a cow pass on (PN-22, PN-27, PN-28)."""
        sentence = "{name} gives {amount} to {other}"
        if event.src[0] == self.me:
            sentence = "You give {amount} to {other}"
        names = {"name": self.name(event.src[0]), "other": self.other(event.dst[0])}
        return self.tongue.say(sentence, amount=self.tongue.money(event.amount), **names)

    def part(self, event: Chips, feed: Sequence[Event]) -> str:
        """Of which pot, where there are several, and in a game for high and low which half."""
        say, told = self.tongue.say, ""
        if event.src != POT or any(word.startswith("side") for _, word in self.view.chips):
            named = " from the {pot}" if event.src == POT else " from {pot}"
            told = say(named, pot=self.tongue.amid(event.src[1]))
        half = self.half(event, feed)
        return told + (say(half) if half else "")

    def half(self, event: Chips, feed: Sequence[Event]) -> str:
        """High or low: a pot is paid to the best high hands first, then to the best low ones."""
        readings = self.game.read(self.rules, self.view, self.tongue.language)
        wins = [e for e in feed if isinstance(e, Chips) and e.why == "win" and e.src == event.src]
        paid = [e.dst[0] for e in wins]
        hands = {s: found for s in paid if (found := readings.get((s, "hole")))}
        lows = {s: hand.low for s, hand in hands.items() if hand.low}
        if not lows or len(hands) < len({*paid}):
            return ""
        best, lowest = first(hands), first(lows)
        if paid == best == lowest:
            return " (high and low)"
        if len(paid) != len(best) + len(lowest):
            return ""
        at = next(n for n, e in enumerate(wins) if e is event)
        return " (high half)" if at < len(best) else " (low half)"

    # Cards.

    def cards(self, event: Cards, lines: list[Text]) -> None:
        """The board, and the hands of others that are shown or thrown away."""
        seat = event.src[0]
        if event.dst == BOARD and self.for_a_pot:
            lines.append(Text(self.tongue.spot("board")) + faces(self.view.cards[BOARD]))
            self.last = "board", HOUSE
        elif event.src == event.dst and seat not in (HOUSE, self.me):
            self.show(event, lines)
        elif event.why == "muck" and event.src[1] == "hole" and seat not in (self.me, self.last[1]):
            lines.append(Text(self.does(seat, "muck")))
            self.last = "muck", seat

    def show(self, event: Cards, lines: list[Text]) -> None:
        """Cards with their name; a front and a back in one line."""
        seat, word = event.src
        readings = self.game.read(self.rules, self.view, self.tongue.language)
        reading = readings.get(event.src)
        told = lines[-1] if self.last == ("show", seat) and lines else Text(self.does(seat, "show"))
        if told is not (lines[-1] if lines else None):
            lines.append(told)
        else:
            told.append(" ·")
        told.append(f" {self.tongue.amid(word)}" if word != "hole" else "")
        told.append_text(faces(event.cards))
        told.append(f"  {reading.names}" if reading else "", style="bold")
        self.last = "show", seat


def first(hands: Mapping[Seat, Reading]) -> list[Seat]:
    """Who has the best of these hands."""
    best = min(hand.place for hand in hands.values())
    return [seat for seat, hand in hands.items() if hand.place == best]
