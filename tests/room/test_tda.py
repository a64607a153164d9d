"""The rules of the Tournament Directors Association that a tournament here follows, a case each;
those about draws and balancing are in `test_tournament.py`, with the draws.
"""

from random import Random

import pytest

from croupier.houses import stakes
from croupier.houses.tournaments import Level, Sheet
from croupier.procedure.blinds import BlindRules, Blinds, Places, Standing, arrange
from croupier.room import ledger
from croupier.room.tournament import coloring
from croupier.room.tournament import commands as do
from croupier.room.tournament.stage import Stage
from croupier.room.tournament.tournament import Tournament

RULES = BlindRules(button_rule="dead_button", new_player="free")
AFTER = Places(button=1, small=2, big=3)
"""Of the hand before: four players in the seats 1 to 4."""


def dealt(seats, *, new=(), places=AFTER):
    standings = {seat: Standing(new=True) for seat in new}
    return arrange(RULES, Blinds(places, standings), seats, seats)


@pytest.mark.parametrize(
    ("seat", "plays"),
    [(5, True), (9, True), (2, False)],
)
def test_8_a_late_entrant_is_dealt_in_but_not_between_small_blind_and_button(seat, plays):
    """The next hand has its button on 2 and its small blind on 3."""
    seating = dealt(sorted({1, 3, 4, seat}), new=(seat,))
    assert (seat in seating.order) is plays
    assert seating.places.big == 4, "nobody has the big blind put off by a newcomer"


def test_10_a_player_of_a_broken_table_may_have_the_big_blind_at_once():
    seating = dealt([1, 2, 3, 4, 6], new=(4,))
    assert seating.places.big == 4
    assert {post.seat: post.live for post in seating.posts} == {3: "small", 4: "big"}


def test_32_the_button_is_dead_when_the_small_blind_is_out():
    """Seat 2 is out: it has the button all the same, and everybody their blinds in turn."""
    seating = dealt([1, 3, 4])
    assert seating.places == Places(2, 3, 4)
    assert seating.order[-1] == 1


def test_32_the_small_blind_is_dead_when_the_big_blind_is_out():
    seating = dealt([1, 2, 4])
    assert (seating.places.button, seating.places.small, seating.places.big) == (2, 3, 4)
    assert [post.live for post in seating.posts] == ["big"]


@pytest.mark.parametrize(("left", "big"), [((1, 3), 1), ((3, 4), 4), ((1, 2), 1)])
def test_34_heads_up_nobody_has_the_big_blind_twice_and_the_button_is_small(left, big):
    """Two are out in a hand in which seat 3 had the big blind."""
    seating = dealt(list(left))
    assert seating.places.big == big
    assert seating.places.small == seating.places.button != big


def staged(**fields) -> Stage:
    levels = Level(25_00, 50_00, 0, 1), Level(50_00, 100_00, 100_00, 1)
    event, rng = Tournament("house/t.1", Sheet(game="holdem", levels=levels, **fields)), Random(1)
    stage = Stage(event, lambda: rng.randbytes(32))
    for name in "abc":
        stage.do(do.Register(stage.seeds(), name, name, bot=True), 0)
    stage.do(do.Start(stage.seeds()), 0)
    stage.seat_players(0)
    return stage


def test_23_a_new_level_applies_to_the_next_hand():
    stage = staged()
    stage.deal(1, 1)
    stage.do(do.Tick(stage.seeds()), 61)
    hand = stage.tables[1].hand
    assert hand.opening.rules.big_blind == 50_00
    for now in range(1000, 100_000, 1000):
        if stage.tables[1].hand is not None:
            stage.tick(1, now)
    stage.deal(1, 100_000)
    assert stage.tables[1].hand.opening.rules.big_blind == 100_00


def test_16_hands_are_shown_when_all_are_all_in():
    for name in ("holdem", "omaha", "omaha-hilo"):
        sheet = Sheet(game=name)
        assert stakes.rules(stakes.game_of(sheet), sheet, sheet.level(0)).all_in_hands_face_up


def test_a_big_blind_without_chips_for_both_pays_the_blind_before_the_ante():
    """Of 2024: the ante is not made smaller because fewer play, and the blind comes first."""
    stage = staged(stack=120_00)
    stage.do(do.Tick(stage.seeds()), 61)
    stage.deal(1, 62)
    felt = stage.tables[1].hand.felt.chips
    big = next(seat for seat, word in felt if word == "bet" and felt[seat, word] == 100_00)
    assert felt.get((big, "stack"), 0) == 0


