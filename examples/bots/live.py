"""The same bot at a table of a live room, over the WebSocket.

croupier serve --port 8123
cd examples/bots && python live.py http://127.0.0.1:8123 casino-club/holdem-2-4
"""

import asyncio
import sys
from random import Random

from patient import choose

from croupier.client import Client


async def play(address: str, name: str, hands: int = 100) -> int:
    """Sit down, play some hands, and say with how many chips it gets up."""
    async with Client(address) as room:
        await room.guest("Patient")
        table = await room.join(name)
        await table.sit(table.about["terms"]["advised_buy_in"])
        chance, first = Random(), 0
        async for ask in table.asks():
            first = first or ask.hand
            if ask.hand >= first + hands:
                break
            answer = choose(table.seen(ask), chance)
            await table.decide(ask, answer.act, answer.amount, answer.spot, answer.cards)
        return table.view.chips.get((table.seat, "stack"), 0)


if __name__ == "__main__":
    print(asyncio.run(play(*sys.argv[1:3])))  # noqa: T201
