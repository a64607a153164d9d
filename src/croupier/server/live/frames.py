"""What every message of the protocol is built on."""

from msgspec import Struct


class FromClient(Struct, frozen=True, tag_field="type"):
    """What a client sends."""


class FromServer(Struct, tag_field="type"):
    """What the room sends."""
