"""Tournaments: what each was announced with, and how it ended."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Step forward."""
    op.create_table(
        "tournaments",
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("event", sa.Text(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("at", sa.Float(53), nullable=False),
        sa.Column("starts_at", sa.Float(53), nullable=False),
        sa.Column("state", sa.Text(), nullable=False),
        sa.Column("sheet", sa.LargeBinary(), nullable=False),
        sa.PrimaryKeyConstraint("name"),
    )
    op.create_index("tournaments_state", "tournaments", ["state", "at"], unique=False)


def downgrade() -> None:
    """Step back."""
    op.drop_index("tournaments_state", "tournaments")
    op.drop_table("tournaments")
