"""The tests of the house that a guest may use: its laws, its server, its browser."""

from web.conftest import chromium, room, visit

__all__ = ["chromium", "room", "visit"]
