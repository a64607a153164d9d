"""What people like, and what each keeps about others; played hands by their time."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Step forward."""
    op.create_table(
        "tastes",
        sa.Column("player", sa.Text(), nullable=False),
        sa.Column("body", sa.LargeBinary(), nullable=False),
        sa.PrimaryKeyConstraint("player"),
    )
    op.create_table(
        "acquaintances",
        sa.Column("player", sa.Text(), nullable=False),
        sa.Column("other", sa.Text(), nullable=False),
        sa.Column("note", sa.Text(), nullable=False),
        sa.Column("friend", sa.Integer(), nullable=False),
        sa.Column("muted", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("player", "other"),
    )
    op.create_index("played_at", "played", ["at"], unique=False)


def downgrade() -> None:
    """Step back."""
    op.drop_index("played_at", "played")
    op.drop_table("acquaintances")
    op.drop_table("tastes")
