"""What nodes ask of PostgreSQL, for a SQLite that stands in for it.

Most statements need other words only. What SQLite cannot say at all (changes within a query) has a
twin here, and each statement that locks rows is listed with them. `tests/server/test_leases.py` and
`tests/sim/test_twin.py` run on both.
"""

import json
import re
from collections.abc import Callable, Sequence
from functools import cache
from typing import Any, Final

import sqlalchemy as sa

from croupier.rehearsal.locks import Strength, Wanted
from croupier.server.books import batch, fence, holds, leases

Values = Sequence[Any]
Rows = list[tuple[Any, ...]]

PLAIN: Final = [
    (r"make_interval\(secs => ([^()]+)\)", r"(\1)"),
    (r"extract\(epoch FROM ([^()]*\(\)[^()]*|[^()]*)\)", r"(\1)"),
    (r"CAST\((:\w+) AS \w+\[\]\)", r"\1"),
    (r"CAST\((:\w+) AS text\)", r"\1"),
    (r"::\w+(\[\])?", ""),
    (r"(\w+) LIKE ANY \(([$:]\w+)\)", r"EXISTS (SELECT 1 FROM json_each(\2) WHERE \1 LIKE value)"),
    (r"= ANY \(([$:]\w+)\)", r"IN (SELECT value FROM json_each(\1))"),
    (r"SELECT unnest\(([$:]\w+)\)", r"SELECT value FROM json_each(\1) WHERE true"),
    (r"unnest\(([^)]*)\) AS (\w+)\(([^)]*)\)", "\0"),
    (r"DELETE FROM (\w+) (\w+) USING (.*?)\sWHERE (.*)$", "\1"),
    (r"UPDATE (\w+) (\w) SET", r"UPDATE \1 AS \2 SET"),
    (r"\bFOR (NO KEY UPDATE|KEY SHARE|UPDATE|SHARE)\b", ""),
    (r"\$(\d+)", r"?\1"),
]
"""How PostgreSQL says it, and how SQLite does."""


@cache
def plain(query: str) -> str:
    """The same in SQLite's words."""
    for said, instead in PLAIN:
        if instead == "\0":
            query = re.sub(said, lambda found: _unnested(*found.groups()), query)
        elif instead == "\1":
            query = re.sub(said, lambda found: _deleted(*found.groups()), query, flags=re.DOTALL)
        else:
            query = re.sub(said, instead, query)
    return query


def _unnested(arrays: str, name: str, columns: str) -> str:
    parts = [part.strip() for part in arrays.split(",")]
    names = [part.strip() for part in columns.split(",")]
    shown = ", ".join(f"j{at}.value AS {column}" for at, column in enumerate(names))
    tables = " JOIN ".join(f"json_each({part}) j{at}" for at, part in enumerate(parts))
    same = " AND ".join(f"j0.key = j{at}.key" for at in range(1, len(parts)))
    return f"(SELECT {shown} FROM {tables}{f' ON {same}' if same else ''}) AS {name}"  # noqa: S608


def _deleted(table: str, name: str, using: str, where: str) -> str:
    return f"DELETE FROM {table} AS {name} WHERE EXISTS (SELECT 1 FROM {using} WHERE {where})"  # noqa: S608


def values(given: Any) -> Any:
    """Lists as SQLite takes them."""
    if isinstance(given, list | tuple) and given and isinstance(given[0], tuple):
        return [values(one) for one in given]
    return tuple(json.dumps(one) if isinstance(one, list) else one for one in given)


# What rows a statement locks.


def _rows(kind: str, strength: Strength, at: int = 0) -> Callable[[Any, Values], list[Wanted]]:
    """The rows that a value names."""

    def wanted(_: Any, given: Values) -> list[Wanted]:
        many = given if given and isinstance(given[0], tuple) else [given]
        names: set[str] = set()
        for one in many:
            names |= {*map(str, one[at])} if isinstance(one[at], list) else {str(one[at])}
        return [((kind, name), strength) for name in sorted(names)]

    return wanted


def _of_group(link: sa.Connection, given: Values) -> list[Wanted]:
    """The leases of a group that are the node's own."""
    query = (
        f"SELECT place FROM leases WHERE node = ? AND place IN ({','.join('?' * len(given[0]))})"  # noqa: S608
    )
    found = link.exec_driver_sql(query, (given[1], *given[0])).all()
    return [(("leases", str(row[0])), "share") for row in sorted(found)]


def _others(link: sa.Connection, given: Values) -> list[Wanted]:
    """Free leases of tables that stand no more."""
    found = link.exec_driver_sql("SELECT place FROM leases WHERE node = ''").all()
    return [
        (("leases", row[0]), "no key update") for row in sorted(found) if row[0] not in given[0]
    ]


