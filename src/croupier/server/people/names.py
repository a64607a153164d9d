"""Names: what may be one, and when two look the same (after PRECIS nicknames, RFC 8266)."""

from functools import cache
from typing import Final
from unicodedata import category, combining, normalize

from croupier.server.refusals import No

LENGTH: Final = range(2, 25)
JOINERS: Final = "\u200c\u200d"
"""Invisible, but written inside words of some languages, and inside pictures."""
HIDDEN: Final = ("Cc", "Cf", "Co", "Cs", "Cn", "Zl", "Zp")
BLANK: Final = "\u115f\u1160\u2800\u3164\uffa0"
"""Letters and symbols that show nothing."""


def seen(text: str) -> str:
    """A text without what a reader cannot see: controls, and marks that turn its direction."""
    kept = (c for c in normalize("NFC", text) if c in JOINERS or not _hidden(c))
    return " ".join("".join(" " if c.isspace() else c for c in kept).split())


def _hidden(char: str) -> bool:
    return not char.isspace() and (category(char) in HIDDEN or char in BLANK)


def named(name: str, taken: frozenset[str] = frozenset(), *, house: bool = False) -> str:
    """A name as it is shown; refused if it hides something, or is the house's or a bot's."""
    shown = " ".join(normalize("NFKC", name).split())
    if len(shown) not in LENGTH or ":" in shown or not any(c.isalnum() for c in shown):
        raise No("malformed", "a name has 2 to 24 characters, no colon")
    if any(_hidden(char) or char in JOINERS for char in shown) or _piled(shown):
        raise No("malformed", "a name may have visible characters only")
    words = [bare(word) for word in shown.split()]
    whole = "".join(words)
    if not house and (whole in HOUSE | taken or NEVER & set(words)):
        raise No("taken", "this name is reserved for the house: choose another")
    return shown


def _piled(name: str) -> bool:
    """Whether marks stand one on another."""
    marks = [bool(combining(char)) for char in normalize("NFD", name)]
    return any(a and b and c for a, b, c in zip(marks, marks[1:], marks[2:], strict=False))


def key(name: str) -> str:
    """What two names have in common that look the same."""
    folded = normalize("NFKC", " ".join(name.split())).casefold()
    return "".join(alike(char) for char in folded)


def bare(word: str) -> str:
    """A word without accents, figures and signs, as it looks; an L looks like an I."""
    plain = (char for char in normalize("NFD", key(word)) if not combining(char))
    return "".join(char for char in plain if char.isalpha()).replace("l", "i")


@cache
def alike(char: str) -> str:
    """The character that all which look like this one stand for."""
    found = _table().get(char)
    return found if found is not None else char


@cache
def _table() -> dict[str, str]:
    # Read when the first name comes; the command line does not need it.
    from confusable_homoglyphs.confusables import confusables_data  # noqa: PLC0415

    likes = {
        c: [e["c"] for e in found if len(e["c"]) == 1] for c, found in confusables_data.items()
    }
    return {
        char: _first(char, others, likes).casefold() for char, others in likes.items() if others
    }


def _first(char: str, others: list[str], likes: dict[str, list[str]]) -> str:
    """A character with one likeness stands for that one; one with many, for itself."""
    if len(others) > 1:
        return char
    mutual = len(likes.get(others[0], ())) == 1
    return min(char, others[0]) if mutual else others[0]


_HOUSE: Final = (
    "admin administrator administrateur auditor auditeur bank banque caisse caissier cashier chef "
    "chefdepartie croupier dealer donneur floor house inspecteur inspector maison lamaison "
    "manager moderator moderateur operator pitboss room root salle security staff support system "
    "systeme thehouse"
)
HOUSE: Final = frozenset(bare(word) for word in _HOUSE.split())
"""Only the house speaks under these."""
_NEVER: Final = ("admin", "administrator", "auditor", "cashier", "croupier", "inspector")
NEVER: Final = frozenset(bare(word) for word in _NEVER)
"""Not even as one word of a name."""
