"""What a line that a person types at the table means: an act, an amount, cards, a place."""

import re
from collections.abc import Callable, Iterable, Sequence
from typing import Final

from croupier import speech
from croupier.cli.tongue import FILLERS, Tongue, plain
from croupier.core import cards as pasteboard
from croupier.core.asks import Decision, Option, spoken
from croupier.core.cards import BadCards
from croupier.core.felt import NOWHERE

WHOLE: Final = frozenset({"insure", "double"})
"""Acts that mean all there may be, where no amount is named."""
ALL_IN: Final = frozenset({"all in", "allin", "tapis"})
STAKES: Final = ("raise", "bet", "call")
"""What all-in is, the first of these that is offered."""
_NUMBERED: Final = re.compile(r"\b(box|case|pile|tas|hand|main|seat|place|position) (\d+)")

Names = Callable[[Option], Sequence[str]]
"""What a person may call the place of an option: a box, a pile, another player."""


class HowMuch(Exception):
    """An act without its amount: it is asked for, never guessed."""

    def __init__(self, option: Option) -> None:
        super().__init__(option)
        self.option = option


class Which(Exception):
    """An act that could be done in several places, and none was named."""

    def __init__(self, options: Sequence[Option]) -> None:
        super().__init__(options)
        self.options = options


def meant(line: str, options: Sequence[Option], tongue: Tongue, names: Names) -> Decision:
    """The decision that a line means: `c`, `raise 20`, `all in`, `set Ah Kd`, `insure 5 box 2`."""
    words = _NUMBERED.sub(r"\1_\2", plain(tongue.amounts(line))).split()
    if " ".join(words) in ALL_IN:
        return all_in(options, tongue)
    act, rest = verb(words, options, tongue)
    offered = [option for option in options if option.act == act]
    if not offered:
        raise_instead(act, options, tongue)
        return Decision(spoken(act))
    if offered[0].cards:
        return Decision(offered[0].act, 0, offered[0].spot, named_cards(rest, offered[0], tongue))
    return placed(offered, [word for word in rest if word not in FILLERS], tongue, names)


def all_in(options: Sequence[Option], tongue: Tongue) -> Decision:
    """Everything, by a raise, a bet or a call."""
    offered = {option.act: option for option in options if option.high}
    for act in STAKES:
        if act in offered:
            return Decision(offered[act].act, offered[act].high, offered[act].spot)
    raise ValueError(tongue.say("You can't go all-in here."))


def verb(
    words: Sequence[str], options: Sequence[Option], tongue: Tongue
) -> tuple[str, Sequence[str]]:
    """The act that a line begins with, by its word or the beginning of it, and what follows."""
    offered = {plain(tongue.act(option)): option.act for option in options}
    spelt = {word: word for word, said in speech.vocabulary().words.items() if said.en.do}
    known = spelt | {plain(speech.act(w, tongue.language)): w for w in spelt} | offered
    known |= {option.act: option.act for option in options}
    sliders = {option.act for option in options if option.low < option.high and not option.cards}
    if words and tongue.is_amount(words[0]) and len(sliders) == 1:
        return sliders.pop(), words
    for size in range(len(words), 0, -1):
        start = " ".join(words[:size])
        begun = {act for name, act in offered.items() if name.startswith(start)}
        if start in offered or start in known:
            return offered.get(start) or known[start], words[size:]
        if len(begun) == 1:
            return begun.pop(), words[size:]
    list_ = ", ".join(dict.fromkeys(tongue.act(option) for option in options))
    raise ValueError(
        tongue.say(
            "“{line}” is not possible here: {acts}.",
            line=" ".join(words).replace("_", " "),
            acts=list_,
        )
    )


def raise_instead(act: str, options: Sequence[Option], tongue: Tongue) -> None:
    """Where nothing is bet yet a raise is a bet."""
    if act == "raise" and any(option.act == "bet" for option in options):
        raise ValueError(tongue.say("Nothing is bet yet: bet instead."))


def named_cards(
    words: Sequence[str], option: Option, tongue: Tongue
) -> tuple[pasteboard.Card, ...]:
    """The cards that a line names."""
    try:
        found = pasteboard.cards(" ".join(word for word in words if word not in FILLERS))
    except BadCards:
        found = ()
    if not found:
        example = pasteboard.text(option.cards[:2])
        raise ValueError(tongue.say("Name the cards, such as {cards}.", cards=example))
    return found


def placed(
    options: Sequence[Option], words: Sequence[str], tongue: Tongue, names: Names
) -> Decision:
    """The option of an act that the rest of a line means: an amount and a place."""
    numbers = [word for word in words if tongue.is_amount(word)] if options[0].high else []
    amount = tongue.amount(numbers[0], options[0].act) if numbers else None
    rest = list(words)
    if numbers:
        rest.remove(numbers[0])
    option = place(options, " ".join(rest), tongue, names)
    if amount is None and option.low < option.high:
        if option.act not in WHOLE:
            raise HowMuch(option)
        amount = option.high
    if amount is not None and amount <= 0:
        raise ValueError(
            tongue.say("“{text}” is not an amount: write 10 or 7.50.", text=numbers[0])
        )
    return Decision(option.act, amount or 0, option.spot)


def place(options: Sequence[Option], named: str, tongue: Tongue, names: Names) -> Option:
    """The option whose place is named; where none is, the one that has none."""
    if not named:
        nowhere = [option for option in options if option.spot == NOWHERE]
        if len(options) > 1 and not nowhere:
            raise Which(options)
        return nowhere[0] if nowhere else options[0]
    for fits in str.__eq__, str.startswith:
        for option in options:
            if any(fits(name, named) for name in map(numbered, names(option))):
                return option
    known = ", ".join(names(option)[0] for option in options if names(option))
    named = named.replace("_", " ")
    if not known:
        raise ValueError(tongue.say("“{text}” is not understood here.", text=named))
    raise ValueError(tongue.say("There is no “{text}” here: {names}.", text=named, names=known))


def numbered(name: str) -> str:
    """A name as a line is compared with it."""
    return _NUMBERED.sub(r"\1_\2", plain(name).replace(",", ""))


def shortest(acts: Iterable[str]) -> dict[str, str]:
    """For each act the shortest beginning that no other act has."""
    acts = list(acts)
    return {
        act: next(
            (
                act[:size]
                for size in range(1, len(act))
                if act[size - 1] != " "
                and not any(plain(o).startswith(plain(act[:size])) for o in acts if o != act)
            ),
            act,
        )
        for act in acts
    }
