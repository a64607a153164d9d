"""Chance, asked of the machine in one place: seeds of hands, names, tokens and codes.

No other module of the server asks for it: a rehearsal of the room (`croupier sim`) has its own.
"""

import os
from base64 import urlsafe_b64encode
from collections.abc import Callable

source: Callable[[int], bytes] = os.urandom
BYTE = 256


def octets(count: int) -> bytes:
    """`count` bytes that nobody can know."""
    return source(count)


def hexed(count: int) -> str:
    """`count` bytes as hexadecimal text."""
    return octets(count).hex()


def token(count: int) -> str:
    """`count` bytes as text that fits into an address."""
    return urlsafe_b64encode(octets(count)).rstrip(b"=").decode()


def letters(alphabet: str, count: int) -> str:
    """`count` letters, each of the alphabet equally likely."""
    found, fair = "", BYTE - BYTE % len(alphabet)
    while len(found) < count:
        (drawn,) = octets(1)
        if drawn < fair:
            found += alphabet[drawn % len(alphabet)]
    return found
