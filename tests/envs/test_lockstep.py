"""The kernels equal the rules: in lockstep, by their edges, and planted faults are found."""

from importlib.machinery import ModuleSpec
from importlib.util import module_from_spec
from inspect import getsource

import gymnasium
import numpy as np
import pytest
from gymnasium.vector import AutoresetMode
from numba import njit

from croupier import houses, lab
from croupier.core import catalogue
from croupier.envs import against, batch
from croupier.envs.batches import blackjack, casino_holdem, heads_up_holdem, holdem
from croupier.envs.batches.holdem import awarding, betting
from croupier.lab.kernels.boards import hole_at
from croupier.lab.kernels.dealing import flop_number
from croupier.lab.kernels.holdings import flops
from envs import lockstep

CENTS = {"chip": 1, "small_blind": 2, "big_blind": 3}
BETTING = [
    {},
    {"limit": "limit"},
    {"limit": "pot_limit"},
    {"min_raise_rule": "double_bet"},
    {"limit": "limit", "max_raises": 0, **CENTS},
    {**CENTS, "big_blind": 5, "burn_cards": False},
]
STACKS = 100, (1, 300), (1, 8)
BOXES = [
    {},
    {"hole_card": "peek", "surrender": "late"},
    {"surrender": "late", "double_totals": "any", "split_second_card_timing": "on_turn"},
    {"hole_card": "peek", "dealer_blackjack_takes": "original_bets_only", "resplit_aces": False},
    {"dealer_blackjack_takes": "original_bets_only", "auto_stand_on_21": False, "decks": 8},
    {"dealer_always_completes": True, "dealer_hits_soft_17": True, "decks": 1},
    {"double_after_split": False, "split_tens_same_rank_only": True, "max_hands_per_box": 2},
    {"double_soft_9_10_11": False, "insurance": False, "double_for_less": True, "decks": 2},
]
AGAINST = [
    ("casino-holdem", {}),
    ("casino-holdem", {"burn_before_turn_and_river": True, "dealer_qualifies": "pair"}),
    ("casino-holdem", {"high_card_wins_when_dealer_not_qualified": False, "call_pays": "3:2"}),
    ("heads-up-holdem", {}),
    ("heads-up-holdem", {"odds_pays_on_tie": True, "ante_push_first": False}),
]


def follow_all(many: int, seed: int = 1) -> None:
    """About so many hands of hold'em under every way of betting, with stacks of all kinds."""
    each = max(1, many // (len(BETTING) * len(STACKS)))
    for at, rules in enumerate(BETTING):
        for further, stacks in enumerate(STACKS):
            players = 2 + (at + further + seed) % 5
            menu = "fine" if (at + further) % 2 else "pot"
            lockstep.follow_holdem(
                each, players=players, stacks=stacks, menu=menu, seed=seed + at, every=16, **rules
            )


def test_holdem_in_lockstep():
    follow_all(5_000)


@pytest.mark.parametrize("house", ["casino-club", "french-casino"])
def test_holdem_in_lockstep_at_every_limit_of_a_house(house):
    """Blinds, chips and limits of the sheets; fees and options are the rules' own."""
    for table in houses.house(house).tables.values():
        if catalogue.name(table.game) == "holdem":
            kept = {
                name: getattr(table.rules, name)
                for name in ("chip", "limit", "small_blind", "big_blind", "max_raises")
            } | {"min_raise_rule": table.rules.min_raise_rule, "min_buy_in": 10**6}
            lockstep.follow_holdem(64, players=4, seed=3, stacks=(1, 60), **kept)


@pytest.mark.parametrize("rules", BOXES)
def test_blackjack_in_lockstep(rules):
    lockstep.follow_house("blackjack", 400, seed=3, every=4, **rules)


@pytest.mark.parametrize(("game", "rules"), AGAINST)
def test_hands_against_the_dealer_in_lockstep(game, rules):
    lockstep.follow_house(game, 400, seed=5, every=4, **rules)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(1, 101))
