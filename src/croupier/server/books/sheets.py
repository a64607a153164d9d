"""The sheets of tables as the store has them: every version, and which tables stand in the room."""

from collections.abc import Mapping
from contextlib import suppress
from typing import Any, Final

import msgspec
import sqlalchemy as sa
from msgspec.structs import replace

from croupier.core import catalogue, prices
from croupier.houses import Fairness, Hours, House, TableSheet
from croupier.houses.tournaments import Sheet
from croupier.server.books import schema
from croupier.server.books.batch import Batch
from croupier.server.books.store import Store

STANDING: Final = ("open", "closing")
"""The states of tables that are in the room."""
_OWN: Final = ("name", "version", "game", "rules")


def written(sheet: TableSheet) -> bytes:
    """A sheet as it is kept: whole, so that it does not change with a default of the rules."""
    own = {name: getattr(sheet, name) for name in sheet.__struct_fields__ if name not in _OWN}
    game, rules = catalogue.name(sheet.game), prices.plain(sheet.rules)
    return msgspec.json.encode({"game": game, **own, "rules": rules})


def read(row: Any) -> TableSheet:
    """The sheet of a version; `ValueError`: it cannot be played by any more."""
    data = msgspec.json.decode(row.body)
    game = catalogue.game(data.pop("game"))
    rules = prices.convert(data.pop("rules"), game.Rules)
    hours = msgspec.convert(data.pop("hours", None), Hours | None)
    name = row.place.partition("/")[2]
    return TableSheet(name, game=game, rules=rules, hours=hours, version=row.version, **data)


def readable(rows: Mapping[str, Any]) -> dict[str, TableSheet]:
    """The sheets of those versions that can still be played by."""
    found = dict[str, TableSheet]()
    for place, row in rows.items():
        with suppress(ValueError, KeyError, catalogue.UnknownGame):
            found[place] = read(row)
    return found


def keep(batch: Batch, place: str, sheet: TableSheet, *, source: str, **by: Any) -> None:
    """One more version; `by` says who wrote it, when and why."""
    row = {"place": place, "version": sheet.version, **by, "source": source}
    batch.add(schema.sheets, **row, body=written(sheet))


class Head(msgspec.Struct, frozen=True):
    """What a house says of itself, without its tables."""

    title: str
    currency: str
    about: str
    fairness: Fairness | None
    tournaments: dict[str, Sheet]


def _head(house: House) -> Head:
    return Head(*(getattr(house, name) for name in Head.__struct_fields__))


def keep_head(batch: Batch, house: House, **row: Any) -> None:
    """One more version of a house."""
    body = msgspec.json.encode(_head(house))
    batch.add(schema.sheets, place=house.name, body=body, **row)


def head(row: Any) -> Head:
    """What a version of a house says."""
    return msgspec.json.decode(row.body, type=Head)


def is_head(row: Any, house: House) -> bool:
    """Whether a version of a house says what this one says."""
    return head(row) == _head(house)


def headed(house: House, row: Any) -> House:
    """A house as a version has it, with its own tables."""
    found = head(row)
    return replace(house, **{name: getattr(found, name) for name in found.__struct_fields__})


def says(row: Any, sheet: TableSheet) -> bool:
    """Whether a version says what this sheet says."""
    found = readable({"": row}).get("")
    return found is not None and replace(found, version=0) == replace(sheet, version=0)


async def newest(store: Store, *where: sa.ColumnElement[bool]) -> dict[str, Any]:
    """The last version of each sheet, or of those that are meant, as it is stored."""
    c = schema.sheets.c
    last = sa.select(c.place, sa.func.max(c.version)).where(*where).group_by(c.place)
    meant = sa.select(schema.sheets).where(sa.tuple_(c.place, c.version).in_(last))
    return {row.place: row for row in await store.rows(meant)}


async def last(store: Store, place: str) -> Any:
    """The last version of one sheet; nothing if there is none."""
    return (await newest(store, schema.sheets.c.place == place)).get(place)


async def version(store: Store, place: str, number: int) -> Any:
    """One version of a sheet, as it is stored."""
    c = schema.sheets.c
    query = sa.select(schema.sheets).where(c.place == place, c.version == number)
    return await store.row(query)


async def history(store: Store, place: str) -> list[Any]:
    """All versions of a sheet, the newest first."""
    c = schema.sheets.c
    query = sa.select(schema.sheets).where(c.place == place).order_by(c.version.desc())
    return list(await store.rows(query))


async def dealt(store: Store, place: str) -> dict[int, int]:
    """How many hands were dealt by each version."""
    h = schema.hands.c
    count = sa.select(h.version, sa.func.count()).where(h.place == place).group_by(h.version)
    return {number or 0: hands for number, hands in await store.rows(count)}


async def states(store: Store) -> dict[str, Any]:
    """Every table that ever stood in the room, as it stands now."""
    return {row.name: row for row in await store.rows(sa.select(schema.floor))}
