"""Which texts can be kept: the one rule for all that people write, whichever database keeps it."""

from typing import Annotated

from msgspec import Meta

from croupier.server.refusals import No

Reason = Annotated[str, Meta(min_length=3, max_length=300)]
Key = Annotated[str, Meta(min_length=1, max_length=64)]


def check(*values: object) -> None:
    """Refuse a NUL, which PostgreSQL does not keep, and half characters, which nobody reads."""
    for value in values:
        if isinstance(value, str) and not _storable(value):
            raise No("malformed", "the text contains characters that cannot be stored")


def _storable(text: str) -> bool:
    if "\0" in text:
        return False
    return text.isascii() or not any("\ud800" <= sign <= "\udfff" for sign in text)
