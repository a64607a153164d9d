"""PokerStars text and Open Hand History: a grammar of our own, PokerKit's parser, and sums."""

import json
import re
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace
from pokerkit import HandHistory

from croupier import histories
from croupier.core import catalogue
from croupier.core.asks import Decision
from croupier.core.felt import HOUSE
from croupier.core.imagine import imagine
from croupier.histories import (
    BadHistory,
    Contest,
    Unsayable,
    handtext,
    ohh,
    replayed,
    stars,
    starstext,
    told,
)
from croupier.procedure.blinds import Standing
from histories.flophands import ABOUT, call_down, differs, hands, owed_elsewhere, table

VECTORS = Path(__file__).parents[1] / "vectors" / "hands"
GAMES = [(name, limit) for name in stars.GAMES for limit in stars.LIMITS]
HOUSES = [
    {},
    {"ante": 100},
    {"option_allowed": True},
    {"levy_percent": 5, "levy_rounding": "down_to_cent", "chip": 25},
    {"drop_five_or_more": 200, "drop_four": 100, "drop_three_or_less": 100, "no_flop_drop": 100},
    {"auto_show_at_showdown": False},
    {"muck_losing_hands": True},
    {"all_in_hands_face_up": True},
    {"show_seconds": 4},
]

# The grammar, written from the format's description and not from the writer.

CASH = r"\$\d+(?:\.\d\d)?"
CARD = "[2-9TJQKA][cdhs]"
CARDS = rf"\[{CARD}(?: {CARD})*\]"
NAME = r"[A-Z][a-z]+"
ALL_IN = "(?: and is all-in)?"
GRAMMAR = {
    "header": r"PokerStars Hand #\d+:  (?:Hold'em|Omaha|Omaha Hi/Lo) (?:No Limit|Pot Limit|Limit) "
    rf"\({CASH}/{CASH} USD\) - \d{{4}}/\d\d/\d\d \d\d:\d\d:\d\d UTC",
    "table": r"Table '[^']+' \d+-max Seat #\d+ is the button",
    "seat": rf"Seat \d+: {NAME} \({CASH} in chips\)",
    "post": rf"{NAME}: posts (?:small blind|big blind|small & big blinds|the ante|straddle) {CASH}"
    + ALL_IN,
    "hole": r"\*\*\* HOLE CARDS \*\*\*",
    "dealt": rf"Dealt to {NAME} {CARDS}",
    "act": rf"{NAME}: (?:folds|checks|calls {CASH}{ALL_IN}|bets {CASH}{ALL_IN}"
    rf"|raises {CASH} to {CASH}{ALL_IN})",
    "board": rf"\*\*\* (?:FLOP \*\*\* {CARDS}|TURN \*\*\* {CARDS} {CARDS}"
    rf"|RIVER \*\*\* {CARDS} {CARDS})",
    "uncalled": rf"Uncalled bet \({CASH}\) returned to {NAME}",
    "showdown": r"\*\*\* SHOW DOWN \*\*\*",
    "shown": rf"{NAME}: (?:shows {CARDS}(?: \(.+\))?|mucks hand)",
    "collected": rf"{NAME} collected {CASH} from (?:pot|main pot|side pot(?:-\d)?)",
    "unshown": rf"{NAME}: doesn't show hand",
    "summary": r"\*\*\* SUMMARY \*\*\*",
    "total": rf"Total pot {CASH}(?: Main pot {CASH}\.(?: Side pot(?:-\d)? {CASH}\.)+)? "
    rf"\| Rake {CASH}",
    "final": rf"Board {CARDS}",
    "result": rf"Seat \d+: {NAME}(?: \(button\))?(?: \(small blind\))?(?: \(big blind\))? "
    rf"(?:folded before Flop(?: \(didn't bet\))?|folded on the (?:Flop|Turn|River)|mucked"
    rf"|collected \({CASH}\)|showed {CARDS} and (?:won \({CASH}\)|lost) with .+)",
}
ORDER = re.compile(
    r"header table (?:seat )+(?:post )*hole (?:dealt )*"
    r"(?:(?:act|uncalled|board|shown) )*(?:showdown (?:shown )+)?(?:collected )*"
    r"(?:unshown |shown )?summary total (?:final )?(?:result )+"
)


def kinds(lines: list[str]) -> list[str]:
    """What each line is, by the grammar."""
    found = []
    for line in lines:
        fits = [kind for kind, pattern in GRAMMAR.items() if re.fullmatch(pattern, line)]
        assert fits, f"no line of the format: {line}"
        found.append(fits[0])
    return found


