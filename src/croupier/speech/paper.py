"""Printed pages: headings, text, tables and charts as a PDF in the fonts that every reader has.

`leaf` writes the same for a browser.
"""

import unicodedata
import zlib
from collections.abc import Iterator, Sequence
from typing import Final, Protocol

WIDTH, HEIGHT, MARGIN = 595.0, 842.0, 48.0
"""A page of A4 in points, and the white around it."""
INK, GREY, LINE = (0.1, 0.12, 0.12), (0.42, 0.45, 0.45), (0.8, 0.82, 0.82)
WHITE: Final = (1.0, 1.0, 1.0)
ACCENT: Final = (0.11, 0.42, 0.3)
TITLE: Final = 15
"""A heading above this size is the title."""
FIRST: Final = 112.0
"""The least width of a first column."""
TOGETHER: Final = 20
"""Rows of a table that are not parted by the end of a page."""
Colour = tuple[float, float, float]
Rows = Sequence[Sequence[str]]
Squares = Sequence[tuple[str, Sequence[tuple[str, Colour]]]]
"""The rows of a chart: a name, and what stands in each square."""

SUITS: Final = dict(zip("♣♦♥♠", b"\xa8\xa9\xaa\xab", strict=True))
"""The suits in ZapfDingbats."""
PLAIN: Final = str.maketrans(
    {"\N{MINUS SIGN}": "\N{EN DASH}", "≤": "<=", "≥": ">=", "→": "->", "\u202f": "\u00a0"}
)
"""What the encoding of the fonts has no sign for."""
# The advance widths of Helvetica from the space to the tilde, in thousandths (Adobe's metrics).
ADVANCES: Final = (
    *(278, 278, 355, 556, 556, 889, 667, 191, 333, 333, 389, 584, 278, 333, 278, 278),
    *(556,) * 10,
    *(278, 278, 584, 584, 584, 556, 1015),
    *(667, 667, 722, 722, 667, 611, 778, 722, 278, 500, 667, 556, 833, 722, 778, 667, 778, 722),
    *(667, 611, 722, 667, 944, 667, 667, 611, 278, 278, 278, 469, 556, 333),
    *(556, 556, 500, 556, 556, 278, 556, 556, 222, 222, 500, 222, 833, 556, 556, 556, 556, 333),
    *(500, 278, 556, 500, 722, 500, 500, 500, 334, 260, 334, 584),
)
OTHERS: Final = {
    "\N{EN DASH}": 556,
    "\N{EM DASH}": 1000,
    "·": 278,
    "\N{MULTIPLICATION SIGN}": 584,
    "±": 584,
    "€": 556,
    "\N{RIGHT SINGLE QUOTATION MARK}": 222,
}


def advance(text: str, size: float) -> float:
    """How wide a text is."""
    return sum(map(_advance, text)) * size / 1000


def _advance(sign: str) -> int:
    base = unicodedata.normalize("NFD", sign)[0]  # An accent does not make a letter wider.
    at = ord(base) - 32
    return ADVANCES[at] if 0 <= at < len(ADVANCES) else OTHERS.get(sign, 556)


class Pages(Protocol):
    """What can be filled with a report."""

    def heading(self, text: str, size: float = 13) -> None:
        """A heading; a large one is the title."""

    def text(self, text: str, size: float = 9, colour: Colour = INK) -> None:
        """A paragraph."""

    def table(self, heads: Sequence[str], rows: Rows, numbers: Sequence[int] = ()) -> None:
        """Rows under heads; `numbers` are the columns of figures."""

    def chart(self, title: str, heads: Sequence[str], rows: Squares) -> None:
        """Coloured squares under a title."""


