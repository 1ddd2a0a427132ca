"""Alembic's entry: runs on the connection that the server hands over."""

from alembic import context

from hexagora.server.schema import metadata

context.configure(connection=context.config.attributes["connection"], target_metadata=metadata,
                  render_as_batch=True)
context.run_migrations()
