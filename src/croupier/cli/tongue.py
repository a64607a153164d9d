"""The terminal in a person's language: sentences, words, spots and money."""

import re
import unicodedata
from collections.abc import Callable, Sequence
from typing import Final

from croupier import speech
from croupier.core.asks import NO_MAXIMUM, Option, Refused
from croupier.core.felt import NOWHERE
from croupier.core.phrases import counted
from croupier.core.words import COUNTED
from croupier.houses import House
from croupier.speech import french

DASH: Final = "\N{EN DASH}"
FEW: Final = 4
"""A slider of no more steps than this is listed step by step."""
FILLERS: Final = frozenset(
    {"to", "on", "for", "with", "at", "of", "in", "the"}
    | {"a", "de", "la", "le", "les", "pour", "avec", "sur", "dans"}
)
"""Words that a line may have and that say nothing."""
_THOUSANDS: Final = re.compile(r"(?<=\d)[,\u202f\u00a0](?=\d{3}\b)")
_COMMA: Final = re.compile(r"(?<=\d),(?=\d)")


def plain(text: str) -> str:
    """A text as it is compared: small letters without accents, words a space apart."""
    letters = unicodedata.normalize("NFKD", text.casefold().replace("-", " "))
    return " ".join("".join(c for c in letters if not unicodedata.combining(c)).split())


class Tongue:
    """One language at the tables of one house."""

    def __init__(self, language: str, house: House) -> None:
        self.language, self.house = language, house
        self.money: Callable[[int], str] = self.french_money if self.is_french else house.money

    @property
    def is_french(self) -> bool:
        """Whether French is spoken."""
        return self.language == "fr"

    @property
    def colon(self) -> str:
        """What stands behind a prompt."""
        return f"{french.THIN}: " if self.is_french else ": "

    def say(self, sentence: str, **holes: object) -> str:
        """A sentence of the terminal, its holes filled."""
        said = french.template(sentence) if self.is_french else sentence
        return self.filled(said or sentence, **holes)

    def filled(self, said: str, **holes: object) -> str:
        """A text in the person's language, its holes filled."""
        return counted(said, holes, self.language).format(**holes)

    def french_money(self, amount: int) -> str:
        """`1 000,50 €`."""
        written = self.house.money(amount)
        return french.figure(written) or written

    def signed(self, amount: int) -> str:
        """A gain or a loss with its sign."""
        return ("+" if amount > 0 else "") + self.money(amount)

    def figure(self, word: str, amount: int) -> str:
        """The amount of a word: money, or a number of things."""
        return str(amount) if word in COUNTED else self.money(amount)

    def forms(self, word: str) -> speech.Forms:
        """A word of the hand."""
        return speech.forms(word, self.language)

    def kind(self, word: str) -> str:
        """Whether a word is an act, a call of the house, a ruling, or why something moves."""
        return speech.vocabulary().words[word].kind

    def act(self, option: Option) -> str:
        """An act as it is typed."""
        return speech.act(option.act, self.language, on=option.spot != NOWHERE)

    def note(self, word: str) -> str:
        """What a player is told beside an option."""
        return speech.note(word, self.language)

    def spot(self, word: str) -> str:
        """The name of a spot, as a label."""
        return speech.spot(word, self.language)

    def amid(self, word: str) -> str:
        """The name of a spot amid a sentence: bets that both languages call alike are names."""
        name = self.spot(word)
        same = speech.spot(word, "en") == speech.spot(word, "fr")
        return name if same else name[:1].lower() + name[1:]

    def refusal(self, refused: Refused) -> str:
        """Why something is refused, and what is allowed."""
        return french.refusal(refused, self.language, self.house.money)

    def worded(self, error: ValueError) -> str:
        """What is wrong, for a person."""
        return self.refusal(error) if isinstance(error, Refused) else str(error)

    def amounts(self, line: str) -> str:
        """A line with its amounts as a program reads them: no thousands, a point for cents."""
        line = _THOUSANDS.sub("", line)
        return _COMMA.sub(".", line) if self.is_french else line.replace(",", " ")

    def amount(self, word: str, act: str = "bet") -> int:
        """An amount that a person wrote."""
        if act in COUNTED and word.isdecimal():
            return int(word)
        try:
            return self.house.cents(word)
        except ValueError:
            raise ValueError(
                self.say("“{text}” is not an amount: write 10 or 7.50.", text=word)
            ) from None

    def is_amount(self, word: str) -> bool:
        """Whether a word begins like an amount."""
        return word.lstrip("-+" + self.house.currency)[:1].isdigit()

    def sizes(self, group: Sequence[Option]) -> str:
        """How much an act may be, or how many cards."""
        option = max(group, key=lambda one: one.high)
        if option.cards:
            low, high = option.low, option.high
            count = str(high) if low == high else f"{low}{DASH}{high}"
            return " " + self.say("{count} {number|card|cards}", count=count, number=high)
        if not option.high:
            return ""
        least = min(one.low for one in group if one.high)
        to = self.forms(option.act).to if least < option.high else ""
        return f" {to}".rstrip() + f" {self.range(option)}"

    def range(self, option: Option) -> str:
        """The amounts of an option: `€20`, `€10/€20/€30`, `€8-€200`."""
        money = str if option.act in COUNTED else self.money
        steps = (option.high - option.low) // option.step
        if option.high >= NO_MAXIMUM:
            return self.say("{amount} or more", amount=money(option.low))
        if steps < FEW:
            return "/".join(money(n) for n in range(option.low, option.high + 1, option.step))
        return f"{money(option.low)}{DASH}{money(option.high)}"
