"""The sheets of the tables over REST: a form with every rule, versions, opening and closing."""

import pytest

from croupier import houses
from croupier.client import No
from croupier.houses import Hours, faults, printing
from croupier.server.live import programme
from server.opening import opened, run, until

PLACE = "casino-club/holdem-2-4"
SHEET = f"/api/staff/sheets/{PLACE}"
NEW = """game = "casino-holdem"
title = "The small one"
bots = 0
pace = "fast"
hours = { opens = "14:00", last_hands = "02:00" }
[rules]
ante_min = 2
"""


@pytest.mark.parametrize("name", houses.names())
def test_a_house_that_is_printed_reads_the_same(name):
    house = houses.house(name)
    again = houses.read(printing.toml(house), "again", name)
    assert again.tables == house.tables
    assert (again.title, again.currency, again.about) == (house.title, house.currency, house.about)


def test_the_form_has_every_rule_and_a_refusal_names_the_one_that_is_wrong(file):
    async def story():
        async with opened(file) as room:
            chef = await room.member(await room.admin(), "Jeanne", ["chef"])
            form = await chef.call("GET", SHEET)
            rules = houses.house("casino-club").tables["holdem-2-4"].rules
            assert [f["key"] for f in form["fields"]] == [
                field.name for field in faults.fields_of(type(rules))
            ]
            blind = next(f for f in form["fields"] if f["key"] == "big_blind")
            assert (blind["kind"], blind["value"]) == ("money", 2)
            assert any(line["clause"] for line in blind["lines"])
            kill = next(f for f in form["fields"] if f["key"] == "kill")
            assert not kill["in_force"]
            assert kill["choices"]
            text = 'game = "holdem"\n[rules]\nbig_blind = "much"\n'
            body = {"act": "change", "why": "trial", "text": text, "preview": True}
            with pytest.raises(No, match=r"rules.big_blind.*is not an amount: write 10 or 7.50"):
                await chef.call("POST", SHEET, body)
            text = 'game = "holdem"\n[rules]\nbig_blind = 2\nsmall_blind = 5\n'
            with pytest.raises(No, match=r"rules.small_blind.*CR-04"):
                await chef.call("POST", SHEET, body | {"text": text})
            guest = await room.guest("Ada")
            with pytest.raises(No, match="needs the role"):
                await guest.call("GET", SHEET)

    run(story(), 200)


def test_staff_open_change_and_close_a_table_and_every_version_is_kept(file, monkeypatch):
    monkeypatch.setattr(programme, "last_before", lambda *_: 0.0)  # No time of the day acts.

    async def story():
        async with opened(file) as room:
            admin = await room.admin()
            chef = await room.member(admin, "Jeanne", ["chef"])
            place, at = "live-casino/small", "/api/staff/sheets/live-casino/small"
            said = {"act": "open", "why": "a quiet night", "text": NEW}
            assert (await chef.call("POST", at, said))["version"] == 1
            runner = room.room.runners[place]
            assert runner.sheet.hours == Hours("14:00", "02:00")
            assert runner.table.rules.ante_min == 200
            lobby = await chef.call("GET", "/api/lobby")
            assert place in {t["table"] for h in lobby["houses"] for t in h["tables"]}
            text = NEW.replace("= 2\n", "= 5\n")
            changed = {"act": "change", "why": "a full house", "text": text}
            preview = await chef.call("POST", at, changed | {"preview": True})
            assert preview["changes"] == [["ante_min", "2", "5"]]
            assert (await chef.call("POST", at, changed))["version"] == 2
            await until(lambda: runner.table.version == 2)
            form = await chef.call("GET", at)
            assert [(v["version"], v["by"], v["why"]) for v in form["versions"]] == [
                (2, "Jeanne", "a full house"), (1, "Jeanne", "a quiet night"),
            ]  # fmt: skip
            assert form["versions"][0]["changes"] == [["ante_min", "2", "5"]]
            closes = {"act": "close", "why": "the night is over"}
            told = await chef.call("POST", at, closes | {"preview": True})
            assert told == {"done": False, "stacks": [], "hand": False}
            await chef.call("POST", at, closes)
            await until(lambda: place not in room.room.runners)
            journal = await admin.call("GET", f"/api/staff/journal?table={place}")
            assert [one["act"] for one in journal] == ["table close", "table change", "table open"]
            plan = await chef.call("GET", "/api/staff/sheets")
            states = {t["table"]: t["state"] for h in plan for t in h["tables"]}
            assert (states[place], states[PLACE]) == ("closed", "open")
            assert (await room.books()).wrong == []

    run(story(), 200)


def test_a_whole_sheet_is_taken_and_given_back(file):
    async def story():
        async with opened(file) as room:
            chef = await room.member(await room.admin(), "Jeanne", ["chef"])
            path = "/api/staff/houses/live-casino"
            text = await chef.text(path)
            assert houses.read(text, "again", "live-casino").tables
            more = text + "\n[tables.second]\n" + NEW.replace("[rules]", "[tables.second.rules]")
            body = {"text": more, "why": "two tables", "preview": True}
            told = await chef.call("PUT", path, body)
            assert told["opens"] == ["live-casino/second"]
            assert (told["founds"], told["head"], told["changes"]) == (False, [], {})
            await chef.call("PUT", path, body | {"preview": False})
            assert "live-casino/second" in room.room.runners
            with pytest.raises(No, match=r"tables.second.rules.ante_min"):
                await chef.call("PUT", path, body | {"text": more.replace("= 2\n", "= -2\n")})

    run(story(), 200)


def test_the_plan_of_the_day_opens_and_closes_a_table(file, monkeypatch):
    async def story():
        async with opened(file) as room:
            sheet = houses.read_table(NEW, "small", room.room.houses["live-casino"])
            last = {"14:00": 100.0, "02:00": 50.0}
            monkeypatch.setattr(programme, "last_before", lambda time, _: last[time])
            runner = await room.room.floor.open_table("live-casino", sheet, by="x", why="plan")
            assert not runner.table.closed
            last["02:00"] = room.room.clock.now()
            runner.bell.set()
            await until(lambda: runner.table.closed)
            last["14:00"] = room.room.clock.now() + 1
            runner.bell.set()
            await until(lambda: not runner.table.closed)

    run(story(), 200)
