"""Both databases, as the server's own tests have them."""

from server.conftest import _light_passwords, database, postgres, ready, true_passwords

__all__ = ["_light_passwords", "database", "postgres", "ready", "true_passwords"]
