"""The examples of docs/learning.md run, one after the other as a reader would type them."""

import re
from importlib.util import find_spec
from inspect import signature
from pathlib import Path

from croupier.envs.table import Table

PAGE = Path(__file__).parents[2] / "docs" / "learning.md"
BLOCK = re.compile(r"^```python\n(.*?)^```", re.MULTILINE | re.DOTALL)


def blocks() -> list[str]:
    return BLOCK.findall(PAGE.read_text("utf-8"))


def test_the_examples_run(capsys):
    """What needs another package than ours runs where it is installed."""
    known: dict[str, object] = {}
    for block in blocks():
        if "sb3_contrib" not in block or find_spec("sb3_contrib"):
            exec(compile(block, PAGE.name, "exec"), known)  # noqa: S102
    assert "fold" in capsys.readouterr().out
    assert known["table"].agents == []
    assert known["boxes"].num_envs == len(known["rewards"]) == 4096


def test_every_argument_of_a_table_is_told():
    told = PAGE.read_text("utf-8").partition("## Arguments")[2].partition("##")[0]
    assert [name for name in signature(Table).parameters if f"`{name}`" not in told] == ["game"]
