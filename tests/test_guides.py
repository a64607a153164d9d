"""Guides: told from what the table asks and shows, ranked as the game pays, in both languages."""

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from croupier import bots, houses
from croupier.core import catalogue, fair
from croupier.core.catalogue import Game
from croupier.core.felt import HOUSE, Spot
from croupier.core.hand import Hand
from croupier.houses import House, TableSheet
from croupier.ranks import high
from croupier.speech import clauses, guides
from croupier.speech.guides import Guide, Step
from laws import any_rules

SEATED = [(house, table) for house in houses.houses() for table in house.tables.values()]
GAMES = {catalogue.name(table.game): (house, table) for house, table in SEATED}
RARE = 400
"""Hands of bots in which every step's moment must have come."""


def told(house: House, table: TableSheet, language: str = "en") -> Guide:
    found = guides.guide(house, table, language)
    assert found is not None
    return found


def moments(hand: Hand, seat: int) -> Iterator[tuple[str, str]]:
    """What one seat is asked and sees now, as steps wait for it."""
    for option in hand.asked(seat):
        yield "asked", option.act
    for (whose, word), lie in hand.view(seat).cards.items():
        if lie and whose in (seat, HOUSE):
            yield "lies", word.split(" ")[0]


def comes_up(step: Step, seen: set[tuple[str, str]]) -> bool:
    return step.over or any(
        moment in seen for moment in [*(("asked", act) for act in step.asked), ("lies", step.lies)]
    )


def evening(game: Game, rules: Any, hands: int) -> Iterator[tuple[Hand, int]]:
    """Hands of bots at one table, at every question and by every seat that is asked."""
    chance, bot = Random(16), bots.bot(game)
    last: Hand | None = None
    seats = range(1, min(game.SEATS.stop, 7))
    for _ in range(hands):
        deal = fair.next_deal(chance.randbytes(32), game, rules, last)
        chips: dict[Spot, int] = {s: n for s, n in last.felt.chips.items() if n} if last else {}
        chips |= {(seat, "stack"): 2000_00 for seat in seats}
        last = Hand(game, rules, chips, deal, last.carry if last else None)
        while (ask := last.ask) is not None:
            for seat in list(ask.options):
                if last.ask is ask and last.asked(seat):
                    yield last, seat
                    last.decide(seat, bot(bots.seen(last, seat), chance))
            if last.ask is ask and (ask.open or not ask.options):
                last.expire()


@pytest.mark.parametrize("name", GAMES)
def test_every_step_has_its_moment_at_the_table(name: str) -> None:
    house, table = GAMES[name]
    steps, seen = told(house, table).steps, set[tuple[str, str]]()
    for hand, seat in evening(table.game, table.rules, RARE):
        seen |= {*moments(hand, seat)}
        if all(comes_up(step, seen) for step in steps):
            return
    assert [step.text for step in steps if not comes_up(step, seen)] == []


@pytest.mark.parametrize("name", GAMES)
def test_steps_wait_for_one_thing_and_point_at_a_spot_of_the_table(name: str) -> None:
    house, table = GAMES[name]
    steps, layout = told(house, table).steps, table.game.LAYOUT
    spots = {*layout.seat_chips, *layout.seat_cards, *layout.house_chips, *layout.house_cards, ""}
    for step in steps:
        assert bool(step.asked) + bool(step.lies) + step.over == 1, step
        assert {step.at, step.lies} <= spots, step
        assert len(step.text) <= 130, step
    assert steps[-1].over
    assert 4 <= len(steps) <= 8


def test_a_guide_speaks_both_languages_at_every_table_and_cites_clauses_that_exist() -> None:
    for house, table in SEATED:
        english, french = told(house, table), told(house, table, "fr")
        both = [
            (english.goal, french.goal),
            *zip([s.text for s in english.steps], [s.text for s in french.steps], strict=True),
            *zip([r.text for r in english.course], [r.text for r in french.course], strict=True),
            *zip([r.note for r in english.ladders], [r.note for r in french.ladders], strict=True),
        ]
        assert [one for one, other in both if one == other] == []
        for line in english.course:
            assert all(clauses.clause(one, "en") for one in line.clause.split(", ")), line


@pytest.mark.parametrize("name", GAMES)
def test_any_house_has_a_guide(name: str) -> None:
    house, table = GAMES[name]
    for seed in range(40):
        rules = any_rules(table.game, Random(seed))
        sheet = TableSheet(table.name, table.title, table.game, rules)
        assert told(house, sheet, "fr").ladders


def test_a_ranking_goes_from_the_best_hand_down() -> None:
    def named(five: Any) -> str:
        return high.name(high.value(five))

    with pytest.raises(guides.OutOfOrder, match="2c 2d"):
        guides.ladder("Hands", ["2c 2d 3h 4s 6c", "As Ks Qs Js Ts"], high.value, named)


def test_a_step_whose_moment_never_comes_is_found() -> None:
    assert not comes_up(Step("never", asked=("surrender",)), {("asked", "hit"), ("lies", "hole")})
    assert comes_up(Step("now", lies="hole"), {("lies", "hole")})