def cents(text: str) -> int:
    return round(float(text.replace("$", "")) * 100)


def check(text: str) -> None:
    """The grammar, and the sums by which trackers take or refuse a hand."""
    lines = text.rstrip("\n").split("\n")
    assert ORDER.fullmatch(" ".join(kinds(lines)) + " ")
    assert text.endswith("\n\n\n")
    stood, bets, put = 0, {}, 0
    big = cents(
        re.findall(CASH, lines[0])[
            0
            if " Limit (" in lines[0] and "No L" not in lines[0] and "Pot L" not in lines[0]
            else 1
        ]
    )
    for line in lines:
        if found := re.match(rf"(\w+): posts ([a-z& ]+) ({CASH})", line):
            name, what, amount = found[1], found[2], cents(found[3])
            put += amount
            live = 0 if "ante" in what else min(amount, big) if "&" in what else amount
            bets[name] = bets.get(name, 0) + live
            stood = max(stood, big, bets[name]) if live else stood
        elif found := re.match(rf"(\w+): (?:calls|bets) ({CASH})", line):
            bets[found[1]] = bets.get(found[1], 0) + cents(found[2])
            put, stood = put + cents(found[2]), max(stood, bets[found[1]])
        elif found := re.match(rf"(\w+): raises ({CASH}) to ({CASH})", line):
            to = cents(found[3])
            assert cents(found[2]) == to - stood, f"by is not what it adds to the bet: {line}"
            put, stood = put + to - bets.get(found[1], 0), to
            bets[found[1]] = to
        elif found := re.match(rf"Uncalled bet \(({CASH})\)", line):
            put -= cents(found[1])
        elif line.startswith(("*** FLOP", "*** TURN", "*** RIVER")):
            stood, bets = 0, {}
    total = next(line for line in lines if line.startswith("Total pot"))
    whole, *parts, rake = map(cents, re.findall(CASH, total))
    collected = sum(cents(c) for c in re.findall(rf"collected ({CASH}) from", text))
    assert whole == collected + rake == put, f"{total}: {collected} collected, {put} put in"
    assert not parts or sum(parts) == collected


def sayable(form, story):
    try:
        return form.write(story)
    except Unsayable:
        return None


@pytest.mark.parametrize("variant", GAMES, ids="-".join)
@settings(max_examples=12, deadline=None)
@given(seed=st.integers(0, 10**6), house=st.sampled_from(HOUSES))
def test_the_text_keeps_grammar_and_sums(variant, seed, house):
    for hand in hands(variant[0], seed, limit=variant[1], **house):
        for seat in (None, HOUSE, *hand.felt.seats[:2]):
            check(stars.write(told(hand, seat, ABOUT)))


@pytest.mark.parametrize("variant", GAMES, ids="-".join)
@settings(max_examples=12, deadline=None)
@given(seed=st.integers(0, 10**6), house=st.sampled_from([HOUSES[0], HOUSES[1], HOUSES[5]]))
def test_the_text_is_read_back_to_the_same_chips(variant, seed, house):
    for hand in hands(variant[0], seed, limit=variant[1], **house):
        for seat in (None, HOUSE, hand.felt.seats[0]):
            text = stars.write(told(hand, seat, ABOUT))
            try:
                story = starstext.read_all(text)[0]
                again = replayed(story)
            except BadHistory as fault:
                assert differs(hand) or owed_elsewhere(hand), f"{fault}\n{text}"
                continue
            for spot in story.chips:
                assert again.felt.chips.get(spot, 0) == hand.felt.chips.get(spot, 0)


@pytest.mark.filterwarnings("ignore:The field 'time_zone_abbreviation'")
@settings(max_examples=40, deadline=None)
@given(seed=st.integers(0, 10**6))
def test_pokerkit_parses_the_text_to_our_stacks(seed):
    for hand in hands("holdem", seed):
        text = stars.write(told(hand, None, ABOUT))
        try:
            (history,) = HandHistory.from_pokerstars(text, error_status=True)
            ends = [round(float(n) * 100) for n in [*history][-1].stacks]
        except ValueError:
            assert differs(hand), text
            continue
        ours = [hand.felt.chips.get((seat, "stack"), 0) for seat in history.seats]
        assert ends == ours or differs(hand), text


