"""Acts are declared once: what a client sends is made from the commands of the table."""

from typing import get_args

import msgspec
import pytest

from croupier.core.asks import Decision
from croupier.room import commands
from croupier.server.api.staff import Act, _command
from croupier.server.live import wire
from croupier.server.people import duties

KNOWN = {"player": "p1", "name": "Ada", "seed": bytes(32)}


def sent(**said) -> commands.Command:
    return wire.read(msgspec.json.encode({"table": "t", "id": "1", **said})).command(**KNOWN)


@pytest.mark.parametrize(
    ("said", "done"),
    [
        ({"type": "sit", "buy_in": 5}, commands.Sit("p1", "Ada", 5, bytes(32))),
        (
            {"type": "sit", "buy_in": 5, "seat": 3, "post": True},
            commands.Sit("p1", "Ada", 5, bytes(32), 3, post=True),
        ),
        ({"type": "wait"}, commands.Wait("p1", "Ada")),
        ({"type": "unwait"}, commands.Unwait("p1")),
        ({"type": "top_up", "amount": 7}, commands.TopUp("p1", 7)),
        ({"type": "sit_out"}, commands.SitOut("p1")),
        ({"type": "sit_in", "post": True}, commands.SitIn("p1", post=True)),
        ({"type": "change_seat", "seat": 2}, commands.ChangeSeat("p1", 2)),
        ({"type": "claim"}, commands.Claim("p1")),
        ({"type": "leave"}, commands.Leave("p1")),
        (
            {"type": "decide", "hand": 1, "seq": 2, "act": "bet", "amount": 3, "spot": [1, "ante"]},
            commands.Decide("p1", Decision("bet", 3, (1, "ante"))),
        ),
    ],
    ids=lambda value: value.get("type") if isinstance(value, dict) else "",
)
def test_a_message_is_its_command_and_who_sends_it(said, done):
    assert sent(**said) == done


def test_every_command_of_a_player_has_its_message_and_no_other_has():
    words = {kind.__struct_config__.tag for kind in get_args(wire.Said)}
    own = {word for word, kind in commands.KINDS.items() if issubclass(kind, commands.Own)}
    assert own == words & commands.KINDS.keys()


def test_nobody_says_who_they_are():
    """A field that the room itself puts in is not read from the line."""
    forged = {"player": "p2", "name": "Bob", "seed": "AAAA", "bot": True}
    done = sent(type="sit", buy_in=5, **forged)
    assert done == commands.Sit("p1", "Ada", 5, bytes(32))
    for kind in wire.ACTS:
        assert not commands.GIVEN & set(kind.__struct_fields__)


class Sheet:
    class sheet:  # noqa: N801 - stands for a runner, of which only its sheet is looked at.
        rules = None


@pytest.mark.parametrize("word", duties.TABLE_ACTS)
def test_every_act_of_the_staff_is_a_command(word, monkeypatch):
    monkeypatch.setattr("croupier.server.api.staff.prices.plain", lambda _: {})
    done = _command(Act(word, "a reason", player="p1", amount=4, seat=2), "Jeanne", Sheet)
    assert commands.named(done) == word
    if isinstance(done, commands.Staff):
        assert (done.by, done.why) == ("Jeanne", "a reason")
    assert getattr(done, "player", "p1") == "p1"
