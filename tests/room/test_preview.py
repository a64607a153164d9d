"""No oracle: what staff and players are told of what would be depends on no card that they have
not seen. Change every hidden card, and every preview, pot and thought stays the same bytes.
"""

from random import Random

import msgspec
import pytest
from msgspec.structs import replace

import laws
from croupier import houses
from croupier.core import catalogue
from croupier.core.asks import Decision, Refused
from croupier.core.felt import HOUSE
from croupier.core.imagine import InOrder, imagine
from croupier.room import commands, preview
from croupier.room.record import Record
from croupier.room.table import Table
from croupier.server.api import floor
from croupier.server.live import sight

SHEETS = {
    f"{house.name}/{sheet.name}": sheet
    for house in houses.houses()
    for sheet in house.tables.values()
}
PAUSE = 5


def opened(sheet, seed: int) -> Record:
    """A table with company and a hand in play; the staff has time before pots are paid."""
    rules, rng = sheet.rules, Random(seed)
    if hasattr(rules, "award_pause_seconds"):
        rules = replace(rules, award_pause_seconds=PAUSE)
    record = Record(Table("t", sheet.game, rules))
    terms = record.table.terms
    stack = terms.max_buy_in or max(terms.min_buy_in, 500_00)
    for number in range(min(4, terms.seats)):
        record.do(commands.Sit(f"p{number}", f"P{number}", stack, rng.randbytes(32), 0, True), 0)
    record.do(commands.Begin(rng.randbytes(32)), 0)
    return record


def go_on(record: Record, rng: Random) -> None:
    """One more answer, or time passes."""
    table = record.table
    asked = list(table.hand.ask.options)
    if not asked or rng.random() < 0.1:
        record.do(commands.Tick(), table.next_deadline() or 0)
        return
    seat = rng.choice(asked)
    decision = laws.legal(table.hand.ask, seat, rng)
    record.do(commands.Decide(table.sitters[seat].player, decision), 0)


class Twin:
    """The same table, with other cards where the public sees none."""

    def __init__(self, record: Record, chance: int) -> None:
        self.record, self.chance = record, chance

    def again(self) -> Record:
        found = self.record.again()
        hand = found.table.hand
        other = imagine(hand.opening, hand.feed(HOUSE), Random(self.chance))
        found.table.driver.hand = found.table.driver.newest = other
        return found


def acts(record: Record, rng: Random) -> list[commands.Command]:
    """Everything that the staff may do now, and some things that it may not."""
    hand = record.table.hand
    ruled = [laws.ruling(option, rng) for option in hand.rulings]
    ruled += laws.wrong_rulings(hand, rng)
    by = ("floor", "because")
    others = [commands.Pause(*by), commands.Remove(*by, "p0"), commands.Close(*by, emergency=True)]
    return [commands.Rule(one) for one in ruled] + others


def told(record, command) -> bytes:
    """What a preview answers, or why it is refused."""
    try:
        return msgspec.json.encode(preview.preview(record, command, 1.0))
    except Refused as refused:
        return msgspec.json.encode((str(refused), refused.allowed, refused.clause))


def staff_learns_nothing(record: Record, rng: Random) -> None:
    twin = Twin(record, rng.randrange(1000))
    other = twin.again().table.hand
    assert floor.pots(other) == floor.pots(record.table.hand), "the pots know a hidden card"
    for command in acts(record, rng):
        assert told(twin, command) == told(record, command), f"an oracle: {command}"


def considered(hand, seat, decision) -> bytes:
    """What a player is told who thinks of a decision."""
    try:
        return msgspec.json.encode(sight.considered(hand, seat, decision))
    except Refused as refused:
        return msgspec.json.encode((str(refused), refused.allowed, refused.clause))


def players_learn_nothing(record: Record, rng: Random) -> None:
    hand = record.table.hand
    for seat in list(hand.ask.options)[:2]:
        twin = imagine(hand.opening, hand.feed(seat), rng)
        for option in hand.asked(seat):
            decision = laws.choice(option, rng)
            thought = considered(hand, seat, decision)
            assert thought == considered(twin, seat, decision), f"an oracle: {decision}"