def test_a_million_hands_in_lockstep(seed):
    """10,000 hands of each game to a seed: `-k "lockstep[7]"` runs one of them."""
    follow_all(10_000, seed)
    for rules in BOXES:
        lockstep.follow_house("blackjack", 1250, seed=seed, every=4, **rules)
    for game, rules in AGAINST:
        lockstep.follow_house(game, 2000, seed=seed, every=4, **rules)


# Faults that lockstep must find.


def planted(module, old: str, new: str):
    """A module with one thing wrong, not compiled."""
    source = getsource(module)
    assert source.count(old) == 1, old
    compiled = "from croupier.lab.kernels.jit import lean as kernel\n"
    source = source.replace(old, new).replace(compiled, "kernel = lambda f: f\n")
    spec = ModuleSpec(module.__name__, None, is_package=hasattr(module, "__path__"))
    made = module_from_spec(spec)
    made.__file__ = module.__file__
    exec(compile(source, module.__file__, "exec"), made.__dict__)  # noqa: S102
    return made


FAULTS = [
    (betting, "else row[STEP])", "else row[STEP] + 100)", {"players": 2}),
    (betting, "row[STACK + lead] += first - second", "row[STACK + lead] += 0", {"players": 3}),
    (
        betting,
        "row[PENDING] = row[ABLE] & ~(1 << seat)",
        "row[PENDING] = row[ABLE]",
        {"players": 2},
    ),
    (betting, "2 * by >= unit", "by >= unit", {"players": 3, "limit": "limit", "stacks": (1, 8)}),
    (awarding, "(row[BUTTON] + further) % seats", "further % seats", {"players": 3, **CENTS}),
    (awarding, "if value > best:", "if value < best or best < 0:", {"players": 3}),
]


@pytest.mark.parametrize(("module", "old", "new", "table"), FAULTS)
def test_a_fault_in_holdem_is_found(module, old, new, table, monkeypatch):
    wrong = planted(module, old, new)
    whole = planted(holdem, "def deal_in(", "def deal_in(")
    for name in ("deal", "answer", "sized") if module is betting else ("award",):
        setattr(whole, name, getattr(wrong, name))
    monkeypatch.setattr(lockstep, "holdem", whole)
    with np.errstate(over="ignore"), pytest.raises(lockstep.Mismatch):
        lockstep.follow_holdem(10_000, seed=1, **{"stacks": (2, 12), **table})


@pytest.mark.parametrize(
    ("game", "module", "old", "new"),
    [
        ("blackjack", blackjack, "count < 17", "count < 16"),
        ("blackjack", blackjack, "-min(stake, rules[BET]) if hand == 0 else 0", "-stake"),
        ("blackjack", blackjack, "row[CARDS + hand] != 2 or row[MANY]", "row[MANY]"),
        ("casino-holdem", against, "if mine > dealers:", "if mine >= dealers:"),
        ("heads-up-holdem", against, "dealers >= PAIR or", "dealers >= 0 or"),
    ],
)
def test_a_fault_in_a_house_game_is_found(game, module, old, new, monkeypatch):
    wrong = planted(module, old, new)
    made = wrong
    if module is against:
        made = planted(lockstep.HOUSE_GAMES[game][0], "def dealer(", "def dealer(")
        made.Dealer = wrong.Dealer
    monkeypatch.setitem(lockstep.HOUSE_GAMES, game, (made, lockstep.HOUSE_GAMES[game][1]))
    only = {"dealer_blackjack_takes": "original_bets_only"} if "stake" in new else {}
    with np.errstate(over="ignore"), pytest.raises(lockstep.Mismatch):
        lockstep.follow_house(game, 10_000, seed=1, **only)


# What kernels refuse, and what they cost.


