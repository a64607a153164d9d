"""Second factors: codes of an app (TOTP), passkeys (WebAuthn), and recovery codes on paper."""

import base64
import hmac
from typing import Any, Final, Literal
from urllib.parse import quote

import msgspec
import segno
import sqlalchemy as sa
import webauthn
from msgspec import Struct
from webauthn.helpers import base64url_to_bytes, bytes_to_base64url
from webauthn.helpers.exceptions import WebAuthnException
from webauthn.helpers.structs import (
    AuthenticatorSelectionCriteria,
    PublicKeyCredentialDescriptor,
    ResidentKeyRequirement,
    UserVerificationRequirement,
)

from croupier.server import chance
from croupier.server.books import schema
from croupier.server.books.store import Batch, Store
from croupier.server.clock import time
from croupier.server.people.directory import Person
from croupier.server.people.names import seen
from croupier.server.people.sessions import fingerprint
from croupier.server.refusals import No

Kind = Literal["app", "passkey", "code"]
HOUSE: Final = "Croupier"
CODES: Final = 10
STEP: Final = 30
MOST: Final = 8
"""Factors of one person, codes apart."""
ALPHABET: Final = "23456789abcdefghjkmnpqrstuvwxyz"
"""Without what looks like something else."""
BASE32: Final = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567"


class Factor(Struct):
    """One way to show that one is there in person."""

    id: str
    player: str
    kind: Kind
    name: str
    secret: bytes
    counter: int
    added_at: float


class Site(Struct):
    """The address that a browser came to: a passkey belongs to it."""

    host: str
    origin: str


class Drawn(Struct):
    """A new secret for an app, as text and as a picture drawn here."""

    secret: str
    uri: str
    picture: str


class Factors:
    """Everybody's second factors."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.held: dict[str, dict[str, Factor]] = {}
        """By player and id."""

    async def load(self) -> None:
        """Those of the store."""
        for row in await self.store.rows(sa.select(schema.factors)):
            self._hold(Factor(**row._mapping))  # noqa: SLF001 - public in SQLAlchemy.

    def _hold(self, factor: Factor) -> None:
        self.held.setdefault(factor.player, {})[factor.id] = factor

    def of(self, player: str, *kinds: Kind) -> list[Factor]:
        """Somebody's factors; codes are none by themselves."""
        wanted = kinds or ("app", "passkey")
        return [one for one in self.held.get(player, {}).values() if one.kind in wanted]

    async def add(self, batch: Batch, new: list[Factor]) -> None:
        """Keep new ones."""
        for one in new:
            batch.add(schema.factors, **msgspec.structs.asdict(one))
        await self.store.commit(batch)
        for one in new:
            self._hold(one)

    def drop(self, batch: Batch, some: list[Factor]) -> None:
        """Some are no longer good."""
        f = schema.factors
        for one in some:
            self.held.get(one.player, {}).pop(one.id, None)
            batch.updates.append(sa.delete(f).where(f.c.id == one.id))

    def room_for(self, player: str) -> None:
        """Refuse more than a person needs."""
        if len(self.of(player)) >= MOST:
            raise No("not_allowed", "you have many second factors already: remove one first")

    # Codes of an app, and codes on paper.

    async def code(self, player: str, code: str) -> None:
        """A code of six figures, or one of those on paper; each is good once."""
        plain = "".join(code.split()).replace("-", "").lower()
        batch = Batch()
        if not (self._app(batch, player, plain) or self._paper(batch, player, plain)):
            raise No("no_session", "this code is wrong, too old, or was used already")
        await self.store.commit(batch)

    def _app(self, batch: Batch, player: str, code: str) -> bool:
        for one in self.of(player, "app"):
            step = shown(one.secret.decode(), code)
            if step > one.counter:
                one.counter = step
                _count(batch, one)
                return True
        return False

    def _paper(self, batch: Batch, player: str, code: str) -> bool:
        wanted = fingerprint(code)
        found = [one for one in self.of(player, "code") if one.secret.decode() == wanted]
        self.drop(batch, found)
        return bool(found)

    # Passkeys.

    def ask(self, player: str, site: Site) -> tuple[bytes, Any]:
        """A challenge for somebody's passkeys, and what the browser needs; nothing without one."""
        mine = [_described(one) for one in self.of(player, "passkey")]
        if not mine:
            return b"", None
        wanted = webauthn.generate_authentication_options(
            rp_id=site.host,
            allow_credentials=mine,
            user_verification=UserVerificationRequirement.PREFERRED,
        )
        return wanted.challenge, _plain(wanted)

    async def passkey(self, player: str, challenge: bytes, given: Any, site: Site) -> None:
        """A passkey's answer to the challenge."""
        key = given.get("id", "") if isinstance(given, dict) else ""
        one = next((f for f in self.of(player, "passkey") if f.id == key), None)
        if one is None or not challenge:
            raise No("no_session", "this code is wrong, too old, or was used already")
        try:
            done = webauthn.verify_authentication_response(
                credential=given,
                expected_challenge=challenge,
                expected_rp_id=site.host,
                expected_origin=site.origin,
                credential_public_key=one.secret,
                credential_current_sign_count=one.counter,
            )
        except (WebAuthnException, ValueError, KeyError, TypeError):
            raise No("no_session", "this passkey was not accepted: try again") from None
        one.counter = done.new_sign_count
        batch = Batch()
        _count(batch, one)
        await self.store.commit(batch)

    def offer(self, person: Person, site: Site) -> tuple[bytes, Any]:
        """A challenge to make a passkey, and what the browser needs."""
        wanted = webauthn.generate_registration_options(
            rp_id=site.host,
            rp_name=HOUSE,
            user_name=person.name,
            user_id=person.player.encode(),
            exclude_credentials=[_described(one) for one in self.of(person.player, "passkey")],
            authenticator_selection=AuthenticatorSelectionCriteria(
                resident_key=ResidentKeyRequirement.DISCOURAGED,
                user_verification=UserVerificationRequirement.PREFERRED,
            ),
        )
        return wanted.challenge, _plain(wanted)


