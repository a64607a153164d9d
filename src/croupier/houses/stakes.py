"""The rules of a game in a tournament: the sheet's, the terms of all tournaments, the level's."""

from collections.abc import Mapping
from typing import Any, Final

from croupier.core import catalogue, prices
from croupier.core.catalogue import Game
from croupier.houses.tournaments import Level, Sheet

TERMS: Final[Mapping[str, Any]] = {
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
    chip = sheet.chip(level)
    tables = {"max_seats": sheet.seats, "chip": chip}
    if plain.get("min_buy_in", 0) % chip:
        tables["min_buy_in"] = chip  # Nobody buys in here; but amounts are whole chips (CR-32).
    changes = {**sheet.rules, **terms, **tables, **stakes}
    return prices.convert(plain | changes, game.Rules)


def _stakes(plain: Mapping[str, Any], sheet: Sheet, level: Level) -> dict[str, Any]:
    """What a level says in the words of a game: a game without blinds has antes (PN-05)."""
    if "big_blind" not in plain:
        return {"ante": level.small}
    found = {"small_blind": level.small, "big_blind": level.big, "button_blind": 0}
    if "bet_limit" in plain:  # LB-37
        return found | {"bet_limit": level.big}
    return found | {"ante": level.ante, "ante_from": sheet.ante_from}


def check(game: Game, sheet: Sheet) -> None:
    """Refuse rules that tournaments have of their own, and stakes that a game cannot have."""
    for name in sheet.rules:
        if name in TERMS or name == "chip":
            raise ValueError(f"rules.{name}: is the same in every tournament: leave it out")
    if sheet.time_bank_per_level and not hasattr(game.Rules(), "time_bank_seconds"):
        raise ValueError("time_bank_per_level: this game has no time banks: leave it out")
    for level in sheet.structure:
        try:
            rules(game, sheet, level if not level.is_break else sheet.level(0))
        except ValueError as error:
            key, _, why = str(error).partition(" ")
            raise ValueError(f"rules.{key}: {why}") from None


def of(game: Game, sheet: Sheet, level: Level) -> dict[str, Any]:
    """What a level says in the words of a game."""
    return _stakes(prices.plain(game.Rules()), sheet, level)


def fits(game: Game) -> bool:
    """Whether a game can be played as a tournament: for a pot, with stakes that can rise."""
    return game.COMPANY.for_a_pot and hasattr(game.Rules(), "stake")


def game_of(sheet: Sheet) -> Game:
    """The game of a sheet."""
    game = catalogue.game(sheet.game)
    if not fits(game):
        raise ValueError(f"{sheet.game} is not played as a tournament")
    return game
