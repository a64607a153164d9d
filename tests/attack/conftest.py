"""Both databases, as the server's own tests have them."""

from server.conftest import database, postgres

__all__ = ["database", "postgres"]
