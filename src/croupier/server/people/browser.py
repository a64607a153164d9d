"""The browser: its cookies, the pages that may speak for it, and the headers of every answer.

A browser never sees its token: it has it in a cookie that scripts cannot read and other sites do
not send. Bots and other clients have it in the answer, and send it as `Authorization: Bearer`.
"""

from base64 import b64encode
from hashlib import sha256
from typing import Any, Final
from urllib.parse import urlsplit

from litestar import Response
from litestar.connection import ASGIConnection
from litestar.datastructures import Cookie, MutableScopeHeaders
from litestar.types import Message, Scope

from croupier.server import chance
from croupier.server.people.factors import Site
from croupier.server.people.sessions import fingerprint
from croupier.server.refusals import No
from croupier.server.settings import Settings
from croupier.speech.french import LANGUAGES

Connection = ASGIConnection[Any, Any, Any, Any]
HEADER: Final = "X-Croupier"
"""A page of ours names it in every call; a page of another site cannot."""
SAFE: Final = ("GET", "HEAD", "OPTIONS")
YEAR: Final = 365 * 24 * 3600
TOKEN: Final = "croupier"  # noqa: S105 - the name of a cookie.
DEVICE: Final = "croupier-device"

POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    "font-src 'self'; connect-src 'self'; media-src 'self'; manifest-src 'self'; "
    "base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
)
HEADERS: Final = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=(), "
    "publickey-credentials-create=(self), publickey-credentials-get=(self)",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}
PRIVATE: Final = ("/api/", "/metrics", "/status")


async def protect(message: Message, scope: Scope) -> None:
    """Every answer carries the same headers."""
    if message["type"] != "http.response.start":
        return
    headers = MutableScopeHeaders.from_message(message)
    for name, value in HEADERS.items():
        headers.setdefault(name, value)
    if scope["path"].startswith(PRIVATE):
        headers["Cache-Control"] = "no-store"
    if scope["scheme"] in ("https", "wss"):
        headers["Strict-Transport-Security"] = f"max-age={YEAR}"


def styled(style: str) -> str:
    """The policy of a page with one style of its own."""
    digest = b64encode(sha256(style.encode()).digest()).decode()
    return POLICY.replace("style-src 'self'", f"style-src 'sha256-{digest}'")


# Whose page.


def origin(connection: Connection, settings: Settings) -> str:
    """The address of our own pages, as a browser names it."""
    if settings.address:
        return settings.address.rstrip("/")
    return f"{'https' if _secure(connection) else 'http'}://{connection.headers.get('Host', '')}"


def site(connection: Connection, settings: Settings) -> Site:
    """Where passkeys belong."""
    own = origin(connection, settings)
    return Site(urlsplit(own).hostname or "", own)


def ours(connection: Connection, settings: Settings) -> None:
    """Refuse a call or a line from a page of another site."""
    named = connection.headers.get("Origin")
    if named is not None and named != origin(connection, settings):
        raise No("forbidden", "this page is not one of the room's own")


def _secure(connection: Connection) -> bool:
    return connection.scope["scheme"] in ("https", "wss")


# Cookies.


def named(connection: Connection, name: str) -> str:
    """Behind TLS a cookie is bound to this very host."""
    return f"__Host-{name}" if _secure(connection) else name


def is_page(connection: Connection) -> bool:
    """Whether a page of ours calls."""
    return HEADER in connection.headers


def token(connection: Connection) -> str:
    """The token in the cookie; a call that changes something must come from a page of ours."""
    found = connection.cookies.get(named(connection, TOKEN), "")
    method = connection.scope.get("method", "GET")
    if found and method not in SAFE and not is_page(connection):
        raise No("forbidden", "a request with a cookie must send the header X-Croupier")
    return found


def device(connection: Connection) -> str:
    """What is kept of the device's own cookie; nothing for a new one."""
    found = connection.cookies.get(named(connection, DEVICE), "")
    return fingerprint(found) if 20 <= len(found) <= 64 else ""


def remember(connection: Connection, answer: Response[Any]) -> str:
    """Know the device again, by a cookie of its own; what is kept of it."""
    known = device(connection)
    if known:
        return known
    fresh = chance.token(18)
    answer.set_cookie(_cookie(connection, DEVICE, fresh, 2 * YEAR))
    return fingerprint(fresh)


def sign_in(connection: Connection, answer: Response[Any], fresh: str, seconds: int) -> None:
    """The token into the cookie."""
    answer.set_cookie(_cookie(connection, TOKEN, fresh, seconds))


def sign_out(connection: Connection, answer: Response[Any]) -> None:
    """The cookie is gone."""
    answer.set_cookie(_cookie(connection, TOKEN, "", 0))


def _cookie(connection: Connection, name: str, value: str, seconds: int) -> Cookie:
    return Cookie(
        key=named(connection, name),
        value=value,
        max_age=seconds,
        path="/",
        httponly=True,
        secure=_secure(connection),
        samesite="strict",
    )


def language(accepted: str) -> str:
    """The language that is wanted most of those the room speaks (Accept-Language)."""
    wanted: dict[str, float] = {}
    for part in accepted.split(","):
        name, _, weight = part.partition(";q=")
        wanted.setdefault(name.strip().lower()[:2], _weight(weight))
    return max(LANGUAGES, key=lambda one: wanted.get(one, 0.0))


def _weight(text: str) -> float:
    try:
        return float(text) if text else 1.0
    except ValueError:
        return 0.0
