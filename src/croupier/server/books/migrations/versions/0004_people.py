"""People: devices, second factors, links to a new password, chat, names that look alike."""

import sqlalchemy as sa
from alembic import op

from croupier.server.people import names

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Step forward."""
    with op.batch_alter_table("people", schema=None) as people:
        people.add_column(sa.Column("made_by", sa.Text(), nullable=False, server_default=""))
        for name in "stay_began", "stay_seen":
            people.add_column(
                sa.Column(name, sa.Float(precision=53), nullable=False, server_default="0")
            )
    with op.batch_alter_table("sessions", schema=None) as sessions:
        for name in "device", "agent":
            sessions.add_column(sa.Column(name, sa.Text(), nullable=False, server_default=""))
    op.create_table(
        "devices",
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("player", sa.Text(), nullable=False),
        sa.Column("since", sa.Float(precision=53), nullable=False),
        sa.PrimaryKeyConstraint("id", "player"),
    )
    op.create_table(
        "factors",
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("player", sa.Text(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("secret", sa.LargeBinary(), nullable=False),
        sa.Column("counter", sa.BigInteger(), nullable=False),
        sa.Column("added_at", sa.Float(precision=53), nullable=False),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_index("factors_player", "factors", ["player"], unique=False)
    op.create_table(
        "links",
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("player", sa.Text(), nullable=False),
        sa.Column("by", sa.Text(), nullable=False),
        sa.Column("until", sa.Float(precision=53), nullable=False),
        sa.Column("used_at", sa.Float(precision=53), nullable=False),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_table(
        "chats",
        sa.Column("no", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("at", sa.Float(precision=53), nullable=False),
        sa.Column("place", sa.Text(), nullable=False),
        sa.Column("player", sa.Text(), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("no"),
    )
    op.create_index("chats_place", "chats", ["place", "no"], unique=False)
    op.create_index("chats_player", "chats", ["player", "no"], unique=False)
    _look_alikes()


def _look_alikes() -> None:
    """The key of a name is now what it looks like; the first of two that look the same keeps it."""
    people = sa.table("people", sa.column("player"), sa.column("name"), sa.column("key"))
    link = op.get_bind()
    rows = link.execute(sa.select(people.c.player, people.c.name, people.c.key)).all()
    had, taken = {row.key for row in rows}, set[str]()
    for row in rows:
        new = names.key(row.name)
        if new in taken or (new in had and new != row.key):
            new = f"{new} #{row.player}"
        taken.add(new)
        if new != row.key:
            link.execute(sa.update(people).where(people.c.player == row.player).values(key=new))


def downgrade() -> None:
    """Step back."""
    for table in "chats", "links", "factors", "devices":
        op.drop_table(table)
    with op.batch_alter_table("sessions", schema=None) as sessions:
        sessions.drop_column("agent")
        sessions.drop_column("device")
    with op.batch_alter_table("people", schema=None) as people:
        for name in "stay_seen", "stay_began", "made_by":
            people.drop_column(name)
