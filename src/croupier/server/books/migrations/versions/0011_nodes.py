"""Several nodes on one PostgreSQL: who is there, who owns which table, and how that came about.

A SQLite room is one process; nothing here touches it.
"""

from alembic import op

revision = "0011"
down_revision = "0010"
branch_labels = None
depends_on = None

TABLES = (
    """CREATE TABLE nodes (
  node text PRIMARY KEY, address text NOT NULL, roles text NOT NULL, version text NOT NULL,
  bell bigint NOT NULL, began timestamptz NOT NULL DEFAULT clock_timestamp(),
  until timestamptz NOT NULL, gone boolean NOT NULL DEFAULT false,
  draining boolean NOT NULL DEFAULT false)""",
    """CREATE TABLE leases (
  place text PRIMARY KEY, node text NOT NULL DEFAULT '', epoch bigint NOT NULL DEFAULT 0,
  free_since timestamptz NOT NULL DEFAULT clock_timestamp(), wanted text NOT NULL DEFAULT '')""",
    """CREATE TABLE handovers (
  place text NOT NULL, epoch bigint NOT NULL, node text NOT NULL,
  at timestamptz NOT NULL DEFAULT clock_timestamp(), why text NOT NULL,
  PRIMARY KEY (place, epoch))""",
    "ALTER TABLE acts ADD COLUMN epoch bigint",
)


def upgrade() -> None:
    """Step forward."""
    if op.get_bind().dialect.name == "postgresql":
        for table in TABLES:
            op.execute(table)


def downgrade() -> None:
    """Step back."""
    if op.get_bind().dialect.name == "postgresql":
        op.execute("ALTER TABLE acts DROP COLUMN epoch")
        for table in "handovers", "leases", "nodes":
            op.execute(f"DROP TABLE {table}")
