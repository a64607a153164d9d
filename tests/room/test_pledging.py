"""Pledges at a table: every game and seat is proven, nothing unseen is opened, cheats are named."""

import random

import msgspec
import pytest
from msgspec.structs import replace

from croupier.core import pledges, proofs, verify
from croupier.core.asks import Refused
from croupier.core.felt import Deal, Fault
from croupier.core.hand import Hand, Journal
from croupier.core.pledges import Envelope, Subject
from croupier.core.proofs import Proof
from croupier.core.witness import Witness
from croupier.histories.proving import story_checks
from croupier.room import commands as do
from croupier.room.pledging import LEFT_OUT
from croupier.room.state import State, kept
from croupier.room.table import Table
from room.pledged import BY_GAME, SHEETS, Parlour, Played

PLACES = sorted(BY_GAME.values())
HOLDEM = "casino-club/holdem-2-4"
DOUBLE = next(place for place in PLACES if len(SHEETS[place].game.LOTS) == 5)
SHOE = next(place for place in PLACES if hasattr(SHEETS[place].game, "shoe"))


def names(found) -> set[str]:
    return {check.name for check in verify.faults(found)}


# --- Every game ----------------------------------------------------------------------------------


@pytest.mark.parametrize("place", PLACES)
def test_every_hand_is_proven_to_every_seat(place):
    parlour = Parlour(place, seed=5)
    for played in parlour.hands(6):
        assert len(played.envelope.reveals) == 4
        for seat in (0, *played.hand.felt.seats):
            proof = msgspec.json.decode(msgspec.json.encode(played.proof(seat)), type=Proof)
            assert names(verify.checks(proof)) == set()
            assert names(story_checks(proof, played.story(seat))) == set()
        assert names(story_checks(played.proof(), played.story(None))) == set()


@pytest.mark.parametrize("place", PLACES)
def test_nothing_that_a_seat_has_not_seen_is_in_its_proof(place):
    """With other unseen cards and salts all stays the same but the leaves of unseen places."""
    compared = 0
    for played in Parlour(place, seed=8).hands(6):
        if proofs.shoe_gone(played.envelope, played.hand):
            continue
        for seat in (0, *played.hand.felt.seats):
            real = played.proof(seat)
            order = pledges.order(played.envelope.joint, len(real.pack))
            seen = {order[row[0]] for row in real.openings}
            seen |= {len(real.pack) + row[0] for row in real.lots}
            other = retold(played, seat, seen, random.Random(seat))
            if other is None:  # Whoever won, won by cards that the seat has not seen.
                continue
            compared += 1
            leaves = [(n, leaf) for n, leaf in enumerate(real.leaves) if n in seen]
            assert [(n, leaf) for n, leaf in enumerate(other.leaves) if n in seen] == leaves
            other.leaves = real.leaves
            assert other == real
    assert compared > 3


def retold(played: Played, seat: int, seen: set[int], rng: random.Random) -> Proof | None:
    """The proof of a hand that looks the same to a seat, with other cards where it saw none."""
    envelope, start = played.envelope, played.hand.opening
    order = pledges.order(envelope.joint, len(start.deal.cards))
    hidden = [place for place, at in enumerate(order) if at not in seen]
    for _ in range(30):
        cards, mixed = list(start.deal.cards), rng.sample(hidden, len(hidden))
        for place, other in zip(hidden, mixed, strict=True):
            cards[place] = start.deal.cards[other]
        hand = answered(played.hand, tuple(cards))
        if hand is None or hand.feed(seat) != played.hand.feed(seat):
            continue
        fixed = list(cards)
        for place, at in enumerate(order):
            fixed[at] = cards[place]
        deck = Salted(envelope.deck, Deal(tuple(fixed), envelope.deck.deal.lots), seen, rng)
        shown, aloud = proofs.shown_places(hand, seat), proofs.lots_aloud(hand)
        return proofs.opened(envelope, deck, played.number, 0, shown, aloud, secret=played.secret)
    return None


