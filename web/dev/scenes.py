"""Record hands of every game as the room would tell them to one seat.

`python web/dev/scenes.py` writes `web/dev/scenes/*.json`: the opening message, then frames of news,
and the view that each frame must leave. The tests fold them; `npm run dev` shows them at `#/scene/…`.
"""

import json
import random
import sys
from pathlib import Path

import msgspec

from croupier import bots, houses
from croupier.core import catalogue
from croupier.speech import plates
from croupier.core.cards import BACK
from croupier.core.felt import Deal
from croupier.core.asks import Decision
from croupier.core.hand import Hand
from croupier.room.terms import SeatingTerms
from croupier.server.live import sight

HERE = Path(__file__).parent / "scenes"
NAMES = "Hélène Théo Youssef Clémence Étienne Rosalie Bastien Marguerite Ines Walt".split()
TABLES = [
    ("holdem", "french-casino", "no-limit", 9, 98),
    ("holdem-ten", "french-casino", "no-limit", 10, 1),
    ("omaha", "casino-club", "omaha-3-6", 6, 5),
    ("omaha-hilo", "casino-club", "omaha-hilo-3-6", 6, 8),
    ("casino-holdem", "live-casino", "casino-holdem", 3, 8),
    ("heads-up-holdem", "casino-du-liban", "heads-up-holdem", 3, 4),
    ("blackjack", "casino-du-liban", "blackjack", 4, 2),
    ("double-hand", "casino-club", "double-hand", 6, 4),
    ("low-ball", "casino-club", "low-ball", 7, 3),
    ("push-nine", "casino-club", "push-nine", 4, 9),
]


def plain(thing):
    return msgspec.to_builtins(thing)


def pairs(found):
    return [[list(spot), plain(value)] for spot, value in found.items()]


def told_view(view):
    return {"chips": pairs(view.chips), "cards": pairs(view.cards), "deck": view.deck}


def told_ask(hand, seat, rules, seq):
    ask = hand.ask
    if ask is None:
        return None
    seconds = float(getattr(rules, ask.clock, 5))
    asked = list(ask.options)
    options = plain(ask.options.get(seat, ()))
    clocks = [[0, seconds]] if ask.open else [[one, seconds] for one in asked]
    return {
        "seq": seq,
        "clause": ask.clause,
        "open": ask.open,
        "asked": asked,
        "options": options,
        "seconds": seconds,
        "clocks": clocks,
        "reserve": 30.0,
        "waiting_for": len(asked),
    }


def told_readings(game, rules, view):
    try:
        return plain(sight.read(game, rules, view))
    except Exception:  # noqa: BLE001
        return []


def choose(hand, seat, chance, viewer):
    options = hand.asked(seat)
    acts = {option.act: option for option in options}
    game = hand.opening.game.__name__.rpartition(".")[2]
    if "bet" in acts and hand.ask.open:
        bets = [o for o in options if o.act == "bet"]
        option = chance.choice(bets)
        if game == "blackjack":
            option = next((o for o in bets if o.spot[1] == f"box {seat * 2 - 1}"), option)
        return bots.within(option, chance.choice([500, 1000, 2500, 5000]))
    raising = acts.get("raise") or acts.get("bet")
    if game in ("holdem", "omaha", "omaha_hilo") and raising and chance.random() < 0.25:
        return bots.within(raising, chance.choice([raising.low, raising.low * 2, raising.high]))
    if game == "holdem" and "fold" in acts and "call" in acts and chance.random() < 0.3:
        return Decision("fold")
    for act, odds in (
        ("call", 0.75),
        ("check", 0.9),
        ("raise", 0.7),
        ("hit", 0.5),
        ("split", 1.0),
        ("double", 0.8),
        ("draw", 0.9),
        ("buy in", 0.7),
        ("bank", 0.8),
        ("insure", 0.4),
        ("house way", 1.0),
        ("show", 1.0),
    ):
        if act in acts and chance.random() < odds:
            option = acts[act]
            if option.cards:
                n = chance.randint(option.low, min(option.high, 3))
                return Decision(act, 0, option.spot, tuple(option.cards[-n:]))
            return bots.within(option, option.low)
    return bots.passive(bots.seen(hand, seat), chance)


