"""Kernels and rules in step: the same cards and the same slots go to both, and after every step the
mask, the numbers, who is asked and the results must be the same.

`Mismatch` tells the first difference, with the hand as text.
"""

from collections.abc import Callable
from typing import Any

import numpy as np

from croupier.core.felt import Deal
from croupier.core.hand import Hand
from croupier.envs.batch import Batch
from croupier.envs.batches import blackjack, casino_holdem, heads_up_holdem, holdem
from croupier.envs.flop import begun
from croupier.envs.table import Table, rules_of

SIDE_BY_SIDE = 64
FOLDS = 0.3
"""How much likelier than its share the first slot is not: hands should be long."""
ILLEGAL = 0.03


class Mismatch(AssertionError):
    """Kernel and rules differ."""


def table_of(game: str, rules: Any, players: int = 1, menu: str = "pot") -> Table:
    return Table(game, rules=rules, players=players, stacks=1000, menu=menu)


def dealt(table: Table, hand: Hand) -> Table:
    """The table with this hand, at its first question."""
    table.hand = table.last = hand
    table.asked, table.played = set(), 1
    table.advance()
    return table


def same(table: Table, what: str, ours: Any, theirs: Any) -> None:
    """The rules' and the kernel's, which must be equal."""
    if not np.array_equal(ours, theirs):
        lines = "\n".join(map(str, table.hand.events[-30:]))
        raise Mismatch(f"{what}: rules {ours}, kernel {theirs}\n{lines}\n{table.hand.ask}")


def chosen(rng: np.random.Generator, mask: Any) -> int:
    """A random slot, mostly legal."""
    if rng.random() < ILLEGAL:
        return int(rng.integers(len(mask)))
    slots = np.flatnonzero(mask)
    if len(slots) > 1 and slots[0] == 0 and rng.random() > FOLDS:
        slots = slots[1:]
    return int(rng.choice(slots))


# Hold'em: the cards are known when the hand begins.


def holdem_hand(row: Any, rules: Any, players: int) -> Hand:
    """The hand that a row of the kernel tells."""
    hole = [int(c) for c in row[holdem.HOLE : holdem.HOLE + 2 * players]]
    board = [int(c) for c in row[holdem.BOARD : holdem.BOARD + 5]]
    rest = [card for card in range(52) if card not in (*hole, *board)]
    button, deck = int(row[holdem.BUTTON]), []
    for turn in range(2):
        deck += [hole[2 * ((button + 1 + at) % players) + turn] for at in range(players)]
    for street in (board[:3], board[3:4], board[4:]):
        deck += [rest.pop()] if rules.burn_cards else []
        deck += street
    brought = {(s + 1, "stack"): int(row[holdem.BROUGHT + s]) for s in range(players)}
    game = table_of("holdem", rules, players).game
    return Hand(game, rules, brought, Deal((*deck, *rest), (0,) * 20), begun(button + 1))


def follow_holdem(
    hands: int,
    *,
    players: int,
    seed: int,
    stacks: Any = 100,
    menu: str = "pot",
    every: int = 1,
    **rules: Any,
) -> int:
    """Play random hands with both; numbers are compared in each `every`th. Returns the steps."""
    found = rules_of("holdem", None, None, rules)
    many = min(SIDE_BY_SIDE, hands)
    env = holdem.make(many, rules=found, players=players, stacks=stacks, menu=menu)
    rows, rng = env.dealer.rows, np.random.default_rng(seed)
    seen, _ = env.reset(seed=seed)
    tables = [table_of("holdem", found, players, menu) for _ in range(many)]
    for table, row in zip(tables, rows, strict=True):
        dealt(table, holdem_hand(row, found, players))
    done = steps = 0
    while done < hands:
        slots = [
            holdem_question(table, rows[n], seen, n, rng, full=n % every == 0)
            for n, table in enumerate(tables)
        ]
        seen, rewards, ended, _, infos = env.step(np.array(slots))
        steps += many
        for n, table in enumerate(tables):
            acted = table.seat
            same(table, "legal", table.answer(slots[n]), not infos["illegal"][n])
            same(table, "over", not table.seat, ended[n])
            if ended[n]:
                results = np.array(list(table.settle().values()), np.float32)
                same(table, "results", results, infos["results"][n])
                same(table, "reward", results[acted - 1], rewards[n])
                done += 1
                dealt(table, holdem_hand(rows[n], found, players))
    return steps