def answered(hand: Hand, cards: tuple[int, ...]) -> Hand | None:
    """The same answers to another deal: cards are named where they lie."""
    start, names = hand.opening, dict(zip(hand.opening.deal.cards, cards, strict=True))
    answers = tuple(
        (seat, replace(made, cards=tuple(names[card] for card in made.cards)))
        for seat, made in hand.answers
    )
    opening = replace(start, deal=replace(start.deal, cards=cards))
    try:
        return Hand.replay(Journal(opening, answers))
    except (Refused, Fault, LookupError, StopIteration, ValueError):
        return None


class Salted:
    """A deck with other salts and leaves where nothing was seen."""

    def __init__(self, deck, deal: Deal, seen: set[int], rng: random.Random) -> None:
        self.deal, self._deck, self._seen, self._rng = deal, deck, seen, rng
        self.leaves = [one if n in seen else rng.randbytes(32) for n, one in enumerate(deck.leaves)]

    def salt(self, at: int) -> bytes:
        return self._deck.salt(at) if at in self._seen else self._rng.randbytes(32)


def test_a_shuffle_of_discards_stays_a_secret():
    """Neither its lots nor the places of its cards are opened: they tell who had held a card."""
    place = next(one for one in PLACES if getattr(SHEETS[one].game, "BY_LOT", None))
    mixed = [one for one in Parlour(place, seed=4, players=8).hands(4) if shuffles(one.hand)]
    assert mixed
    for played in mixed:
        row = {said.amount for said in played.hand.events if getattr(said, "what", "") == "shuffle"}
        for seat in played.hand.felt.seats:
            proof = played.proof(seat)
            assert not row & {lot[0] for lot in proof.lots}
            found = list(story_checks(proof, played.story(seat)))
            assert names(found) == set()
            assert [check.name for check in found if check.skipped] == ["rules"]


def shuffles(hand: Hand) -> bool:
    return any(getattr(event, "why", "") == "shuffle" for event in hand.events)


# --- The table -----------------------------------------------------------------------------------


def read_again(table: Table) -> State:
    return msgspec.json.decode(msgspec.json.encode(kept(table)), type=State)


def test_a_table_is_rebuilt_with_its_pledge_and_its_reveals():
    parlour = Parlour(HOLDEM, seed=1)
    for _ in range(3):
        parlour.commits("p1", "p2")
        parlour.pledge()
        parlour.reveals("p2")
        again = parlour.record.again()
        assert read_again(again.table) == read_again(parlour.table)
        parlour.record = again
        parlour.do(do.Begin())
        while parlour.table.hand is not None:
            parlour.decide()
        envelope = parlour.closed[-1]
        assert [one.player for one in envelope.missing] == (["p1"] if envelope.no == 1 else [])
        parlour.record.keep()
    before = [pledges.NOTHING, *(one.record for one in parlour.closed)]
    assert [one.prev for one in parlour.closed] == before[:-1]


def test_a_missed_reveal_leaves_out_for_a_hundred_pledges():
    parlour = Parlour(HOLDEM, seed=2)
    parlour.commits("p1", "p2")
    parlour.pledge()
    parlour.reveals("p2")
    parlour.do(do.Begin())
    assert parlour.table.pledging.book.left_out == {"p1": LEFT_OUT}
    pledging = parlour.table.pledging
    while parlour.table.hand is not None:
        parlour.decide()
    for number in range(LEFT_OUT):
        parlour.commits("p1", "p2")
        listed = [one.player for one in parlour.pledge().entropy]
        assert listed == ["p2"], number
        parlour.do(do.Abandon("a test"))
        parlour.table.driver.deals += 1
    assert pledging.book.left_out == {}
    parlour.commits("p1", "p2")
    assert {one.player for one in parlour.pledge().entropy} == {"p1", "p2"}


