"""The lab's answers in a person's language: texts and figures."""

from typing import Final

from croupier.speech import french

SIGNED: Final = "+"


class Voice:
    """One language for an answer."""

    def __init__(self, language: str = "en") -> None:
        self.language = language

    def __call__(self, text: str) -> str:
        """A text of the lab; what has no French stays English."""
        return french.say(text, self.language)

    def figure(self, value: float, form: str) -> str:
        """A number in a form of Python's."""
        written = format(value, form)
        if self.language != "fr":
            return written
        sign = SIGNED if written.startswith(SIGNED) else ""
        return sign + (french.figure(written.removeprefix(SIGNED)) or written)

    def within(self, error: float, form: str = ".4%") -> str:
        """How far off a sampled figure may be."""
        return f"± {self.figure(1.96 * error, form)} (95 %)"
