"""Clubs and their members; tables that people open for themselves, and who may see them."""

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Step forward."""
    op.create_table(
        "clubs",
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("key", sa.Text(), nullable=False),
        sa.Column("code", sa.Text(), nullable=False),
        sa.Column("since", sa.Float(53), nullable=False),
        sa.PrimaryKeyConstraint("id"),
        sa.UniqueConstraint("key", name="one_name_one_club"),
        sa.UniqueConstraint("code", name="one_code_one_club"),
    )
    op.create_table(
        "members",
        sa.Column("club", sa.Text(), nullable=False),
        sa.Column("player", sa.Text(), nullable=False),
        sa.Column("role", sa.Text(), nullable=False),
        sa.Column("since", sa.Float(53), nullable=False),
        sa.PrimaryKeyConstraint("club", "player"),
    )
    op.create_table(
        "hosted",
        sa.Column("place", sa.Text(), nullable=False),
        sa.Column("code", sa.Text(), nullable=False),
        sa.Column("host", sa.Text(), nullable=False),
        sa.Column("club", sa.Text(), nullable=False),
        sa.Column("game", sa.Text(), nullable=False),
        sa.Column("currency", sa.Text(), nullable=False),
        sa.Column("opened_at", sa.Float(53), nullable=False),
        sa.PrimaryKeyConstraint("place"),
        sa.UniqueConstraint("code", name="one_code_one_table"),
    )
    op.create_index("hosted_club", "hosted", ["club", "opened_at"], unique=False)
    op.create_table(
        "admitted",
        sa.Column("place", sa.Text(), nullable=False),
        sa.Column("player", sa.Text(), nullable=False),
        sa.Column("out", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("place", "player"),
    )


def downgrade() -> None:
    """Step back."""
    for table in "admitted", "hosted", "members", "clubs":
        op.drop_table(table)
