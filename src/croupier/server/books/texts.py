"""Which texts can be kept: the one rule for all that people write, whichever database keeps it."""

from collections.abc import Iterable
from typing import Annotated

from msgspec import Meta

from croupier.server.refusals import No

Reason = Annotated[str, Meta(min_length=3, max_length=300)]
Key = Annotated[str, Meta(min_length=1, max_length=64)]


def check(values: Iterable[object]) -> None:
    """Refuse a NUL, which PostgreSQL does not keep, and half characters, which nobody reads."""
    if not _storable("".join([value for value in values if isinstance(value, str)])):
        raise No("malformed", "the text contains characters that cannot be stored")


def _storable(text: str) -> bool:
    try:
        return "\0" not in text and (text.isascii() or bool(text.encode()))
    except UnicodeEncodeError:
        return False
