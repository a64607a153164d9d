"""Several nodes on one PostgreSQL: which journals a node can read, and what each table asks for.

A SQLite room is one process; nothing here touches it.
"""

from alembic import op

revision = "0013"
down_revision = "0012"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Step forward."""
    if op.get_bind().dialect.name == "postgresql":
        op.execute("ALTER TABLE nodes ADD COLUMN rules integer NOT NULL DEFAULT 0")
        op.execute("ALTER TABLE leases ADD COLUMN rules integer NOT NULL DEFAULT 0")


def downgrade() -> None:
    """Step back."""
    if op.get_bind().dialect.name == "postgresql":
        for table in "leases", "nodes":
            op.execute(f"ALTER TABLE {table} DROP COLUMN rules")
