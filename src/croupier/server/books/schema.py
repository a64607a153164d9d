"""What the room keeps, as tables of a database. Money is whole numbers; times are seconds."""

from typing import Final

from sqlalchemy import (
    BigInteger,
    CheckConstraint,
    Column,
    Float,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    Table,
    Text,
    UniqueConstraint,
)

from croupier.server.books.seals import Sealed

NO_NEGATIVE: Final = "no_negative_account"
metadata: Final = MetaData()
Serial: Final = BigInteger().with_variant(Integer, "sqlite")

postings: Final = Table(
    "postings",
    metadata,
    Column("no", Serial, primary_key=True),
    Column("id", Text, nullable=False, unique=True),
    Column("at", Float(53), nullable=False),
    Column("src", Text, nullable=False),
    Column("dst", Text, nullable=False),
    Column("amount", BigInteger, nullable=False),
    Column("why", Text, nullable=False),
    Column("place", Text, nullable=False),
    Column("hand", BigInteger, nullable=False),
    Column("link", BigInteger),
    Column("chain", LargeBinary),
    CheckConstraint("amount > 0 AND src <> dst", name="a_posting_moves_chips"),
    Index("postings_src", "src", "no"),
    Index("postings_dst", "dst", "no"),
    Index("postings_place", "place", "hand", "no"),
    Index("postings_link", "link", unique=True),
)
"""The ledger. A line is never changed; a wrong one is corrected by another."""

accounts: Final = Table(
    "accounts",
    metadata,
    Column("name", Text, primary_key=True),
    Column("balance", BigInteger, nullable=False),
    CheckConstraint("balance >= 0", name=NO_NEGATIVE),
)
"""The running balances of personal accounts only; the audit proves them. The house has no row."""

acts: Final = Table(
    "acts",
    metadata,
    Column("place", Text, primary_key=True),
    Column("no", BigInteger, primary_key=True),
    Column("at", Float(53), nullable=False),
    Column("player", Text, nullable=False),
    Column("action", Text, nullable=False),
    Column("command", Sealed, nullable=False),
    Column("link", BigInteger),
    Column("chain", LargeBinary),
    Index("acts_link", "link", unique=True),
)
"""Every command that a table has taken: its journal."""

tables: Final = Table(
    "tables",
    metadata,
    Column("name", Text, primary_key=True),
    Column("acts", BigInteger, nullable=False),
    Column("postings", BigInteger, nullable=False),
    Column("seq", BigInteger, nullable=False),
    Column("last_hand", BigInteger, nullable=False),
    Column("state", Sealed, nullable=False),
)
"""A table between hands, and how far its journal had come by then."""

hands: Final = Table(
    "hands",
    metadata,
    Column("place", Text, primary_key=True),
    Column("no", BigInteger, primary_key=True),
    Column("at", Float(53), nullable=False),
    Column("game", Text, nullable=False),
    Column("seed", Sealed, nullable=False),
    Column("void", Integer, nullable=False),
    Column("journal", Sealed, nullable=False),
    Column("version", BigInteger),
    Column("link", BigInteger),
    Column("chain", LargeBinary),
    Index("hands_link", "link", unique=True),
)
"""Finished hands, each with the version of the sheet that it was dealt by; nothing: it was dealt
before versions were kept, or in a tournament."""

sheets: Final = Table(
    "sheets",
    metadata,
    Column("place", Text, primary_key=True),
    Column("version", BigInteger, primary_key=True),
    Column("at", Float(53), nullable=False),
    Column("by", Text, nullable=False),
    Column("why", Text, nullable=False),
    Column("source", Text, nullable=False),
    Column("body", LargeBinary, nullable=False),
    Column("link", BigInteger),
    Column("chain", LargeBinary),
    Index("sheets_link", "link", unique=True),
)
"""Every version of the sheet of each table, and who wrote it: `file` or `staff`."""

floor: Final = Table(
    "floor",
    metadata,
    Column("name", Text, primary_key=True),
    Column("state", Text, nullable=False),
    Column("at", Float(53), nullable=False),
    Column("by", Text, nullable=False),
    Column("why", Text, nullable=False),
)
"""The tables that stand in the room: `open`, `closing` after the hand in play, or `closed`."""

