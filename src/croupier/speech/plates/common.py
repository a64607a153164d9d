"""Lines that the plates of several games share."""

from typing import Protocol

from croupier.core.prices import Price, Rounding, half_buy_in
from croupier.procedure.banking import winnings
from croupier.speech.plates import Line, Section, Voice

NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")


def ranking(say: Voice, order: str, aces: str, kickers: str) -> Section:
    """The ranking of poker hands, and how equal ones are compared; three clauses."""
    return say.section(
        "Ranking of hands",
        say.line(
            "From the best: royal flush, straight flush, four of a kind, full house, flush, "
            "straight, three of a kind, two pair, pair, high card.",
            order,
        ),
        say.line("An ace is high, or low in 5-4-3-2-A. Suits never rank.", aces),
        say.line("Between equal combinations their highest cards decide.", kickers),
        say.line("Then the kickers, up to five cards in all; no sixth card counts.", kickers),
    )


def rounding(
    say: Voice, how: Rounding, pays: Price, stake: int, chip: int, clause: str
) -> tuple[Line, ...]:
    """What becomes of a win that cannot be paid exactly, with an example where it costs."""
    if how != "down_to_chip":
        up = "Fractions of a cent are rounded up." if how == "up_to_cent" else ""
        return (say.line(up or "Fractions of a cent are rounded down.", clause),)
    lines = [
        say.line("Wins are paid in whole chips of {chip}, rounded down.", clause,
                 chip=say.money(chip))
    ]  # fmt: skip
    won = winnings(stake, pays, how, chip)
    if won * pays.denominator != stake * pays.numerator:
        lines.append(
            say.line("So {price} on {stake} wins {won}.", clause,
                     price=say.price(pays), stake=say.money(stake), won=say.money(won))
        )  # fmt: skip
    return tuple(lines)


def buy_in(say: Voice, least: int, most: int, clause: str) -> Line:
    """What a player sits down with."""
    if most:
        return say.between("Buy-in", least, most, clause)
    return say.line("from {low}", clause, "Buy-in", low=say.money(least))


def stakes(
    say: Voice, rathole_minutes: int, table_stakes: str, leaving: str, busted: str
) -> tuple[Line, ...]:
    """Table stakes, leaving and coming back; three clauses."""
    back = (
        "Come back within {number} {number|minute|minutes} and you bring what you left with, "
        "at least."
    )
    return (
        say.line("Table stakes: only the chips in front of you play.", table_stakes),
        say.line("Add chips between hands; none leave the table before you do.", table_stakes),
        say.line("Without chips you are not dealt in; buy in again between hands.", busted),
        say.line("Leave during a hand and it is folded in turn; what you bet stays in.", leaving),
        *([say.line(back, leaving, number=rathole_minutes)] if rathole_minutes else []),
    )  # fmt: skip


class CardRoom(Protocol):
    """What the games between players have in common."""

    @property
    def chip(self) -> int:
        """The smallest chip."""

    @property
    def min_buy_in(self) -> int:
        """The least buy-in."""

    @property
    def allow_short_rebuy(self) -> bool:
        """Whether there is one for half of it (CR-20)."""

    @property
    def table_language(self) -> str:
        """What is spoken at the table (CR-36)."""


def card_room(rules: CardRoom, say: Voice) -> tuple[Line, ...]:
    """The lines of every card-room game that only some houses have."""
    half = say.money(half_buy_in(rules.min_buy_in, rules.chip))
    again = "Once in a session, out of chips, you may buy in again for {half}."
    return (
        *([say.line(again, "CR-20", half=half)] if rules.allow_short_rebuy else []),
        *language(say, rules.table_language),
    )


def language(say: Voice, spoken: str) -> tuple[Line, ...]:
    """What is spoken at the table, where the house asks for it."""
    text = "Only English is spoken at the table during a hand."
    return (say.line(text, "CR-36"),) if spoken == "en" else ()


def blinds(say: Voice, small: int, big: int, button: int, clause: str) -> Line:
    """One, two or three blinds."""
    text = say("{small} and {big}", small=say.money(small), big=say.money(big))
    text = text if small else say.money(big)
    if button:
        text = say("{blinds}; {button} on the button", blinds=text, button=say.money(button))
    brief = "/".join(say.money(amount) for amount in (small, big) if amount)
    return say.limit("Blinds", text, clause, brief)


def clock(say: Voice, bank_seconds: int, clause: str) -> tuple[Line, ...]:
    """What silence means at a poker table, and the time bank."""
    bank = "A time bank of {number} {number|second|seconds} for the session starts by itself."
    return (
        say.line("No answer in time is a check, or a fold if there is a bet.", clause),
        say.line("After two time-outs in a row you sit out.", clause),
        *([say.line(bank, clause, number=bank_seconds)] if bank_seconds else []),
    )


def pause(say: Voice, seconds: int, clause: str) -> Line | None:
    """The time in which the floor may rule before the pots are paid."""
    text = (
        "The floor has {number} {number|second|seconds} to look at the hands before the pots "
        "are paid."
    )
    return say.line(text, clause, number=seconds) if seconds else None
