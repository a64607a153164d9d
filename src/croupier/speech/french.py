"""What the room says, in French: a catalogue (french.toml) from English phrases to French ones.

A phrase may have holes. What stands in a hole is a figure, which French writes in its own way, or
again a phrase of the catalogue; a hole in capitals is carried over as it stands. So amounts, seats,
cards and clauses come through, and what is not in the catalogue is not said half in each language.
"""

import re
import tomllib
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from importlib.resources import files
from typing import Any, Final

from croupier import speech
from croupier.core import catalogue as core
from croupier.core.asks import NO_MAXIMUM, Option, Refused
from croupier.core.cards import text as cards_text
from croupier.core.felt import NOWHERE
from croupier.core.phrases import FORMS, MOST, Amount, Money, Phrase, counted, english, rest
from croupier.core.words import COUNTED, HANDS, RULINGS
from croupier.ranks import doublehand, high
from croupier.ranks.sets import pack

LANGUAGES: Final = ("en", "fr")
THIN: Final = "\u202f"

_HOLE: Final = re.compile(r"\{(\w+)\}")
_CLAUSES: Final = re.compile(r"(.*?)( \([A-Z]{2}-\d+(?:, [A-Z]{2}-\d+)*\))", re.DOTALL)
_FIGURE: Final = re.compile(r"(-?)([^\w\s.,-]{0,3})(\d{1,3}(?:,\d{3})+|\d+)(\.\d+)?(%)?")
_MARK: Final = re.compile(r" (?=[;:!?%])")


def say(text: str, language: str) -> str:
    """A text of the room in the reader's language; what has no French stays English."""
    return (known(text) or text) if language == "fr" else text


def known(text: str) -> str | None:
    """The French of an English text; nothing where the catalogue has none."""
    clauses = _CLAUSES.fullmatch(text)
    if clauses:
        said = _said(clauses[1])
        return said and said + clauses[2]
    return _said(text)


def figure(text: str) -> str | None:
    """A number, a share or an amount as French writes it: `1 000,50 €`; nothing if it is none."""
    found = _FIGURE.fullmatch(text)
    if found is None:
        return None
    sign, currency, whole, decimals, share = found.groups()
    number = whole.replace(",", THIN) + (decimals or "").replace(".", ",")
    unit = currency or share
    return sign + number + (THIN + unit if unit else "")


def said(phrase: Phrase, language: str, money: Money = str) -> str:
    """A sentence in the reader's language; one that has no French stays English."""
    found = template(phrase.template) if language == "fr" else None
    if found is None:
        return english(phrase, money)
    said = {name: _value(name, value, money) for name, value in phrase.values.items()}
    return counted(found, phrase.values, "fr").format_map(said)


def refusal(refused: Refused, language: str, money: Money) -> str:
    """A refusal in the reader's language, with what is allowed and the clause."""
    if language != "fr":
        return refused.sentence(money)
    options = ", ".join(option(one, money) for one in refused.allowed[:MOST])
    allowed = f"{THIN}; permis{THIN}: {options}" if options else ""
    return said(refused.why, "fr", money) + allowed + refused.behind


@cache
def template(written: str) -> str | None:
    """The French of a template of the source, its clauses carried over."""
    whole = _whole()
    found = _CLAUSES.fullmatch(written)
    if found is None:
        return whole.get(written)
    front = whole.get(found[1])
    return front and front + found[2]


def _value(name: str, value: Any, money: Money) -> str:
    if isinstance(value, Phrase):
        return said(value, "fr", money)
    if isinstance(value, Amount):
        return figure(money(int(value))) or money(int(value))
    if isinstance(value, list | tuple | range):
        named = [_value(name, member, money) for member in value[:MOST]]
        return ", ".join(named) + rest(len(value), "et {} autres")
    text = str(value)
    return text if name.isupper() else _whole().get(text, figure(text) or text)