pledges: Final = Table(
    "pledges",
    metadata,
    Column("place", Text, primary_key=True),
    Column("no", BigInteger, primary_key=True),
    Column("at", Float(53), nullable=False),
    Column("hand", BigInteger, nullable=False),
    Column("last", BigInteger, nullable=False),
    Column("outcome", Integer, nullable=False),
    Column("contributed", Integer, nullable=False),
    Column("missing", Integer, nullable=False),
    Column("pledge", Text, nullable=False),
    Column("prev", Text, nullable=False),
    Column("record", Text, nullable=False),
    Column("why", Text, nullable=False),
    Column("envelope", Sealed, nullable=False),
    Column("link", BigInteger),
    Column("chain", LargeBinary),
    Index("pledges_last", "place", "last"),
    Index("pledges_link", "link", unique=True),
)
"""Every pledge that has ended: dealt, void or abandoned, with its secret in the envelope."""

played: Final = Table(
    "played",
    metadata,
    Column("place", Text, primary_key=True),
    Column("hand", BigInteger, primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("player", Text, nullable=False),
    Column("at", Float(53), nullable=False),
    Column("net", BigInteger, nullable=False),
    Index("played_player", "player", "at"),
    Index("played_at", "at"),
)

tournaments: Final = Table(
    "tournaments",
    metadata,
    Column("name", Text, primary_key=True),
    Column("event", Text, nullable=False),
    Column("number", Integer, nullable=False),
    Column("at", Float(53), nullable=False),
    Column("starts_at", Float(53), nullable=False),
    Column("state", Text, nullable=False),
    Column("sheet", LargeBinary, nullable=False),
    Index("tournaments_state", "state", "at"),
)
"""Every tournament by its name, `house/event.number`: its sheet, and whether it is over. All else
follows from its journal in `acts`."""

people: Final = Table(
    "people",
    metadata,
    Column("player", Text, primary_key=True),
    Column("name", Text, nullable=False),
    Column("key", Text, nullable=False),
    Column("kind", Text, nullable=False),
    Column("secret", Text, nullable=False),
    Column("roles", Text, nullable=False),
    Column("since", Float(53), nullable=False),
    Column("muted_until", Float(53), nullable=False),
    Column("limits", LargeBinary, nullable=False),
    Column("made_by", Text, nullable=False, server_default=""),
    Column("stay_began", Float(53), nullable=False, server_default="0"),
    Column("stay_seen", Float(53), nullable=False, server_default="0"),
    UniqueConstraint("key", name="one_name_one_person"),
)
"""`made_by`: the admin who made the account or gave it its role; a stay is for the time limit."""

tastes: Final = Table(
    "tastes",
    metadata,
    Column("player", Text, primary_key=True),
    Column("body", LargeBinary, nullable=False),
)
"""What somebody has chosen: a face, felt and backs, bets (`people.tastes`)."""

acquaintances: Final = Table(
    "acquaintances",
    metadata,
    Column("player", Text, primary_key=True),
    Column("other", Text, primary_key=True),
    Column("note", Text, nullable=False),
    Column("friend", Integer, nullable=False),
    Column("muted", Integer, nullable=False),
)
"""What a player keeps about another, for their own eyes."""

clubs: Final = Table(
    "clubs",
    metadata,
    Column("id", Text, primary_key=True),
    Column("name", Text, nullable=False),
    Column("key", Text, nullable=False),
    Column("code", Text, nullable=False),
    Column("since", Float(53), nullable=False),
    UniqueConstraint("key", name="one_name_one_club"),
    UniqueConstraint("code", name="one_code_one_club"),
)

members: Final = Table(
    "members",
    metadata,
    Column("club", Text, primary_key=True),
    Column("player", Text, primary_key=True),
    Column("role", Text, nullable=False),
    Column("since", Float(53), nullable=False),
)
"""Who is in which club, and who was put out of it."""

hosted: Final = Table(
    "hosted",
    metadata,
    Column("place", Text, primary_key=True),
    Column("code", Text, nullable=False),
    Column("host", Text, nullable=False),
    Column("club", Text, nullable=False),
    Column("game", Text, nullable=False),
    Column("currency", Text, nullable=False),
    Column("opened_at", Float(53), nullable=False),
    UniqueConstraint("code", name="one_code_one_table"),
    Index("hosted_club", "club", "opened_at"),
)
"""Every table that a player has opened for their own company; `floor` says whether it stands."""

admitted: Final = Table(
    "admitted",
    metadata,
    Column("place", Text, primary_key=True),
    Column("player", Text, primary_key=True),
    Column("out", Integer, nullable=False),
)
"""Who has come to such a table with its code, and who was put out."""

sessions: Final = Table(
    "sessions",
    metadata,
    Column("id", Text, primary_key=True),
    Column("player", Text, nullable=False),
    Column("opened_at", Float(53), nullable=False),
    Column("revoked_at", Float(53), nullable=False),
    Column("device", Text, nullable=False, server_default=""),
    Column("agent", Text, nullable=False, server_default=""),
    Index("sessions_player", "player"),
)
"""By a fingerprint of the token: a reader of the database cannot use it."""

devices: Final = Table(
    "devices",
    metadata,
    Column("id", Text, primary_key=True),
    Column("player", Text, primary_key=True),
    Column("since", Float(53), nullable=False),
)
"""Who has come in with which device, by a fingerprint of its cookie."""

factors: Final = Table(
    "factors",
    metadata,
    Column("id", Text, primary_key=True),
    Column("player", Text, nullable=False),
    Column("kind", Text, nullable=False),
    Column("name", Text, nullable=False),
    Column("secret", Sealed, nullable=False),
    Column("counter", BigInteger, nullable=False),
    Column("added_at", Float(53), nullable=False),
    Index("factors_player", "player"),
)
"""Second factors, sealed: an app's secret, a passkey's public key, fingerprints of codes."""

links: Final = Table(
    "links",
    metadata,
    Column("id", Text, primary_key=True),
    Column("player", Text, nullable=False),
    Column("by", Text, nullable=False),
    Column("until", Float(53), nullable=False),
    Column("used_at", Float(53), nullable=False),
)
"""One-time links to a new password, by a fingerprint of their code."""

chats: Final = Table(
    "chats",
    metadata,
    Column("no", Serial, primary_key=True),
    Column("at", Float(53), nullable=False),
    Column("place", Text, nullable=False),
    Column("player", Text, nullable=False),
    Column("text", Text, nullable=False),
    Index("chats_place", "place", "no"),
    Index("chats_player", "player", "no"),
)
"""What was said at the tables, for as long as the house keeps it."""

requests: Final = Table(
    "requests",
    metadata,
    Column("no", Serial, primary_key=True),
    Column("at", Float(53), nullable=False),
    Column("by", Text, nullable=False),
    Column("what", Text, nullable=False),
    Column("body", LargeBinary, nullable=False),
    Column("state", Text, nullable=False),
)
"""Acts that wait for a second person."""

incidents: Final = Table(
    "incidents",
    metadata,
    Column("no", Serial, primary_key=True),
    Column("at", Float(53), nullable=False),
    Column("by", Text, nullable=False),
    Column("place", Text, nullable=False),
    Column("hand", BigInteger, nullable=False),
    Column("text", Text, nullable=False),
    Column("journal", Sealed, nullable=False),
)

duties: Final = Table(
    "duties",
    metadata,
    Column("no", Serial, primary_key=True),
    Column("at", Float(53), nullable=False),
    Column("by", Text, nullable=False),
    Column("act", Text, nullable=False),
    Column("place", Text, nullable=False),
    Column("why", Text, nullable=False),
    Column("body", LargeBinary, nullable=False),
    Column("link", BigInteger),
    Column("chain", LargeBinary),
    Index("duties_place", "place", "no"),
    Index("duties_link", "link", unique=True),
)
"""The journal of the staff."""

calls: Final = Table(
    "calls",
    metadata,
    Column("no", Serial, primary_key=True),
    Column("at", Float(53), nullable=False),
    Column("place", Text, nullable=False),
    Column("player", Text, nullable=False),
    Column("text", Text, nullable=False),
    Column("answered_at", Float(53), nullable=False),
    Column("by", Text, nullable=False),
    Column("answer", Text, nullable=False),
    Index("calls_open", "answered_at", "no"),
)
"""Players who called the floor, and what they were answered; 0: not yet."""

closings: Final = Table(
    "closings",
    metadata,
    Column("incident", Serial, primary_key=True, autoincrement=False),
    Column("at", Float(53), nullable=False),
    Column("by", Text, nullable=False),
    Column("text", Text, nullable=False),
)
"""Incidents that are closed, and how they ended."""

facts: Final = Table(
    "facts",
    metadata,
    Column("name", Text, primary_key=True),
    Column("value", Text, nullable=False),
)
"""Single things: the fingerprint of the staff link, and whether it was used."""