def evening(name: str, seed: int, often: float = 0.15) -> None:
    """Both laws, now and then in the course of a hand."""
    rng = Random(seed)
    record = opened(SHEETS[name], seed)
    for _ in range(400):
        if record.table.hand is None:
            return
        if rng.random() < often or preview.awaits_floor(record.table.hand):
            staff_learns_nothing(record, rng)
            players_learn_nothing(record, rng)
        go_on(record, rng)


@pytest.mark.parametrize("name", SHEETS)
def test_nothing_that_is_foreseen_depends_on_a_hidden_card(name):
    for seed in range(2):
        evening(name, seed)


@pytest.mark.slow
@pytest.mark.parametrize("name", SHEETS)
def test_nothing_that_is_foreseen_depends_on_a_hidden_card_for_long(name):
    for seed in range(2, 60):
        evening(name, seed)


def test_hands_that_the_public_cannot_tell_apart_are_imagined_alike():
    for name in catalogue.names():
        game = catalogue.game(name)
        for hand in laws.evening(game, game.Rules(), 7):
            for chance in range(5):
                twin = imagine(hand.opening, hand.feed(HOUSE), Random(chance))
                one, other = preview.public(hand), preview.public(twin)
                assert one.opening == other.opening
                assert one.events == other.events


# Planted faults: each must be caught, or the law proves nothing.


def caught(name: str) -> None:
    with pytest.raises(AssertionError, match="an oracle"):
        for seed in range(20):
            evening(name, seed, often=1)


def test_a_preview_that_plays_the_true_cards_on_is_caught(monkeypatch):
    monkeypatch.setattr(preview, "public", lambda hand: hand.fork())
    monkeypatch.setattr(preview, "_before_new_cards", len)
    caught("casino-club/push-nine")


def test_a_thought_that_looks_at_the_true_cards_is_caught(monkeypatch):
    def knowing(hand, seat, decision):
        if hand.opening.deal.cards[0] % 2:
            raise Refused("{act} is not offered", act=decision.act)
        return honest(hand, seat, decision)

    honest = sight.considered
    monkeypatch.setattr(sight, "considered", knowing)
    caught("casino-club/double-hand")


# The values are right all the same.


def test_a_thought_is_of_ones_own_cards():
    game = catalogue.game("double-hand")
    for seed in range(30):
        for hand in laws.evening(game, game.Rules(), seed):
            rng = Random(seed)
            while not hand.over:
                for seat in list(hand.ask.options)[:1]:
                    for option in hand.asked(seat):
                        thinks_as_it_will_be(hand, seat, laws.choice(option, rng))
                laws.answer(hand, rng)


def thinks_as_it_will_be(hand, seat, decision: Decision) -> None:
    """What a thought says of the seat's own hands is what they are when it is done."""
    try:
        thought = {found.spot: found.name for found in sight.considered(hand, seat, decision)}
    except Refused:
        with pytest.raises(Refused):
            hand.fork().decide(seat, decision)
        return
    done = hand.fork()
    done.decide(seat, decision)
    real = {found.spot: found.name for found in sight.readings(done, seat)}
    if decision.act in ("set", "house way"):
        assert thought
        assert all(real[spot] == name for spot, name in thought.items() if spot in real)


def test_the_deal_that_is_imagined_holds_what_is_seen():
    game = catalogue.game("holdem")
    for hand in laws.evening(game, game.Rules(), 3):
        rng = Random(3)
        while not hand.over:
            for seat in hand.felt.seats:
                twin = imagine(hand.opening, hand.feed(seat), InOrder())
                assert twin.view(seat) == hand.view(seat)
            laws.answer(hand, rng)


def test_a_preview_says_what_a_ruling_would_move_and_moves_nothing():
    record = opened(SHEETS["french-casino/no-limit"], 1)
    before = dict(record.lying())
    void = commands.Rule(Decision("void", by="floor", why="because"))
    seen = preview.preview(record, void, 1.0)
    assert seen.moves
    assert not seen.cut
    assert record.lying() == before
    assert record.do(void, 1.0).moves == seen.moves


def test_a_preview_seats_nobody():
    sheet = SHEETS["french-casino/no-limit"]
    record = Record(Table("t", sheet.game, sheet.rules))
    sit = commands.Sit("p", "P", 100_00, bytes(32))
    assert [move.amount for move in preview.preview(record, sit, 0).moves] == [100_00]
    assert not record.table.sitters
