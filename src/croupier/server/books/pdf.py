"""Pages of plain text as a PDF, written by ourselves: one font that every reader has, no library.

Courier in WinAnsi, so columns stand under each other; a character it does not know becomes `?`.
"""

from collections.abc import Iterator, Sequence
from typing import Final

WIDTH, HEIGHT, MARGIN = 595, 842, 40
"""A4 in points."""
SIZE: Final = 8
LEADING: Final = 11
COLUMNS: Final = int((WIDTH - 2 * MARGIN) / (SIZE * 0.6))
LINES: Final = (HEIGHT - 2 * MARGIN) // LEADING
_NARROW: Final = str.maketrans("\u202f\u00a0\u2212", "  -")


def pages(lines: Sequence[str]) -> bytes:
    """A PDF of these lines, each at most `COLUMNS` characters; longer ones go on below."""
    wrapped = [part for line in lines for part in _parts(line)]
    sheets = [wrapped[at : at + LINES] for at in range(0, len(wrapped), LINES)] or [[]]
    objects = [b"<< /Type /Catalog /Pages 2 0 R >>", _tree(len(sheets)), _font()]
    for at, sheet in enumerate(sheets):
        drawn = _drawn(sheet, at + 1, len(sheets))
        objects += [
            _page(4 + 2 * at),
            b"<< /Length %d >>\nstream\n%s\nendstream" % (len(drawn), drawn),
        ]
    return _file(objects)


def _parts(line: str) -> Iterator[str]:
    yield line[:COLUMNS]
    for at in range(COLUMNS, len(line), COLUMNS - 4):
        yield "    " + line[at : at + COLUMNS - 4]


def _tree(count: int) -> bytes:
    kids = " ".join(f"{4 + 2 * at} 0 R" for at in range(count))
    return f"<< /Type /Pages /Kids [{kids}] /Count {count} >>".encode()


def _font() -> bytes:
    return b"<< /Type /Font /Subtype /Type1 /BaseFont /Courier /Encoding /WinAnsiEncoding >>"


def _page(number: int) -> bytes:
    box = f"[0 0 {WIDTH} {HEIGHT}]"
    return (
        f"<< /Type /Page /Parent 2 0 R /MediaBox {box} /Contents {number + 1} 0 R "
        "/Resources << /Font << /F1 3 0 R >> >> >>"
    ).encode()


def _drawn(lines: Sequence[str], page: int, of: int) -> bytes:
    top = HEIGHT - MARGIN - SIZE
    shown = [f"BT /F1 {SIZE} Tf {LEADING} TL {MARGIN} {top} Td".encode()]
    shown += [b"(%s) Tj T*" % _text(line) for line in lines]
    foot = f"ET BT /F1 {SIZE} Tf {WIDTH - MARGIN - 40} {MARGIN // 2} Td".encode()
    return b"\n".join([*shown, foot, b"(%s) Tj ET" % _text(f"{page} / {of}")])


def _text(line: str) -> bytes:
    plain = line.translate(_NARROW).encode("cp1252", "replace")
    return plain.replace(b"\\", b"\\\\").replace(b"(", b"\\(").replace(b")", b"\\)")


def _file(objects: Sequence[bytes]) -> bytes:
    out, places = b"%PDF-1.4\n%\xe2\xe3\xcf\xd3\n", []
    for number, body in enumerate(objects, 1):
        places.append(len(out))
        out += b"%d 0 obj\n%s\nendobj\n" % (number, body)
    table = b"".join(b"%010d 00000 n \n" % at for at in places)
    size, start = len(objects) + 1, len(out)
    head = b"xref\n0 %d\n0000000000 65535 f \n%s" % (size, table)
    tail = b"trailer\n<< /Size %d /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF\n" % (size, start)
    return out + head + tail
