"""Slots, masks, rewards and evenings of more than one hand."""

import pickle
from copy import deepcopy

import numpy as np
import pytest

from croupier.core import catalogue
from croupier.core.asks import Ask, Option
from croupier.envs import aec, learned, seat, table
from croupier.envs.menu import Menu, Spread

POTS = ["holdem", "omaha-hilo", "push-nine", "low-ball", "double-hand"]


def play(env, rng, most=4000):
    """Random legal slots to the end; the sum of each agent's rewards."""
    won = dict.fromkeys(env.possible_agents, 0.0)
    for agent in env.agent_iter(most):
        seen, reward, ended, cut, _ = env.last()
        won[agent] += reward
        mask = seen["action_mask"]
        env.step(None if ended or cut else int(rng.choice(np.flatnonzero(mask))))
    return won


def sent(env):
    """As a worker gets it."""
    return pickle.loads(pickle.dumps(env))  # noqa: S301 - Our own bytes.


def chips(**lie):
    return {(int(name[1]), name[3:]): many for name, many in lie.items()}


def test_raises_are_parts_of_the_pot_after_calling():
    menu = Menu(table.face("holdem").SPREAD, 2)
    options = Option("fold"), Option("call", 200, 200), Option("raise", 800, 40_000, 100)
    lies = chips(s1_stack=39_800, s1_bet=200, s2_stack=39_600, s2_bet=400)
    slots = menu.slots(lies, Ask({1: options}, "CR-16"), 1, 600)
    assert [slots[at].act for at in (0, 1)] == ["fold", "call"]
    assert {at: slots[at].amount for at in slots if at > 1} == {
        2: 800,
        5: 1000,
        6: 1200,
        7: 1600,
        8: 2000,
        9: 40_000,
    }


def test_slots_of_equal_chips_keep_only_the_first():
    menu = Menu(table.face("holdem").SPREAD, 2)
    options = Option("check"), Option("fold"), Option("bet", 400, 500, 100)
    slots = menu.slots(chips(s1_stack=500, s2_stack=500), Ask({1: options}, "CR-16"), 1, 0)
    assert {at: slots[at].amount for at in slots if at > 1} == {2: 400, 9: 500}


def test_the_fine_menu_is_finer_and_the_full_takes_any_amount():
    fine = aec.raw_env("holdem", menu="fine", players=2)
    assert fine.table.menu.size == 2 + 16
    full = aec.raw_env("holdem", menu="full", players=2, button=1)
    full.reset(seed=1)
    low, high = 8_00, 400_00
    full.step({"slot": 2, "amount": np.float32(0.5)})
    said = [event for event in full.table.hand.events if getattr(event, "what", "") == "raise"]
    assert said[0].amount == low + (high - low) // 2 // 100 * 100


def test_two_slots_never_share_an_option():
    menu = Menu(
        Spread((("fold",), ("call",)), bets=("bet", "raise"), cards=(("draw", 5, 1, 5),)), 3
    )
    assert menu.size == 2 + 8 + 31 == len(menu.names()) == len({*menu.names()})


@pytest.mark.parametrize("game", POTS)
def test_no_chip_is_made_or_lost(game):
    env = aec.raw_env(game, players=4, hands=5, reward="chips")
    for seed in range(8):
        env.reset(seed=seed)
        won = sum(play(env, np.random.default_rng(seed)).values())
        assert won <= 0 if catalogue.game(game).TITLE != "Hold'em" else won == 0


def test_a_game_goes_on_until_one_is_left():
    env = aec.raw_env("holdem", players=3, stacks=5, hands=table.UNTIL_ONE_IS_LEFT)
    env.reset(seed=3)
    won = play(env, np.random.default_rng(3))
    assert sorted(won.values()) == [-5, -5, 10]
    assert env.agents == []


def test_rewards_in_chips_and_logarithms():
    for reward, least in ("chips", -400_00), ("bb", -100), ("log", -np.log1p(100)):
        env = aec.raw_env("holdem", players=2, reward=reward, button=1)
        env.reset(seed=6)
        env.step(9)
        env.step(1)
        assert min(env.rewards.values()) == pytest.approx(least)


def test_hidden_cards_are_told_only_to_those_who_ask_for_them():
    with pytest.raises(ValueError, match="state=True"):
        aec.raw_env("holdem").state()
    env = aec.raw_env("holdem", players=3, state=True)
    env.reset(seed=1)
    assert env.state().sum() == 6