@pytest.mark.parametrize("fault", ["by", "uncalled", "rake"])
def test_a_planted_fault_is_caught_by_the_sums(fault):
    texts = [
        stars.write(told(hand, None, ABOUT))
        for seed in range(30)
        for hand in hands("holdem", seed, **HOUSES[4])
    ]
    bent = {
        "by": lambda text: re.sub(r"raises \$\d+ to", "raises $7777 to", text),
        "uncalled": lambda text: re.sub(r"Uncalled bet.*\n", "", text),
        "rake": lambda text: re.sub(r"Rake \$\d+", "Rake $99", text),
    }[fault]
    caught = 0
    for text in texts:
        if bent(text) != text:
            with pytest.raises(AssertionError):
                check(bent(text))
            caught += 1
    assert caught


def test_missed_blinds_are_one_line_and_a_newcomer_posts_a_big_blind():
    standings = {
        3: Standing(new=True, post=True),
        4: Standing(missed_small=True, missed_big=True, post=True),
    }
    hand = call_down(table(standings))
    text = stars.write(told(hand, None, ABOUT))
    assert "Cleo: posts big blind $4\n" in text
    assert "Dan: posts small & big blinds $6\n" in text
    check(text)
    again = replayed(starstext.read_all(text)[0])
    assert {s: again.felt.chips[s, "stack"] for s in range(1, 7)} == {
        s: hand.felt.chips[s, "stack"] for s in range(1, 7)
    }


def test_names_end_no_line_and_are_never_alike():
    hand = call_down(table({}))
    odd = replace(ABOUT, names={1: "a: folds", 2: "x (\n", 3: "Ann", 4: "Ann", 5: "[As]", 6: " "})
    text = stars.write(told(hand, None, odd))
    assert "Seat 1: a folds ($" in text
    assert "Seat 3: Ann ($" in text
    assert "Seat 4: Ann 4 ($" in text
    assert "Seat 5: As ($" in text
    assert starstext.read_all(text)[0].about.names[1] == "a folds"


# Open Hand History.


@pytest.mark.parametrize("variant", GAMES, ids="-".join)
@settings(max_examples=12, deadline=None)
@given(seed=st.integers(0, 10**6), house=st.sampled_from(HOUSES))
def test_the_open_history_adds_up(variant, seed, house):
    for hand in hands(variant[0], seed, limit=variant[1], **house):
        for seat in (None, HOUSE, hand.felt.seats[0]):
            written = json.loads(ohh.write(told(hand, seat, ABOUT)))["ohh"]
            check_open(written, hand, seat)


def check_open(written, hand, seat):
    players = {player["id"]: player["starting_stack"] for player in written["players"]}
    assert written["spec_version"] == "1.4.7"
    assert written.get("hero_player_id") == (seat if seat in players else None)
    assert [one["id"] for one in written["rounds"]] == [*range(len(written["rounds"]))]
    actions = [action for one in written["rounds"] for action in one["actions"]]
    assert [a["action_number"] for a in actions] == [*range(1, len(actions) + 1)]
    assert {a["action"] for a in actions if "Bet" in a["action"]} <= {"Bet"}
    assert all(a["action"] != "Bet" for a in written["rounds"][0]["actions"])
    for action in actions:
        players[action["player_id"]] -= action["amount"]
    returned = sum(e.amount for e in hand.events if getattr(e, "why", "") == "uncalled") / 100
    pots = written["pots"]
    put = sum(p["starting_stack"] for p in written["players"]) - sum(players.values())
    assert put - returned == pytest.approx(sum(pot["amount"] for pot in pots))
    for pot in pots:
        won = sum(win["win_amount"] for win in pot["player_wins"])
        assert pot["amount"] == pytest.approx(won + pot["rake"])
    dealt = {a["player_id"] for a in actions if a["action"] == "Dealt Cards"}
    assert dealt == ({seat} & {*players} if seat is not None else {*players})


def test_open_histories_are_parted_by_one_blank_line():
    done = histories.export("ohh", [told(hand, None, ABOUT) for hand in hands("holdem", 2)])
    assert [json.loads(part)["ohh"]["game_type"] for part in done.text.split("\n\n")] == [
        "Holdem"
    ] * 2


# Secrecy and refusals, for every format.


@pytest.mark.parametrize("form", histories.FORMATS)
@settings(max_examples=25, deadline=None)
@given(seed=st.integers(0, 10**6), variant=st.sampled_from(GAMES), house=st.sampled_from(HOUSES))
def test_cards_that_a_seat_did_not_see_change_no_byte(form, seed, variant, house):
    house = {**house, "muck_losing_hands": False}  # Which would tell that a hand is beaten (TH-48).
    writer = histories.FORMATS[form]
    for hand in hands(variant[0], seed, limit=variant[1], **house):
        for seat in (HOUSE, *hand.felt.seats):
            twin = imagine(hand.opening, hand.feed(seat), Random(seed))
            mine, other = (sayable(writer, told(h, seat, ABOUT)) for h in (hand, twin))
            assert mine == other


