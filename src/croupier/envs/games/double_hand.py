"""Double Hand Poker as a learning environment: a slot for each front of two cards."""

from typing import Final

from croupier.envs.menu import STAKES, Spread

VERSION: Final = 0
SPREAD: Final = Spread(
    acts=(("pass", "random", "house way", "withdraw"), ("cut",)),
    stakes={"bank": STAKES, "bet": STAKES},
    cards=(("set", 7, 2, 2),),
    asks=("DH-09", "DH-17", "DH-11", "DH-13", "DH-23"),
    unit="table_min",
)
