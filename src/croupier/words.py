"""The closed list of words that a hand speaks: why chips and cards move, what is said and done.

A client translates these and needs no others. A new game adds its words here.
"""

from typing import Final, Literal, get_args

Word = Literal[
    # What a seat may do.
    "bet",
    "withdraw",
    "fold",
    "call",
    # What the house says.
    "close",
    "short",
    "void",
    # Why chips move.
    "win",
    "lose",
    "back",
    # Why cards move.
    "deal",
    "burn",
    "show",
    "muck",
]

WORDS: Final[frozenset[str]] = frozenset(get_args(Word))

Note = Literal["", "bonus wins"]
"""What a client tells a person beside an option."""