def made(person: Person, challenge: bytes, given: Any, site: Site, name: str, now: float) -> Factor:
    """A new passkey, if the browser's answer holds."""
    try:
        done = webauthn.verify_registration_response(
            credential=given,
            expected_challenge=challenge,
            expected_rp_id=site.host,
            expected_origin=site.origin,
        )
    except (WebAuthnException, ValueError, KeyError, TypeError):
        raise No("not_allowed", "this passkey was not accepted: try again") from None
    key = bytes_to_base64url(done.credential_id)
    public = done.credential_public_key
    return Factor(key, person.player, "passkey", title(name), public, done.sign_count, now)


def drawn(person: Person) -> Drawn:
    """A new secret for an app, and its picture."""
    secret = chance.letters(BASE32, 32)
    uri = f"otpauth://totp/{HOUSE}:{quote(person.name, safe='')}?secret={secret}&issuer={HOUSE}"
    picture = segno.make(uri, error="m").svg_data_uri(scale=4, border=2, light="#fff")
    return Drawn(secret, uri, picture)


def app(person: Person, secret: str, code: str, name: str, now: float) -> Factor:
    """A new app, if it shows the right code."""
    step = shown(secret, "".join(code.split()))
    if not step:
        raise No("not_allowed", "the code does not match: is the clock of your device right?")
    key = chance.hexed(12)
    return Factor(key, person.player, "app", title(name), secret.encode(), step, now)


def shown(secret: str, code: str) -> int:
    """The step of time at which an app shows this code, within half a minute; 0: never."""
    # The clock of the wall: an app elsewhere knows no other.
    now = int(time()) // STEP
    if not code.isascii():
        return 0
    steps = (now - 1, now, now + 1)
    return next((s for s in steps if hmac.compare_digest(code_of(secret, s), code)), 0)


def code_of(secret: str, step: int) -> str:
    """Six digits, as every app has them (RFC 6238)."""
    digest = hmac.digest(base64.b32decode(secret), step.to_bytes(8), "sha1")
    at = digest[-1] & 15
    number = int.from_bytes(digest[at : at + 4]) & 0x7FFFFFFF
    return f"{number % 10**6:06}"


def paper(person: Person, now: float) -> tuple[list[str], list[Factor]]:
    """New codes to be written down, and what is kept of them."""
    codes = [chance.letters(ALPHABET, 16) for _ in range(CODES)]
    kept = [
        Factor(chance.hexed(12), person.player, "code", "", fingerprint(c).encode(), 0, now)
        for c in codes
    ]
    return ["-".join((c[:4], c[4:8], c[8:12], c[12:])) for c in codes], kept


def title(name: str) -> str:
    """What somebody calls a factor."""
    return seen(name)[:40]


def _count(batch: Batch, one: Factor) -> None:
    f = schema.factors
    batch.updates.append(sa.update(f).where(f.c.id == one.id).values(counter=one.counter))


def _described(one: Factor) -> PublicKeyCredentialDescriptor:
    return PublicKeyCredentialDescriptor(id=base64url_to_bytes(one.id))


def _plain(options: Any) -> Any:
    return msgspec.json.decode(webauthn.options_to_json(options))
