"""Every line of the books is linked to the one before it."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None

TABLES = ("postings", "acts", "hands", "duties")


def upgrade() -> None:
    """Step forward."""
    for table in TABLES:
        op.add_column(table, sa.Column("link", sa.BigInteger(), nullable=True))
        op.add_column(table, sa.Column("chain", sa.LargeBinary(), nullable=True))
        op.create_index(f"{table}_link", table, ["link"], unique=True)


def downgrade() -> None:
    """Step back."""
    for table in TABLES:
        op.drop_index(f"{table}_link", table)
        with op.batch_alter_table(table) as batch_op:
            batch_op.drop_column("chain")
            batch_op.drop_column("link")