@pytest.mark.parametrize(
    ("make", "rules", "named"),
    [
        (holdem.make, {"ante": 1_00}, "ante"),
        (holdem.make, {"levy_percent": 4}, "levy_percent"),
        (holdem.make, {"drop_four": 1}, "drop_four"),
        (holdem.make, {"limit": "limit", "kill": "full"}, "kill"),
        (holdem.make, {"run_it_twice": True}, "run_it_twice"),
        (holdem.make, {"option_allowed": True}, "option_allowed"),
        (blackjack.make, {"timeout_action": "basic_strategy"}, "timeout_action"),
    ],
)
def test_what_a_kernel_does_not_do_is_refused_by_its_name(make, rules, named):
    with pytest.raises(batch.NotCompiled, match=f"does not deal {named} ="):
        make(2, rules=rules)


def test_tables_and_menus_that_no_kernel_has_are_refused():
    with pytest.raises(batch.NotCompiled, match="seats 2 to 6"):
        holdem.make(2, players=7)
    with pytest.raises(batch.NotCompiled, match="full"):
        holdem.make(2, menu="full")
    with pytest.raises(ValueError, match="SameStep"):
        holdem.make(2, autoreset_mode=AutoresetMode.DISABLED)


def test_a_table_takes_less_than_300_bytes():
    for made in (holdem, blackjack, casino_holdem, heads_up_holdem):
        dealer = made.make(1).dealer
        held = [v for v in vars(dealer).values() if isinstance(v, np.ndarray) and len(v) == 1]
        assert sum(one.nbytes for one in held) < 300


def test_gymnasium_makes_them_and_a_seed_repeats_them():
    for named in "croupier/Blackjack-v0", "croupier/Holdem-v0", "croupier/CasinoHoldem-v0":
        rows = []
        for _ in range(2):
            env = gymnasium.make_vec(named, num_envs=8, vectorization_mode="vector_entry_point")
            seen, _ = env.reset(seed=11)
            for _ in range(20):
                seen, *_ = env.step(seen["action_mask"].argmax(1))
            rows.append(seen["observation"].copy())
            assert seen["observation"][0] in env.single_observation_space["observation"]
        assert np.array_equal(*rows)


def test_arrays_are_new_unless_two_sheets_are_asked_for():
    for copy in True, False:
        env = blackjack.make(4, copy=copy, final_obs=True)
        env.reset(seed=1)
        first, second, third = (env.step(np.zeros(4, int)) for _ in range(3))
        assert (third[0]["observation"] is first[0]["observation"]) is not copy
        assert second[0]["observation"] is not first[0]["observation"]
        assert first[4]["final_obs"]["observation"].shape == (4, env.dealer.size)


def played(env, choose, rounds: int) -> tuple[float, float]:
    """The mean result of a way to play, and its standard error."""
    seen, _ = env.reset(seed=8439)
    won, squares, done = 0.0, 0.0, 0
    while done < rounds:
        seen, rewards, ended, _, _ = env.step(choose(seen))
        won, squares = won + rewards[ended].sum(), squares + (rewards[ended] ** 2).sum()
        done += int(ended.sum())
    mean = won / done
    return mean, ((squares / done - mean**2) / done) ** 0.5


@pytest.mark.slow
def test_casino_holdem_at_its_best_costs_what_the_lab_says():
    rules = catalogue.game("casino-holdem").Rules()
    known = lab.of("casino-holdem")
    env = casino_holdem.make(4096, copy=False)
    assert played(env, lambda _: np.zeros(4096, int), 10_000) == (-1, 0)
    table = (known.calls(rules), *flops())
    best = np.zeros(4096, np.int64)

    def choose(_):
        called(env.dealer.rows, *table, best)
        return best

    mean, error = played(env, choose, 20_000_000)
    assert abs(mean + float(known.odds(rules).house_edge)) < 4 * error < 0.003


@njit
def called(rows, calls, flops, swaps, best):
    """The lab's best for each hand."""
    for n in range(len(rows)):
        where = flops[flop_number(rows[n, 4], rows[n, 5], rows[n, 6])]
        swap = swaps[where & 31]
        best[n] = calls[where >> 5, hole_at(swap[rows[n, 0]], swap[rows[n, 2]])]