def record(scene, house_name, table_name, seats, seed):
    house = houses.house(house_name)
    table = house.tables[table_name]
    game, rules = table.game, table.rules
    chance = random.Random(seed)
    cards = list(game.pack(rules))
    chance.shuffle(cards)
    lots = tuple(chance.randrange(bound) for bound in game.LOTS)
    stacks = {n: chance.choice([120, 185, 240, 333, 80]) * 100 for n in range(1, seats + 1)}
    if game.__name__.endswith("casino_holdem"):
        stacks = dict.fromkeys(stacks, 1240_00)
    chips = {(n, "stack"): amount for n, amount in stacks.items()}
    if "bank" in game.LAYOUT.house_chips:
        chips[0, "bank"] = 0
    viewer = 1
    seq = 100
    opening = {(n, "stack"): amount for n, amount in stacks.items()}
    hand = Hand(game, rules, chips, Deal(tuple(cards), lots))
    message = {
        "type": "table",
        "table": f"{house_name}/{table_name}",
        "title": table.title,
        "house": house.title,
        "currency": house.currency,
        "game": catalogue.name(game),
        "seq": seq,
        "hand": 41207,
        "in_play": False,
        "open": True,
        "paused": False,
        "crowd": scene == "casino-holdem",
        "last_hands": None,
        "version": str(getattr(rules, "limit", "")),
        "rules": msgspec.to_builtins(rules, enc_hook=str),
        "layout": plain(game.LAYOUT),
        "plate": plain(plates.plate(house, table)),
        "terms": plain(SeatingTerms.of(game, rules)),
        "seats": [
            {
                "seat": n,
                "player": f"g{n}",
                "name": NAMES[n - 1],
                "bot": n > 1,
                "away": False,
                "here": True,
                "stack": amount,
                "leaving": False,
                "top_up": 0,
            }
            for n, amount in stacks.items()
        ],
        "waiting": [],
        "you": {"seat": viewer, "balance": 320000},
        "view": {"chips": pairs(opening), "cards": [], "deck": 52},
        "ask": None,
        "readings": [],
        "totals": None,
        "events": [],
    }
    frames = []
    at = 0

    def frame(extra=()):
        nonlocal at, seq
        events = [plain(e) for e in hand.feed(viewer, at)]
        at = len(hand.events)
        events = [*extra, *events]
        first = seq + 1
        seq += len(events)
        view = hand.view(viewer)
        frames.append(
            {
                "news": {
                    "type": "news",
                    "table": message["table"],
                    "hand": 41208,
                    "first": first,
                    "seq": seq,
                    "events": events,
                    "ask": told_ask(hand, viewer, rules, seq),
                    "readings": told_readings(game, rules, view),
                    "totals": {"players": 214, "waiting_for": 41, "chips": [["ante", 250000]]}
                    if message["crowd"]
                    else None,
                },
                "view": told_view(view),
            }
        )

    frame([{"type": "hand", "hand": 41208, "chips": pairs(chips), "deck": len(cards)}])
    steps = 0
    closing = {}
    while not hand.over and steps < 300:
        steps += 1
        ask = hand.ask
        asked = [s for s in ask.options if closing.get((id(ask), s), 0) < 1]
        if ask.open:
            done = {s for (clause, s), n in closing.items() if clause == ask.clause and n}
            todo = [s for s in ask.options if s not in done]
            if todo:
                seat = todo[0]
                closing[ask.clause, seat] = 1
                hand.decide(seat, choose(hand, seat, chance, viewer))
                if game.__name__.endswith("casino_holdem") and seat == viewer:
                    frame()
                    hand.decide(seat, Decision("bet", 500, (seat, "bonus")))
            else:
                hand.expire()
        elif not ask.options:
            hand.expire()
        else:
            seat = asked[0] if asked else next(iter(ask.options))
            try:
                hand.decide(seat, choose(hand, seat, chance, viewer))
            except Exception:  # noqa: BLE001
                hand.expire(seat)
        frame()
    end = hand.view(viewer)
    net = [[n, end.chips.get((n, "stack"), 0) - amount] for n, amount in stacks.items()]
    seq += 1
    frames.append(
        {
            "news": {
                "type": "news",
                "table": message["table"],
                "hand": 41208,
                "first": seq,
                "seq": seq,
                "events": [{"type": "over", "hand": 41208, "void": False, "net": net}],
                "ask": None,
                "readings": told_readings(game, rules, end),
                "totals": None,
            },
            "view": told_view(end),
        }
    )
    HERE.mkdir(exist_ok=True)
    (HERE / f"{scene}.json").write_text(
        json.dumps({"table": message, "frames": frames}, ensure_ascii=False) + "\n"
    )
    print(
        scene,
        len(frames),
        "frames; asks of the viewer:",
        [
            (i, f["news"]["ask"]["clause"], [o["act"] for o in f["news"]["ask"]["options"]])
            for i, f in enumerate(frames)
            if f["news"]["ask"] and f["news"]["ask"]["options"]
        ][:12],
    )


if __name__ == "__main__":
    for row in TABLES:
        if len(sys.argv) < 2 or row[0] in sys.argv[1:]:
            try:
                record(*row)
            except Exception as error:  # noqa: BLE001
                print(row[0], "failed:", type(error).__name__, error)
