"""The same pages as `paper` prints, as one page for a browser: light, for reading and printing."""

from collections.abc import Sequence
from html import escape
from typing import Final

from croupier.speech.paper import GREY, INK, WHITE, Colour

STYLE: Final = """
body{margin:0;background:#f4f1ea;color:#1a1f1f;
font:14px/1.5 "Helvetica Neue",Helvetica,Arial,"Noto Sans",sans-serif}
main{max-width:820px;margin:24px auto;background:#fff;padding:40px 48px;
border:1px solid #ddd6c8;border-radius:6px}
h1{font-size:26px;margin:0 0 6px}h2{font-size:18px;margin:28px 0 8px}
p{margin:4px 0}.grey{color:#5d6666;font-size:12.5px}
.wide{overflow-x:auto}
table{border-collapse:collapse;width:100%;font-size:12.5px;font-variant-numeric:tabular-nums}
th{color:#5d6666;font-weight:500;text-align:left}
th,td{padding:3px 10px 3px 0;border-bottom:1px solid #dfe2e0;vertical-align:top}
.n{text-align:right}
.squares{width:auto}.squares td{text-align:center;padding:2px 0;min-width:34px;
border:1px solid #fff;border-radius:3px}.squares th{padding:2px 6px;text-align:center}
footer{margin-top:28px;color:#5d6666;font-size:11px;overflow-wrap:anywhere}
@media print{body{background:#fff}main{border:0;margin:0;max-width:none;padding:0}
tr,.squares{break-inside:avoid}h2{break-after:avoid}}
@media (max-width:640px){main{margin:0;padding:20px 16px;border:0}}
"""


class Leaf:
    """A page that is filled from the top."""

    def __init__(self, title: str, footer: str) -> None:
        self.title, self.footer = title, footer
        self._parts: list[str] = []

    def heading(self, text: str, size: float = 13) -> None:
        """A heading; a large one is the title."""
        tag = "h1" if size > 15 else "h2"
        self._parts.append(f"<{tag}>{escape(text)}</{tag}>")

    def text(self, text: str, size: float = 9, colour: Colour = INK) -> None:  # noqa: ARG002
        """A paragraph."""
        kind = ' class="grey"' if colour == GREY else ""
        self._parts.append(f"<p{kind}>{escape(text)}</p>")

    def table(
        self, heads: Sequence[str], rows: Sequence[Sequence[str]], numbers: Sequence[int] = ()
    ) -> None:
        """Rows under heads, figures to the right."""
        head = f"<thead>{_row(heads, numbers, 'th')}</thead>" if any(heads) else ""
        body = "".join(_row(row, numbers, "td") for row in rows)
        self._parts.append(f'<div class="wide" tabindex="0"><table>{head}{body}</table></div>')

    def chart(
        self,
        title: str,
        heads: Sequence[str],
        rows: Sequence[tuple[str, Sequence[tuple[str, Colour]]]],
    ) -> None:
        """Coloured squares under a title."""
        self.heading(title)
        head = _row(("", *heads), (), "th")
        body = "".join(
            f"<tr><th>{escape(name)}</th>{''.join(_square(*cell) for cell in cells)}</tr>"
            for name, cells in rows
        )
        table = f'<table class="squares">{head}{body}</table>'
        self._parts.append(f'<div class="wide" tabindex="0">{table}</div>')

    def printed(self) -> bytes:
        """The file."""
        return (
            '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
            '<meta name="viewport" content="width=device-width,initial-scale=1">'
            f"<title>{escape(self.title)}</title><style>{STYLE}</style></head><body><main>"
            f"{''.join(self._parts)}<footer>{escape(self.footer)}</footer></main></body></html>\n"
        ).encode()


def _row(cells: Sequence[str], numbers: Sequence[int], tag: str) -> str:
    shown = (
        f"<{tag}{' class=n' if at in numbers else ''}>{escape(cell)}</{tag}>"
        for at, cell in enumerate(cells)
    )
    return f"<tr>{''.join(shown)}</tr>"


def _square(text: str, colour: Colour) -> str:
    ground = ",".join(str(round(255 * part)) for part in colour)
    ink = "#fff" if sum(colour) < 1.6 else "#1a1f1f"
    style = "" if colour == WHITE else f' style="background:rgb({ground});color:{ink}"'
    return f"<td{style}>{escape(text)}</td>"
