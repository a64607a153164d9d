"""Pieces of a picture: lines of text that are put beside and above each other, and cards."""

from collections.abc import Callable, Iterable, Sequence
from typing import Final

from rich.style import Style
from rich.text import Text

from croupier.core import cards as pasteboard
from croupier.core.cards import BACK, JOKER, SUIT, Card

Block = list[Text]
"""The lines of a piece, from the top."""

PAPER: Final = {False: "grey93", True: "gold1"}
"""What a card is printed on; one that is chosen is golden."""

EDGE: Final = "#8a8a6a"
"""The frame of a place."""

Press = Callable[[Card], str]
"""What pressing a card does: an action of the screen, or nothing."""


def width(block: Block) -> int:
    """The columns that a piece takes."""
    return max((line.cell_len for line in block), default=0)


def padded(line: Text, columns: int) -> Text:
    """A line that fills its columns, cut if it is longer."""
    kept = line.copy()
    kept.truncate(columns, overflow="ellipsis", pad=True)
    return kept


def beside(blocks: Sequence[Block], gap: int = 2) -> Block:
    """Pieces side by side, each in the middle of the height."""
    height = max((len(block) for block in blocks), default=0)
    raised = [([Text("")] * ((height - len(block)) // 2) + block, width(block)) for block in blocks]
    found: Block = []
    for row in range(height):
        parts = [
            padded(block[row] if row < len(block) else Text(""), columns)
            for block, columns in raised
        ]
        found.append(Text(" " * gap).join(parts))
    return found


def centred(block: Block, columns: int) -> Block:
    """A piece in the middle of the columns."""
    left = Text(" " * max((columns - width(block)) // 2, 0))
    return [left + line for line in block]


def rows(cells: Sequence[Block], columns: int, gap: int = 1) -> Block:
    """Pieces of one width in as many rows as they need, the last filled up with nothing."""
    found: Block = []
    for at in range(0, len(cells), columns):
        found += beside(cells[at : at + columns], gap)
    return found


def _style(card: Card, press: str, *, chosen: bool) -> Style:
    meta = {"@click": press} if press else None
    if card == BACK:
        return Style(color="grey85", bgcolor="dark_blue", meta=meta)
    red = card != JOKER and SUIT[card] in (1, 2)
    colour = "red3" if red else "black"
    return Style(color=colour, bgcolor=PAPER[chosen], bold=True, meta=meta)


def no_press(_: Card) -> str:
    """Cards that nothing is done with."""
    return ""


def small(cards: Iterable[Card], chosen: Iterable[Card] = (), press: Press = no_press) -> Block:
    """Cards as little plates in one line."""
    picked, found = set(chosen), []
    for card in cards:
        face = "▒▒" if card == BACK else pasteboard.symbol(card)
        found.append(Text(f" {face} ", _style(card, press(card), chosen=card in picked)))
    return [Text(" ").join(found)]


def plates(cards: Iterable[Card]) -> Text:
    """Cards as little plates, for those of others."""
    return small(cards)[0]


def framed(block: Block) -> Block:
    """A piece in a frame."""
    room = width(block)
    edge = ("│", EDGE)
    lines = [Text.assemble(edge, padded(line, room), edge) for line in block]
    top, bottom = (Text(f"{a}{'─' * room}{b}", style=EDGE) for a, b in ("╭╮", "╰╯"))
    return [top, *lines, bottom]


def tight(cards: Iterable[Card]) -> Text:
    """Cards as narrow as they can be read, for those of others."""
    line = Text()
    for card in cards:
        face = "▒" if card == BACK else pasteboard.symbol(card)
        line.append(face, _style(card, "", chosen=False)).append(" ")
    return line


def large(cards: Iterable[Card], chosen: Iterable[Card] = (), press: Press = no_press) -> Block:
    """Cards of three lines."""
    return _drawn(cards, chosen, press, 5, 3)


def huge(cards: Iterable[Card], chosen: Iterable[Card] = (), press: Press = no_press) -> Block:
    """Cards of five lines."""
    return _drawn(cards, chosen, press, 7, 5)


def _drawn(
    cards: Iterable[Card], chosen: Iterable[Card], press: Press, wide: int, tall: int
) -> Block:
    found = [Text() for _ in range(tall)]
    picked = set(chosen)
    for card in cards:
        style = _style(card, press(card), chosen=card in picked)
        for line, part in zip(found, _face(card, wide, tall), strict=True):
            line.append(part, style).append(" ")
    return found


def _face(card: Card, wide: int, tall: int) -> list[str]:
    """The lines of a card: its rank in two corners, its suit amid them."""
    if card == BACK:
        return ["▒" * wide] * tall
    shown = pasteboard.symbol(card)
    rank, suit = (shown, "JOKER") if card == JOKER else (shown[:-1], shown[-1])
    blank = [" " * wide] * (tall // 2 - 1)
    top, bottom = f" {rank:<{wide - 1}}", f"{rank:>{wide - 1}} "
    return [top, *blank, f"{suit:^{wide}}", *blank, bottom]
