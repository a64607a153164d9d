"""Commands with odd arguments answer with one sentence, and harm nothing."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from croupier import cli
from server.opening import opened, run

KEY = "ab" * 32


@pytest.fixture
def place(tmp_path, monkeypatch):
    """A folder with a good room and much that is none."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("CROUPIER_KEY_FILE", "room.key")

    async def once():
        async with opened("good.db", houses=["live-casino"]) as room:
            await room.guest("Ada")

    run(once())
    Path("garbage").write_text("no database, no key", "utf-8")
    Path("chance").write_bytes(bytes(range(256)) * 9)
    Path("empty").touch()
    Path("folder").mkdir()
    with closing(sqlite3.connect("foreign")) as link:
        link.execute("CREATE TABLE x (a)")
        link.commit()
    with closing(sqlite3.connect("bare")) as link:
        link.execute("PRAGMA user_version = 1")
        link.commit()
    return tmp_path


def said(capsys, monkeypatch, *words: str) -> tuple[int, str]:
    monkeypatch.setattr("sys.argv", ["croupier", *words])
    with pytest.raises(SystemExit) as end:
        cli.main()
    told = capsys.readouterr()
    return int(end.value.code or 0), told.out + told.err


BASES = [
    "garbage",
    "chance",
    "empty",
    "bare",
    "foreign",
    "folder",
    "nowhere",
    "a?b#c%00",
    "mysql://x/y",
]
BAD = [
    *(["audit", "--database", base] for base in BASES),
    *(["backup", "copy", "--database", base] for base in BASES),
    *(["restore", base, "--database", "good.db"] for base in BASES),
    ["backup", "nowhere/copy", "--database", "good.db"],
    ["backup", "folder", "--database", "good.db"],
    ["backup", "good.db", "--database", "good.db"],
    ["backup", "x", "--database", "postgresql://[bad"],
    ["restore", "good.db", "--database", "nowhere/at/all.db"],
    ["restore", "good.db", "--database", "postgresql://x/y"],
    ["audit", "--database", "good.db", "--anchor", "nonsense"],
    ["audit", "--database", "good.db", "--anchor", "1:é"],
    ["serve", "--port", "99999"],
    ["serve", "--config", "chance"],
    ["serve", "--config", "folder"],
]


def test_odd_arguments_are_refused_in_a_sentence(place, capsys, monkeypatch):
    books = Path("good.db").read_bytes()
    for words in BAD:
        code, told = said(capsys, monkeypatch, *words)
        assert code == 2, (words, told)
        assert told.startswith("croupier: "), (words, told)
        assert told.count("\n") == 1, (words, told)
    assert Path("good.db").read_bytes() == books
    assert not [*place.glob("*.before*"), *place.glob("copy*")]


@pytest.mark.parametrize("written", [b"x", b"\xff\xfe", KEY.encode() * 2, b""])
def test_nothing_is_added_to_what_is_no_key_file(place, capsys, monkeypatch, written):
    Path("room.key").write_bytes(written)
    code, told = said(capsys, monkeypatch, "key", "--database", "good.db")
    assert (code, "hexadecimal" in told) == (2, True), told
    assert Path("room.key").read_bytes() == written
    code, told = said(capsys, monkeypatch, "audit", "--database", "good.db")
    assert (code, "hexadecimal" in told) == (2, True), told


def test_a_key_is_a_line_of_its_own_whatever_ended_the_last(tmp_path, capsys, monkeypatch):
    key = tmp_path / "room.key"
    key.write_text(KEY, "ascii")  # No new line at its end.
    monkeypatch.setenv("CROUPIER_KEY_FILE", str(key))
    monkeypatch.setattr("sys.argv", ["croupier", "key"])
    with pytest.raises(SystemExit):
        cli.main()
    first, second = key.read_text("ascii").split()
    assert first == KEY
    assert len(second) == len(KEY)
