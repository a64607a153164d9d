"""The server's types, the browser's and docs/protocol.md say the same of the wire."""

import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any, get_args

import msgspec
import pytest

from croupier.core import catalogue
from croupier.core.asks import Option
from croupier.server.api.lobby import Lobby
from croupier.server.live import wire

ROOT = Path(__file__).parents[2]
DOCS = (ROOT / "docs/protocol.md").read_text("utf-8")
SAMPLES = [json.loads(found) for found in re.findall(r"```json\n(.*?)```", DOCS, re.DOTALL)]
INLINE = dict(re.findall(r"`(\w+)` `(\{\"type\".*?\})`", DOCS, re.DOTALL))
KEPT_BACK = {"eyes"}
"""What `redact` takes out before anything is sent."""


def fields(kind: Any) -> set[str]:
    return {field.encode_name for field in msgspec.structs.fields(kind)} - KEPT_BACK


def tag(kind: Any) -> str:
    return str(kind.__struct_config__.tag)


def rows(heading: str) -> dict[str, set[str]]:
    """The first table under a heading: the names of a row, and the fields that it tells."""
    table = DOCS.partition(heading)[2].partition("\n| type |")[2].partition("\n\n")[0]
    found = {}
    for line in table.splitlines()[2:]:
        names, told = line.split("|")[1:3]
        told = re.sub(r"\([^)]*\)", "", told).partition(": ")[0]  # No defaults, no explanations.
        for name in re.findall(r"`(\w+)`", names):
            found[name] = set(re.findall(r"`(\w+)`", told))
    return found


def keys(sample: Any, kind: Any) -> None:
    """A sample has every field of its type, and no other, all the way down."""
    assert set(sample) - {"type"} == fields(kind), kind.__name__
    for field in msgspec.structs.fields(kind):
        for part, held in _inside(field.type, sample[field.encode_name]):
            keys(held, part)


def _inside(hint: Any, held: Any) -> list[tuple[Any, Any]]:
    if isinstance(hint, type) and issubclass(hint, msgspec.Struct) and isinstance(held, dict):
        return [] if hint.__struct_config__.omit_defaults else [(hint, held)]
    parts = held if isinstance(held, list) else []
    return [found for one in parts for part in get_args(hint)[:1] for found in _inside(part, one)]


def test_the_browser_has_the_types_of_the_server():
    made = subprocess.run([sys.executable, ROOT / "scripts/make-protocol", "--check"], check=False)
    assert made.returncode == 0, "run scripts/make-protocol"


@pytest.mark.parametrize("kind", [wire.TableWire, wire.News, wire.AskWire, Lobby])
def test_a_sample_in_the_docs_is_a_message(kind):
    found = [one for one in SAMPLES if fields(kind) <= set(one) | KEPT_BACK]
    assert len(found) == 1, kind.__name__
    keys(found[0], kind)
    msgspec.convert(found[0], kind)


def test_the_docs_tell_every_message_of_the_server_and_no_other():
    told = {name: set(re.findall(r'"(\w+)"', text)) - {"type"} for name, text in INLINE.items()}
    told |= {one["type"]: set(one) - {"type"} for one in SAMPLES if "type" in one}
    assert told == {tag(kind): fields(kind) for kind in get_args(wire.ToClient)}


def test_the_docs_tell_every_message_of_a_client_and_no_other():
    told = rows("### From the client")
    assert told == {tag(kind): fields(kind) for kind in get_args(wire.Said)}


def test_the_docs_tell_every_event_and_no_other():
    told = rows("Events of the hand") | rows("Events of the table:")
    assert told == {tag(kind): fields(kind) for kind in get_args(wire.Told)}


def test_an_option_is_told_with_its_defaults():
    option = re.search(r"An option is `(.*?)`;", DOCS, re.DOTALL)
    assert option
    assert set(re.findall(r'"(\w+)"', option[1])) == fields(Option)


@pytest.mark.parametrize(
    "path", sorted((ROOT / "web/dev/scenes").glob("*.json")), ids=lambda p: p.stem
)
def test_a_recorded_scene_speaks_the_protocol_of_today(path):
    scene = json.loads(path.read_text("utf-8"))
    msgspec.convert(scene["table"], wire.TableWire)
    for frame in scene["frames"]:
        msgspec.convert(frame["news"], wire.News)


def test_a_game_says_how_it_is_drawn():
    drawn = {catalogue.name(game): game.LAYOUT.family for game in catalogue.games()}
    assert drawn["blackjack"] == "boxes"
    assert drawn["double-hand"] == "sets"
    assert drawn["casino-holdem"] == drawn["heads-up-holdem"] == "house"
    assert drawn["holdem"] == drawn["push-nine"] == "poker"