def test_left_out_players_are_listed_where_nobody_else_is_and_the_house_requires_it():
    parlour = Parlour(HOLDEM, seed=2)
    parlour.table.pledging.book.left_out = {"p1": 5}
    parlour.commits("p1")
    assert parlour.table.pledging.contributors(left_out=False) == {}
    seat = parlour.table.seat_of("p1")
    assert parlour.table.pledging.contributors(left_out=True) == {"p1": seat}


def test_what_is_refused_changes_nothing():
    parlour = Parlour(HOLDEM, seed=3)
    parlour.commits("p1")
    parlour.pledge()
    before = msgspec.json.encode(kept(parlour.table))
    mine, other = parlour.entropy["p1", 1].hex(), "0" * 64
    for command, name in [
        (do.Contribute("p1", 1, reveal=other), "not_asked"),
        (do.Contribute("p2", 1, reveal=mine), "not_asked"),
        (do.Contribute("p1", 0, reveal=mine), "stale"),
        (do.Contribute("p1", 2, reveal=mine), "stale"),
        (do.Contribute("p9", 1, next=other), "not_seated"),
        (do.Begin(bytes(32)), "not_allowed"),
        (do.Pledge(bytes(32)), "not_allowed"),
    ]:
        with pytest.raises(Refused) as refused:
            parlour.do(command)
        assert refused.value.name == name
        assert msgspec.json.encode(kept(parlour.table)) == before
    parlour.do(do.Leave("p1"))
    parlour.reveals("p1")  # A reveal of a listed contributor counts although they have left.
    with pytest.raises(Refused):
        parlour.reveals("p1")
    parlour.do(do.Begin())
    with pytest.raises(Refused) as refused:
        parlour.do(do.Contribute("p2", 1, reveal=other))
    assert refused.value.name == "late"


def test_a_pledge_is_abandoned_for_the_record_and_a_seed_deals_then():
    parlour = Parlour(HOLDEM, seed=4)
    parlour.commits("p1", "p2")
    parlour.pledge()
    parlour.reveals("p1")
    parlour.do(do.Abandon("the room was restored"))
    (ended,) = parlour.closed
    assert (ended.outcome, ended.joint, ended.why) == (2, bytes(32), "the room was restored")
    assert parlour.pledge().entropy == ()  # What was revealed is never used again.
    assert parlour.table.pledging.waiting.prev == ended.record
    parlour.do(do.Abandon("again"))
    parlour.do(do.Begin(bytes(range(32))))
    assert parlour.table.pledging.newest is None


def test_a_void_hand_is_on_record():
    parlour = Parlour(HOLDEM, seed=6)
    played = parlour.hand(void=True)
    assert played.proof().outcome == 1
    assert names(verify.checks(played.proof())) == set()


# --- Shoes ---------------------------------------------------------------------------------------


def test_a_shoe_is_pledged_once_and_opened_when_it_is_over():
    parlour, played = Parlour(SHOE, seed=7, players=3), []
    while len(parlour.closed) < 2:
        played += parlour.hands(1)
        for one in played[-1:]:
            gone = proofs.shoe_gone(one.envelope, one.hand)
            assert one.envelope.deal(one.number, gone) == one.hand.opening.deal
    for shoe in parlour.closed:
        hands = [one for one in played if shoe.subject.hand <= one.number <= shoe.last]
        for one in hands:
            proof = Played(one.number, one.hand, shoe).proof()
            assert proof.master == shoe.master.hex()
            assert (proof.first, proof.outcome) == (shoe.subject.hand, 0)
            assert names(verify.checks(proof)) == set()
            assert names(story_checks(proof, one.story(0))) == set()
    assert any(shoe.last > shoe.subject.hand for shoe in parlour.closed)


