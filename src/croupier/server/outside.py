"""What lies outside a room: its database, and the lines and calls to other nodes.

A rehearsal of the room (`croupier sim`) gives another outside, in which all of it can fail.
"""

from collections.abc import AsyncIterator
from contextlib import AbstractAsyncContextManager
from typing import Any, Final, Protocol

import httpx
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine
from websockets.asyncio.client import connect

MOST: Final = 60
"""Connections to one node; the rest wait."""
PONG_SECONDS: Final = 3.0
"""A cut between nodes is silent: whoever does not answer in this time is gone."""
CLOSE_SECONDS: Final = 1.0
"""And is not waited for to say goodbye."""


class Leg(Protocol):
    """A WebSocket to another node, as far as it is used."""

    @property
    def close_code(self) -> int | None:
        """How it ended."""

    def __aiter__(self) -> AsyncIterator[str | bytes]:
        """What comes, until it ends."""

    async def send(self, message: str) -> None:
        """What is said."""


class Outside:
    """The world as it is."""

    def engine(self, url: str, **how: Any) -> AsyncEngine:
        """A database."""
        return create_async_engine(url, **how)

    def way(self) -> httpx.AsyncBaseTransport:
        """By which calls go to one other node."""
        return httpx.AsyncHTTPTransport(limits=httpx.Limits(max_connections=MOST), trust_env=False)

    def line(
        self, address: str, headers: dict[str, str], beat: float
    ) -> AbstractAsyncContextManager[Leg]:
        """A person's line, carried to another node, which is asked every `beat` seconds whether it
        is there; 0: never.
        """
        return connect(
            f"ws://{address}/ws",
            additional_headers=headers,
            compression=None,
            max_size=None,
            ping_interval=beat or None,
            ping_timeout=PONG_SECONDS,
            close_timeout=CLOSE_SECONDS,
            proxy=None,
        )


WORLD: Final = Outside()
