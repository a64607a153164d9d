"""Tournaments as text: what trackers look for in a summary is there, and says what was played."""

import json
import re

import pytest
from msgspec.structs import replace

from croupier.histories import Contest, Unsayable, stars
from croupier.histories.summaries import Finish, Summary, open_summary, stars_summary

CONTEST = Contest(
    "casino-club/hourly.3",
    "Hourly",
    10_00,
    1_00,
    5_00,
    1500_00,
    1,
    sit_and_go=False,
    starts_at="2026-11-18T20:00:00Z",
    minutes=5,
    rebuys=True,
)
TOLD = Summary(
    contest=CONTEST,
    game="holdem",
    limit="no_limit",
    currency="$",
    ended_at="2026-11-18T21:02:03Z",
    pool=60_00,
    added=10_00,
    entries=4,
    rebuy_cost=11_00,
    add_on_cost=10_00,
    finishes=(
        Finish("Ada", 1, 39_00, 7_50, 1, 1),
        Finish("Bob (x): y", 2, 21_00),
        Finish("Cleo", 3, 0),
        Finish("Dan", 3, 0),
    ),
    seen="Ada",
)

# What fpdb's PokerStarsSummary looks for, in words of our own.
HEAD = re.compile(
    r"PokerStars Tournament #(?P<no>\d+), (?P<limit>No Limit|Pot Limit|Limit) "
    r"(?P<game>Hold'em|Omaha Hi/Lo|Omaha)\s+"
    r"Buy-In: \$(?P<buy_in>[.\d]+)(/\$(?P<bounty>[.\d]+))?/\$(?P<fee>[.\d]+) USD\s+"
    r"(?P<entries>\d+) players\s+"
    r"(\$(?P<added>[.\d]+) USD added to the prize pool by PokerStars\s+)?"
    r"Total Prize Pool: \$(?P<pool>[.\d]+) USD\s+"
    r"Tournament started (?P<at>\d{4}/\d\d/\d\d \d\d:\d\d:\d\d) UTC"
)
PLAYER = re.compile(r"^ +(?P<place>\d+): (?P<name>.+?) \(.+?\), (\$(?P<won>[.\d]+))?", re.MULTILINE)
BOUGHT = re.compile(
    r"You made (\d+) rebuys and (\d+) addons for a total of (USD|EUR|GBP) ([.\d]+)\."
)
BOUNTIES = re.compile(r"You collected (\d+) bounties for a total of (USD|EUR|GBP) ([.\d]+)\.")


def test_a_tracker_finds_everything_in_a_summary_like_those_of_pokerstars():
    text = stars_summary(TOLD)
    head = HEAD.match(text)
    assert head
    assert head["no"] == str(stars.contest_number(CONTEST.name)), "as in the texts of its hands"
    assert (head["buy_in"], head["bounty"], head["fee"]) == ("10.00", "5.00", "1.00")
    assert (head["entries"], head["added"], head["pool"]) == ("4", "10.00", "60.00")
    assert head["at"] == "2026/11/18 20:00:00"
    found = [(m["place"], m["name"], m["won"]) for m in PLAYER.finditer(text)]
    assert found == [
        ("1", "Ada", "39.00"),
        ("2", "Bob x y", "21.00"),
        ("3", "Cleo", None),
        ("3", "Dan", None),
    ]
    assert "You finished in 1st place." in text
    assert BOUGHT.search(text).groups() == ("1", "1", "USD", "21.00")
    assert BOUNTIES.search(text).groups() == ("2", "USD", "7.50")


def test_a_stranger_reads_nobodys_own_lines():
    assert "You " not in stars_summary(replace(TOLD, seen=""))
    assert "hero_player_name" not in json.loads(open_summary(replace(TOLD, seen="")))["ots"]


@pytest.mark.parametrize(
    ("place", "said"), [(1, "1st"), (2, "2nd"), (3, "3rd"), (11, "11th"), (22, "22nd")]
)
def test_places_are_said_as_people_say_them(place, said):
    told = replace(TOLD, finishes=(Finish("Ada", place, 0),))
    assert f"You finished in {said} place." in stars_summary(told)


def test_a_game_that_pokerstars_does_not_know_has_no_such_summary():
    with pytest.raises(Unsayable):
        stars_summary(replace(TOLD, game="push-nine", limit=""))
    assert json.loads(open_summary(replace(TOLD, game="push-nine", limit="")))["ots"]


def test_an_open_summary_has_the_parts_of_its_specification():
    said = json.loads(open_summary(TOLD))["ots"]
    assert (said["spec_version"], said["tournament_name"], said["type"]) == (
        "1.1.5",
        "Hourly",
        "MTT",
    )
    assert (said["buyin_amount"], said["fee_amount"], said["bounty_value_amount"]) == (15, 1, 5)
    assert (said["prize_pool"], said["player_count"], said["rebuy_cost"]) == (60, 4, 11)
    assert said["flags"] == ["Bounty", "Rebuy"]
    assert said["speed"] == {"type": "Turbo", "round_time": 300}
    finishes = said["tournament_finishes_and_winnings"]
    assert [(one["finish_position"], one["prize"]) for one in finishes] == [
        (1, 39),
        (2, 21),
        (3, 0),
        (3, 0),
    ]
    assert said["tournament_rebuys"] == [{"player_name": "Ada", "rebuys": 1, "addons": 1}]
