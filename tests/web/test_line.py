"""A line that freezes without breaking is noticed at both ends, and nothing is lost."""

import os
import signal
import subprocess
import sys

import pytest

from web.conftest import Served
from web.hands import play_hand, sit, take_seat

PLAYER = """
import asyncio, sys
from croupier.client import Client

async def main(url):
    async with Client(url) as room:
        await room.guest("Frieda")
        table = await room.join("casino-club/holdem-4-8")
        await table.sit(buy_in=100_00)
        print("seated", flush=True)
        async for _ in table.asks():
            pass

asyncio.run(main(sys.argv[1]))
"""
"""Somebody who sits down in a process of their own, which can be stopped."""


@pytest.fixture(scope="module")
def stopped(tmp_path_factory):
    served = Served(tmp_path_factory.mktemp("stopped"))
    yield served
    served.stop()


def test_a_frozen_room_is_noticed_and_heard_again(visit, stopped):
    page = visit("Ada", at=stopped)
    sit(page, "casino-club/holdem-4-8")
    page.locator("#bar.is-betting").wait_for()
    os.kill(stopped.process.pid, signal.SIGSTOP)
    try:
        page.locator(".banner .spin").wait_for()
    finally:
        os.kill(stopped.process.pid, signal.SIGCONT)
    page.locator(".banner .spin").wait_for(state="detached")
    assert play_hand(page)


def test_a_frozen_player_is_seen_to_be_gone(visit, stopped):
    page = visit("Ada", at=stopped)
    take_seat(page, stopped, "casino-club/holdem-4-8")
    command = [sys.executable, "-c", PLAYER, stopped.url]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as other:
        try:
            assert other.stdout.readline() == "seated\n"
            os.kill(other.pid, signal.SIGSTOP)
            page.locator(".pod.out .tag", has_text="Offline").wait_for()
        finally:
            other.kill()
