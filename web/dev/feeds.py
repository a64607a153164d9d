"""Record what seats have seen of hands of every game, rulings among them, and which places of the deck
their proofs open.

`python web/dev/feeds.py` writes `web/dev/feeds.json`: the browser's own follower of places must agree.
"""

import json
import sys
from pathlib import Path
from random import Random

import msgspec

from croupier.core import catalogue
from croupier.core.felt import Chips
from croupier.core.following import shown_places

sys.path.insert(0, str(Path(__file__).parents[2]))
from tests import laws  # noqa: E402

HERE = Path(__file__).parent / "feeds.json"
EVENINGS = {"low-ball": range(30), "push-nine": range(10)}
MOST = 6
"""Hands kept of a game: those in which cards move for the most reasons."""


def played(hand, rng):
    """Play on at random; the staff rules something now and then."""
    while not hand.over:
        rulings = [option for option in hand.rulings if option.act != "void"]
        if rulings and rng.random() < 0.08:
            hand.rule(laws.ruling(rng.choice(rulings), rng))
        else:
            laws.answer(hand, rng)


def told(hand, rng):
    """The feed of one seat, and the faces it shows by place."""
    seat = rng.choice([0, *hand.felt.seats])
    feed, size = hand.feed(seat), len(hand.opening.deal.cards)
    return {
        "size": size,
        "feed": [msgspec.to_builtins(event) for event in feed if type(event) is not Chips],
        "known": sorted(shown_places(hand, seat).items()),
    }


def evening(game, seed):
    rng = Random(seed)
    for hand in laws.evening(game, laws.any_rules(game, rng), seed):
        played(hand, rng)
        yield told(hand, rng)


def variety(one):
    moves = {event["why"] for event in one["feed"] if event["type"] == "cards"}
    rulings = {event["what"] for event in one["feed"] if event.get("by") == "floor"}
    return len(moves) + len(rulings)


def main():
    found = {}
    for name in catalogue.names():
        game = catalogue.game(name)
        hands = [one for seed in EVENINGS.get(name, range(5)) for one in evening(game, seed)]
        found[name] = sorted(hands, key=variety, reverse=True)[:MOST]
        print(name, len(hands), [len(one["known"]) for one in found[name]])
    HERE.write_text(json.dumps(found, separators=(",", ":")) + "\n", "utf-8")


if __name__ == "__main__":
    main()
