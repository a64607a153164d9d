"""Calls of the floor, and the end of incidents."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Step forward."""
    op.create_table(
        "calls",
        sa.Column("no", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("at", sa.Float(precision=53), nullable=False),
        sa.Column("place", sa.Text(), nullable=False),
        sa.Column("player", sa.Text(), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("answered_at", sa.Float(precision=53), nullable=False),
        sa.Column("by", sa.Text(), nullable=False),
        sa.Column("answer", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("no"),
    )
    with op.batch_alter_table("calls", schema=None) as batch_op:
        batch_op.create_index("calls_open", ["answered_at", "no"], unique=False)

    op.create_table(
        "closings",
        sa.Column(
            "incident",
            sa.BigInteger().with_variant(sa.Integer(), "sqlite"),
            autoincrement=False,
            nullable=False,
        ),
        sa.Column("at", sa.Float(precision=53), nullable=False),
        sa.Column("by", sa.Text(), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("incident"),
    )


def downgrade() -> None:
    """Step back."""
    op.drop_table("closings")
    with op.batch_alter_table("calls", schema=None) as batch_op:
        batch_op.drop_index("calls_open")

    op.drop_table("calls")
