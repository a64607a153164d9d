"""Record proofs of pledged hands of every game, each with the feed of the seat it is for.

`python web/dev/proofs.py` writes `web/dev/proofs.json`: the browser's own verifier must find them good.
"""

import json
import sys
from pathlib import Path

import msgspec

from croupier.core.felt import Chips

sys.path.insert(0, str(Path(__file__).parents[2] / "tests"))
from room.pledged import BY_GAME, Parlour, Played

HERE = Path(__file__).parent / "proofs.json"
HANDS = 4


def told(played: Played, seat: int) -> dict[str, object]:
    feed = [event for event in played.hand.feed(seat) if type(event) is not Chips]
    return {"proof": msgspec.to_builtins(played.proof(seat)), "feed": msgspec.to_builtins(feed)}


def best(place: str) -> dict[str, object]:
    """Of a few hands the one that opens the most to a seat; the last of a shoe is none of its first."""
    rounds = [
        (len(played.proof(seat).openings), played.number, played, seat)
        for played in Parlour(place, seed=3).hands(HANDS)
        for seat in played.hand.felt.seats
    ]
    *_, played, seat = max(rounds, key=lambda one: one[:2])
    return told(played, seat)


def main() -> None:
    found = {game.rpartition(".")[2]: best(place) for game, place in sorted(BY_GAME.items())}
    for name, one in found.items():
        print(name, one["proof"]["hand"], one["proof"]["first"], len(one["proof"]["openings"]))
    HERE.write_text(json.dumps(found, separators=(",", ":")) + "\n", "utf-8")


if __name__ == "__main__":
    main()