def option(offered: Option, money: Callable[[int], str]) -> str:
    """An option in words: `miser de 1 € à 100 € (ante)`."""
    words, between = [speech.act(offered.act, "fr", on=offered.spot != NOWHERE)], "de"
    if offered.act == "buy in":
        words, between = [*words, "pour"], ""
    write = str if offered.act in COUNTED else money
    low, high_ = (figure(write(amount)) or "" for amount in (offered.low, offered.high))
    if offered.cards:
        count = low if low == high_ else f"{low} à {high_}"
        words += [count, "parmi", cards_text(offered.cards)]
    elif offered.high >= NO_MAXIMUM:
        words += [low, "ou plus"]
    elif offered.low < offered.high:
        words += [between, low, "à", high_]
        if 1 < offered.step <= offered.high - offered.low:
            words += ["par pas de", figure(write(offered.step)) or ""]
    elif offered.high:
        words.append(low)
    seat, word = offered.spot
    if offered.act in RULINGS and seat:
        where = "" if word in HANDS else f"{speech.spot(word, 'fr')}, "
        words.append(f"({where}place {seat})")
    elif offered.spot != NOWHERE and offered.spot[1] != offered.act:
        words.append(f"({speech.spot(offered.spot[1], 'fr')})")
    return " ".join(filter(None, words))


def _said(text: str) -> str | None:
    whole, patterns = _whole(), _patterns()
    if text in whole:
        return whole[text]
    for pattern, french in patterns:
        found = pattern.fullmatch(text)
        if found and (filled := _filled(french, found.groupdict())) is not None:
            return filled
    return None


def _filled(french: str, holes: Mapping[str, str]) -> str | None:
    said = {name: _hole(name, held) for name, held in holes.items()}
    if None in said.values():
        return None
    return _HOLE.sub(lambda hole: str(said[hole[1]]), french)


def _hole(name: str, held: str) -> str | None:
    return held if name.isupper() else figure(held) or known(held)


@cache
def _whole() -> dict[str, str]:
    return {**_fronts(), **catalogue()}


@cache
def _patterns() -> list[tuple[re.Pattern[str], str]]:
    """Phrases with holes, the most particular first."""
    phrases = catalogue("terminal")  # Its sentences are looked up only, like those that count.
    holed = [one for one in phrases if _HOLE.search(one) and not FORMS.search(one)]
    holed.sort(key=lambda phrase: len(_HOLE.sub("", phrase)), reverse=True)
    return [(_pattern(phrase), phrases[phrase]) for phrase in holed]


def catalogue(*without: str) -> dict[str, str]:
    """Every English phrase and its French, but for some sections."""
    acts = {
        word: spoken.fr.act for word, spoken in speech.vocabulary().words.items() if spoken.fr.act
    }
    papers = (*core.papers("french.toml"), files("croupier.speech") / "french.toml")
    found: dict[str, str] = {}
    for paper in papers:  # The house's own French stands last: a guest cannot change it.
        sections = tomllib.loads(paper.read_text("utf-8"))
        kept = {name: section for name, section in sections.items() if name not in without}
        found |= _phrases(kept)
    return {**acts, **found}


def spaced(text: str) -> str:
    """A French text with thin spaces before its high marks."""
    return _MARK.sub(THIN, text)


def _phrases(section: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    for phrase, french in section.items():
        if isinstance(french, str):
            yield phrase, spaced(french)
        else:
            yield from _phrases(french)


def _pattern(english: str) -> re.Pattern[str]:
    parts = _HOLE.split(english)
    return re.compile(
        "".join(f"(?P<{part}>.+?)" if at % 2 else re.escape(part) for at, part in enumerate(parts))
    )


def _fronts() -> dict[str, str]:
    """The hands that a fouled setting names: a pair, two cards, or a high card."""
    ranks = range(13)
    values = [pack(high.PAIR, [rank]) for rank in ranks]
    values += [pack(high.HIGH_CARD, [top, low]) for top in ranks for low in range(top)]
    values += [pack(high.HIGH_CARD, [top, top - 1, 1]) for top in ranks[2:]]
    return {doublehand.name(value, "en"): doublehand.name(value, "fr") for value in values}
