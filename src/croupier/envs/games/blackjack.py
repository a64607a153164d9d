"""Blackjack as a learning environment: one box, the first bet is placed."""

from typing import Final

from croupier.envs.menu import ALL, Spread

VERSION: Final = 0
BETS: Final = {"box 1": 1}
SPREAD: Final = Spread(
    acts=(("stand", "decline"), ("hit",), ("split",), ("surrender",)),
    stakes={"double": ALL, "insure": ALL},
    asks=("BJ-08", "BJ-21", "BJ-25"),
    unit="table_min",
    mine="box",
    by_rank=True,
)
