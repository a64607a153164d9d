"""Open Hand History 1.4.7, which PokerTracker and Hold'em Manager import: written.

Specification: hh-specs.handhistory.org. One JSON object for each hand, a blank line between them.
An amount is what the action puts in, not what the bet is raised to.
"""

import json
from collections.abc import Iterator
from typing import Any, Final

import croupier
from croupier.core.cards import FACES, Card
from croupier.core.felt import Seat
from croupier.histories.course import STREETS, Course, Step, course, known, pots, variant
from croupier.histories.story import Contest, Story

SPEC: Final = "1.4.7"
FORMAT: Final = "Open Hand History"
GAMES: Final = {"holdem": "Holdem", "omaha": "Omaha", "omaha-hilo": "OmahaHiLo"}
LIMITS: Final = {"no_limit": "NL", "pot_limit": "PL", "limit": "FL"}
PLAY_MONEY: Final = "XPM"
SPEEDS: Final = ((2, "Hyper-Turbo"), (5, "Turbo"), (9, "Semi-Turbo"))
"""By the minutes that the first level lasts at most."""
POSTS: Final = {
    "small blind": "Post SB",
    "big blind": "Post BB",
    "button blind": "Post Extra Blind",
    "post": "Post Extra Blind",
    "option": "Straddle",
    "dead": "Post Dead",
    "ante": "Post Ante",
}
ACTS: Final = {"fold": "Fold", "check": "Check", "call": "Call", "bet": "Bet", "raise": "Raise"}


def write(story: Story) -> str:
    """A story as one object."""
    return json.dumps({"ohh": _hand(story)}, ensure_ascii=False) + "\n"


def _hand(story: Story) -> dict[str, Any]:
    hand = course(story, FORMAT)
    about, rules, (game, limit) = story.about, story.rules, variant(story)
    return {
        "spec_version": SPEC,
        "internal_version": croupier.__version__,
        "site_name": "Croupier",
        "network_name": "Croupier",
        "tournament": about.contest is not None,
        **({"tournament_info": contest_info(about.contest)} if about.contest else {}),
        "game_number": "/".join(filter(None, (about.house, about.table))) + f"#{about.number}",
        "start_date_utc": about.at or "1970-01-01T00:00:00Z",
        "table_name": about.table or "Croupier",
        "table_handle": None,
        "table_skin": None,
        "game_type": GAMES[game],
        "bet_limit": {"bet_type": LIMITS[limit], "bet_cap": 0.0},
        "table_size": about.seats or rules.max_seats,
        "currency": PLAY_MONEY,
        "dealer_seat": hand.button,
        "small_blind_amount": decimal(rules.small_blind),
        "big_blind_amount": decimal(rules.big_blind),
        "ante_amount": decimal(rules.ante),
        **({"hero_player_id": story.seen} if story.seen in hand.order else {}),
        "flags": [] if story.seen in hand.order else ["Observed"],
        "players": [_player(story, seat) for seat in sorted(hand.order)],
        "rounds": list(_rounds(story, hand)),
        "pots": list(_pots(hand)),
    }


def contest_info(contest: Contest) -> dict[str, Any]:
    """What the specification has to be said of a tournament."""
    return {
        "tournament_number": contest.name,
        "name": contest.title,
        "start_date_utc": contest.starts_at,
        "currency": PLAY_MONEY,
        "buyin_amount": decimal(contest.buy_in + contest.bounty),
        "fee_amount": decimal(contest.fee),
        "bounty_fee_amount": decimal(contest.bounty),
        "initial_stack": decimal(contest.stack),
        "type": "STT" if contest.sit_and_go else "MTT",
        "flags": [flag for flag, true in _flags(contest).items() if true],
        "speed": {"type": _speed(contest.minutes), "round_time": 60 * contest.minutes},
    }


def _flags(contest: Contest) -> dict[str, bool]:
    return {
        "SNG": contest.sit_and_go,
        "Bounty": contest.bounty > 0,
        "Rebuy": contest.rebuys,
        "Re-Entry": contest.re_entries,
    }


def _speed(minutes: int) -> str:
    """As trackers sort tournaments: by how long a level lasts."""
    return next((name for most, name in SPEEDS if minutes <= most), "Normal")


