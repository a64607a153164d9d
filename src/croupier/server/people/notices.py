"""What the room tells one person, wherever they are."""

from msgspec import Struct

from croupier.core.phrases import Phrase


class Notice(Struct, frozen=True):
    """A word to one person, before it is put into the reader's language."""

    kind: str
    text: Phrase
    table: str = ""
