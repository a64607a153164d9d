"""A table of a tournament: the rules of a level, and what a hand at it has led to."""

from collections.abc import Mapping
from typing import Any, Final

from croupier.core import catalogue, prices
from croupier.core.catalogue import Game
from croupier.core.felt import HOUSE, Chips, Seat, Spot
from croupier.core.hand import Hand
from croupier.room.table import Table
from croupier.room.tournament.sheet import CHIP, Level, Sheet

TERMS: Final[Mapping[str, Any]] = {
    "chip": CHIP,
    "tournament": True,  # LB-09, LB-26
    "table_minimum": 0,
    "button_rule": "dead_button",  # TDA 32
    "new_player": "free",  # TDA 8
    "all_in_hands_face_up": True,  # TDA 16
    "option_allowed": False,
    "run_it_twice": False,
    "allow_agreed_split": False,
    "allow_buying_button": False,
    "levy_percent": 0,
    "drop_five_or_more": 0,
    "drop_four": 0,
    "drop_three_or_less": 0,
    "no_flop_drop": 0,
    "kill": "none",
    "lowball_collection": "none",
    "collection_from_button": 0,
    "lowball_new_player": "wait_big_blind",
    "max_buy_in": 0,
    "seat_changes": False,
    "redraw_after_break": False,
    "allow_short_rebuy": False,
}
"""What every table of a tournament plays by, as far as its game has a word for it."""


def rules(game: Game, sheet: Sheet, level: Level) -> Any:
    """The rules of a game at a level: the sheet's, the terms of a tournament, the stakes."""
    plain: dict[str, Any] = prices.plain(game.Rules())
    stakes = _stakes(plain, sheet, level)
    terms = {name: value for name, value in TERMS.items() if name in plain}
    changes = {**sheet.rules, **terms, "max_seats": sheet.seats, **stakes}
    return prices.convert(plain | changes, game.Rules)


def _stakes(plain: Mapping[str, Any], sheet: Sheet, level: Level) -> dict[str, Any]:
    """What a level says in the words of a game: a game without blinds has antes (PN-05)."""
    if "big_blind" not in plain:
        return {"ante": level.small}
    found = {"small_blind": level.small, "big_blind": level.big, "button_blind": 0}
    if "bet_limit" in plain:  # LB-37
        return found | {"bet_limit": level.big}
    return found | {"ante": level.ante, "ante_from": sheet.ante_from}


def fits(game: Game) -> bool:
    """Whether a game can be played as a tournament: for a pot, with stakes that can rise."""
    return game.COMPANY.for_a_pot and hasattr(game.Rules(), "stake")


def game_of(sheet: Sheet) -> Game:
    """The game of a sheet."""
    game = catalogue.game(sheet.game)
    if not fits(game):
        raise ValueError(f"{sheet.game} is not played as a tournament")
    return game


def mark(table: Table) -> Seat:
    """The seat from which the next big blind is counted."""
    return table.game.COMPANY.mark(table.carry)


def locked(table: Table) -> bool:
    """Whether nobody may leave a table: a pot is carried over (PN-49)."""
    return bool(table.carried.claims()) or table.carried.pot_waits()


def stacks(table: Table) -> dict[str, int]:
    """What everybody at a table has."""
    return {sitter.player: table.purse.stack(seat) for seat, sitter in table.sitters.items()}


def lost_to(table: Table, hand: Hand) -> dict[str, tuple[str, ...]]:
    """Who has no chips left after a hand, and who has won their last ones; nobody while a pot that
    they have a claim to is carried over.
    """
    if locked(table):
        return {}
    names = {seat: sitter.player for seat, sitter in table.sitters.items()}
    return {
        player: tuple(names[s] for s in takers(hand, seat) if s in names)
        for seat, player in names.items()
        if not table.purse.stack(seat)
    }


def takers(hand: Hand, seat: Seat) -> list[Seat]:
    """Who has won the pot into which a player's last chips went; of a pot that joined another,
    that other's winners.
    """
    pot: Spot | None = None
    winners: dict[Spot, list[Seat]] = {}
    moved: dict[Spot, Spot] = {}
    for event in hand.events:
        if type(event) is not Chips:
            continue
        if event.src[0] == seat and event.dst[0] == HOUSE:
            pot = event.dst
        elif event.src[0] == event.dst[0] == HOUSE:
            moved[event.src] = event.dst
        elif event.src[0] == HOUSE and event.dst[0] != seat:
            winners.setdefault(event.src, []).append(event.dst[0])
    while pot in moved and pot not in winners:
        pot = moved[pot]
    return winners.get(pot, []) if pot else []
