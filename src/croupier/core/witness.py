"""The player's side of a pledge: to contribute, and to hold the room to what it told before.

A witness keeps what was sent and received at one table. Entropy comes from outside.
"""

from collections.abc import Iterator, Mapping
from typing import Any, Final

from msgspec import Struct

from croupier.core import pledges, verify
from croupier.core.proofs import Proof
from croupier.core.verify import Check

KEPT: Final = 50
"""Hands of which a witness keeps what it knows."""
TOLD: Final = ("decks", "entropy", "prev", "pledge")
CHANCE: Final = ("pledge", "joint", "deck", "reveals")


class Known(Struct):
    """What a witness knows of one hand."""

    entropy: bytes = b""
    """Its own, once committed to."""
    pledge: Mapping[str, Any] | None = None
    """The message, as received before the hand."""
    sent: str = ""
    """For which pledge the entropy was revealed: never for another, whose decks could be chosen to
    fit it."""
    revealed: bool = False
    """Whether the room has acknowledged the reveal."""
    chance: Mapping[str, Any] | None = None
    """How the hand was dealt, as told when it began."""
    record: str = ""


class Witness:
    """A player at a table."""

    def __init__(self, table: str, player: str) -> None:
        self.table, self.player = table, player
        self.hands: dict[int, Known] = {}

    def hand(self, number: int) -> Known:
        """What is known of a hand."""
        found = self.hands.setdefault(number, Known())
        while len(self.hands) > KEPT:
            del self.hands[min(self.hands)]
        return found

    # Contributing.

    def commitment(self, hand: int, entropy: bytes) -> str:
        """Commit to an entropy for a hand."""
        self.hand(hand).entropy = entropy
        return pledges.commitment(self.table, hand, self.player, entropy).hex()

    def committed(self, hand: int) -> bool:
        """Whether there is an entropy for a hand."""
        return bool(self.hands.get(hand, Known()).entropy)

    def withdrawn(self, hand: int) -> None:
        """The room has not taken the commitment."""
        self.hand(hand).entropy = b""

    def pledged(self, message: Mapping[str, Any]) -> str:
        """Keep a pledge; what is to be revealed for it, if one's own commitment is in it."""
        number = int(message["hand"])
        known = self.hand(number)
        if known.pledge is not None and known.pledge["pledge"] == message["pledge"]:
            return ""
        known.pledge = message
        if not self._seat(number) or known.sent:
            return ""
        known.sent = message["pledge"]
        return known.entropy.hex()

    def _seat(self, number: int) -> int:
        """For which seat one's own commitment stands in a pledge."""
        known = self.hand(number)
        if not known.entropy or known.pledge is None:
            return 0
        own = pledges.commitment(self.table, number, self.player, known.entropy).hex()
        return next((seat for seat, one in known.pledge["entropy"] if one == own), 0)

    # Judging.

    def judge(self, proof: Proof, records: Mapping[str, tuple[int, str]]) -> Iterator[Check]:
        """What the proof says of what was told before, then what it shows by itself. The records of
        other pledges, each with its hand and the record before it, lead back where a pledge was
        abandoned.
        """
        known = self.hands.get(proof.first, Known())
        yield Check("own pledge", self._pledge_fault(known, proof), _unknown(known.pledge))
        yield Check("own entropy", self._entropy_fault(known, proof), _unknown(known.entropy))
        begun = self.hands.get(proof.hand, Known()).chance
        yield Check("own hand", _other(begun, proof, CHANCE), _unknown(begun))
        yield from verify.checks(proof)
        yield self._chain(proof, records)
        self.hand(proof.first).record = proof.record

    def _pledge_fault(self, known: Known, proof: Proof) -> str:
        if known.pledge is None:
            return ""
        crowd = len(known.pledge["entropy"]) < len(proof.entropy)
        mine = self._seat(proof.first)
        names = [name for name in TOLD if name != "entropy" or not crowd]
        context = pledges.context(proof.subject).hex()
        if context != known.pledge["context"]:
            return "it is for another hand, game or pack"
        if crowd and mine and mine not in dict(proof.entropy):
            return "your commitment is not in it"
        return _other(known.pledge, proof, names)

    def _entropy_fault(self, known: Known, proof: Proof) -> str:
        seat = self._seat(proof.first)
        if seat and known.sent and known.sent != proof.pledge:
            return "the room knew your entropy before it made this pledge"
        if not seat or not known.revealed:
            return ""
        if dict(proof.reveals).get(seat) == known.entropy.hex():
            return ""
        return "the room acknowledged your reveal and left it out"

    def _chain(self, proof: Proof, records: Mapping[str, tuple[int, str]]) -> Check:
        """From the pledge back to the last record that is known here."""
        known = [number for number in self.hands if number < proof.first]
        last = next((n for n in sorted(known, reverse=True) if self.hands[n].record), 0)
        if not last:
            return Check("chain", skipped=_unknown(last))
        at, own = proof.prev, self.hands[last].record
        for _ in records:
            if at == own or at not in records:
                break
            at = records[at][1]
        if at == own:
            return Check("chain")
        if records and min(hand for hand, _ in records.values()) > last:
            return Check("chain", skipped=f"hand {last} is too long ago")
        return Check("chain", f"it does not lead back to the record of hand {last}")


def _unknown(known: object) -> str:
    return "" if known else "nothing is known of it here"


def _other(told: Mapping[str, Any] | None, proof: Proof, names: Any) -> str:
    """What of a message is not as the proof has it."""
    for name in names if told is not None else ():
        if told is not None and _listed(told[name]) != _listed(getattr(proof, name)):
            return f"{name} is not what was told"
    return ""


def _listed(value: object) -> object:
    """Pairs are lists in a message and tuples in a proof."""
    return [_listed(one) for one in value] if isinstance(value, list | tuple) else value
