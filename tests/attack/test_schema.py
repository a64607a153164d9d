"""Every call of the schema with what a machine thinks of, by every role: schemathesis."""

import asyncio
import os
import warnings
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from queue import Queue
from threading import Thread

import httpx
import msgspec
import pytest
from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis import strategies as st

from attack.test_fuzz import DEAR, HOUSES, STAFF
from croupier.server.refusals import Refusal
from server.opening import opened

with warnings.catch_warnings():
    warnings.simplefilter("ignore")  # Its own parts are older than its Python.
    schemathesis = pytest.importorskip(
        "schemathesis", reason="schemathesis is not here: pip install -e '.[dev]'"
    )
    from schemathesis.specs.openapi.checks import response_schema_conformance

CASES = int(os.environ.get("CROUPIER_TEST_CASES", "100"))
"""Of each call, in the long run."""
OWN = ("/api/me/exclusion", "/api/sessions/")  # They would end the caller.


@contextmanager
def served(database: str) -> Iterator[tuple[str, dict[str, str]]]:
    """A room in a thread of its own: its address, and a token of each role."""
    opening: Queue[tuple[str, dict[str, str]]] = Queue()
    end: Queue[tuple[asyncio.AbstractEventLoop, asyncio.Event]] = Queue()

    async def serve() -> None:
        async with opened(database, **HOUSES) as room:
            stop = asyncio.Event()
            end.put((asyncio.get_running_loop(), stop))
            admin = await room.admin()
            tokens = {"nobody": "", "admin": admin.token}
            tokens["player"] = (await room.guest("Ada")).token
            for role in STAFF:
                tokens[role] = (await room.member(admin, f"Member {role}", [role])).token
            opening.put((room.address, tokens))
            await stop.wait()
            assert room.room.failed is None
            assert (await room.books()).wrong == []

    thread = Thread(target=asyncio.run, args=(serve(),))
    thread.start()
    loop, stop = end.get(timeout=100)
    try:
        yield opening.get(timeout=100)
    finally:
        loop.call_soon_threadsafe(stop.set)
        thread.join()


@pytest.mark.parametrize("cases", [3, pytest.param(CASES, marks=pytest.mark.slow)])
def test_every_call_answers_by_its_schema(tmp_path, cases, capfd):
    statuses: Counter[int] = Counter()
    with served(str(tmp_path / "room.db")) as (address, tokens):
        schema = schemathesis.openapi.from_dict(
            httpx.get(f"{address}/api/schema/openapi.json").json()
        )
        for found in schema.get_all_operations():
            operation = found.ok()
            if operation.path.startswith(DEAR + OWN):
                continue
            ask(operation, address, tokens, cases, statuses)
    logged = "".join(capfd.readouterr())
    assert "fault" not in logged, logged[-3000:]
    assert {200, 400, 401, 403} <= {*statuses}, statuses
    print(statuses)  # noqa: T201


def ask(operation, address: str, tokens: dict[str, str], cases: int, statuses) -> None:
    @seed(cases)
    @settings(
        max_examples=cases,
        database=None,
        phases=[Phase.generate],
        suppress_health_check=[*HealthCheck],
    )
    @given(case=operation.as_strategy(), role=st.sampled_from(sorted(tokens)))
    def one(case, role):
        head = {"Authorization": f"Bearer {tokens[role]}"} if tokens[role] else {}
        answer = case.call(base_url=address, headers=head)
        statuses[answer.status_code] += 1
        assert answer.status_code < 500, (role, case.as_curl_command(), answer.text)
        if answer.status_code >= 400:
            msgspec.json.decode(answer.content, type=Refusal)
        else:
            case.validate_response(answer, checks=[response_schema_conformance])

    one()