def void() -> object:
    hand = table({})
    hand.rule(Decision("void", by="floor", why="a light went out"))
    return hand


@pytest.mark.parametrize("form", ["phh", "ohh", "stars"])
def test_rulings_are_refused_by_name(form):
    with pytest.raises(Unsayable, match="no rulings of the floor"):
        histories.FORMATS[form].write(told(void(), None, ABOUT))


@pytest.mark.parametrize("form", ["phh", "ohh", "stars"])
@pytest.mark.parametrize("game", sorted({*catalogue.names()} - {*stars.GAMES}))
def test_other_games_are_refused_by_name(form, game):
    stories = handtext.read_all((VECTORS / f"{game}.hand").read_text("utf-8"))
    done = histories.export(form, stories)
    assert (done.written, sum(done.left_out.values())) == (0, len(stories))
    assert list(done.left_out) == [
        f"{histories.FORMATS[form].title} has no {stories[0].game.TITLE}"
    ]


def test_what_trackers_would_read_otherwise_is_refused_by_name():
    dead = Standing(missed_small=True, post=True)
    for hand, says in (
        (call_down(table({4: dead})), "no dead small blind by itself"),
        (call_down(table({}, button_blind=200)), "no blind on the button"),
    ):
        with pytest.raises(Unsayable, match=says):
            stars.write(told(hand, None, ABOUT))


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ("PokerStars", "OtherStars", "begins with PokerStars Hand"),
        (":  Hold'em No Limit", ": Tournament #1, $1+$1 USD Hold'em No Limit", "a tournament"),
        ("Hold'em No Limit", "Razz Limit", "another game or limit"),
        ("*** FLOP ***", "*** FIRST FLOP ***", "run twice"),
        ("*** SUMMARY ***", "Hand cancelled\n*** SUMMARY ***", "was cancelled"),
        ("Ben: posts", "Zoe: posts", "'Zoe' does not sit"),
        (
            "posts big blind $4",
            "posts big blind $4 and is all-in\nCleo: posts straddle $9",
            "straddle",
        ),
    ],
)
def test_a_text_that_we_do_not_deal_is_refused_by_name(old, new, says):
    text = stars.write(told(call_down(table({})), None, ABOUT))
    assert old in text
    with pytest.raises(BadHistory, match=says):
        replayed(starstext.read_all(text.replace(old, new))[0])


def test_a_pot_that_does_not_add_up_is_refused():
    text = stars.write(told(call_down(table({})), None, ABOUT))
    bent = re.sub(r"collected \$\d+ from", "collected $1 from", text)
    with pytest.raises(BadHistory, match="the text says"):
        replayed(starstext.read_all(bent)[0])


# Tournaments: their chips are not money.

CONTEST = Contest("casino-club/hourly.3", "Hourly", 10_00, 1_00, 0, 1500_00, 4, sit_and_go=False)


def in_contest(**changes):
    hand = call_down(table({}, limit="no_limit"))
    about = replace(ABOUT, table="hourly.3-2", contest=replace(CONTEST, **changes))
    return told(hand, None, about)


def test_a_hand_of_a_tournament_says_so_to_a_tracker():
    text = stars.write(in_contest())
    head, place, seat = text.splitlines()[:3]
    number = stars.contest_number("casino-club/hourly.3")
    # As fpdb's PokerStarsToFpdb reads a header and a table.
    assert re.match(
        rf"PokerStars Hand #\d+: Tournament #{number}, \$10\+\$1 USD Hold'em No Limit - "
        r"Level IV \(\d+/\d+\) - \d{4}/\d\d/\d\d \d\d:\d\d:\d\d UTC$",
        head,
    )
    assert re.match(rf"Table '{number} 2' \d+-max Seat #\d+ is the button$", place)
    assert re.match(r"Seat \d+: \w+ \(\d+ in chips\)$", seat)
    assert "$" not in text.removeprefix(head)
    assert "$10+$5+$1 USD" in stars.write(in_contest(bounty=5_00))


def test_a_hand_of_a_tournament_says_so_in_open_hand_history():
    said = json.loads(ohh.write(in_contest(bounty=5_00)))["ohh"]
    assert said["tournament"] is True
    info = said["tournament_info"]
    assert (info["tournament_number"], info["type"]) == ("casino-club/hourly.3", "MTT")
    assert (info["buyin_amount"], info["fee_amount"], info["initial_stack"]) == (15.0, 1.0, 1500.0)
    assert said["players"][0]["player_bounty"] == 5.0
