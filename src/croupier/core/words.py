"""The closed list of words that a hand speaks: why chips and cards move, what is said and done.

Made by scripts/make-words from words.toml, which says them in both languages: a new game adds its
words there. A guest brings words of its own, in the `words.toml` beside its rules.
"""

from typing import TYPE_CHECKING, Final, Literal, NewType, get_args

Act = Literal[
    "bet",
    "withdraw",
    "fold",
    "check",
    "call",
    "raise",
    "option",
    "decline",
    "play board",
    "pass",
    "bank",
    "cut",
    "random",
    "choose",
    "house way",
    "set",
    "stand",
    "hit",
    "double",
    "split",
    "surrender",
    "insure",
    "buy in",
    "partner",
    "backing",
    "cow",
    "stake",
    "share",
    "straddle",
    "ask cut",
    "stand pat",
    "keep",
    "kill next",
    "run once",
    "run twice",
    "draw",
]
"""What a seat may do."""
Call = Literal[
    "shoe",
    "shuffle",
    "owner",
    "close",
    "join",
    "leave",
    "short",
    "button",
    "kill",
    "leg",
    "push",
    "tied",
    "eligible",
    "behind",
    "violation",
    "dice",
    "action",
    "covered",
    "unqualified",
]
"""What the house says."""
Ruling = Literal[
    "void",
    "misdeal",
    "fouled deck",
    "dead hand",
    "replace card",
    "award pot",
    "exposed card",
    "six cards",
    "missing card",
    "assign_box_owner",
    "release_box",
]
"""What the staff may rule."""
Why = Literal[
    "win",
    "lose",
    "back",
    "small blind",
    "big blind",
    "button blind",
    "ante",
    "collection",
    "post",
    "dead",
    "gather",
    "uncalled",
    "merge",
    "drop",
    "levy",
    "fee",
    "deal",
    "burn",
    "show",
    "muck",
    "discard",
]
"""Why chips and cards move, besides acts and rulings."""
Guest = NewType("Guest", str)
"""A word that a guest brings: `PLAY: Final = Guest("play")`. Its amounts are money."""

if TYPE_CHECKING:
    Deed = Act | Ruling | Literal["close", "join", "leave", "muck", "show"] | Guest
    Cause = Deed | Why | Literal["kill", "shuffle"]
    Word = Act | Call | Ruling | Why | Guest
else:
    Deed = Cause = Word = str  # A journal may speak a guest's words.

RULINGS: Final[frozenset[str]] = frozenset(get_args(Ruling))
WORDS: Final = RULINGS.union(*map(get_args, (Act, Call, Why)))
"""The house's own words. A deed is what can be decided, a cause why something moves."""

HANDS: Final = frozenset({"hole", "stack"})
"""Words of spots that go without saying where a ruling names the seat."""

OF_A_CARD: Final = frozenset(
    {
        "replace card",
        "exposed card",
    }
)
"""Rulings that name a card by its place on the spot, from 1. With the ruling all see its face."""

COUNTED: Final = frozenset(
    {
        "cut",
        "draw",
        "shoe",
        "shuffle",
        "push",
        "dice",
        "replace card",
        "award pot",
        "exposed card",
    }
)
"""Words whose amounts are numbers of things, not money."""

Note = Literal[
    "",
    "would win",
    "bonus wins",
    "even money",
    "forfeits",
    "sevens",
]
"""What a client tells a person beside an option."""
