"""Pledges at a table: the one that stands, who has a say in it, and what became of it.

Who has committed to some entropy is listed in the next pledge and may reveal it until the deal.
Whoever is listed and stays silent is left out for a while (docs/fairness.md).
"""

from typing import Any, Final

from msgspec import Struct
from msgspec.structs import replace

from croupier.core import catalogue, fair, pledges
from croupier.core.asks import Refused
from croupier.core.cards import Card
from croupier.core.catalogue import Game
from croupier.core.felt import HOUSE, Deal, Seat
from croupier.core.hand import Hand
from croupier.core.pledges import NOTHING, Contributor, Envelope, Outcome, Subject
from croupier.room.driver import Driver, was_voided
from croupier.room.seating import Seating

LEFT_OUT: Final = 100
"""From how many pledges of the table a missed reveal keeps a player."""


class Wanted(Struct, frozen=True):
    """What the next hand is to be dealt from."""

    subject: Subject
    rest: tuple[Card, ...] = ()
    left: int = 0
    """How many cards are left of the shoe that is dealt from already; 0: a new pledge is due."""


class Committed(Struct, frozen=True):
    """What a player has committed to, and for which hand."""

    hand: int
    commitment: bytes


class Book(Struct, omit_defaults=True):
    """What is kept of the pledges of a table."""

    standing: Envelope | None = None
    reveals: dict[Seat, bytes] = {}
    """For the pledge that stands, until the deal."""
    committed: dict[str, Committed] = {}
    left_out: dict[str, int] = {}
    """By player: from how many more pledges."""
    prev: bytes = NOTHING
    count: int = 0


