"""Options as a person reads and types them: what is asked, where it is done, what to confirm."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Final

from rich.text import Text

from croupier.cli.calls import MATES, UNNAMED
from croupier.cli.grammar import shortest
from croupier.cli.look import hand_name
from croupier.cli.tongue import Tongue
from croupier.core.asks import Decision, Option
from croupier.core.felt import Seat

NUMBERED: Final = ("box", "insurance", "pile")
"""Places with a number of their own; other numbered spots are one of a player's positions."""


class Places:
    """The places of options at a table, for one person."""

    def __init__(self, tongue: Tongue, name: Callable[[Seat], str]) -> None:
        self.tongue, self.name = tongue, name

    def place(self, option: Option, words: Iterable[str]) -> str:
        """The place of an option as it is shown: `box 1, hand 2`, `Chloé`, nothing. `words` are
        those of the spots with cards.
        """
        seat, word = option.spot
        if option.act in MATES:
            return self.name(seat)
        if word in UNNAMED or word == option.act:
            return ""
        base, _, number = word.partition(" ")
        if number.isdecimal() and base not in NUMBERED:
            return self.tongue.say("Position {number}", number=number)
        return hand_name(self.tongue, word.replace("insurance", "box"), words)

    def names(self, option: Option, words: Iterable[str], me: Seat) -> list[str]:
        """What a person may call the place of an option."""
        (seat, word), place = option.spot, self.place(option, words)
        if not place:
            return []
        names = [place, self.tongue.spot(word), word, word.replace("insurance", "box")]
        if option.act in MATES:
            own = ["me", "moi"] if seat == me else []
            return [place, *own, str(seat), f"seat {seat}", f"place {seat}"]
        number = word.rpartition(" ")[2]
        return [*names, *([number] if number.isdecimal() else [])]

    def question(self, options: Sequence[Option], words: Sequence[str]) -> str:
        """What is asked, where the acts do not say it."""
        named = {self.place(o, words) for o in options if o.act not in MATES} - {""}
        rest = [option for option in options if not option.spot[1].startswith("box")]
        asked = filter(None, (self.tongue.forms(option.act).asks for option in rest))
        return " · ".join(filter(None, [*(named if len(named) == 1 else ()), next(asked, "")]))

    def notes(self, options: Sequence[Option]) -> list[str]:
        """What a person should know before they decide."""
        return [self.tongue.note(n) for n in dict.fromkeys(o.note for o in options if o.note)]

    def choices(self, options: Sequence[Option], words: Sequence[str]) -> list[str]:
        """The acts with their keys in brackets: `[f]old`, `[c]all €20`, `[r]aise to €8-€200`."""
        groups: dict[str, list[Option]] = {}
        for option in options:
            groups.setdefault(self.tongue.act(option), []).append(option)
        keys = shortest(groups)
        found = {self.place(option, words) for option in options} - {""}
        shown = {*found} if len(found) > 1 or any(o.act in MATES for o in options) else set()
        return [
            f"[{keys[act]}]{act[len(keys[act]) :]}{self.tongue.sizes(group)}"
            + _listed([p for o in group if (p := self.place(o, words)) in shown])
            for act, group in groups.items()
        ]

    def explained(
        self, options: Sequence[Option], words: Sequence[str], clause: str
    ) -> Iterator[Text]:
        """What may be done, and by which clause."""
        groups: dict[tuple[str, str], list[Option]] = {}
        for option in options:
            key = self.tongue.act(option), option.clause or clause
            groups.setdefault(key, []).append(option)
        for (act, rule), group in groups.items():
            where = _listed([place for one in group if (place := self.place(one, words))])
            yield Text(f"  {act}{self.tongue.sizes(group)}{where}  ") + Text(rule, style="dim")


def _listed(named: Sequence[str]) -> str:
    """Where an act may be done."""
    return f" ({'/'.join(named)})" if named else ""


def doubt(decision: Decision, options: Sequence[Option]) -> str:
    """What is asked again: a fold where a check is free, or a winning hand thrown away (TH-37)."""
    acts = {option.act: option for option in options}
    if decision.act == "fold" and "check" in acts:
        return "You can check for free. Fold anyway? (y/n)"
    if decision.act in acts and acts[decision.act].note == "would win":
        return "This hand would win. Give it up? (y/n)"
    return ""
