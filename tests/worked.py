"""The worked examples of the rulebook, which stand as data in tests/vectors."""

import json
from pathlib import Path
from typing import Any

import pytest

VECTORS = Path(__file__).parent / "vectors"


def examples(*sheets: str) -> list[dict[str, Any]]:
    """All of these sheets, in their order."""
    read = [json.loads((VECTORS / f"{sheet}.json").read_text("utf-8")) for sheet in sheets]
    return [example for sheet in read for example in sheet["examples"]]


def case(example: dict[str, Any], *values: Any) -> Any:
    """The example as a case of a test, marked with its clauses: what is given and expected."""
    both = values or (example["given"], example["expect"])
    return pytest.param(*both, id=example["id"], marks=pytest.mark.clause(*example["clauses"]))
