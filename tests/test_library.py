"""`import croupier`: the public names, and what they do with plain words and numbers."""

import ast
import json
import subprocess
import sys
from fractions import Fraction
from importlib import import_module
from pathlib import Path
from pkgutil import walk_packages
from random import Random
from types import SimpleNamespace

import pytest

import croupier
import laws
from croupier import bots, houses
from croupier.cli.evening import seeds
from croupier.core import catalogue, fair
from croupier.core.cards import text
from croupier.houses import BadSheet
from croupier.lab.odds import Unanswerable

STUB = Path(croupier.__file__).with_suffix(".pyi")
OWN = {"cards", "seed", "house", "table", "carry", "game", "chips"}
"""What `deal` and `edge` are told besides rules."""


def test_the_stub_names_what_the_package_gives():
    tree = ast.parse(STUB.read_text("utf-8"))
    told = {
        (name.asname, node.module)
        for node in tree.body
        if isinstance(node, ast.ImportFrom)
        for name in node.names
    }
    homes = {
        (name, f"croupier.{home}" if home else "croupier") for name, home in croupier._HOMES.items()
    }
    assert told == homes
    listed = next(node.value for node in tree.body if isinstance(node, ast.Assign))
    assert set(ast.literal_eval(listed)) == set(croupier.__all__)


def test_every_public_name_is_there_and_explained():
    assert len(set(croupier.__all__)) == len(croupier.__all__)
    for name in set(croupier.__all__) - {"__version__"}:
        assert getattr(croupier, name).__doc__
        assert name in dir(croupier)
    with pytest.raises(AttributeError, match="no attribute 'roulette'"):
        croupier.roulette  # noqa: B018


def test_a_part_of_the_house_hides_no_public_name():
    """A module that is imported becomes an attribute of the package."""
    parts = {module.name for module in walk_packages(croupier.__path__)}
    for name, home in croupier._HOMES.items():
        assert (name in parts) == (not home), name


def test_importing_croupier_costs_nothing():
    code = "import sys, croupier; print(*[m for m in sys.modules if m.startswith('croupier.')])"
    ended = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert ended.stdout == "\n"


def test_dealing_needs_no_lab_and_no_server():
    code = (
        "import sys; sys.modules.update(dict.fromkeys(['numpy', 'numba', 'litestar', 'typer', "
        "'rich']))\nfrom croupier import *\nplay(deal('holdem', {1: 5000, 2: 5000}, seed=1), "
        "seed=1)\ntry: edge('blackjack')\nexcept ImportError as error: print(error)\n"
        "try: equity('AA', 'KK')\nexcept ImportError as error: print(error)"
    )
    ended = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    told = "numpy and numba are not installed: run pip install 'croupier[lab]'\n"
    assert ended.stdout == told * 2


@pytest.mark.parametrize("name", catalogue.names())
def test_no_rule_has_a_name_that_deal_takes_for_itself(name):
    assert not OWN & set(catalogue.game(name).Rules.__struct_fields__)


# Deal and act.


def test_cards_by_name_lie_on_top_and_the_others_are_the_seeds():
    one, same, other = (
        croupier.deal("casino-holdem", {1: 100_00}, cards="Kh 8c 9d", seed=seed) for seed in "aab"
    )
    decks = [hand.opening.deal.cards for hand in (one, same, other)]
    assert text(decks[0][:3]) == "Kh 8c 9d"
    assert decks[0] == decks[1] != decks[2]
    assert sorted(decks[0]) == sorted(decks[2]) == sorted(one.opening.game.pack(None))
    fresh = {croupier.deal("casino-holdem", {1: 1}).opening.deal.cards for _ in range(3)}
    assert len(fresh) == 3


def test_a_seed_of_32_bytes_is_a_live_tables():
    seed = bytes(range(32))
    game = catalogue.game("push-nine")
    dealt = croupier.deal("push-nine", {1: 500_00, 2: 500_00}, seed=seed).opening.deal
    assert dealt == fair.deal(seed, game.pack(game.Rules()), game.LOTS)


def test_the_first_hand_of_an_evening_in_the_terminal_has_a_seed_of_its_own():
    assert next(seeds("evening")) == fair.seed_of("evening/1")


def test_a_hand_of_a_house_with_a_rule_set_otherwise():
    hand = croupier.deal(
        "holdem", {1: 500_00, 2: 500_00}, house="casino-club", table="holdem-4-8", seed=1, chip=50
    )
    sheet = houses.house("casino-club").tables["holdem-4-8"].rules
    assert hand.opening.rules != sheet
    assert hand.opening.rules.chip == 50
    assert hand.opening.rules.limit == sheet.limit


