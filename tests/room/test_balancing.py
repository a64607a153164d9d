"""Tables are kept even with the fewest moves, and nobody is sent about."""

from collections import Counter
from itertools import product
from random import Random

import pytest

from croupier.houses.tournaments import Sheet
from croupier.room.tournament.floor import SETTLED, Floor
from room.festival import lot


def floor_of(sizes, seats, **changes) -> Floor:
    """Tables of these sizes, all idle."""
    floor = Floor(Sheet(game="holdem", seats=seats, **changes))
    floor.tables = {
        number: {seat: f"p{number}-{seat}" for seat in range(1, size + 1)}
        for number, size in enumerate(sizes, 1)
    }
    floor.opened = len(sizes)
    return floor


def sizes_of(floor: Floor) -> list[int]:
    return [len(chairs) for chairs in floor.tables.values()]


def fewest(sizes) -> int:
    """By trying every size that the tables could have."""
    ends = (
        end
        for end in product(range(max(sizes) + 1), repeat=len(sizes))
        if sum(end) == sum(sizes) and max(end) - min(end) <= 1
    )
    return min(sum(max(0, was - is_) for was, is_ in zip(sizes, end, strict=True)) for end in ends)


@pytest.mark.parametrize("how", ["next_big_blind", "nearest_position", "random"])
def test_11_idle_tables_are_even_after_the_fewest_moves(how):
    rng = Random(11)
    for _ in range(300):
        seats = rng.randint(4, 9)
        sizes = [rng.randint(1, seats) for _ in range(rng.randint(2, 4))]
        floor = floor_of(sizes, seats, balance=how)
        if floor.ends_soon or sum(sizes) <= (len(sizes) - 1) * seats:
            continue  # A table breaks, or all sit down at the last one.
        floor.marks = {number: rng.randint(1, seats) for number in floor.tables}
        moves = floor.settle(lot(rng.randrange(1000)))
        assert max(sizes_of(floor)) - min(sizes_of(floor)) <= 1
        assert len(moves) == fewest(sizes)
        assert sum(sizes_of(floor)) == sum(sizes)


def test_11_nobody_is_moved_twice_in_three_hands_if_another_can_go():
    """Seat 3 of the full table is due for the big blind, and has just come."""
    floor = floor_of((6, 4), seats=6)
    floor.marks, floor.since = {1: 2, 2: 1}, {"p1-3": 1}
    (move,) = floor.settle(lot(1))
    assert move.player == "p1-4"
    floor = floor_of((6, 4), seats=6)
    floor.marks, floor.since = {1: 2, 2: 1}, {f"p1-{seat}": 0 for seat in range(1, 7)}
    (move,) = floor.settle(lot(1))
    assert move.player == "p1-3", "no other choice"


def test_who_has_played_three_hands_since_may_be_moved_again():
    floor = floor_of((6, 4), seats=6)
    floor.settle(lot(1))
    (mover,) = [player for player, hands in floor.since.items() if hands == 0]
    table, _ = floor.where(mover)
    for _ in range(SETTLED):
        floor.end(table, 1, locked=False)
    assert floor.since[mover] == SETTLED


@pytest.mark.parametrize(
    ("place", "free", "seat"),
    [
        (3, (2, 5), 5),  # Three behind the big blind, here seat 2: seat 5 is just that.
        (1, (1, 4), 4),  # Seat 3 is taken: one further is nearer than all the way round.
        (5, (1, 3), 1),
    ],
)
def test_by_position_a_player_comes_to_the_seat_nearest_to_the_old_one(place, free, seat):
    floor = floor_of((6, 4), seats=6, balance="nearest_position")
    floor.tables[2] = {s: f"x{s}" for s in range(1, 7) if s not in free}
    floor.marks = {1: 6, 2: 2}
    floor.since = {f"p1-{s}": 0 for s in range(1, 7) if s != place}
    (move,) = floor.settle(lot(1))
    assert (move.player, move.table, move.seat) == (f"p1-{place}", 2, seat)


def test_a_long_tournament_sends_nobody_about():
    """Of many moves that only bust-outs cause, hardly any is of one who was moved just before."""
    rng, again, moves = Random(5), 0, Counter()
    for run in range(30):
        floor = floor_of((6, 6, 6, 6), seats=6)
        while floor.players > 7:
            number = rng.choice(list(floor.tables))
            floor.end(number, rng.randint(1, 6), locked=False)
            if rng.random() < 0.3 and len(floor.tables[number]) > 1:
                floor.remove(rng.choice(list(floor.tables[number].values())))
            before = dict(floor.since)
            for move in floor.settle(lot(rng.randrange(1000))):
                moves[move.why] += 1
                again += move.why == "balance" and before.get(move.player, SETTLED) < SETTLED
        assert max(sizes_of(floor)) - min(sizes_of(floor)) <= 1, run
    assert moves["balance"] > 50
    assert again == 0
