"""Checking a proof, by whoever holds it: no room, no network and no secret is needed.

`checks` needs the proof alone; `hand_checks` holds it against the hand as its reader saw it.
docs/fairness.md has the bytes, what each check shows, and what none of them can.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Final

from msgspec import Struct

from croupier.core import fair, pledges
from croupier.core.cards import BACK, FACES, JOKER, Card
from croupier.core.catalogue import Game
from croupier.core.felt import Deal, Event
from croupier.core.imagine import known_places
from croupier.core.pledges import Contributor, Pledge
from croupier.core.proofs import STANDING, Proof

MOST: Final = 1 << 16
_DIGITS: Final = re.compile(r"[0-9a-f]{64}")


class Check(Struct, frozen=True):
    """One thing that was looked at, and what is wrong with it, if anything."""

    name: str
    fault: str = ""

    @property
    def good(self) -> bool:
        """Whether it holds."""
        return not self.fault

    @property
    def shows(self) -> str:
        """What it shows."""
        return SHOWS[self.name]


SHOWS: Final = {
    "form": "The proof is complete.",
    "pack": "The pack has every card equally often.",
    "pledge": "The pledge covers table, hand, decks, contributors and the record before.",
    "reveals": "Every reveal fits the commitment that was pledged.",
    "joint": "The joint chance is made of the pledge and of all reveals.",
    "deck": "The joint chance picked the deck.",
    "spare": "The three decks that were not dealt are proper packs, as pledged.",
    "leaves": "The leaves are those of the deck as it was pledged.",
    "openings": "Every opened card lies at its place.",
    "lots": "Every opened lot is as pledged, turned on by the joint chance.",
    "record": "The record names the outcome.",
    "master": "The master makes all four decks.",
    "hand": "The proof and the hand tell of the same game.",
    "cards": "Every card seen in the hand was dealt from its place of the pledged deck.",
    "draws": "Every lot of the hand is the one that was pledged.",
    "rules": "The hand follows from the rules of the house.",
    "own pledge": "It is the pledge that was received before the hand.",
    "own entropy": "Your own entropy is part of the joint chance.",
    "own hand": "The hand began with the joint chance of the proof.",
    "chain": "The pledge names the record of the one before.",
}
"""What each check shows, in the order of checking."""


def checks(proof: Proof) -> Iterator[Check]:
    """What a proof shows by itself; one without its form shows nothing."""
    form = Check("form", form_fault(proof))
    yield form
    if form.good:
        for name, look in _LOOKS.items():
            if name != "master" or proof.master:
                yield Check(name, look(proof))


def faults(found: Iterable[Check]) -> list[Check]:
    """Those that do not hold."""
    return [check for check in found if not check.good]


# The proof alone.


def form_fault(proof: Proof) -> str:
    """Why a proof cannot even be looked at."""
    for look in _digits, _sizes, _seats, _numbers:
        if fault := look(proof):
            return fault
    return ""


def _digits(proof: Proof) -> str:
    given = [proof.prev, proof.pledge, proof.joint, *proof.decks, *proof.leaves]
    given += [text for _, text in (*proof.entropy, *proof.reveals, *proof.spare)]
    given += [salt for _, _, salt in proof.openings]
    given += filter(None, (proof.record, proof.master, *(row[2] for row in proof.lots)))
    if all(map(_DIGITS.fullmatch, given)):
        return ""
    return "a digest, seed or salt is 64 hexadecimal digits in small letters"


def _sizes(proof: Proof) -> str:
    pack, bounds = len(proof.pack), len(proof.bounds)
    others = [n for n in range(pledges.DECKS) if n != proof.deck]
    if len(proof.decks) != pledges.DECKS or [n for n, _ in proof.spare] != others:
        return "there are four decks, and the seeds of the three that were not dealt"
    if not 2 <= pack < MOST or len(proof.leaves) != pack + bounds:
        return "there is a leaf for every card of the pack and for every lot"
    if len(proof.table.encode()) > MOST or len(proof.game.encode()) > MOST:
        return "the name of the table or of the game is too long"
    return ""


def _seats(proof: Proof) -> str:
    listed, heard = [seat for seat, _ in proof.entropy], [seat for seat, _ in proof.reveals]
    if [seat for seat, _ in proof.players] != listed or not {*heard} <= {*listed}:
        return "contributors, players and reveals do not name the same seats"
    if not all(_rising(seats) and all(0 < s < MOST for s in seats) for seats in (listed, heard)):
        return "contributors and reveals stand in the order of their seats"
    return ""


def _rising(numbers: Sequence[int]) -> bool:
    return all(before < after for before, after in pairwise(numbers))


def _numbers(proof: Proof) -> str:
    """Whether every number is one that the procedure can lead to."""
    size, bounds = len(proof.pack), proof.bounds
    cards = [*proof.pack, *proof.rest, *(card for _, card, _ in proof.openings)]
    places, drawn = [row[0] for row in proof.openings], [row[0] for row in proof.lots]
    lots = [(bounds[n], *row) for row in proof.lots for n in [row[0]] if 0 <= n < len(bounds)]
    good = (
        all(0 <= card <= JOKER for card in cards)
        and all(0 < bound <= MOST for bound in bounds)
        and _rising(places)
        and all(proof.gone <= place < size for place in places)
        and _rising(drawn)
        and len(lots) == len(drawn)
        and all(0 <= a < bound and 0 <= b < bound for bound, _, a, _, b in lots)
        and all(bool(row[2]) != bool(proof.gone) for row in proof.lots)
        and 0 <= proof.gone < size
        and 0 < proof.first <= proof.hand < 1 << 32
        and (proof.hand == proof.first) == (not proof.gone)
        and proof.outcome in (STANDING, pledges.FINISHED, pledges.VOID)
        and bool(proof.record) == (proof.outcome != STANDING)
    )
    return "" if good else "a card, place, lot, hand or outcome is out of range"


def _pack(proof: Proof) -> str:
    count = Counter([*proof.pack, *proof.rest])
    jokers = count.pop(JOKER, 0)
    if len({*count.values()}) == 1 and jokers <= next(iter(count.values())):
        return ""
    return "a card is in the pack more often than another"


def _pledge(proof: Proof) -> str:
    players = dict(proof.players)
    told = Pledge(
        proof.subject,
        tuple(map(bytes.fromhex, proof.decks)),
        tuple(Contributor(seat, players[seat], bytes.fromhex(c)) for seat, c in proof.entropy),
        bytes.fromhex(proof.prev),
    )
    return "" if pledges.digest(told).hex() == proof.pledge else "its digest is another"


def _reveals(proof: Proof) -> str:
    players, listed = dict(proof.players), dict(proof.entropy)
    for seat, entropy in proof.reveals:
        given = proof.table, proof.first, players[seat], bytes.fromhex(entropy)
        if pledges.commitment(*given).hex() != listed[seat]:
            return f"seat {seat} revealed something else than it had committed to"
    return ""


def _joint(proof: Proof) -> str:
    heard = {seat: bytes.fromhex(entropy) for seat, entropy in proof.reveals}
    made = pledges.joint(bytes.fromhex(proof.pledge), heard)
    return "" if made.hex() == proof.joint else "the pledge and the reveals make another"


def _deck(proof: Proof) -> str:
    picked = pledges.picked(_chance(proof))
    return "" if picked == proof.deck else f"it picks deck {picked}, not {proof.deck}"


def _spare(proof: Proof) -> str:
    for number, seed in proof.spare:
        deck = pledges.deck(bytes.fromhex(seed), proof.subject, number)
        if deck.root.hex() != proof.decks[number]:
            return f"the seed of deck {number} does not make the deck that was pledged"
    return ""


def _leaves(proof: Proof) -> str:
    made = pledges.root(_where(proof), map(bytes.fromhex, proof.leaves))
    return "" if made.hex() == proof.decks[proof.deck] else "they make another root"


def _openings(proof: Proof) -> str:
    order, where = pledges.order(_chance(proof), len(proof.pack)), _where(proof)
    count = Counter(proof.pack)
    for place, card, salt in proof.openings:
        leaf = pledges.card_leaf(where, order[place], Card(card), bytes.fromhex(salt))
        if leaf.hex() != proof.leaves[order[place]]:
            return f"{FACES[card]} was not pledged for place {place}"
        count[card] -= 1
        if count[card] < 0:
            return f"{FACES[card]} was dealt more often than the pack has it"
    return ""


def _lots(proof: Proof) -> str:
    if proof.gone:
        return _later_lots(proof) if proof.master else ""
    turned, where = pledges.offsets(_chance(proof), tuple(proof.bounds)), _where(proof)
    for at, fixed, salt, final in proof.lots:
        leaf = pledges.lot_leaf(where, at, fixed, bytes.fromhex(salt))
        if leaf.hex() != proof.leaves[len(proof.pack) + at]:
            return f"lot {at} was not pledged as {fixed}"
        if (fixed + turned[at]) % proof.bounds[at] != final:
            return f"lot {at} is turned on to {(fixed + turned[at]) % proof.bounds[at]}"
    return ""


def _later_lots(proof: Proof) -> str:
    drawn = fair.lots(_later(proof), tuple(proof.bounds))
    wrong = [at for at, fixed, _, final in proof.lots if not fixed == final == drawn[at]]
    return f"lot {wrong[0]} is another" if wrong else ""


def _record(proof: Proof) -> str:
    if proof.outcome == STANDING:
        return ""
    outcome: pledges.Outcome = pledges.VOID if proof.outcome else pledges.FINISHED
    made = pledges.record(bytes.fromhex(proof.pledge), _chance(proof), outcome)
    return "" if made.hex() == proof.record else "its digest is another"


def _master(proof: Proof) -> str:
    made = pledges.decks(bytes.fromhex(proof.master), proof.subject)
    if [deck.root.hex() for deck in made] != proof.decks:
        return "it makes other decks"
    return "" if dict(proof.spare) == _spares(proof, made) else "it makes other seeds"


def _spares(proof: Proof, made: Sequence[pledges.Deck]) -> dict[int, str]:
    return {n: deck.seed.hex() for n, deck in enumerate(made) if n != proof.deck}


def _chance(proof: Proof) -> bytes:
    return bytes.fromhex(proof.joint)


def _where(proof: Proof) -> bytes:
    return pledges.context(proof.subject) + pledges.u8(proof.deck)


def _later(proof: Proof) -> bytes:
    return pledges.later(bytes.fromhex(proof.master), proof.subject, _chance(proof), proof.hand)


_LOOKS: Final[Mapping[str, Callable[[Proof], str]]] = {
    "pack": _pack,
    "pledge": _pledge,
    "reveals": _reveals,
    "joint": _joint,
    "deck": _deck,
    "spare": _spare,
    "leaves": _leaves,
    "openings": _openings,
    "lots": _lots,
    "record": _record,
    "master": _master,
}


# The proof and the hand.


class Seen(Struct, frozen=True, kw_only=True):
    """A hand as somebody saw it."""

    game: Game
    pack: Sequence[Card]
    feed: Sequence[Event]
    lots: Mapping[int, int] = {}
    """Those drawn aloud."""
    whole: bool = False
    """Whether all cards are told, and not those that one seat saw."""


def hand_checks(proof: Proof, seen: Seen) -> Iterator[Check]:
    """Whether the hand is the one that was dealt by a proof which is good by itself."""
    size = len(proof.pack) + len(proof.rest)
    if sorted(seen.pack) != sorted([*proof.pack, *proof.rest]):
        yield Check("hand", "by its rules the hand is dealt from another pack")
        return
    yield Check("hand")
    try:
        known = known_places(seen.game, size, seen.lots, seen.feed)
    except (LookupError, ValueError) as error:
        yield Check("cards", f"the cards of the hand cannot be followed: {error}")
        return
    yield Check("cards", _cards_fault(proof, known, whole=seen.whole))
    yield Check("draws", _draws_fault(proof, seen.lots))


def _cards_fault(proof: Proof, known: Mapping[int, Card], *, whole: bool) -> str:
    shown = {place: card for place, card, _ in proof.openings}
    behind = _behind(proof)
    for at, card in sorted(known.items()):
        place = proof.gone + at
        found = shown.get(place) if place < len(proof.pack) else behind.get(place, BACK)
        if found is None and whole:
            continue
        if found is None:
            return f"the proof does not open place {place}, where the hand shows {FACES[card]}"
        if found != card:
            return f"place {place} holds {FACES[found]}, the hand shows {FACES[card]}"
    return ""


def _behind(proof: Proof) -> dict[int, Card]:
    """The cards behind a shoe, by their places, once the master is told."""
    if not proof.master or not (proof.gone or proof.rest):
        return {}
    deck = pledges.decks(bytes.fromhex(proof.master), proof.subject)[proof.deck]
    whole = pledges.dealt(Deal(deck.deal.cards), (), _chance(proof)).cards
    rest = tuple(map(Card, proof.rest))
    found = pledges.behind(whole, proof.gone, rest, _later(proof))
    return dict(enumerate(found, len(whole)))


def _draws_fault(proof: Proof, lots: Mapping[int, int]) -> str:
    final = {row[0]: row[3] for row in proof.lots}
    for at, lot in lots.items():
        if final.get(at) != lot:
            return f"lot {at} of the hand is {lot}, the proof has {final.get(at, 'none')}"
    return ""