def _player(story: Story, seat: Seat) -> dict[str, Any]:
    name = story.about.name(seat)
    return {
        "id": seat,
        "seat": seat,
        "name": name,
        "display": name,
        "starting_stack": decimal(story.chips[seat, "stack"]),
        "player_bounty": decimal(story.about.contest.bounty if story.about.contest else 0),
        "is_sitting_out": False,
    }


def _rounds(story: Story, hand: Course) -> Iterator[dict[str, Any]]:
    """A round for each street; what is shown in the end is a round of its own."""
    streets: list[list[Step]] = [[]]
    shown: list[Step] = []
    for step in hand.steps:
        if step.kind == "board":
            streets.append([step])
        elif step.kind in ("post", "act"):
            streets[-1].append(step)
        elif step.kind in ("show", "muck", "volunteer"):
            shown.append(step)
    number = _Counter()
    for at, steps in enumerate(streets):
        board = [card for step in steps for card in step.cards if step.kind == "board"]
        actions = [*_posted(steps, number), *(_dealt(story, hand, number) if not at else ())]
        actions += [_action(step, number) for step in steps if step.kind == "act"]
        yield {"id": at, "street": STREETS[at], "cards": _faces(board), "actions": actions}
    if shown:
        actions = [_action(step, number) for step in shown]
        yield {"id": len(streets), "street": "Showdown", "cards": [], "actions": actions}


class _Counter:
    """Numbers the actions of a hand."""

    def __init__(self) -> None:
        self.last = 0

    def next(self) -> int:
        self.last += 1
        return self.last


def _posted(steps: list[Step], number: _Counter) -> list[dict[str, Any]]:
    """Antes stand before blinds, wherever our house takes them."""
    posts = [step for step in steps if step.kind == "post"]
    posts.sort(key=lambda step: step.what != "ante")
    return [_action(step, number) for step in posts]


def _dealt(story: Story, hand: Course, number: _Counter) -> Iterator[dict[str, Any]]:
    """The cards that the teller saw dealt: their own, or everybody's."""
    for seat in hand.order:
        cards = hand.holes[seat]
        if story.seen in (None, seat) and known(cards):
            yield _line(number, seat, "Dealt Cards", 0, cards)


def _action(step: Step, number: _Counter) -> dict[str, Any]:
    named = {"show": "Shows Cards", "muck": "Mucks Cards", "volunteer": "Shows Cards"}
    action = named.get(step.kind) or POSTS.get(step.what) or ACTS[step.what]
    return _line(number, step.seat, action, step.amount, step.cards, all_in=step.all_in)


def _line(
    number: _Counter,
    seat: Seat,
    action: str,
    amount: int = 0,
    cards: tuple[Card, ...] = (),
    *,
    all_in: bool = False,
) -> dict[str, Any]:
    return {
        "action_number": number.next(),
        "player_id": seat,
        "action": action,
        "amount": decimal(amount),
        "is_allin": all_in,
        "cards": _faces(cards),
    }


def _pots(hand: Course) -> Iterator[dict[str, Any]]:
    """Each pot with its rake; what was won is net of it, and uncalled bets are in none."""
    wins, rakes = hand.of("win"), hand.of("rake")
    for number, pot in enumerate(pots(wins)):
        mine = [step for step in wins if step.what == pot]
        rake = sum(step.amount for step in rakes if step.what == pot)
        won: dict[Seat, int] = {}
        for step in mine:
            won[step.seat] = won.get(step.seat, 0) + step.amount
        yield {
            "number": number,
            "amount": decimal(sum(won.values()) + rake),
            "rake": decimal(rake),
            "jackpot": 0.0,
            "player_wins": [_won(seat, amount) for seat, amount in won.items()],
        }


def _won(seat: Seat, amount: int) -> dict[str, Any]:
    zero = dict.fromkeys(("cashout_amount", "cashout_fee", "bonus_amount"), 0.0)
    return {"player_id": seat, "win_amount": decimal(amount), **zero}


def decimal(amount: int) -> float:
    """Two decimals; JSON readers expect a number."""
    return amount / 100


def _faces(cards: list[Card] | tuple[Card, ...]) -> list[str]:
    return [FACES[card] for card in cards]
