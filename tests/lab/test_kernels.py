"""Kernels on a machine that has compiled none of them yet: what no warm cache may hide."""

import ast
import os
import subprocess
import sys
from pathlib import Path

import pytest

import croupier

LEAN = {"lean", "step"}
NUMBERS = {"np.uint64", "np.int64", "np.int32"}
FIRST_QUESTIONS = [
    "equity holdem AhKh random random --samples 5000",
    "equity omaha8 AsAhKsKh random random --samples 5000",
    "simulate heads-up-holdem --hands 2000",
    "edge push-nine",
]


def lean_calls():
    """Every call by an attribute inside a lean kernel, with its place."""
    for path in sorted(Path(croupier.__file__).parent.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            marks = {getattr(mark, "id", "") for mark in getattr(node, "decorator_list", ())}
            if marks & LEAN:
                for call in ast.walk(node):
                    if isinstance(call, ast.Call) and isinstance(call.func, ast.Attribute):
                        yield f"{path.name}:{call.lineno}", ast.unparse(call.func)


def test_lean_kernels_ask_nothing_of_arrays_that_makes_one():
    # `values.max()` compiles in there only where another kernel has asked for it before.
    assert [where for where in lean_calls() if where[1] not in NUMBERS] == []


@pytest.mark.slow
@pytest.mark.parametrize("question", FIRST_QUESTIONS)
def test_the_first_question_on_a_machine_is_answered(question, tmp_path):
    done = subprocess.run(
        [sys.executable, "-m", "croupier", *question.split()],
        env={**os.environ, "NUMBA_CACHE_DIR": str(tmp_path)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr[-2000:]