# Chips that no level needs any more.


def drawn(*numbers):
    """Lots that fall as the test says, whatever they are drawn from."""
    left = list(numbers)
    return lambda _: left.pop(0)


@pytest.mark.parametrize(
    ("stacks", "lots", "ends"),
    [
        # Seats 1, 2 and 3 have 1, 2 and 1 odd chips of 25: one chip of 100 is raced for. The
        # cards lie in the order of the seats, and the second is seat 2's.
        ({1: 525_00, 2: 550_00, 3: 625_00}, (1,), {1: 500_00, 2: 600_00, 3: 600_00}),
        # Seven odd chips make two of 100 (175 is nearer to 200); nobody has both.
        ({1: 575_00, 2: 575_00, 4: 525_00}, (0, 0), {1: 600_00, 2: 600_00, 4: 500_00}),
        # One chip of 25 alone is less than half of 100: it is gone.
        ({1: 525_00, 2: 400_00}, (), {1: 500_00, 2: 400_00}),
        # Half of a new chip is one.
        ({1: 550_00, 2: 400_00}, (0,), {1: 600_00, 2: 400_00}),
        # Nobody is raced out: whose last chip is lost has one of the new ones.
        ({1: 25_00, 2: 575_00}, (1,), {1: 100_00, 2: 600_00}),
        ({1: 600_00, 2: 400_00}, (), {1: 600_00, 2: 400_00}),
    ],
)
def test_24_chips_are_raced_off_from_seat_1_one_a_player_and_nobody_out(stacks, lots, ends):
    assert coloring.colored(stacks, 100_00, "race", drawn(*lots)) == ends


def test_24_a_house_may_round_everybody_up():
    stacks = {1: 525_00, 2: 400_00, 3: 25_00}
    found = coloring.colored(stacks, 100_00, "round_up", drawn())
    assert found == {1: 600_00, 2: 400_00, 3: 100_00}


def test_24_the_smallest_chip_follows_from_the_levels_to_come():
    sheet = Sheet(game="holdem", color_up="race")
    chips = [sheet.chip(level) // 100 for level in sheet.structure if not level.is_break]
    assert chips[:6] == [25, 25, 25, 25, 25, 100]
    assert sheet.chip(sheet.level(99)) >= 1000_00
    assert Sheet(game="holdem").chip(sheet.level(99)) == 1_00


def test_24_small_chips_go_between_hands_and_the_books_say_where():
    levels = Level(25_00, 50_00, 0, 1), Level(100_00, 200_00, 0, 1)
    event, rng = Tournament("house/t.1", Sheet(game="holdem", levels=levels, color_up="race")), 0
    stage = Stage(event, lambda: Random(rng).randbytes(32))
    for name in "abc":
        stage.do(do.Register(stage.seeds(), name, name, bot=True), 0)
    stage.do(do.Start(stage.seeds()), 0)
    stage.seat_players(0)
    for name, amount in {"a": 1525_00, "b": 1475_00, "c": 1500_00}.items():
        table = stage.tables[1]
        stack = table.purse.stack_account(table.seat_of(name))
        more = amount - table.purse.stack(table.seat_of(name))
        bank = ledger.pool("mint", event.name)
        table.purse.move(*((bank, stack) if more > 0 else (stack, bank)), abs(more), "moved")
        event.entrants[name].stack = amount
    stage.do(do.Tick(stage.seeds()), 61)
    stage.seat_players(62)
    stacks = {one.player: one.stack for one in event.alive()}
    assert stacks["c"] == 1500_00
    assert sorted((stacks["a"], stacks["b"])) in ([1400_00, 1600_00], [1500_00, 1500_00])
    assert not event.exchanges
    lines = [line for line in stage.postings if line.why == "color up"]
    assert all(str(ledger.pool("mint", event.name)) in (line.src, line.dst) for line in lines)
    stage.deal(1, 63)
    assert stage.tables[1].hand.opening.rules.chip == 100_00


@pytest.mark.parametrize("game", ["holdem", "omaha", "omaha-hilo", "push-nine", "low-ball"])
def test_24_every_game_knows_the_larger_chips(game):
    sheet = Sheet(game=game, color_up="round_up")
    stakes.check(stakes.game_of(sheet), sheet)


def test_24_a_stack_that_would_be_raced_off_at_once_is_refused():
    with pytest.raises(ValueError, match="stack must be whole chips of 25"):
        Sheet(game="holdem", color_up="race", stack=1510_00)