def test_what_a_void_hand_leaves_of_a_shoe_is_pledged_anew():
    parlour = Parlour(SHOE, seed=9, players=3)
    first = next(parlour.hands(5))
    void = next(one for _ in range(20) if (one := parlour.hand(void=True)) and parlour.closed)
    assert parlour.closed[-1].outcome == 1
    assert names(verify.checks(void.proof())) == set()
    after = next(parlour.hands(5))
    whole = sorted(first.hand.opening.deal.cards)
    assert sorted((*after.envelope.subject.pack, *after.envelope.rest)) == whole
    assert 0 < len(after.envelope.rest) < 52
    assert names(verify.checks(after.proof())) == set()
    assert names(story_checks(after.proof(), after.story(0))) == set()
    assert sorted(after.hand.opening.deal.cards) == whole


# --- A cheating room -----------------------------------------------------------------------------


def witnessed(place: str, seed: int) -> tuple[Played, Witness, int]:
    """An honest hand of a player who keeps what the room told."""
    parlour = Parlour(place, seed)
    witness = Witness(place, "p1")
    parlour.commits(*parlour.players)
    witness.hand(1).entropy = parlour.entropy["p1", 1]
    made = parlour.pledge()
    assert witness.pledged(message(made)) == parlour.entropy["p1", 1].hex()
    parlour.reveals(*parlour.players)
    witness.hand(1).revealed = True
    played = parlour.hand()
    begun = played.envelope
    witness.hand(1).chance = {
        "pledge": begun.digest.hex(),
        "joint": begun.joint.hex(),
        "deck": pledges.picked(begun.joint),
        "reveals": [[seat, one.hex()] for seat, one in begun.reveals],
    }
    return played, witness, parlour.table.seat_of("p1")


def message(made: Envelope) -> dict:
    return {
        "hand": made.subject.hand,
        "context": pledges.context(made.subject).hex(),
        "decks": [one.hex() for one in made.pledge.decks],
        "entropy": [[one.seat, one.commitment.hex()] for one in made.entropy],
        "prev": made.prev.hex(),
        "pledge": made.digest.hex(),
    }


def redealt(played: Played, deal: Deal) -> Played:
    """The hand as a room would have dealt it that does not keep to its pledge."""
    start = played.hand.opening
    hand = Hand(start.game, start.rules, start.chips, deal, start.carry)
    for seat, made in played.hand.answers:
        try:
            hand.retake(seat, made)
        except Refused:  # Cards are named that it has not dealt.
            break
    while hand.ask is not None:
        if hand.ask.open or not hand.ask.options:
            hand.expire()
        else:
            hand.expire(next(iter(hand.ask.options)))
    return Played(played.number, hand, played.envelope)


def test_an_honest_room_is_not_accused():
    played, witness, seat = witnessed(HOLDEM, 11)
    assert names(witness.judge(played.proof(seat), {})) == set()
    assert names(story_checks(played.proof(seat), played.story(seat))) == set()


def test_a_deck_changed_after_the_reveals_is_named():
    played, witness, seat = witnessed(HOLDEM, 11)
    other = replace(played.envelope, master=bytes(32))
    lie = Played(played.number, played.hand, other).proof(seat)
    assert "own pledge" in names(witness.judge(lie, {}))
    deal = pledges.decks(other.master, other.subject)[0].deal
    swapped = redealt(played, Deal(deal.cards, played.hand.opening.deal.lots))
    assert "cards" in names(story_checks(swapped.proof(seat), swapped.story(seat)))


def test_a_skipped_card_is_named():
    played, _, _ = witnessed(HOLDEM, 12)
    cards = played.hand.opening.deal.cards
    skipping = Deal((*cards[:3], *cards[4:], cards[3]), played.hand.opening.deal.lots)
    lie = redealt(played, skipping)
    seen = [(seat, names(story_checks(lie.proof(seat), lie.story(seat)))) for seat in (1, 2, 3, 4)]
    assert any("cards" in found for _, found in seen), seen


