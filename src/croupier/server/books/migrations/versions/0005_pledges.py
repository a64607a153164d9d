"""Pledges of hands, and what became of them."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Step forward."""
    op.create_table(
        "pledges",
        sa.Column("place", sa.Text(), nullable=False),
        sa.Column("no", sa.Integer(), nullable=False),
        sa.Column("at", sa.Float(precision=53), nullable=False),
        sa.Column("hand", sa.Integer(), nullable=False),
        sa.Column("last", sa.Integer(), nullable=False),
        sa.Column("outcome", sa.Integer(), nullable=False),
        sa.Column("contributed", sa.Integer(), nullable=False),
        sa.Column("missing", sa.Integer(), nullable=False),
        sa.Column("pledge", sa.Text(), nullable=False),
        sa.Column("prev", sa.Text(), nullable=False),
        sa.Column("record", sa.Text(), nullable=False),
        sa.Column("why", sa.Text(), nullable=False),
        sa.Column("envelope", sa.LargeBinary(), nullable=False),
        sa.Column("link", sa.BigInteger(), nullable=True),
        sa.Column("chain", sa.LargeBinary(), nullable=True),
        sa.PrimaryKeyConstraint("place", "no"),
    )
    op.create_index("pledges_last", "pledges", ["place", "last"], unique=False)
    op.create_index("pledges_link", "pledges", ["link"], unique=True)


def downgrade() -> None:
    """Step back."""
    op.drop_table("pledges")
