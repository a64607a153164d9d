"""The shift and the journal to take away: as CSV for a sheet, as PDF for a folder."""

import csv
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from io import StringIO
from typing import Any, Final

import sqlalchemy as sa
from litestar import Response, get
from litestar.params import FromQuery

from croupier.core.phrases import Phrase
from croupier.houses import CENTS
from croupier.server.api.common import Call, language_of, person_of, room_of
from croupier.server.books import pdf, reports, schema
from croupier.server.live.room import Room
from croupier.server.refusals import No
from croupier.speech import french

MOST: Final = 5000
"""Lines of the journal on one paper."""
SHIFT: Final = (
    "table", "currency", "hands", "bought_in", "cashed_out", "drop", "levy", "fees", "win",
    "on_table", "people_in", "people_out", "people_net", "bots_in", "bots_out", "bots_net",
)  # fmt: skip
LATEST: Final = 2**37
"""Seconds since 1970 to a year that every calendar has."""
JOURNAL: Final = ("no", "at", "by", "act", "table", "player", "why")
CSV: Final = "text/csv; charset=utf-8"
PDF: Final = "application/pdf"


def _check(*moments: float) -> None:
    if not all(0 <= at <= LATEST for at in moments):
        raise No("malformed", "since and until are seconds since 1970, within the calendar")


async def shift_of(room: Room, since: float, until: float) -> reports.Shift:
    """A shift, each table with the money of its house."""
    _check(since, until)
    moneys = {house.name: house.currency for house in room.houses.values()}
    return await reports.shift(room.store, since, until or room.clock.now(), moneys)


def _amount(cents: int) -> str:
    whole, part = divmod(abs(cents), CENTS)
    return ("-" if cents < 0 else "") + (f"{whole}.{part:02}" if part else str(whole))


def _row(one: reports.TableShift) -> list[str]:
    sums = (one.bought_in, one.cashed_out, one.drop, one.levy, one.fees, one.win, one.on_table)
    parts = ((part.bought_in, part.cashed_out, part.net) for part in (one.people, one.bots))
    amounts = [_amount(cents) for cents in (*sums, *(cents for part in parts for cents in part))]
    return [one.table, one.currency, str(one.hands), *amounts]


def _rows(found: reports.Shift) -> list[list[str]]:
    return [_row(one) for one in (*found.tables, *found.moneys)]


def _sheet(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    out = StringIO()
    writer = csv.writer(out)
    writer.writerow(heads)
    writer.writerows([_plain(cell) for cell in row] for row in rows)
    return out.getvalue()


def _plain(cell: str) -> str:
    """What a person wrote must not become a formula of the sheet."""
    risky = cell[:1] in ("=", "+", "@", "\t", "\r") or (cell[:1] == "-" and not _is_number(cell))
    return f"'{cell}" if risky else cell


def _is_number(cell: str) -> bool:
    return cell[1:].replace(".", "", 1).isdecimal()


def _when(at: float) -> str:
    return datetime.fromtimestamp(at, UTC).strftime("%Y-%m-%d %H:%M:%S")


def _answer(body: str | bytes, name: str, kind: str) -> Response[Any]:
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return Response(body, media_type=kind, headers=headers)


def _title(request: Call, title: str, since: float, until: float) -> list[str]:
    said = {
        "title": title,
        "FROM": _when(since),
        "TO": _when(until),
        "NAME": person_of(request).name,
    }
    head = Phrase("{title} from {FROM} to {TO} UTC, drawn by {NAME}", said)
    return [french.said(head, language_of(request)), ""]


@get("/api/staff/report.csv")
async def shift_csv(
    request: Call, since: FromQuery[float] = 0, until: FromQuery[float] = 0
) -> Response[Any]:
    """The shift as a sheet: a line for each table, then one for each currency."""
    found = await shift_of(room_of(request), since, until)
    return _answer(_sheet(SHIFT, _rows(found)), "shift.csv", CSV)


@get("/api/staff/report.pdf")
async def shift_pdf(
    request: Call, since: FromQuery[float] = 0, until: FromQuery[float] = 0
) -> Response[Any]:
    """The shift on paper."""
    found = await shift_of(room_of(request), since, until)
    lines = _title(request, "Shift", found.since, found.until)
    for row in _rows(found):
        lines += [" ".join(filter(None, row[:2])), *_pairs(SHIFT[2:], row[2:]), ""]
    held = ((one.name, _amount(one.held)) for one in found.balance)
    lines += [*_pairs(*zip(*held, strict=True)), "", found.head]
    return _answer(pdf.pages(lines), "shift.pdf", PDF)


def _pairs(names: Sequence[str], values: Sequence[str]) -> list[str]:
    """Figures in three columns under each other."""
    cells = [f"{name:<11}{value:>14}" for name, value in zip(names, values, strict=True)]
    return ["  " + "   ".join(cells[at : at + 3]) for at in range(0, len(cells), 3)]


async def _journal(room: Room, since: float, until: float) -> list[list[str]]:
    _check(since, until)
    d = schema.duties.c
    query = sa.select(d.no, d.at, d.by, d.act, d.place, d.why, d.body).where(d.at >= since)
    query = query.where(d.at < until) if until else query
    rows = await room.store.rows(query.order_by(d.no.desc()).limit(MOST))
    name = room.people.name_of
    return [
        [str(r.no), _when(r.at), name(r.by), r.act, *_about(room, r.place), r.why] for r in rows
    ]


def _about(room: Room, place: str) -> tuple[str, str]:
    """The table of a line, or the player that a note is about."""
    return ("", room.people.name_of(place)) if place in room.people.known else (place, "")


@get("/api/staff/journal.csv")
async def journal_csv(
    request: Call, since: FromQuery[float] = 0, until: FromQuery[float] = 0
) -> Response[Any]:
    """The journal of the staff as a sheet, newest first."""
    rows = await _journal(room_of(request), since, until)
    return _answer(_sheet(JOURNAL, rows), "journal.csv", CSV)


@get("/api/staff/journal.pdf")
async def journal_pdf(
    request: Call, since: FromQuery[float] = 0, until: FromQuery[float] = 0
) -> Response[Any]:
    """The journal of the staff on paper."""
    room = room_of(request)
    rows = await _journal(room, since, until)
    lines = _title(request, "Journal", since, until or room.clock.now())
    for no, at, by, act, table, player, why in rows:
        lines.append(f"{no:>6} {at}  {by}: {act} {table or player}  {why}")
    return _answer(pdf.pages(lines), "journal.pdf", PDF)


HANDLERS = [shift_csv, shift_pdf, journal_csv, journal_pdf]
