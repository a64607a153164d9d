"""How many whole hands a second an engine plays from Python: `python bench/hands.py`.

No-limit hold'em, six-handed, blinds 1 and 2: everybody checks or calls to the showdown, which is 24
decisions; and blackjack, one player: the peers stand at once, ours plays by the book. Every engine
shuffles with its own random source and is driven by its public calls; what must be built once for a
table is built before the clock starts. They do not do the same work: PokerKit checks every rule and
keeps every operation, RLCard makes an observation for a learner at every step, OpenSpiel is C++
called from Python.
Peers are optional: `pip install pokerkit texasholdem rlcard clubs open_spiel`.
"""

from collections.abc import Callable
from importlib import import_module
from itertools import combinations_with_replacement
from random import Random
from time import perf_counter
from typing import Any

from croupier.core import journals
from croupier.core.asks import Decision, Option
from croupier.core.cards import PACK, Card
from croupier.core.catalogue import game
from croupier.core.felt import Deal
from croupier.core.hand import Hand
from croupier.ranks import high, twentyone
from timing import Entry, race, show, show_missing, titled

PLAYERS = 6
DECISIONS = 4 * PLAYERS
STACK = 200
SEED = 8439
STAND = 1  # The same number in RLCard and in OpenSpiel.

Round = Callable[[], int]
"""Plays one hand and says how many decisions it took."""


def main() -> None:
    compete("No-limit hold'em, six-handed, check and call to the showdown", HOLDEM, {DECISIONS})
    compete("Blackjack, one player", BLACKJACK, {0, 1})
    compete("Casino Hold'em, one player who calls", CASINO_HOLDEM, {4})
    compete("Heads-Up Hold'em, one player", HEADS_UP, {1})
    crowd()
    copies()


def compete(title: str, engines: dict[str, Callable[[], Round]], allowed: set[int]) -> None:
    entries, missing = [], []
    for name, engine in engines.items():
        try:
            entries.append(Entry(titled(name), checked(engine(), allowed)))
        except ImportError:
            missing.append(name)
    show(f"{title}: hands", race(entries), titled("croupier"))
    show_missing(missing)


def checked(hand: Round, allowed: set[int]) -> Round:
    """The hand, after one was seen to take as many decisions as it should."""
    decisions = hand()
    if decisions not in allowed:
        raise RuntimeError(f"{hand} took {decisions} decisions, not {allowed}")
    return hand


def pokerkit_holdem() -> Round:
    library = import_module("pokerkit")
    game = library.NoLimitTexasHoldem(
        tuple(library.Automation),
        ante_trimming_status=True,
        raw_antes=0,
        raw_blinds_or_straddles=(1, 2),
        min_bet=2,
    )

    def hand() -> int:
        state, decisions = game(STACK, PLAYERS), 0
        while state.status:
            state.check_or_call()
            decisions += 1
        return decisions

    return hand


def texasholdem_holdem() -> Round:
    library = import_module("texasholdem")
    check, call = library.ActionType.CHECK, library.ActionType.CALL
    # Stacks stay between its hands: nobody may go broke while the clock runs.
    table = library.TexasHoldEm(buyin=10**9, big_blind=2, small_blind=1, max_players=PLAYERS)

    def hand() -> int:
        decisions = 0
        table.start_hand()
        while table.is_hand_running():
            table.take_action(call if table.chips_to_call(table.current_player) else check)
            decisions += 1
        return decisions

    return hand


def rlcard_holdem() -> Round:
    config = {"game_num_players": PLAYERS, "chips_for_each": STACK, "seed": SEED}
    env = import_module("rlcard").make("no-limit-holdem", config=config)
    check_or_call = import_module("rlcard.games.nolimitholdem.round").Action.CHECK_CALL.value
    return rlcard_hand(env, check_or_call)


def rlcard_blackjack() -> Round:
    return rlcard_hand(import_module("rlcard").make("blackjack", config={"seed": SEED}), STAND)


def rlcard_hand(env: Any, action: int) -> Round:
    def hand() -> int:
        env.reset()
        decisions = 0
        while not env.is_over():
            env.step(action)
            decisions += 1
        env.get_payoffs()
        return decisions

    return hand