def test_a_pay_table_by_its_rows_or_whole():
    def pays(ante_pays):
        return croupier.deal("casino-holdem", {1: 1}, ante_pays=ante_pays).opening.rules.ante_pays

    usual = catalogue.game("casino-holdem").Rules().ante_pays
    assert pays({"flush": 3}).rows == {**usual.rows, "flush": 3}
    assert "full_house" not in pays({"full_house": None}).rows
    whole = type(usual)({"flush": 3, "high_card": 1})
    assert pays(whole) == whole


@pytest.mark.parametrize(
    ("rules", "told"),
    [
        ({"ante_pay": 3}, "unknown key 'ante_pay': did you mean ante_pays"),
        ({"ante_pays": {"flsh": 3}}, "ante_pays: 'flsh' is not a hand"),
        ({"ante_min": -1}, "ante_min: -1 is not allowed"),
        ({"house": "french-casino"}, "french-casino does not deal casino-holdem: live-casino does"),
        ({"house": "live-casino", "table": "x"}, "live-casino has no casino-holdem table 'x'"),
    ],
)
def test_rules_that_cannot_stand(rules, told):
    with pytest.raises(BadSheet) as refused:
        croupier.deal("casino-holdem", {1: 100_00}, **rules)
    assert told in str(refused.value)


def test_act_is_refused_with_what_is_allowed():
    hand = croupier.deal("casino-holdem", {1: 100_00}, seed=1)
    with pytest.raises(croupier.Refused, match="bet 150 is not allowed"):
        croupier.act(hand, 1, "bet", 1_50, on="ante")
    with pytest.raises(croupier.Refused, match="not offered"):
        croupier.act(hand, 1, "bet", 1_00, on="table")
    assert not hand.events


@pytest.mark.parametrize("name", catalogue.names())
def test_everything_that_is_offered_can_be_said_in_words(name):
    """Each option of some hands, acted by its words alone, is the decision itself."""
    seats = min(catalogue.game(name).SEATS.stop - 1, 4)
    tried = 0
    for seed in range(6):
        hand = croupier.deal(name, dict.fromkeys(range(1, seats + 1), 500_00), seed=seed)
        while not hand.over and tried < 200:
            for seat, options in list(hand.ask.options.items()):
                for option in options:
                    tried += _said_in_words(hand, seat, option)
            bot_or_time(hand)
    assert tried > 5


def _said_in_words(hand, seat, option):
    decided, said = hand.fork(), hand.fork()
    chosen, spot_word = option.cards[: option.low], option.spot[1]
    amount = 0 if option.cards else option.low
    decision = croupier.Decision(option.act, amount, option.spot, chosen)
    try:
        decided.decide(seat, decision)
    except croupier.Refused:
        return 0  # The judge of the ask has its own view of the first cards.
    alike = [one for one in hand.asked(seat) if (one.act, one.spot[1]) == (option.act, spot_word)]
    on = spot_word if len(alike) == 1 else option.spot
    croupier.act(said, seat, option.act, amount, on=on, cards=text(chosen))
    assert said.events == decided.events
    return 1


def bot_or_time(hand):
    """Let a bot answer for the first seat that is asked, or time for all."""
    seat = next(iter(hand.ask.options), 0)
    if seat and not hand.ask.open:
        hand.decide(seat, bots.bot(hand.opening.game)(bots.seen(hand, seat), Random(1)))
    else:
        hand.expire()


# Play, journals.


@pytest.mark.parametrize("name", catalogue.names())
def test_bots_play_a_hand_to_its_end_and_its_journal_rebuilds_it(name):
    seats = min(catalogue.game(name).SEATS.stop - 1, 5)
    hand = croupier.deal(name, dict.fromkeys(range(1, seats + 1), 500_00), seed=3)
    assert croupier.play(hand, seed=3) is hand
    assert hand.over
    laws.chips_are_kept(hand)
    told = croupier.journal(hand)
    assert croupier.replay(told).events == hand.events
    assert croupier.replay(told.encode()).events == hand.events
    assert croupier.replay(hand.journal).events == hand.events


def test_a_player_of_ones_own_is_asked_for_its_seat_alone():
    seen = []

    def mine(sight, chance):
        seen.append(sight.seat)
        return croupier.Decision("fold") if sight.offered("fold") else croupier.Decision("check")

    hand = croupier.deal("holdem", {1: 500_00, 2: 500_00, 3: 500_00}, seed=5)
    croupier.play(hand, {2: mine}, seed=5)
    assert set(seen) == {2}


