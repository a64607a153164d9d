"""Runs the steps on the connection that the store gives."""

from alembic import context

from croupier.server.books.schema import metadata

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=metadata,
    render_as_batch=True,
)
with context.begin_transaction():
    context.run_migrations()
