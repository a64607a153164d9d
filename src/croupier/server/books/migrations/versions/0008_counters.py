"""Counters of 64 bits: a table of ten thousand writes more lines in a month than 32 can count."""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None

COUNTERS = {
    "postings": ("hand",),
    "acts": ("no",),
    "tables": ("acts", "postings", "seq", "last_hand"),
    "hands": ("no",),
    "pledges": ("no", "hand", "last"),
    "played": ("hand",),
    "incidents": ("hand",),
}


def upgrade() -> None:
    """Step forward."""
    _turn(sa.BigInteger())


def downgrade() -> None:
    """Step back."""
    _turn(sa.Integer())


def _turn(kind: sa.types.TypeEngine[int]) -> None:
    """Whole numbers of SQLite have 64 bits under either name."""
    if op.get_bind().dialect.name == "sqlite":
        return
    for table, columns in COUNTERS.items():
        names = ", ".join(f'ALTER COLUMN "{column}" TYPE {kind}' for column in columns)
        op.execute(f"ALTER TABLE {table} {names}")
