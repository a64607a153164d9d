"""Commands as data: doing them again from what was kept gives the same table, news and postings."""

import random
from collections import Counter

import msgspec
import pytest

from croupier import houses
from croupier.core.asks import Decision, Refused
from croupier.core.felt import HOUSE
from croupier.room import commands, news
from croupier.room.commands import AnyCommand
from croupier.room.ledger import Posting
from croupier.room.state import State, kept, rebuilt
from croupier.room.table import Table
from croupier.room.teller import Teller

SHEETS = {
    f"{house.name}/{sheet.name}": sheet
    for house in houses.houses()
    for sheet in house.tables.values()
}
PLAYERS = [f"p{number}" for number in range(12)]
BY = ("inspector", "because")


def stack(table: Table) -> int:
    return table.terms.max_buy_in or max(table.terms.min_buy_in, 500_00)


def any_command(table: Table, rng: random.Random):
    """Something that somebody might want now, sensible or not."""
    player = rng.choice(PLAYERS)
    seed = rng.randbytes(32)
    if table.hand is not None and rng.random() < 0.75:
        return decision(table, rng)
    return rng.choice(
        [
            commands.Sit(player, player.upper(), stack(table), seed, 0, post=True),
            commands.Sit(player, player.upper(), stack(table), seed, 0, post=True),
            commands.Begin(seed),
            commands.Begin(seed),
            commands.Wait(player, player),
            commands.Unwait(player),
            commands.TopUp(player, rng.randint(1, 500_00)),
            commands.SitOut(player),
            commands.SitOut(player, "blind"),
            commands.SitIn(player, post=True),
            commands.Leave(player),
            commands.Claim(player),
            commands.ChangeSeat(player, rng.randint(1, 9)),
            commands.CallNext(*BY, seed),
            commands.Pause(*BY),
            commands.Resume(*BY),
            commands.Resume(*BY),
            commands.AdjustStack(*BY, player, rng.randint(-5_00, 5_00)),
            commands.MovePlayer(*BY, player, rng.randint(1, 9)),
            commands.Restart(),
            commands.Tick(),
        ]
    )


def decision(table: Table, rng: random.Random):
    asked = list(table.hand.ask.options)
    if not asked or rng.random() < 0.1:
        return commands.Tick()
    if rng.random() < 0.01:
        return commands.Rule(Decision("void", by="inspector", why="because"))
    seat = rng.choice(asked)
    option = rng.choice(table.hand.asked(seat))
    cards = tuple(rng.sample(option.cards, option.low)) if option.cards else ()
    amount = 0 if option.cards else option.low
    choice = Decision(option.act, amount, option.spot, cards)
    return commands.Decide(table.sitters[seat].player, choice)


def again(table: Table, teller: Teller, command, now: float):
    """Do it; what is new, or nothing if it is refused."""
    before = msgspec.json.encode(kept(table)) if table.hand is None else b""
    try:
        told = teller.do(command, now)
    except Refused:
        if before:
            assert msgspec.json.encode(kept(table)) == before, f"a refusal changed it: {command}"
        return None
    return told, list(table.take_postings())


def written(command):
    return msgspec.json.decode(msgspec.json.encode(command), type=AnyCommand)


@pytest.mark.parametrize("name", SHEETS)
@pytest.mark.parametrize("seed", [1, 2])
def test_a_table_is_what_was_kept_and_every_command_since(name, seed):
    sheet, rng = SHEETS[name], random.Random(f"{name} {seed}")
    table = Table(name, sheet.game, sheet.rules)
    teller, now = Teller(table), 1000.0
    base, since = (msgspec.json.encode(kept(table)), None), []
    books: Counter[str] = Counter()
    for _ in range(600):
        now += rng.choice([0.1, 1.0, 5.0, 40.0, 700.0])
        command = any_command(table, rng)
        if isinstance(command, commands.Decide | commands.Tick):
            now -= 600 if now > 2000 else 0
        done = again(table, teller, command, now)
        if done is None:
            continue
        since.append((now, written(command), done))
        book(books, done[1])
        check_felt(table, books)
        if table.hand is None and rng.random() < 0.2:
            replayed(name, sheet, base, since, table)
            base, since = (msgspec.json.encode(kept(table)), table.last), []
            teller = Teller(table)
    assert table.deals > 1


def replayed(name, sheet, base, since, table) -> None:
    state = msgspec.json.decode(base[0], type=State)
    copy = rebuilt(name, sheet.game, state, base[1])
    teller = Teller(copy)
    for at, command, (told, moves) in since:
        assert again(copy, teller, command, at) == (told, moves)
    assert read_again(copy) == read_again(table)


def read_again(table: Table) -> State:
    return msgspec.json.decode(msgspec.json.encode(kept(table)), type=State)


def book(books: Counter, moves: list[Posting]) -> None:
    for move in moves:
        assert move.amount > 0
        assert move.src != move.dst
        books[move.src] -= move.amount
        books[move.dst] += move.amount