def test_an_illegal_slot_ends_the_episode_or_is_the_clocks():
    env = aec.env("holdem", players=2, button=1)
    env.reset(seed=1)
    env.step(3)  # A third of the pot is less than the least raise.
    assert env.rewards["seat_1"] == -1
    alone = seat.Seated("casino-holdem")
    alone.reset(seed=1)
    *_, info = alone.step(1)
    assert not info["illegal"]
    box = seat.Seated("blackjack", rules={"insurance": False})
    box.reset(seed=4)
    while not box.table.seat:
        box.reset()
    *_, info = box.step(5)
    assert info["illegal"]


def test_a_round_without_a_question_is_an_episode_too():
    env = seat.Seated("blackjack", rules={"insurance": False})
    seeds = (seed for seed in range(200) if env.reset(seed=seed) and not env.table.seat)
    env.reset(seed=next(seeds))
    _, reward, ended, _, _ = env.step(0)
    assert ended
    assert reward in (1.5, 0)


def test_a_shoe_is_kept_from_round_to_round():
    env = seat.Seated("blackjack", hands=3)
    seen, _ = env.reset(seed=1)
    left = [float(seen["observation"][-1])]
    ended = False
    while not ended:
        seen, _, ended, _, _ = env.step(0)
        left.append(float(seen["observation"][-1]))
    assert left == sorted(left, reverse=True)
    assert left[-1] < left[0]


@pytest.mark.parametrize("looks", ["feed", "both"])
@pytest.mark.parametrize("game", learned())
def test_the_feed_is_within_its_space(game, looks):
    if catalogue.game(game).SEATS.start > 1:
        env = aec.raw_env(game, players=3, observation=looks)
        env.reset(seed=2)
        space, seen = env.observation_space("seat_1"), env.observe("seat_1")
    else:
        env = seat.Seated(game, observation=looks)
        space, (seen, _) = env.observation_space, env.reset(seed=2)
    assert space.contains(seen)
    told = seen["feed" if looks == "both" else "observation"]
    assert told.any() == bool(env.table.hand.events)


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        ({"players": 11}, "players must be 2 to 10"),
        ({"hands": "for ever"}, "until one is left"),
        ({"stacks": [1, 2, 3]}, "stacks must be"),
        ({"house": "nowhere"}, "there is no house"),
    ],
)
def test_bad_tables_are_refused(arguments, why):
    with pytest.raises(ValueError, match=why):
        aec.raw_env("holdem", **arguments)


def test_a_house_deals_its_own_rules():
    env = aec.raw_env("holdem", house="casino-club", table="holdem-4-8", players=5)
    assert env.table.rules.limit == "limit"
    for seed in range(5):
        env.reset(seed=seed)
        assert sum(play(env, np.random.default_rng(seed)).values()) < 0  # The house has its drop.


@pytest.mark.parametrize("copied", [deepcopy, sent])
@pytest.mark.parametrize("game", POTS)
def test_a_copy_in_the_middle_of_a_hand_goes_the_same_way(game, copied):
    """A search tries a line and comes back; workers are sent environments."""
    env = aec.raw_env(game, players=3, hands=2)
    env.reset(seed=5)
    for _ in range(3):
        env.step(int(np.flatnonzero(env.last()[0]["action_mask"])[-1]))
    twin = copied(env)
    assert play(env, np.random.default_rng(1)) == play(twin, np.random.default_rng(1))
    assert env.table.hand.journal.answers == twin.table.hand.journal.answers


def test_an_environment_can_be_copied_before_its_first_hand():
    twin = deepcopy(seat.Seated("blackjack"))
    seen, _ = twin.reset(seed=3)
    assert np.array_equal(
        seen["observation"], seat.Seated("blackjack").reset(seed=3)[0]["observation"]
    )


def test_a_seat_says_its_mask_as_maskable_learners_ask_for_it():
    env = seat.Seated("holdem", players=2, stacks=100)
    seen, _ = env.reset(seed=1)
    for _ in range(4):
        assert env.action_masks().dtype == bool
        assert np.array_equal(env.action_masks(), seen["action_mask"] > 0)
        seen, _, ended, _, _ = env.step(1)
        if ended:
            assert np.array_equal(env.action_masks(), seen["action_mask"] > 0)
            seen, _ = env.reset()


def test_the_table_is_drawn_as_the_public_sees_it():
    env = aec.raw_env("holdem", players=2, button=1, render_mode="ansi")
    env.reset(seed=1)
    assert env.render().splitlines()[0] == "seat 1 bet: 200"
    assert "seat 2 hole: ?? ??" in env.render()
