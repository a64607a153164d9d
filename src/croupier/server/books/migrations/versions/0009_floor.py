"""The floor at run time: every version of each table's sheet, and which tables stand."""

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Step forward."""
    op.create_table(
        "sheets",
        sa.Column("place", sa.Text(), nullable=False),
        sa.Column("version", sa.BigInteger(), nullable=False),
        sa.Column("at", sa.Float(53), nullable=False),
        sa.Column("by", sa.Text(), nullable=False),
        sa.Column("why", sa.Text(), nullable=False),
        sa.Column("source", sa.Text(), nullable=False),
        sa.Column("body", sa.LargeBinary(), nullable=False),
        sa.Column("link", sa.BigInteger(), nullable=True),
        sa.Column("chain", sa.LargeBinary(), nullable=True),
        sa.PrimaryKeyConstraint("place", "version"),
    )
    op.create_index("sheets_link", "sheets", ["link"], unique=True)
    op.create_table(
        "floor",
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("state", sa.Text(), nullable=False),
        sa.Column("at", sa.Float(53), nullable=False),
        sa.Column("by", sa.Text(), nullable=False),
        sa.Column("why", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("name"),
    )
    op.add_column("hands", sa.Column("version", sa.BigInteger(), nullable=True))


def downgrade() -> None:
    """Step back."""
    op.drop_column("hands", "version")
    op.drop_table("floor")
    op.drop_index("sheets_link", "sheets")
    op.drop_table("sheets")