def _swept(link: sa.Connection, given: Values) -> list[Wanted]:
    """The nodes that look dead now, and the leases that they have now."""
    dead = sorted(_dead(link, given))
    query = "SELECT place FROM leases WHERE node = ?"
    owned = [row[0] for n in dead + _gone(link) for row in link.exec_driver_sql(query, (n,)).all()]
    rows: list[Wanted] = [(("nodes", node), "update") for node in dead]
    return rows + [(("leases", place), "no key update") for place in owned]


LOCKS: Final[dict[str, Callable[[Any, Values], list[Wanted]]]] = {
    fence._HERE: _rows("nodes", "key share"),
    fence._OURS: _of_group,
    fence._NOTE: _rows("facts", "no key update"),
    fence._NOTED: _rows("facts", "no key update"),
    holds._OURS: _rows("leases", "share"),
    holds._ACCOUNT: _rows("accounts", "update"),
    holds._LOCK: _rows("accounts", "update"),
    holds._HELD: _rows("accounts", "no key update"),
    batch._UP: _rows("accounts", "no key update"),
    batch._THERE: _rows("accounts", "no key update"),
    batch._DOWN: _rows("accounts", "no key update", 1),
    leases._RENEW: _rows("nodes", "no key update"),
    leases._DRAIN: _rows("nodes", "no key update"),
    leases._LEAVE: _rows("nodes", "no key update"),
    leases._TAKE: _rows("leases", "no key update"),
    leases._GIVE: _rows("leases", "no key update"),
    leases._WANT: _rows("leases", "no key update"),
    leases._FORGET: _rows("leases", "no key update"),
    leases._ONLY: _others,
    leases._SWEEP: _swept,
}
LOCKS.update(
    {
        batch._marked(text, "postgresql"): LOCKS[text]
        for text in (batch._UP, batch._THERE, batch._DOWN)
    }
)


# Twins.


def _dead(link: sa.Connection, given: Values) -> list[str]:
    """Nodes whose time is over, or whose process is."""
    node, ttl, quiet = given
    now = link.exec_driver_sql("SELECT clock_timestamp()").scalar_one()
    if link.exec_driver_sql("SELECT pg_postmaster_start_time()").scalar_one() >= now - ttl:
        return []
    query = "SELECT node, until, bell FROM nodes WHERE NOT gone AND node <> ?"
    found = []
    for name, until, bell in link.exec_driver_sql(query, (node,)).all():
        late = until < now or until > now + 3 * ttl
        if late or (until < now + ttl - quiet and _unrung(link, bell)):
            found.append(name)
    return found


def _gone(link: sa.Connection) -> list[str]:
    """Nodes that were declared gone and have something all the same."""
    query = (
        "SELECT DISTINCT n.node FROM nodes n JOIN leases l ON l.node = n.node WHERE n.gone"
        " ORDER BY n.node"
    )
    return [row[0] for row in link.exec_driver_sql(query).all()]


def _unrung(link: sa.Connection, bell: int) -> bool:
    query = "SELECT pg_try_advisory_xact_lock(?)"
    return bool(link.exec_driver_sql(query, (bell,)).scalar_one())


def _sweep(link: sa.Connection, given: Values, wanted: list[Wanted]) -> Rows:
    """Of the rows that it saw when it began: what has changed since it looks at again, what is new
    it does not see.
    """
    seen = {name for (kind, name), _ in wanted if kind == "nodes"}
    leased = [name for (kind, name), _ in wanted if kind == "leases"]
    dead = [name for name in _dead(link, given) if name in seen]
    for name in dead:
        link.exec_driver_sql("UPDATE nodes SET gone = true WHERE node = ?", (name,))
    freed = []
    free = (
        "UPDATE leases SET node = '', epoch = epoch + 1, free_since = clock_timestamp()"
        " WHERE place = ? AND node = ? RETURNING place"
    )
    for place in leased:
        for name in dead + _gone(link):
            freed += [row[0] for row in link.exec_driver_sql(free, (place, name)).all()]
    return [(dead or None, freed or None)]


def _take(link: sa.Connection, given: Values, _: list[Wanted]) -> Rows:
    place, node, why, rules = given
    query = (
        "UPDATE leases SET node = ?2, epoch = epoch + 1, wanted = '', rules = ?3"
        " WHERE place = ?1 AND node = '' AND rules <= ?3"
        " AND EXISTS (SELECT 1 FROM nodes WHERE node = ?2 AND NOT gone) RETURNING epoch"
    )
    found = link.exec_driver_sql(query, (place, node, rules)).all()
    for (epoch,) in found:
        noted = "INSERT INTO handovers (place, epoch, node, why) VALUES (?, ?, ?, ?)"
        link.exec_driver_sql(noted, (place, epoch, node, why))
    return [tuple(row) for row in found]


TWINS: Final[dict[str, Callable[[sa.Connection, Values, list[Wanted]], Rows]]] = {
    leases._SWEEP: _sweep,
    leases._TAKE: _take,
}
