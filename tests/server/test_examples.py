"""The examples of docs/operating.md: every command, setting and path in them exists."""

import re
import shlex
from pathlib import Path

import pytest
import typer

from croupier.cli import app
from croupier.server import settings

yaml = pytest.importorskip("yaml")
PAGE = Path(__file__).parents[2].joinpath("docs/operating.md").read_text("utf-8")
UNIT = re.search(r"```\n(\[Unit\].*?)```", PAGE, re.DOTALL).group(1)
YAML = {"compose": 0, "kubernetes": 1}


def example(name: str) -> list:
    found = re.findall(r"```yaml\n(.*?)```", PAGE, re.DOTALL)
    return list(yaml.safe_load_all(found[YAML[name]]))


def understood(words: list[str]) -> None:
    """A command as the shell of `croupier` takes it; nothing is run."""
    assert words[0].rpartition("/")[2] == "croupier"
    command = typer.main.get_command(app).commands[words[1]]
    command.make_context(words[1], words[2:])


def are_settings(names) -> None:
    known = {f"CROUPIER_{name.upper()}" for name in settings.Settings.__struct_fields__}
    assert {name for name in names if name.startswith("CROUPIER_")} <= known


def test_the_compose_file_says_what_the_room_understands():
    (found,) = example("compose")
    node = found["services"]["node"]
    understood(shlex.split(node["command"]))
    are_settings([*node["environment"], *re.findall(r"CROUPIER_\w+", node["entrypoint"][2])])
    assert node["depends_on"] == ["db"]
    assert set(found["volumes"]) == {"books"}


def test_the_deployment_says_what_the_room_understands():
    deployment, service = example("kubernetes")
    (node,) = deployment["spec"]["template"]["spec"]["containers"]
    understood(node["command"])
    are_settings(one["name"] for one in node["env"])
    port = node["ports"][0]["containerPort"]
    assert node["command"][node["command"].index("--port") + 1] == str(port)
    assert node["readinessProbe"]["httpGet"] == {"path": "/api/health", "port": port}
    assert service["spec"]["ports"][0]["targetPort"] == port
    labels = deployment["spec"]["template"]["metadata"]["labels"]
    assert service["spec"]["selector"] == labels == deployment["spec"]["selector"]["matchLabels"]


def test_the_unit_says_what_the_room_understands():
    start = re.search(r"^ExecStart=(.*)$", UNIT, re.MULTILINE).group(1)
    understood(shlex.split(start))


def test_the_commands_of_the_page_are_understood():
    found = re.findall(
        r"^(croupier (?:serve|nodes|admin|audit|backup|restore)[^#\n]*)", PAGE, re.MULTILINE
    )
    assert len(found) > 8
    for line in found:
        understood(shlex.split(line))