class Paper:
    """Pages that are filled from the top; what does not fit goes onto the next one."""

    def __init__(self, title: str, footer: str) -> None:
        self.title, self.footer = title, footer
        self._pages: list[list[bytes]] = []
        self._lead: list[tuple[str, float, bool]] = []
        self._turn()

    def heading(self, text: str, size: float = 13) -> None:
        """A heading; it stays with what follows."""
        self._lead.append((text, size, True))

    def _follow(self, tall: float) -> None:
        """Write headings and captions, on one page with as much of what they lead to."""
        lead, self._lead = self._lead, []
        if lead:
            self.room(tall + sum(size * (2.4 if bold else 1.6) for _, size, bold in lead))
        for text, size, bold in lead:
            if bold:
                self._heading(text, size)
            else:
                self._paragraph(text, size, GREY)

    def _heading(self, text: str, size: float) -> None:
        self._down(size * 1.7)
        self._write(MARGIN, text, size, bold=True)
        if size > TITLE:
            self._down(9)
            self._fill(MARGIN, self._y, WIDTH - 2 * MARGIN, 2, ACCENT)
        self._down(5)

    def text(self, text: str, size: float = 9, colour: Colour = INK) -> None:
        """A paragraph, broken where it must be; a grey one is a caption of what follows."""
        if colour == GREY:
            self._lead.append((text, size, False))
        else:
            self._follow(40)
            self._paragraph(text, size, colour)

    def _paragraph(self, text: str, size: float, colour: Colour) -> None:
        for line in broken(text, WIDTH - 2 * MARGIN, size):
            self.room(size * 1.4)
            self._down(size * 1.4)
            self._write(MARGIN, line, size, colour=colour)

    def table(self, heads: Sequence[str], rows: Rows, numbers: Sequence[int] = ()) -> None:
        """Rows under heads, figures to the right; the last column has what room is left."""
        widths = self._widths(heads, rows, numbers)
        lines = sum(13 + 11 * (len(_last(row, widths)) - 1) for row in rows)
        tall = 13 + lines if len(rows) <= TOGETHER else 60
        self._follow(tall)
        self.room(tall)
        if any(heads):
            self._row(heads, widths, numbers, GREY)
        for row in rows:
            self._row(row, widths, numbers, INK)
        self._down(5)

    def chart(self, title: str, heads: Sequence[str], rows: Squares) -> None:
        """Coloured squares under a title, on one page where they fit."""
        cell, tall = min((WIDTH - 2 * MARGIN - 60) / len(heads), 40.0), 13.0
        self._follow(tall * min(len(rows) + 4, 50))
        self.room(tall * min(len(rows) + 4, 50))
        self._heading(title, 13)
        self._down(tall)
        for at, head in enumerate(heads):
            self._middle(MARGIN + 60 + at * cell, cell, head, GREY)
        for name, cells in rows:
            self.room(tall)
            self._down(tall)
            self._write(MARGIN, name, 7.5, colour=GREY)
            for at, (text, colour) in enumerate(cells):
                left = MARGIN + 60 + at * cell
                self._fill(left, self._y - 3.5, cell - 1, tall - 1, colour)
                self._middle(left, cell - 1, text, WHITE if sum(colour) < 1.6 else INK)

    def room(self, tall: float) -> None:
        """A new page unless this one has room for it."""
        if self._y - tall < MARGIN:
            self._turn()

    def printed(self) -> bytes:
        """The file."""
        self._follow(0)
        for at, page in enumerate(self._pages):
            foot = f"{self.footer} · {at + 1} / {len(self._pages)}"
            page.append(_shown(MARGIN, 28, foot, 7.5, b"F1", GREY))
        return b"".join(_file(self.title, [b"\n".join(page) for page in self._pages]))

    def _turn(self) -> None:
        self._pages.append([])
        self._y = HEIGHT - MARGIN

    def _down(self, points: float) -> None:
        self._y -= points

    def _write(
        self, x: float, text: str, size: float, *, bold: bool = False, colour: Colour = INK
    ) -> None:
        self._pages[-1].append(_shown(x, self._y, text, size, b"F2" if bold else b"F1", colour))

    def _middle(self, x: float, wide: float, text: str, colour: Colour) -> None:
        self._write(x + (wide - advance(text, 7.5)) / 2, text, 7.5, colour=colour)

    def _fill(self, x: float, y: float, wide: float, tall: float, colour: Colour) -> None:
        shape = f"{_colour(colour)} rg {x:.1f} {y:.1f} {wide:.1f} {tall:.1f} re f"
        self._pages[-1].append(shape.encode())

    def _widths(self, heads: Sequence[str], rows: Rows, numbers: Sequence[int]) -> list[float]:
        """As wide as what stands in them; figures go to the right edge, and so that the parts of
        a page stand in line, the first column has a least width.
        """
        columns = zip(heads, *rows, strict=True)
        widths = [max(advance(text, 8.5) for text in column) + 14 for column in columns]
        widths[0] = max(widths[0], FIRST)
        if len(heads) - 1 in numbers:
            spare = (WIDTH - 2 * MARGIN + 14 - sum(widths)) / len(numbers)
            return [wide + (spare if at in numbers else 0) for at, wide in enumerate(widths)]
        spare = WIDTH - 2 * MARGIN - sum(widths[:-1])
        return [*widths[:-1], max(min(widths[-1], spare), 90.0)]

    def _row(
        self, row: Sequence[str], widths: list[float], numbers: Sequence[int], colour: Colour
    ) -> None:
        last = _last(row, widths)
        self.room(13 * len(last))
        self._down(13)
        x = MARGIN
        for at, (text, wide) in enumerate(zip((*row[:-1], last[0]), widths, strict=True)):
            inset = wide - 14 - advance(text, 8.5) if at in numbers else 0
            self._write(x + inset, text, 8.5, colour=colour)
            x += wide
        for text in last[1:]:
            self._down(11)
            self._write(x - widths[-1], text, 8.5, colour=colour)
        self._fill(MARGIN, self._y - 3.5, WIDTH - 2 * MARGIN, 0.4, LINE)


