"""The house's key: it lies outside the database, so a reader of the database sees no card.

What would tell cards (commands, seeds, journals) is stored sealed, and every line of the books is
linked to the one before under the same key. The key file has a line for each key, the newest last:
old lines stay readable after `croupier key` has added a new one.
"""

import os
from hashlib import blake2b
from pathlib import Path
from typing import Any, Final

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305
from sqlalchemy import LargeBinary
from sqlalchemy.types import TypeDecorator

from croupier.server import chance

KEY_BYTES: Final = 32
FORM: Final = f"a key is a line of {2 * KEY_BYTES} hexadecimal digits"
NAME_BYTES: Final = 4
NONCE_BYTES: Final = 12
SEALED: Final = b"\x01"
"""The first byte of what is sealed; plain JSON begins with a brace."""
FILE: Final = "CROUPIER_KEY_FILE"
CREDENTIAL: Final = "croupier.key"


class BadKey(ValueError):
    """The house's key is missing or wrong: which, and what to do."""


class Seal:
    """Seals and opens under the house's keys."""

    def __init__(self, keys: list[bytes]) -> None:
        self._ciphers = {name(key): ChaCha20Poly1305(key) for key in keys}
        self._newest = name(keys[-1])
        self._links = {name(key): blake2b(b"links", key=key).digest()[:KEY_BYTES] for key in keys}

    def close(self, plain: bytes) -> bytes:
        """Something sealed."""
        nonce = chance.octets(NONCE_BYTES)
        body = self._ciphers[self._newest].encrypt(nonce, plain, None)
        return SEALED + self._newest + nonce + body

    def open(self, stored: bytes) -> bytes:
        """What was sealed; what 0.1 wrote in clear stays as it is."""
        if not stored.startswith(SEALED):
            return stored
        at = 1 + NAME_BYTES
        cipher = self._ciphers.get(stored[1:at])
        if cipher is None:
            raise BadKey("this was sealed under a key that is not in the key file")
        try:
            return cipher.decrypt(stored[at : at + NONCE_BYTES], stored[at + NONCE_BYTES :], None)
        except InvalidTag:
            raise BadKey("a sealed line was changed") from None

    def link(self, before: bytes, line: bytes, key: bytes = b"") -> bytes:
        """The link of a line to the one before; under the newest key, or the one it names."""
        key = key or self._newest
        if key not in self._links:
            raise BadKey("a line was linked under a key that is not in the key file")
        return key + blake2b(before + line, key=self._links[key], digest_size=16).digest()


class Sealed(TypeDecorator[bytes]):
    """A column that is stored sealed and read in clear; the store closes it when it writes."""

    impl = LargeBinary
    cache_ok = True

    def process_result_value(self, value: Any, dialect: Any) -> bytes | None:
        """Open it under the key of the engine that read it."""
        return None if value is None else dialect.seal.open(bytes(value))


def name(key: bytes) -> bytes:
    """A key's own name, which tells nothing of it."""
    return blake2b(b"name", key=key, digest_size=NAME_BYTES).digest()


def path(database: str, chosen: str = "") -> Path:
    """Where the key lies: as chosen, else where systemd puts credentials, else beside the books."""
    if chosen or os.environ.get(FILE):
        return Path(chosen or os.environ[FILE])
    credential = Path(os.environ.get("CREDENTIALS_DIRECTORY", "/nowhere")) / CREDENTIAL
    if credential.is_file():
        return credential
    return Path(f"{database}.key") if database else Path("croupier.key")


def read(where: Path) -> Seal:
    """The keys of a file."""
    try:
        return of(where.read_text("ascii"), str(where))
    except OSError as error:
        raise BadKey(f"the key file {where} cannot be read: {error.strerror}") from None
    except UnicodeDecodeError:
        raise BadKey(f"{where}: {FORM}") from None


def of(text: str, where: str = "the key") -> Seal:
    """The keys of a text, the newest last."""
    try:
        keys = [bytes.fromhex(line) for line in text.split()]
    except ValueError:
        keys = []
    if not keys or any(len(key) != KEY_BYTES for key in keys):
        raise BadKey(f"{where}: {FORM}")
    return Seal(keys)


def add(where: Path) -> None:
    """A new key, readable by its owner alone; what was sealed before stays readable."""
    old = ""
    if where.exists():
        read(where)  # Nothing is added to what is no key file.
        old = "".join(f"{line}\n" for line in where.read_text("ascii").split())
    part = where.with_name(f"{where.name}.part")
    part.unlink(missing_ok=True)
    with os.fdopen(os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as written:
        written.write(f"{old}{chance.hexed(KEY_BYTES)}\n")
        written.flush()
        os.fsync(written.fileno())
    part.rename(where)
