"""The shape of the house: short functions, modules of a few hundred lines, nothing written twice.

Kernels are compiled loops and may be long; migrations are history and are not touched again.
"""

import ast
from collections import defaultdict
from pathlib import Path
from statistics import median

import croupier

SOURCE = Path(croupier.__file__).parent
MOST_LINES = 40
"""Of a function, from `def` to its last line."""
MOST_MODULE_LINES = 450
MOST_ROOM_LINES = 400
"""Of a module of the room, which splits along the seams of a table."""
MOST_MEDIAN = 8
RUN = 8
"""As many lines as may not stand twice."""


def modules():
    """Every module of ours with its path below the source; migrations are left out."""
    for path in sorted(SOURCE.rglob("*.py")):
        if "migrations" not in path.parts:
            yield path.relative_to(SOURCE).as_posix(), path.read_text("utf-8")


def functions():
    """Every function, where it stands, how many lines it has and whether it is a kernel."""
    for place, text in modules():
        for node in ast.walk(ast.parse(text)):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                compiled = any(getattr(mark, "id", "") == "kernel" for mark in node.decorator_list)
                kernel = compiled or place.startswith("lab/kernels/")
                yield f"{place}:{node.name}", node.end_lineno - node.lineno + 1, kernel


def told(text):
    """The lines that say something, with their numbers: no blank line, comment or lone bracket, no
    import and no list of exported names.
    """
    passed = set()
    for node in ast.walk(ast.parse(text)):
        exported = isinstance(node, ast.Assign) and getattr(node.targets[0], "id", "") == "__all__"
        if exported or isinstance(node, ast.Import | ast.ImportFrom):
            passed.update(range(node.lineno, node.end_lineno + 1))
    for number, line in enumerate(text.splitlines(), 1):
        said = line.strip()
        if number not in passed and not said.startswith("#") and any(map(str.isalnum, said)):
            yield number, said


def runs(text):
    """Every run of lines, with the number of its first."""
    lines = list(told(text))
    for at in range(len(lines) - RUN + 1):
        yield lines[at][0], tuple(said for _, said in lines[at : at + RUN])


def repeated(texts):
    """Which places share a run of lines."""
    stands = defaultdict(list)
    for place, text in texts:
        for number, run in runs(text):
            if not any(p == place and number - n < RUN for p, n in stands[run]):
                stands[run].append((place, number))
    return {tuple(places) for places in stands.values() if len(places) > 1}


def test_no_function_is_long():
    long = {
        place: lines for place, lines, kernel in functions() if lines > MOST_LINES and not kernel
    }
    assert long == {}


def test_no_module_is_large():
    lines = {place: len(text.splitlines()) for place, text in modules()}
    assert {place: many for place, many in lines.items() if many > most_lines(place)} == {}


def most_lines(place):
    return MOST_ROOM_LINES if place.startswith("room/") else MOST_MODULE_LINES


def test_most_functions_are_short():
    assert median(lines for _, lines, _ in functions()) <= MOST_MEDIAN


def test_no_run_of_lines_stands_twice():
    assert repeated(modules()) == set()


def test_a_run_that_stands_twice_is_found():
    """A fault planted for the law above: the same eight lines, differently indented."""
    lines = [f"say({number})" for number in range(RUN)]
    texts = [
        ("a.py", "\n".join(lines)),
        ("b.py", "if x:\n" + "\n".join(f"    {li}" for li in lines)),
    ]
    assert repeated(texts) == {(("a.py", 1), ("b.py", 2))}
    assert repeated([(place, text.replace("say(3)", "")) for place, text in texts]) == set()
