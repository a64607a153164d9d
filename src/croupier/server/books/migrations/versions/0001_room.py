"""The room's first tables."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Step forward."""
    op.create_table(
        "accounts",
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("balance", sa.BigInteger(), nullable=False),
        sa.CheckConstraint("balance >= 0", name="no_negative_account"),
        sa.PrimaryKeyConstraint("name"),
    )
    op.create_table(
        "acts",
        sa.Column("place", sa.Text(), nullable=False),
        sa.Column("no", sa.Integer(), nullable=False),
        sa.Column("at", sa.Float(precision=53), nullable=False),
        sa.Column("player", sa.Text(), nullable=False),
        sa.Column("action", sa.Text(), nullable=False),
        sa.Column("command", sa.LargeBinary(), nullable=False),
        sa.PrimaryKeyConstraint("place", "no"),
    )
    op.create_table(
        "duties",
        sa.Column("no", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("at", sa.Float(precision=53), nullable=False),
        sa.Column("by", sa.Text(), nullable=False),
        sa.Column("act", sa.Text(), nullable=False),
        sa.Column("place", sa.Text(), nullable=False),
        sa.Column("why", sa.Text(), nullable=False),
        sa.Column("body", sa.LargeBinary(), nullable=False),
        sa.PrimaryKeyConstraint("no"),
    )
    with op.batch_alter_table("duties", schema=None) as batch_op:
        batch_op.create_index("duties_place", ["place", "no"], unique=False)

    op.create_table(
        "facts",
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("value", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("name"),
    )
    op.create_table(
        "hands",
        sa.Column("place", sa.Text(), nullable=False),
        sa.Column("no", sa.Integer(), nullable=False),
        sa.Column("at", sa.Float(precision=53), nullable=False),
        sa.Column("game", sa.Text(), nullable=False),
        sa.Column("seed", sa.LargeBinary(), nullable=False),
        sa.Column("void", sa.Integer(), nullable=False),
        sa.Column("journal", sa.LargeBinary(), nullable=False),
        sa.PrimaryKeyConstraint("place", "no"),
    )
    op.create_table(
        "incidents",
        sa.Column("no", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("at", sa.Float(precision=53), nullable=False),
        sa.Column("by", sa.Text(), nullable=False),
        sa.Column("place", sa.Text(), nullable=False),
        sa.Column("hand", sa.Integer(), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("journal", sa.LargeBinary(), nullable=False),
        sa.PrimaryKeyConstraint("no"),
    )
    op.create_table(
        "people",
        sa.Column("player", sa.Text(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("key", sa.Text(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("secret", sa.Text(), nullable=False),
        sa.Column("roles", sa.Text(), nullable=False),
        sa.Column("since", sa.Float(precision=53), nullable=False),
        sa.Column("muted_until", sa.Float(precision=53), nullable=False),
        sa.Column("limits", sa.LargeBinary(), nullable=False),
        sa.PrimaryKeyConstraint("player"),
        sa.UniqueConstraint("key", name="one_name_one_person"),
    )
    op.create_table(
        "played",
        sa.Column("place", sa.Text(), nullable=False),
        sa.Column("hand", sa.Integer(), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("player", sa.Text(), nullable=False),
        sa.Column("at", sa.Float(precision=53), nullable=False),
        sa.Column("net", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("place", "hand", "seat"),
    )
    with op.batch_alter_table("played", schema=None) as batch_op:
        batch_op.create_index("played_player", ["player", "at"], unique=False)

    op.create_table(
        "postings",
        sa.Column("no", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("at", sa.Float(precision=53), nullable=False),
        sa.Column("src", sa.Text(), nullable=False),
        sa.Column("dst", sa.Text(), nullable=False),
        sa.Column("amount", sa.BigInteger(), nullable=False),
        sa.Column("why", sa.Text(), nullable=False),
        sa.Column("place", sa.Text(), nullable=False),
        sa.Column("hand", sa.Integer(), nullable=False),
        sa.CheckConstraint("amount > 0 AND src <> dst", name="a_posting_moves_chips"),
        sa.PrimaryKeyConstraint("no"),
        sa.UniqueConstraint("id"),
    )
    with op.batch_alter_table("postings", schema=None) as batch_op:
        batch_op.create_index("postings_dst", ["dst", "no"], unique=False)
        batch_op.create_index("postings_place", ["place", "hand", "no"], unique=False)
        batch_op.create_index("postings_src", ["src", "no"], unique=False)

    op.create_table(
        "requests",
        sa.Column("no", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("at", sa.Float(precision=53), nullable=False),
        sa.Column("by", sa.Text(), nullable=False),
        sa.Column("what", sa.Text(), nullable=False),
        sa.Column("body", sa.LargeBinary(), nullable=False),
        sa.Column("state", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("no"),
    )
    op.create_table(
        "sessions",
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("player", sa.Text(), nullable=False),
        sa.Column("opened_at", sa.Float(precision=53), nullable=False),
        sa.Column("revoked_at", sa.Float(precision=53), nullable=False),
        sa.PrimaryKeyConstraint("id"),
    )
    with op.batch_alter_table("sessions", schema=None) as batch_op:
        batch_op.create_index("sessions_player", ["player"], unique=False)

    op.create_table(
        "tables",
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("acts", sa.Integer(), nullable=False),
        sa.Column("postings", sa.Integer(), nullable=False),
        sa.Column("seq", sa.Integer(), nullable=False),
        sa.Column("last_hand", sa.Integer(), nullable=False),
        sa.Column("state", sa.LargeBinary(), nullable=False),
        sa.PrimaryKeyConstraint("name"),
    )


def downgrade() -> None:
    """Step back."""
    op.drop_table("tables")
    with op.batch_alter_table("sessions", schema=None) as batch_op:
        batch_op.drop_index("sessions_player")

    op.drop_table("sessions")
    op.drop_table("requests")
    with op.batch_alter_table("postings", schema=None) as batch_op:
        batch_op.drop_index("postings_src")
        batch_op.drop_index("postings_place")
        batch_op.drop_index("postings_dst")

    op.drop_table("postings")
    with op.batch_alter_table("played", schema=None) as batch_op:
        batch_op.drop_index("played_player")

    op.drop_table("played")
    op.drop_table("people")
    op.drop_table("incidents")
    op.drop_table("hands")
    op.drop_table("facts")
    with op.batch_alter_table("duties", schema=None) as batch_op:
        batch_op.drop_index("duties_place")

    op.drop_table("duties")
    op.drop_table("acts")
    op.drop_table("accounts")