def check_felt(table: Table, books: Counter) -> None:
    """The felt is what the postings say, at every moment."""
    chips = dict(table.chips)
    if table.hand is not None:
        played = {HOUSE, *(seat for seat, word in table.hand.opening.chips if word == "stack")}
        chips = {s: a for s, a in chips.items() if s[0] not in played} | table.hand.felt.chips
    felt = {f"table:{table.name}:{seat}:{word}": a for (seat, word), a in chips.items() if a}
    head = f"table:{table.name}:"
    assert felt == {a: amount for a, amount in books.items() if amount and a.startswith(head)}


def test_a_command_that_is_shown_has_no_seed():
    shown = commands.without_seed(commands.Begin(b"secret" * 6))
    assert b"c2Vj" not in msgspec.json.encode(shown)
    assert b"c2Vj" not in msgspec.json.encode(commands.without_seed(commands.Pledge(b"sec" * 9)))
    assert commands.without_seed(commands.Tick()) == commands.Tick()


def test_the_news_tell_who_comes_and_goes():
    sheet = SHEETS["casino-club/holdem-2-4"]
    teller = Teller(Table("t", sheet.game, sheet.rules))
    sit = commands.Sit("a", "Ada", 100_00, bytes(32), 3)
    assert teller.do(sit, 0) == [news.Seated(3, "a", "Ada", False, False, 100_00)]
    assert teller.do(commands.SitOut("a"), 1)[0].away
    assert teller.do(commands.Leave("a"), 2) == [news.Freed(3, "a", "Ada", 100_00, "leave")]
    told = teller.do(commands.Pause("Jeanne", "a spill"), 3)
    assert told[0] == news.Act("pause", "Jeanne", "a spill")
    assert told[1].paused


STORED = [
    '{"do":"sit","player":"p","name":"P","buy_in":5,"seed":"AAAA","seat":3,"post":true,"bot":true}',
    '{"do":"wait","player":"p","name":"P"}',
    '{"do":"unwait","player":"p"}',
    '{"do":"top_up","player":"p","amount":5}',
    '{"do":"sit_out","player":"p"}',
    '{"do":"sit_in","player":"p","post":true}',
    '{"do":"change_seat","player":"p","seat":4,"post":true}',
    '{"do":"claim","player":"p"}',
    '{"do":"leave","player":"p"}',
    '{"do":"ready","player":"p"}',
    '{"do":"pace","player":"p","pace":"fast"}',
    '{"do":"level","player":"p","level":"strong"}',
    '{"do":"here","player":"p","here":false}',
    f'{{"do":"entropy","player":"p","hand":5,"reveal":"{"0" * 64}","next":"{"1" * 64}"}}',
    '{"do":"decide","player":"p","decision":{"act":"bet","amount":5,"spot":[1,"ante"]}}',
    '{"do":"begin","seed":"AAAA"}',
    '{"do":"pledge","master":"AAAA","left_out":true}',
    '{"do":"abandon","why":"w"}',
    '{"do":"arrive","player":"p","name":"n","seat":2,"amount":5}',
    '{"do":"depart","player":"p"}',
    '{"do":"play_by","rules":{"chip":1}}',
    '{"do":"amend","by":"J","why":"w","version":2,"rules":{"chip":1}}',
    '{"do":"tick"}',
    '{"do":"bench","player":"p","on":false}',
    '{"do":"exchange","stacks":{"p":25}}',
    '{"do":"restart"}',
    '{"do":"pause","by":"J","why":"w"}',
    '{"do":"resume","by":"J","why":"w"}',
    '{"do":"rule","ruling":{"act":"void","by":"J","why":"w"}}',
    '{"do":"call_next","by":"J","why":"w","seed":"AAAA"}',
    '{"do":"move_player","by":"J","why":"w","player":"p","seat":2}',
    '{"do":"remove","by":"J","why":"w","player":"p"}',
    '{"do":"consign","by":"J","why":"w","player":"p"}',
    '{"do":"adjust_stack","by":"J","why":"w","player":"p","amount":-5}',
    '{"do":"correct","by":"J","why":"w","moves":[],"sitting":[[1,"p"]]}',
    '{"do":"last_hands","by":"J","why":"w"}',
    '{"do":"close","by":"J","why":"w","emergency":true}',
    '{"do":"open","by":"J","why":"w","version":"limit","rules":{"chip":1}}',
]
"""A line of the journal for each command, as the first version that had it wrote it."""


@pytest.mark.parametrize("line", STORED, ids=lambda line: line.split('"')[3])
def test_a_stored_command_is_read_and_written_as_ever(line):
    found = msgspec.json.decode(line, type=AnyCommand)
    assert msgspec.json.encode(found).decode() == line


def test_every_command_has_a_line_of_a_journal():
    assert {line.split('"')[3] for line in STORED} == commands.KINDS.keys()


def test_a_refusal_has_a_name_for_programs():
    sheet = houses.house("casino-club").tables["holdem-2-4"]
    table = Table("t", sheet.game, sheet.rules)
    for command, name in (
        (commands.Leave("a"), "not_seated"),
        (commands.TopUp("a", 5), "not_seated"),
        (commands.Unwait("a"), "not_allowed"),
    ):
        with pytest.raises(Refused) as refused:
            command.do(table, 0)
        assert refused.value.name == name
    commands.Close("J", "the end", emergency=True).do(table, 0)
    with pytest.raises(Refused) as refused:
        commands.Sit("a", "A", 40_00, bytes(32)).do(table, 0)
    assert refused.value.name == "closed"
