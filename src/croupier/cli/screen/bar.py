"""The bar below the table: what may be done now, each with a key and a place to press."""

from collections.abc import Iterable, Sequence
from typing import Any, Final

from msgspec import Struct
from rich.style import Style
from rich.text import Text

from croupier.cli.calls import MATES
from croupier.cli.places import Places
from croupier.cli.screen.place import Wish
from croupier.cli.tongue import Tongue, plain
from croupier.core.asks import Option
from croupier.core.cards import Card
from croupier.core.felt import NOWHERE

FEW: Final = 4
"""More bets than this are told together."""
NAMED_KEYS: Final = {"enter": "⏎", "space": "␣", "escape": "Esc"}
TONES: Final = {"": "grey93 on grey23", "go": "black on gold1", "dim": "grey70 on grey15"}


class Choice(Struct, frozen=True):
    """Something to press."""

    key: str
    label: str
    does: Any
    """An option, a wish, a decision, or the name of what the screen does itself."""
    tone: str = ""


def bets(options: Sequence[Option]) -> list[Option]:
    """The bets that may be placed on spots."""
    return [option for option in options if option.act == "bet" and option.spot != NOWHERE]


def headed(options: Sequence[Option], tongue: Tongue) -> str:
    """Many bets are told together, not on each button: the widest range of them."""
    placed = bets(options)
    if len(placed) <= FEW:
        return ""
    sizes = tongue.range(max(placed, key=lambda option: option.high))
    first, last = (tongue.spot(option.spot[1]) for option in (placed[0], placed[-1]))
    said = "Bet on {first} to {last}, {sizes} each"
    return tongue.say(said, first=first, last=last, sizes=sizes)


def labelled(
    option: Option, tongue: Tongue, where: str, picked: Sequence[Card], *, brief: bool = False
) -> str:
    """What stands on the button of an option."""
    if option.act == "bet" and where:
        return where if brief else f"{where} {tongue.range(option)}"
    forms = tongue.forms(option.act)
    spread = not option.cards and option.high
    does = (forms.do if spread else forms.plain) or forms.do or tongue.act(option)
    if option.cards:
        counted = [card for card in picked if card in option.cards]
        does += f" ({len(counted)})" if counted or not option.low else ""
    elif spread:
        does += f" {tongue.range(option)}"
    return f"{does} · {where}" if where else does


def offers(
    options: Sequence[Option],
    tongue: Tongue,
    where: Places,
    words: Sequence[str],
    picked: Sequence[Card],
) -> list[Choice]:
    """A choice for each option; its place is named where the same act is offered in several."""
    found = {where.place(option, words) for option in options} - {""}
    several = len(found) > 1 or any(o.act in MATES or o.act == "bet" for o in options)
    brief = bool(headed(options, tongue))
    labels = [
        labelled(o, tongue, where.place(o, words) if several else "", picked, brief=brief)
        for o in options
    ]
    taken = "123456789" if any(option.cards for option in options) else ""
    numbers = [o.spot[1].rpartition(" ")[2] if o.act == "bet" else "" for o in options]
    keys = keyed(zip(labels, numbers, strict=True), taken)
    return [Choice(k, n, o) for k, n, o in zip(keys, labels, options, strict=True)]


def keyed(labels: Iterable[tuple[str, str]], taken: str = "") -> list[str]:
    """A key for each label: the number of its place, else a letter of it that is free."""
    used, found = set(taken) | {"q"}, list[str]()
    for label, number in labels:
        digit = number if number.isdecimal() and len(number) == 1 else ""
        letters = [c for c in plain(label) if c.isascii() and c.isalpha()]
        wanted = [digit, *letters, *"abcdefghijklmnoprstuvwxyz"]
        key = next((c for c in wanted if c and c not in used), "")
        used.add(key)
        found.append(key)
    return found


def wished(wishes: Sequence[Wish]) -> list[Choice]:
    """A choice for each wish; going on is the first thing that one wants."""
    return [
        Choice(w.key, w.label, w, "go" if w.key == "enter" else "dim" if len(w.key) == 1 else "")
        for w in wishes
    ]


def buttons(choices: Sequence[Choice], columns: int) -> list[Text]:
    """The choices, to be pressed, in as many lines as they need; no button is torn apart."""
    lines = [Text()]
    for at, choice in enumerate(choices):
        style = Style.parse(TONES[choice.tone]) + Style(meta={"@click": f"app.choose({at})"})
        key = NAMED_KEYS.get(choice.key, choice.key)
        button = Text(f" {key} {choice.label} " if key else f" {choice.label} ", style=style)
        button.stylize("bold underline", 1, 1 + len(key))
        if lines[-1].cell_len + button.cell_len > columns and lines[-1]:
            lines.append(Text())
        lines[-1].append_text(button).append(" ")
    return lines