def holdem_question(
    table: Table, row: Any, seen: Any, n: int, rng: np.random.Generator, *, full: bool
) -> int:
    """Compare what is asked; returns a slot."""
    same(table, "asked", table.seat, row[holdem.AT] + 1)
    mask = table.menu.mask(table.slots)
    same(table, "mask", mask, seen["action_mask"][n])
    if full:
        same(table, "numbers", table.observe(table.seat)["observation"], seen["observation"][n])
    return chosen(rng, mask)


# House games: the cards come out as the round goes on, so it is followed when it is over.


def shoe_deck(env: Batch, n: int, rules: Any) -> tuple[int, ...]:
    """The shoe of a round of blackjack: the ranks that were drawn, in any suits."""
    ranks = env.dealer.cards[
        n, blackjack.DRAWN : blackjack.DRAWN + env.dealer.rows[n, blackjack.COUNT]
    ]
    left = sorted(range(52)) * rules.decks
    deck = []
    for rank in ranks.tolist():
        card = next(c for c in left if c >> 2 == rank)
        left.remove(card)
        deck.append(card)
    return (*deck, *left)


def board_deck(burns: Callable[[Any], list[int]]) -> Callable[[Batch, int, Any], tuple[int, ...]]:
    """The deck of two hands and a board; where a card is burnt, one that is not seen."""

    def deck(env: Batch, n: int, rules: Any) -> tuple[int, ...]:
        cards = [int(card) for card in env.dealer.rows[n, :9]]
        rest = [card for card in range(52) if card not in cards]
        for at in burns(rules):
            cards.insert(at, rest.pop())
        return (*cards, *rest)

    return deck


HOUSE_GAMES = {
    "blackjack": (blackjack, shoe_deck),
    "casino-holdem": (
        casino_holdem,
        board_deck(lambda rules: [7, 9] if rules.burn_before_turn_and_river else []),
    ),
    "heads-up-holdem": (heads_up_holdem, board_deck(lambda _: [])),
}


def follow_house(game: str, rounds: int, *, seed: int, every: int = 1, **rules: Any) -> int:
    """Play random rounds with both; returns the steps."""
    module, deck = HOUSE_GAMES[game]
    found = rules_of(game, None, None, rules)
    many = min(SIDE_BY_SIDE, rounds)
    env, rng = (
        module.make(many, rules=found, autoreset_mode="NextStep"),
        np.random.default_rng(seed),
    )
    table, done, steps = table_of(game, found), 0, 0
    seen, _ = env.reset(seed=seed)
    told: list[list[Any]] = [[] for _ in range(many)]
    over = np.zeros(many, bool)
    while done < rounds:
        slots = np.array([chosen(rng, mask) for mask in seen["action_mask"]])
        last, begins = seen, over
        seen, rewards, over, _, infos = env.step(slots)
        for n in np.flatnonzero(~begins):
            steps += 1
            shown = last["observation"][n], last["action_mask"][n]
            told[n].append((*shown, slots[n], infos["illegal"][n], rewards[n]))
            if over[n]:
                check_round(table, deck(env, n, found), told[n], numbers=done % every == 0)
                told[n], done = [], done + 1
    return steps


def check_round(table: Table, cards: tuple[int, ...], told: list[Any], *, numbers: bool) -> None:
    """What the kernel told of a round, by the rules."""
    brought = {(1, "stack"): 1000 * table.unit}
    dealt(table, Hand(table.game, table.rules, brought, Deal(cards)))
    for x, mask, slot, illegal, reward in told:
        mine = table.observe(1)
        if not table.seat:
            mine["action_mask"][0] = 1
        same(table, "mask", mine["action_mask"], mask)
        if numbers:
            same(table, "numbers", mine["observation"], x)
        legal = table.answer(slot) if table.seat else True
        same(table, "legal", legal, not illegal)
        worth = table.settle()[1] if not table.seat else 0.0
        same(table, "reward", worth, reward)
