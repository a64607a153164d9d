"""Several nodes on one PostgreSQL: chips that are set aside for a table, and what other nodes must
hear of.

A SQLite room is one process; nothing here touches it. A room that is alone on PostgreSQL posts
nothing: only a node says its name to the database.
"""

from alembic import op

revision = "0012"
down_revision = "0011"
branch_labels = None
depends_on = None

WATCHED = {
    "people": "player",
    "sessions": "id",
    "devices": "id",
    "accounts": "name",
    "tastes": "player",
    "sheets": "place",
    "floor": "name",
}
NODE = "current_setting('croupier.node', true) <> ''"
STEPS = (
    "ALTER TABLE accounts ADD COLUMN held bigint NOT NULL DEFAULT 0",
    """ALTER TABLE accounts ADD CONSTRAINT no_negative_account_free
  CHECK (held >= 0 AND balance >= held)""",
    """CREATE TABLE holds (
  place text NOT NULL, account text NOT NULL, amount bigint NOT NULL CHECK (amount > 0),
  PRIMARY KEY (place, account))""",
    """CREATE TABLE board (
  no bigserial PRIMARY KEY, at timestamptz NOT NULL DEFAULT clock_timestamp(),
  kind text NOT NULL, key text NOT NULL)""",
    "CREATE INDEX board_at ON board (at)",
    """CREATE FUNCTION croupier_post() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  INSERT INTO board (kind, key)
  VALUES (TG_TABLE_NAME, to_jsonb(coalesce(NEW, OLD)) ->> TG_ARGV[0]);
  RETURN NULL; END $$""",
    """CREATE FUNCTION croupier_ring() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  PERFORM pg_notify('croupier_board', '');
  RETURN NULL; END $$""",
    *(
        f"""CREATE TRIGGER {table}_posted AFTER INSERT OR UPDATE OR DELETE ON {table}
  FOR EACH ROW WHEN ({NODE}) EXECUTE FUNCTION croupier_post('{key}')"""
        for table, key in WATCHED.items()
    ),
    f"""CREATE TRIGGER facts_posted AFTER INSERT OR UPDATE ON facts
  FOR EACH ROW WHEN ({NODE} AND NEW.name LIKE 'locked:%')
  EXECUTE FUNCTION croupier_post('name')""",
    """CREATE TRIGGER board_rings AFTER INSERT ON board
  FOR EACH STATEMENT EXECUTE FUNCTION croupier_ring()""",
)


def upgrade() -> None:
    """Step forward."""
    if op.get_bind().dialect.name == "postgresql":
        for step in STEPS:
            op.execute(step)


def downgrade() -> None:
    """Step back."""
    if op.get_bind().dialect.name == "postgresql":
        for table in *WATCHED, "facts":
            op.execute(f"DROP TRIGGER {table}_posted ON {table}")
        for table in "board", "holds":
            op.execute(f"DROP TABLE {table}")
        for function in "post", "ring":
            op.execute(f"DROP FUNCTION croupier_{function}()")
        op.execute("ALTER TABLE accounts DROP COLUMN held")
