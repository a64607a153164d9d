"""The words for hands, in English and in French as French casinos print them (TH-41)."""

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple


class Rank(NamedTuple):
    """A rank as it stands in a sentence: ace, aces, of aces, ace high; as, as, d'as, à l'as."""

    one: str
    many: str
    of: str
    to: str


def _english(one: str) -> Rank:
    many = one + ("es" if one.endswith("x") else "s")
    return Rank(one, many, f"of {many}", f"{one} high")


def _french(one: str) -> Rank:
    many = one + ("s" if one in ("valet", "dame", "roi") else "")
    to = {"as": "à l'as", "dame": "à la dame"}.get(one, f"au {one}")
    return Rank(one, many, f"d'{many}" if one == "as" else f"de {many}", to)


_ENGLISH: Final = "two three four five six seven eight nine ten jack queen king ace"
_FRENCH: Final = "deux trois quatre cinq six sept huit neuf dix valet dame roi as"

RANKS: Final = {
    "en": tuple(map(_english, _ENGLISH.split())),
    "fr": tuple(map(_french, _FRENCH.split())),
}
LANGUAGES: Final = tuple(RANKS)

Phrases = Mapping[str, Mapping[str, str]]


def say(
    phrases: Phrases, language: str, phrase: str, ranks: Sequence[int] = (), number: int = 0
) -> str:
    """A phrase in one language: `{0.many}` is the plural of the first rank, `{number}` a count."""
    if language not in LANGUAGES:
        allowed = " or ".join(LANGUAGES)
        raise ValueError(f"hands have no names in {language!r}: the language is {allowed}")
    words = RANKS[language]
    return phrases[language][phrase].format(*(words[rank] for rank in ranks), number=number)