def _last(row: Sequence[str], widths: Sequence[float]) -> list[str]:
    """The lines of the last column."""
    return list(broken(row[-1], widths[-1], 8.5)) or [""]


def broken(text: str, wide: float, size: float) -> Iterator[str]:
    """The lines of a text that is not to be wider; a word that is too long is cut."""
    line = ""
    for word in text.split(" "):
        longer = f"{line} {word}" if line else word
        if line and advance(longer, size) > wide:
            yield line
            line = word
        else:
            line = longer
        while advance(line, size) > wide:
            at = next(
                n for n in range(len(line), 0, -1) if n == 1 or advance(line[:n], size) <= wide
            )
            yield line[:at]
            line = line[at:]
    if line:
        yield line


def _colour(colour: Colour) -> str:
    return " ".join(f"{part:.2f}" for part in colour)


def _shown(x: float, y: float, text: str, size: float, font: bytes, colour: Colour) -> bytes:
    start = f"BT {_colour(colour)} rg {x:.1f} {y:.1f} Td ".encode()
    return start + b" ".join(_runs(text.translate(PLAIN), f"{size:g} Tf".encode(), font)) + b" ET"


def _runs(text: str, size: bytes, font: bytes) -> Iterator[bytes]:
    """A text in runs of one font: suits have one of their own."""
    run = b""
    for sign in text:
        if sign in SUITS:
            if run:
                yield b"/%s %s (%s) Tj" % (font, size, run)
            yield b"/F3 %s (%c) Tj" % (size, SUITS[sign])
            run = b""
        else:
            run += _escaped(sign.encode("cp1252", "replace"))
    if run:
        yield b"/%s %s (%s) Tj" % (font, size, run)


def _escaped(written: bytes) -> bytes:
    return b"\\" + written if written in (b"(", b")", b"\\") else written


def _file(title: str, pages: Sequence[bytes]) -> Iterator[bytes]:
    """The objects of the file, and where each begins."""
    kids = " ".join(f"{7 + 2 * at} 0 R" for at in range(len(pages)))
    objects = [
        b"<</Type/Catalog/Pages 2 0 R>>",
        f"<</Type/Pages/Count {len(pages)}/Kids[{kids}]>>".encode(),
        *(_font(name) for name in ("Helvetica", "Helvetica-Bold", "ZapfDingbats")),
        b"<</Title <%s>/Producer (Croupier)>>"
        % ("\ufeff" + title).encode("utf-16-be").hex().encode(),
    ]
    for at, page in enumerate(pages):
        objects.append(_page(8 + 2 * at))
        packed = zlib.compress(page, 9)
        objects.append(
            b"<</Filter/FlateDecode/Length %d>>stream\n%s\nendstream" % (len(packed), packed)
        )
    where, at = [], len(HEAD)
    yield HEAD
    for number, written in enumerate(objects, 1):
        part = b"%d 0 obj%s\nendobj\n" % (number, written)
        where.append(at)
        at += len(part)
        yield part
    rows = b"".join(b"%010d 00000 n \n" % start for start in where)
    yield b"xref\n0 %d\n0000000000 65535 f \n%s" % (len(objects) + 1, rows)
    yield b"trailer<</Size %d/Root 1 0 R/Info 6 0 R>>\n" % (len(objects) + 1)
    yield b"startxref\n%d\n%%%%EOF\n" % at


HEAD: Final = b"%PDF-1.4\n%\xe2\xe3\xcf\xd3\n"


def _font(name: str) -> bytes:
    encoding = "" if name == "ZapfDingbats" else "/Encoding/WinAnsiEncoding"
    return f"<</Type/Font/Subtype/Type1/BaseFont/{name}{encoding}>>".encode()


def _page(content: int) -> bytes:
    return (
        f"<</Type/Page/Parent 2 0 R/MediaBox[0 0 {WIDTH:g} {HEIGHT:g}]/Contents {content} 0 R"
        "/Resources<</Font<</F1 3 0 R/F2 4 0 R/F3 5 0 R>>>>>>"
    ).encode()
