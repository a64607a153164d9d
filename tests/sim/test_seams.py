"""The server asks for time and chance in one place each: a rehearsal has its own."""

import ast
from pathlib import Path

import pytest

import croupier.server

ROOT = Path(croupier.server.__file__).parent
FORBIDDEN = {"time", "secrets", "uuid", "random"}
ALLOWED = {("clock.py", "time"), ("live/thinking.py", "random"), ("live/bots.py", "random")}
"""Bots draw from a generator whose seed is given."""
CALLED = {"urandom", "getrandom", "now", "utcnow", "today"}
FILES = [f for f in sorted(ROOT.rglob("*.py")) if "migrations" not in f.parts]


def asked(tree: ast.AST, name: str) -> list[str]:
    found = []
    for node in ast.walk(tree):
        modules = {alias.name for alias in node.names} if isinstance(node, ast.Import) else set()
        modules |= {node.module} if isinstance(node, ast.ImportFrom) and not node.level else set()
        found += [f"import {m}" for m in modules & FORBIDDEN if (name, m) not in ALLOWED]
        if isinstance(node, ast.Attribute) and node.attr in CALLED:
            owner = ast.unparse(node.value)
            if owner in ("os", "datetime", "date"):
                found.append(f"{owner}.{node.attr}")
    return found


@pytest.mark.parametrize("file", FILES, ids=lambda f: str(f.relative_to(ROOT)))
def test_time_and_chance_are_asked_for_in_one_place(file):
    name = str(file.relative_to(ROOT))
    wrong = asked(ast.parse(file.read_text("utf-8")), name)
    assert name == "chance.py" or wrong == []


def test_the_check_sees_what_it_looks_for():
    assert asked(ast.parse("import secrets\nfrom time import monotonic\nos.urandom(3)"), "x.py")