def test_a_hand_and_a_view_read_well():
    hand = croupier.deal("casino-holdem", {1: 100_00}, cards="Kh 8c 9d 3s 2c 5s Jd 7h Qc")
    assert repr(hand) == "<Hand of casino-holdem: asks seat 1, 0 events>"
    croupier.act(hand, 1, "bet", 10_00, on="ante")
    hand.expire()
    assert str(hand.view(1)).splitlines() == [
        "seat 1 ante: 1000",
        "seat 1 stack: 9000",
        "board: 2c 5s Jd",
        "dealer: ?? ??",
        "player: Kh 9d",
    ]
    croupier.act(hand, 1, "call")
    assert repr(hand) == "<Hand of casino-holdem: over, 17 events>"


# The lab.


def test_an_edge_is_the_commands():
    """Without a house the rules are the game's defaults, which are the sheet's."""
    for name in ("blackjack", "casino-holdem", "heads-up-holdem"):
        house = houses.house(houses.dealing(name)[0])
        assert houses.sheet(house, catalogue.game(name)).rules == catalogue.game(name).Rules()
    assert croupier.edge("casino-holdem").house_edge == Fraction(1363917077, 63213204600)


def test_an_edge_as_rows_as_json_and_in_a_notebook():
    odds = croupier.edge("casino-holdem", ante_pays={"flush": 3})
    assert repr(odds).startswith("<casino-holdem: house edge -0.27216% = -9462227737/3476726253000")
    edges = {row["of"]: row["share_exact"] for row in odds.table() if row["what"] == "edge"}
    assert edges["bonus"] == "5809/92820"
    results = odds.table("ante")
    assert sum(row["chance"] for row in results) == pytest.approx(1)
    mean = sum(row["net"] * row["chance"] for row in results)
    assert mean == pytest.approx(-odds.house_edge_float)
    assert '"house_edge":"-9462227737/3476726253000"' in odds.json()
    assert "<td>bonus</td><td>0.0625835</td><td>5809/92820</td>" in odds._repr_html_()


def test_a_game_between_players_has_no_edge():
    assert repr(croupier.edge("low-ball")).startswith("<low-ball: no house edge; ")
    with pytest.raises(Unanswerable, match="the lab has no edge for holdem"):
        croupier.edge("holdem")


def test_equities_of_what_people_write():
    found = croupier.equity("AhKh", "QQ+", board="2c7dJh")
    assert repr(found) == (
        "<holdem on 2c 7d Jh: AhKh 20.6313%, QQ+ 79.3687%; 11,880 deals, every one counted>"
    )
    assert found.players[0].equity == Fraction(817, 3960)
    row = found.table()[0]
    assert row["wins"] + row["ties"] + row["losses"] == found.deals
    assert '"equity_exact":"817/3960"' in found.json()
    assert "<caption>holdem on 2c 7d Jh</caption>" in found._repr_html_()
    omaha = croupier.equity("AsAhKsKh", "random", game="omaha", samples=2_000, seed=1)
    assert not omaha.exact
    assert omaha.deals == 2_000


def test_a_range_is_no_html():
    found = croupier.equity("AhKh", "QQ+")
    odd = type(found)(found.game, "<b>", "", True, 1, found.players)
    assert "<b>" not in odd._repr_html_()


def test_frames_of_whatever_is_installed(monkeypatch):
    found = croupier.equity("AhKh", "QsQd")
    made = SimpleNamespace(DataFrame=lambda rows: ("polars", rows))
    monkeypatch.setitem(sys.modules, "pandas", None)
    monkeypatch.setitem(sys.modules, "polars", made)
    assert found.frame() == ("polars", found.table())
    monkeypatch.setitem(sys.modules, "polars", None)
    with pytest.raises(ImportError, match="run pip install pandas"):
        found.frame()


def test_the_lists_of_games_and_houses():
    assert croupier.games.names() == catalogue.names()
    assert "live-casino" in croupier.houses.names()
    assert croupier.house("live-casino").tables
    assert croupier.game("omaha") is import_module("croupier.games.omaha")


# What the documents say.

DOCS = STUB.parents[2] / "docs"


@pytest.mark.parametrize("path", sorted(DOCS.glob("notebooks/*.ipynb")), ids=lambda path: path.name)
def test_a_notebook_runs_from_its_first_cell_to_its_last(path):
    cells = json.loads(path.read_text("utf-8"))["cells"]
    shared = {}
    for cell in cells:
        if cell["cell_type"] == "code":
            assert not cell["outputs"], "a notebook is kept without its outputs"
            exec(compile("".join(cell["source"]), f"{path.name} {cell['id']}", "exec"), shared)  # noqa: S102
    assert shared


def test_the_tutorial_tells_of_every_public_name():
    told = (DOCS / "library.md").read_text("utf-8")
    assert [name for name in croupier._HOMES if f"`{name}`" not in told] == []
