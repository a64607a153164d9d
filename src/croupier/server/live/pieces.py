"""A message to thousands in pieces: what is common is encoded once, each reader's own goes between.

Nothing here knows what the pieces say.
"""

from msgspec import Struct

Own = list[tuple[int, bytes]]
"""What is one reader's own, each after which of the common parts."""


class Pieces(Struct, frozen=True, array_like=True):
    """The parts of a message that are the same for everybody, in their order."""

    parts: list[bytes]

    def spliced(self, own: Own) -> bytes:
        """What one reader is sent."""
        parts, out, at = self.parts, list[bytes](), 0
        for after, text in own:
            out += parts[at : after + 1]
            out.append(text)
            at = after + 1
        out += parts[at:]
        return b"".join(out)