def clubs_holdem() -> Round:
    library = import_module("clubs")
    dealer = library.poker.Dealer(**library.configs.NO_LIMIT_HOLDEM_SIX_PLAYER)

    def hand() -> int:
        seen, done, decisions = dealer.reset(reset_stacks=True), [False], 0
        while not all(done):
            seen, _, done = dealer.step(seen["call"])
            decisions += 1
        return decisions

    return hand


def open_spiel_holdem() -> Round:
    parameters = {
        "betting": "nolimit",
        "numPlayers": PLAYERS,
        "numRounds": 4,
        "blind": "1 2 0 0 0 0",
        "firstPlayer": "3 1 1 1",
        "numSuits": 4,
        "numRanks": 13,
        "numHoleCards": 2,
        "numBoardCards": "0 3 1 1",
        "stack": " ".join([str(STACK)] * PLAYERS),
        "bettingAbstraction": "fullgame",
    }
    check_or_call = 1
    return open_spiel_hand(
        import_module("pyspiel").load_game("universal_poker", parameters), check_or_call
    )


def open_spiel_blackjack() -> Round:
    return open_spiel_hand(import_module("pyspiel").load_game("blackjack"), STAND)


def open_spiel_hand(game: Any, action: int) -> Round:
    """Chance is a player here: its cards are drawn by us, one by one."""
    choice = Random(SEED).choice

    def hand() -> int:
        state, decisions = game.new_initial_state(), 0
        while not state.is_terminal():
            if state.is_chance_node():
                state.apply_action(choice(state.legal_actions()))
            else:
                state.apply_action(action)
                decisions += 1
        state.returns()
        return decisions

    return hand


def shuffled(chance: Random) -> tuple[Card, ...]:
    """The pack in the order of random numbers, one drawn for each card."""
    draw = chance.random
    return tuple(sorted(PACK, key=lambda _: draw()))


def croupier_holdem() -> Round:
    holdem = game("holdem")
    rules = holdem.Rules(chip=1, small_blind=1, big_blind=2, min_buy_in=STACK)
    stacks = {(seat, "stack"): STACK for seat in range(1, PLAYERS + 1)}
    check, call, chance = Decision("check"), Decision("call"), Random(SEED)
    lots, carry = (0,) * len(holdem.LOTS), holdem.Carry()

    def hand() -> int:
        nonlocal carry
        played = Hand(holdem, rules, stacks, Deal(shuffled(chance), lots), carry)
        while played.ask is not None:
            ((seat, options),) = played.ask.options.items()
            played.decide(seat, check if options[0].act == "check" else call)
        carry = played.carry
        return len(played.answers)

    fill_tables()
    return hand


def fill_tables() -> None:
    """Our tables of hand values fill themselves; a room that is open has them full."""
    for ranks in combinations_with_replacement(range(13), 7):
        if ranks[0] != ranks[4] and ranks[1] != ranks[5] and ranks[2] != ranks[6]:
            high.value([Card(rank * 4 + at % 4) for at, rank in enumerate(ranks)])


def croupier_casino_holdem() -> Round:
    casino = game("casino-holdem")
    rules, chance = casino.Rules(), Random(SEED)
    stacks = {(1, "stack"): 1000_00}
    ante, bonus, call = bet("ante"), bet("bonus"), Decision("call")

    def hand() -> int:
        played = Hand(casino, rules, stacks, Deal(shuffled(chance)))
        played.decide(1, ante)
        played.decide(1, bonus)
        played.expire()
        played.decide(1, call)
        return len(played.answers)

    return hand


def croupier_blackjack() -> Round:
    """One box by the book, the shoe kept from hand to hand; a fresh shoe is shuffled in between."""
    blackjack, chance = game("blackjack"), Random(SEED)
    rules = blackjack.Rules()
    stacks, shoe = {(1, "stack"): 1000_00}, list(blackjack.pack(rules))
    stake, deck, carry = bet("box 1"), tuple(shoe), blackjack.Carry()

    def hand() -> int:
        nonlocal deck, carry
        if not blackjack.shoe(rules, carry):  # type: ignore[attr-defined]
            chance.shuffle(shoe)
            deck = tuple(shoe)
        played = Hand(blackjack, rules, stacks, Deal(deck), carry)
        played.decide(1, stake)
        played.expire()
        while played.ask is not None:
            played.decide(1, by_the_book(played, played.asked(1)))
        gone = len(deck) - len(played.felt.deck)
        deck, carry = deck[gone:] + deck[:gone], played.carry
        return 1

    return hand


