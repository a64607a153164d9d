"""Passwords: what may be one, and how they are kept. Argon2 costs time and memory on purpose, so
few are worked out at once and few may wait for it.
"""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Final, TypeVar

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

from croupier.server.people import names
from croupier.server.refusals import No

T = TypeVar("T")
LENGTH: Final = range(10, 201)
AT_ONCE: Final = 2
WAITING: Final = 12
"""Passwords that may wait: of strangers, and as many again of devices that are known."""
_COMMON: Final = (
    "0123456789 1234567890 0987654321 1111111111 1q2w3e4r5t 1qaz2wsx3edc abcdefghij abcdefghijk "
    "administrator azertyuiop azerty123456 baseball123 bonjour123 casino1234 changeme123 "
    "chocolate1 croupier123 doudou1234 football123 iloveyou123 iloveyou12 jetaime123 "
    "letmein123 letmeinplease liverpool1 loulou1234 marseille13 michael123 monkey1234 motdepasse "
    "motdepasse1 motdepasse123 password01 password1! password12 password123 password1234 "
    "passw0rd12 passw0rd123 p@ssw0rd12 p@ssword123 poker12345 princess123 qazwsxedcrfv "
    "qwerty12345 qwerty123456 qwertyuiop qwertyuiop1 qwertzuiop roulette123 secret1234 "
    "soleil1234 starwars123 sunshine123 superman123 texasholdem thepassword trustno1trustno1 "
    "welcome123 welcome1234 whatever123"
)
COMMON: Final = frozenset(_COMMON.split())
"""Those that are tried first."""
NOBODY: Final = (
    "$argon2id$v=19$m=65536,t=3,p=4$JeT2iXF5TXlIAxVHeGKWlQ$"
    "6PX4RqLTlwxTtQlGaCR4k6vQVHQTZMeEztHa+lhWcBc"
)
"""What an unknown name is compared with: a wrong name takes as long as a wrong password."""


def check(password: str, name: str) -> None:
    """Refuse a password that is guessed first."""
    if len(password) not in LENGTH:
        raise No("malformed", "a password needs 10 to 200 characters")
    folded = password.casefold()
    if folded in COMMON or len(set(folded)) < 4:
        raise No("malformed", "this password is too easy to guess: choose another")
    if names.bare(name) and names.bare(name) == names.bare(password):
        raise No("malformed", "your password can't be your name: choose another")


class Vault:
    """Where passwords are worked out, a few at a time."""

    def __init__(self) -> None:
        self._hasher = PasswordHasher()
        self._turn = asyncio.Semaphore(AT_ONCE)
        self._waiting = {True: 0, False: 0}

    async def kept(self, password: str, *, known: bool = False) -> str:
        """A password as it is kept."""
        return await self._work(self._hasher.hash, password, known=known)

    async def fits(self, kept: str, password: str, *, known: bool = False) -> bool:
        """Whether it is the password that is kept."""
        try:
            return await self._work(self._hasher.verify, kept or NOBODY, password, known=known)
        except (VerificationError, InvalidHashError):
            return False

    async def _work(self, step: Callable[..., T], *args: str, known: bool) -> T:
        async with self._place(known):
            return await asyncio.to_thread(step, *args)

    @asynccontextmanager
    async def _place(self, known: bool) -> AsyncIterator[None]:
        if self._waiting[known] >= WAITING:
            raise No("busy", "many people are signing in right now: try again in a few seconds")
        self._waiting[known] += 1
        try:
            async with self._turn:
                yield
        finally:
            self._waiting[known] -= 1