def test_a_dropped_reveal_is_named():
    played, witness, seat = witnessed(HOLDEM, 13)
    reveals = tuple(one for one in played.envelope.reveals if one[0] != seat)
    dropped = replace(played.envelope, reveals=reveals).opened(1)
    lie = Played(1, played.hand, dropped).proof(seat)
    assert "own entropy" in names(witness.judge(lie, {}))


def test_entropy_is_revealed_for_one_pledge_only():
    """A second pledge of the same hand could have decks that were chosen to fit it."""
    played, witness, seat = witnessed(HOLDEM, 13)
    other = replace(played.envelope, master=bytes(32)).opened(1)
    assert witness.pledged(message(other)) == ""
    found = witness.judge(Played(1, played.hand, other).proof(seat), {})
    assert {"own entropy", "own hand"} <= names(found)


def test_records_lead_back_over_pledges_that_were_abandoned_or_is_said_to_be_too_long_ago():
    played, witness, seat = witnessed(HOLDEM, 13)
    proof = played.proof(seat)
    list(witness.judge(proof, {}))
    later = replace(played.envelope, prev=b"b" * 32)
    later = replace(later, subject=replace(later.subject, hand=9)).opened(9)
    proof_of_later = proofs.opened(later, later.deck, 9, 0, {}, {}, secret=True)
    own, prev = proof.record, proof_of_later.prev

    def chain(records):
        (found,) = [one for one in witness.judge(proof_of_later, records) if one.name == "chain"]
        return found

    assert chain({prev: (9, "a" * 64), "a" * 64: (8, own), own: (1, "")}).good
    assert not chain({prev: (9, "a" * 64), "a" * 64: (1, "c" * 64)}).good
    assert not chain({}).good
    assert chain({prev: (9, "a" * 64)}).skipped


def test_reordered_lots_are_named():
    rounds = (one for seed in range(14, 40) for one in Parlour(DOUBLE, seed).hands(2))
    played = next(one for one in rounds if proofs.lots_aloud(one.hand).keys() >= {0, 1, 2})
    honest = played.hand.opening.deal
    lots = (*[(lot + 1) % 6 for lot in honest.lots[:3]], *honest.lots[3:])
    lie = redealt(played, Deal(honest.cards, lots))
    proof, story = played.proof(), lie.story(0)
    assert "draws" in names(story_checks(proof, story))
    as_pledged = {at: honest.lots[at] for at in story.lots}
    covered = names(story_checks(proof, replace(story, lots=as_pledged)))
    assert covered & {"rules", "cards"}


def test_a_doubled_ace_is_found_three_times_in_four():
    """A room that plants one bad deck among the four can open it only if it is the one dealt."""
    subject = Subject("house/table", 1, "holdem", tuple(range(52)))
    caught = 0
    for number in range(400):
        rng = random.Random(number)
        envelope = Envelope(1, subject, rng.randbytes(32), reveals=())
        made = list(pledges.decks(envelope.master, subject))
        planted = rng.randrange(4)
        where = pledges.context(subject) + pledges.u8(planted)
        leaves = list(made[planted].leaves)
        leaves[0] = pledges.card_leaf(where, 0, 51, made[planted].salt(0))
        roots = [one.root for one in made]
        roots[planted] = pledges.root(where, leaves)
        digest = pledges.digest(pledges.Pledge(subject, tuple(roots)))
        joint = pledges.joint(digest, {})
        honest = replace(envelope, joint=joint, last=1, outcome=0)
        proof = proofs.opened(honest, honest.deck, 1, 0, {}, {}, secret=True)
        proof.decks, proof.pledge = [one.hex() for one in roots], digest.hex()
        proof.record = pledges.record(digest, joint, 0).hex()
        if proof.deck == planted:
            proof.leaves = [one.hex() for one in leaves]
        found = names(verify.checks(proof))
        assert found <= {"spare"}
        caught += found == {"spare"}
    assert 300 - 35 < caught < 300 + 35