def by_the_book(hand: Hand, options: tuple[Option, ...]) -> Decision:
    """Basic strategy by totals, without splits."""
    acts = {option.act for option in options}
    if "stand" not in acts:
        return Decision("decline")
    spot = options[0].spot
    cards = hand.felt.cards[0, spot[1]]
    total, up = twentyone.total(cards), twentyone.value(hand.felt.cards[0, "dealer"][0])
    if "double" in acts and total in (10, 11) and 2 <= up <= 9:
        return Decision("double")
    stands = total >= 17 or (total >= 13 and 2 <= up <= 6)
    return Decision("stand" if stands or "hit" not in acts else "hit")


def croupier_heads_up() -> Round:
    """One player who raises at the end whatever they hold."""
    heads_up, chance = game("heads-up-holdem"), Random(SEED)
    rules, stacks = heads_up.Rules(), {(1, "stack"): 1000_00}
    ante, check, call = bet("ante"), Decision("check"), Decision("raise")

    def hand() -> int:
        played = Hand(heads_up, rules, stacks, Deal(shuffled(chance)))
        played.decide(1, ante)
        played.expire()
        played.decide(1, check)
        played.decide(1, check)
        played.decide(1, call)
        return 1

    return hand


def bet(word: str) -> Decision:
    return Decision("bet", 10_00, (1, word))


def crowd() -> None:
    """So many players on one Casino Hold'em hand: the time from the last decision to the end."""
    casino, count = game("casino-holdem"), 10_000
    stacks = {(seat, "stack"): 1000_00 for seat in range(1, count + 1)}
    times = []
    for _ in range(5):
        hand = Hand(casino, casino.Rules(), stacks, Deal(PACK))
        for seat in range(1, count + 1):
            hand.decide(seat, Decision("bet", 10_00, (seat, "ante")))
        hand.expire()
        for seat in range(1, count):
            hand.decide(seat, Decision("call"))
        start = perf_counter()
        hand.decide(count, Decision("call"))
        times.append(perf_counter() - start)
    print(f"\n{count} players settled {min(times) * 1000:.0f} ms after the last decision")


def copies() -> None:
    """Forks and replays of a six-handed hold'em hand, played to the river."""
    holdem = game("holdem")
    stacks = {(seat, "stack"): STACK for seat in range(1, PLAYERS + 1)}
    rules = holdem.Rules(chip=1, small_blind=1, big_blind=2, min_buy_in=STACK)
    hand = Hand(holdem, rules, stacks, Deal(PACK, (0,) * len(holdem.LOTS)))
    while len(hand.answers) < DECISIONS - 3:
        hand.decide(*check_or_call(hand))
    text = journals.write(hand)
    entries = [
        Entry("fork()", hand.fork),
        Entry("journals.read", lambda: journals.read(text)),
    ]
    show("Copies of a hand of 21 decisions", race(entries), "fork()")


def check_or_call(hand: Hand) -> tuple[int, Decision]:
    assert hand.ask is not None  # noqa: S101
    seat, options = next(iter(hand.ask.options.items()))
    return seat, Decision("check" if options[0].act == "check" else "call")


# Ours stand here under the name "croupier", beside the peers of the same game.
CASINO_HOLDEM: dict[str, Callable[[], Round]] = {"croupier": croupier_casino_holdem}
HOLDEM: dict[str, Callable[[], Round]] = {
    "croupier": croupier_holdem,
    "pokerkit": pokerkit_holdem,
    "texasholdem": texasholdem_holdem,
    "rlcard": rlcard_holdem,
    "clubs": clubs_holdem,
    "open_spiel": open_spiel_holdem,
}
HEADS_UP: dict[str, Callable[[], Round]] = {"croupier": croupier_heads_up}
BLACKJACK: dict[str, Callable[[], Round]] = {
    "croupier": croupier_blackjack,
    "rlcard": rlcard_blackjack,
    "open_spiel": open_spiel_blackjack,
}

if __name__ == "__main__":
    main()
