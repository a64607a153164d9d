"""What is installed: a light base, and extras that say their own names where they are missing."""

import ast
import subprocess
import sys
import tomllib
from importlib.metadata import packages_distributions
from pathlib import Path

import pytest

import croupier
from croupier.extras import NotInstalled, need

SOURCE = Path(croupier.__file__).parent
PROJECT = tomllib.loads((SOURCE.parents[1] / "pyproject.toml").read_text("utf-8"))["project"]
BASE = PROJECT["dependencies"]
EXTRAS = PROJECT["optional-dependencies"]
PLACES = {
    "lab": ("lab/",),
    "rl": ("envs/",),
    "room": ("server/", "rehearsal/", "client.py", "cli/serve.py"),
    "tui": ("cli/screen/",),
}
"""The modules that only those have who install an extra."""


def distribution(requirement):
    """`sqlalchemy[asyncio]>=2.0.30` is sqlalchemy."""
    name = requirement.partition(">")[0].partition("[")[0].strip()
    return name.lower().replace("_", "-")


def brought(extra):
    """What an extra installs besides the base."""
    inner = [one for one in EXTRAS[extra] if distribution(one) == "croupier"]
    nested = {
        n for one in inner for e in one.split("[")[1].rstrip("]").split(",") for n in brought(e)
    }
    return nested | {distribution(one) for one in EXTRAS[extra] if one not in inner}


def imports(path):
    """The top packages that a module imports, from elsewhere than Python and the house."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            names = [name.name for name in node.names]
        elif isinstance(node, ast.ImportFrom):
            names = [node.module or ""]
        else:
            continue
        tops = {name.partition(".")[0] for name in names}
        yield from tops - sys.stdlib_module_names - {"croupier"}


def extra_of(path):
    within = path.relative_to(SOURCE).as_posix()
    return next((extra for extra, places in PLACES.items() if within.startswith(places)), None)


@pytest.mark.parametrize("extra", [None, "lab", "rl", "room", "tui"])
def test_a_module_imports_only_what_its_extra_installs(extra):
    allowed = {distribution(one) for one in BASE} | (brought(extra) if extra else set())
    known = packages_distributions()
    seen = set()
    for path in SOURCE.rglob("*.py"):
        if extra_of(path) == extra:
            for top in imports(path):
                found = {distribution(name) for name in known[top]}
                assert found & allowed, f"{path} imports {top}, which [{extra}] does not install"
                seen |= found & allowed
    assert seen


def test_the_base_is_light():
    assert {distribution(one) for one in BASE} == {"cryptography", "msgspec", "rich", "typer"}


def test_no_extra_is_empty_and_all_is_all():
    public = {"lab", "room", "cluster", "rl", "tui"}
    assert all(EXTRAS[extra] for extra in public)
    assert brought("all") == set().union(*map(brought, public))


def test_need_says_what_to_install():
    need("lab", "msgspec")
    with pytest.raises(NotInstalled) as caught:
        need("lab", "msgspec", "no_such_thing", "nor_this")
    assert str(caught.value) == (
        "no_such_thing and nor_this are not installed: run pip install 'croupier[lab]'"
    )
    assert caught.value.name == "no_such_thing"


def test_environments_say_what_to_install():
    code = "import sys; sys.modules['pettingzoo'] = None; import croupier.envs"
    ended = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=False
    )
    assert ended.stderr.endswith(
        "NotInstalled: pettingzoo is not installed: run pip install 'croupier[rl]'\n"
    )


WITHOUT = """
import sys
sys.modules.update(dict.fromkeys({gone!r}))
sys.argv[1:] = {line!r}
from croupier.cli import main
main()
"""


def run_without(gone, *line, typed=""):
    """The command in a process that finds none of these modules."""
    code = WITHOUT.format(gone=gone, line=list(line))
    return subprocess.run(
        [sys.executable, "-c", code], input=typed, capture_output=True, text=True, check=False
    )


HEAVY = ["numpy", "numba", "litestar", "uvicorn", "sqlalchemy", "structlog", "httpx", "websockets"]


@pytest.mark.parametrize(
    ("extra", "line"),
    [
        ("lab", ["edge", "casino-holdem"]),
        ("lab", ["equity", "holdem", "AhKh", "QsQd"]),
        ("lab", ["simulate", "blackjack", "--hands", "10"]),
        ("room", ["serve"]),
    ],
)
def test_a_command_without_its_extra_says_what_to_install(extra, line):
    ended = run_without(HEAVY, *line)
    assert ended.returncode == 2
    assert ended.stderr.endswith(f"not installed: run pip install 'croupier[{extra}]'\n")
    assert ended.stderr.count("\n") == 1


def test_the_base_deals_and_a_hint_says_what_to_install():
    ended = run_without(HEAVY, "play", "casino-holdem", "--seed", "1", typed="1\n\n!\nfold\nq\n")
    assert ended.returncode == 0, ended.stderr
    assert "Hints need the laboratory: pip install 'croupier[lab]'" in " ".join(
        ended.stdout.split()
    )
    assert "You leave with" in ended.stdout
    assert "decisions cost" not in ended.stdout