class Pledging:
    """The pledges of one table."""

    def __init__(self, name: str, game: Game, seating: Seating, driver: Driver) -> None:
        self.name, self.game, self.seating, self.driver = name, game, seating, driver
        self.book = Book()
        self.newest: Envelope | None = None
        """Of the hand in play, or of the last; nothing where that was dealt from a seed."""
        self._closed: list[Envelope] = []
        self._listed: dict[str, Contributor] = {}

    def go_on(self, book: Book) -> None:
        """Go on from what was kept."""
        self.book = book
        self._list()

    @property
    def waiting(self) -> Envelope | None:
        """The pledge that is to be dealt next, and may be contributed to."""
        standing = self.book.standing
        return standing if standing and not standing.last else None

    def wanted(self, rules: Any) -> Wanted:
        """What the next hand is to be dealt from: the whole pack, or what is left of a shoe."""
        shoe, hand = fair.shoe(self.game, rules, self.driver.last), self.driver.deals + 1
        pack, rest, left = self.game.pack(rules), tuple[Card, ...](), 0
        if shoe is not None:
            pack, rest = tuple(sorted(shoe.left)), tuple(sorted(shoe.discards))
            left = 0 if shoe.void else len(pack)
        name = catalogue.name(self.game)
        return Wanted(Subject(self.name, hand, name, pack, self.game.LOTS), rest, left)

    def due(self, rules: Any) -> bool:
        """Whether another pledge is needed before the next hand."""
        if self.driver.hand is not None:
            return False
        wanted, standing = self.wanted(rules), self.book.standing
        if standing is None:
            return True
        if standing.last:
            return not wanted.left
        return (standing.subject, standing.rest) != (wanted.subject, wanted.rest)

    def contributors(self, *, left_out: bool) -> dict[str, Seat]:
        """Who would be listed in a pledge for the next hand, and in which seat: those who are left
        out only where that is allowed, and only if nobody else has committed.
        """
        hand, committed = self.driver.deals + 1, self.book.committed
        found = {
            sitter.player: seat
            for seat, sitter in sorted(self.seating.sitters.items())
            if sitter.player in committed and committed[sitter.player].hand == hand
        }
        eager = {one: seat for one, seat in found.items() if one not in self.book.left_out}
        return eager or (found if left_out else {})

    def pledge(self, rules: Any, master: bytes, *, left_out: bool) -> None:
        """Make the pledge of the next hand; one that does not fit it any more is abandoned."""
        if not self.due(rules):
            raise Refused("the next hand is pledged already, or a hand is in play")
        if self.book.standing is not None:
            self.abandon("the pack has changed")
        book, wanted = self.book, self.wanted(rules)
        listed = tuple(
            Contributor(seat, player, book.committed[player].commitment)
            for player, seat in self.contributors(left_out=left_out).items()
        )
        book.left_out = {player: n - 1 for player, n in book.left_out.items() if n > 1}
        hand, book.count = wanted.subject.hand, book.count + 1
        book.committed = {p: one for p, one in book.committed.items() if one.hand > hand}
        book.standing = Envelope(book.count, wanted.subject, master, listed, book.prev, wanted.rest)
        self._list()

    def _list(self) -> None:
        """The contributors by name: of thousands each is found at once."""
        waiting = self.waiting
        self._listed = {one.player: one for one in waiting.entropy} if waiting else {}

    def listed(self, player: str) -> list[Contributor]:
        """A player among the contributors to the pledge that waits, if they are one."""
        return [self._listed[player]] if player in self._listed else []

    def contribute(self, player: str, hand: int, reveal: bytes, commitment: bytes) -> None:
        """Reveal for the hand that is pledged, commit for the one after it, or both."""
        waiting = self.waiting
        if hand != (waiting.subject.hand if waiting else self.driver.deals):
            raise Refused("hand {number} is not pledged", name="stale", number=hand)
        seat = self._revealing(player, reveal) if reveal else HOUSE
        if commitment:
            self.seating.seated(player)
            self.book.committed[player] = Committed(hand + 1, commitment)
        if seat:
            self.book.reveals[seat] = reveal

    def _revealing(self, player: str, entropy: bytes) -> Seat:
        """For which seat a player reveals: only what was committed to, once and in time."""
        if self.waiting is None:
            raise Refused("the hand has begun: it is too late to reveal", name="late")
        subject, found = self.waiting.subject, self._listed.get(player)
        if found is None:
            raise Refused("you are not among the contributors to this hand", name="not_asked")
        if pledges.commitment(subject.table, subject.hand, player, entropy) != found.commitment:
            raise Refused("this is not what you have committed to", name="not_asked")
        if found.seat in self.book.reveals:
            raise Refused("you have revealed already", name="not_asked")
        return found.seat

    def deal(self, rules: Any, given: Deal | None) -> Deal:
        """The deal of the next hand: as it is given, or from the pledge that stands."""
        book, standing, hand = self.book, self.book.standing, self.driver.deals + 1
        if given is not None and standing is None:
            self.newest = None
            return given
        if standing is None or given is not None:
            raise Refused("a hand is dealt from its pledge, or from a seed if there is none")
        if not standing.last:
            standing = replace(standing, reveals=tuple(sorted(book.reveals.items()))).opened(hand)
            book.left_out |= {one.player: LEFT_OUT for one in standing.missing}
            book.reveals = {}
        left = self.wanted(rules).left
        book.standing = self.newest = standing = replace(standing, last=hand)
        self._list()
        return standing.deal(hand, len(standing.subject.pack) - left if left else 0)

    def end(self, rules: Any, hand: Hand) -> None:
        """A hand is over: with it the pledge, unless its shoe is dealt on."""
        standing = self.book.standing
        if standing is not None and standing.last and not self.wanted(rules).left:
            self._close(standing, pledges.VOID if was_voided(hand) else pledges.FINISHED)

    def give_up(self) -> None:
        """The hand in play is undone, or what is pledged cannot be dealt."""
        if self.waiting is not None:
            self.abandon("the table was begun anew")
        elif self.book.standing is not None:
            self._close(self.book.standing, pledges.VOID)
        self.newest = None

    def abandon(self, why: str) -> None:
        """Give up what stands: it is never dealt from again, and stays on record. What was dealt
        of a shoe stays dealt.
        """
        standing = self.book.standing
        if standing is None:
            raise Refused("nothing is pledged")
        if standing.last:
            self._close(standing, pledges.FINISHED)
        else:
            told = tuple(sorted(self.book.reveals.items()))
            self._close(replace(standing, reveals=told, why=why), pledges.ABANDONED)

    def _close(self, standing: Envelope, outcome: Outcome) -> None:
        ended = replace(standing, outcome=outcome)
        self._closed.append(ended)
        self.book.prev, self.book.standing, self.book.reveals = ended.record, None, {}
        self._list()
        if self.newest is not None and self.newest.no == ended.no:
            self.newest = ended

    def take_closed(self) -> list[Envelope]:
        """Those that have ended since the last time, to be written down."""
        found, self._closed = self._closed, []
        return found
