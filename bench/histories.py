"""How fast hands are written and read: `python bench/histories.py [hands]`, in CPU seconds."""

import sys
from collections.abc import Callable, Sequence
from random import Random
from time import process_time
from typing import Any

from croupier import bots, histories
from croupier.core import catalogue, fair, journals
from croupier.core.hand import Hand
from croupier.histories import FORMATS, handtext, told

SEATS = 6


def played(name: str, count: int) -> list[Hand]:
    """Hands of six bots."""
    game, chance = catalogue.game(name), Random(7)
    rules, bot = game.Rules(), bots.passive
    hands = []
    for _ in range(count):
        deal = fair.deal(chance.randbytes(32), game.pack(rules), game.LOTS)
        hand = Hand(game, rules, {(seat, "stack"): 1000_00 for seat in range(1, SEATS + 1)}, deal)
        while hand.ask is not None:
            seat = next(iter(hand.ask.options), None)
            if seat is None or hand.ask.open:
                hand.expire()
            else:
                hand.decide(seat, bot(bots.seen(hand, seat), chance))
        hands.append(hand)
    return hands


def rate(work: Callable[[Any], object], things: Sequence[Any]) -> int:
    """Things a CPU second."""
    start = process_time()
    for thing in things:
        work(thing)
    return round(len(things) / (process_time() - start))


def main(count: int) -> None:
    hands = played("holdem", count)
    pages = [journals.write(hand) for hand in hands]
    print(f"{count} hands of hold'em, six players; hands a CPU second")
    print(f"  journal written      {rate(journals.write, hands):>8}")
    print(f"  journal read         {rate(journals.read, pages):>8}")
    texts = [handtext.write(told(hand)) for hand in hands]
    print(f"  .hand text in times of a journal: {race(texts, pages):.2f}")
    print(f"  its answers alone, likewise: {race(list(map(answers, texts)), pages):.2f}")
    for name, form in FORMATS.items():
        measure(name, form, hands)


def answers(text: str) -> str:
    """The text with no more than a journal has: the opening and what everybody did."""
    return "\n".join(row for row in text.splitlines() if row[:1] not in ("!", "-", "+"))


def race(texts: Sequence[str], pages: Sequence[bytes]) -> float:
    """How long a `.hand` text takes to be read and put to the rules, in times of its journal; hand
    by hand, each first every other time, so that neither finds the other's way already trodden.
    """
    spent = {"text": 0.0, "page": 0.0}
    for turn in range(4):
        for at, (text, page) in enumerate(zip(texts, pages, strict=True)):
            for name in list(spent)[:: 1 if (turn + at) % 2 else -1]:
                start = process_time()
                by_text(text) if name == "text" else journals.read(page)
                spent[name] += process_time() - start
    return spent["text"] / spent["page"]


def by_text(text: str) -> Hand:
    return histories.replayed(handtext.read(text))


def measure(name: str, form: histories.Format, hands: Sequence[Hand]) -> None:
    def whole(hand: Hand) -> str:
        return form.write(told(hand))

    def own(hand: Hand) -> str:
        return form.write(told(hand, 1))

    print(f"  {name:<7} written      {rate(whole, hands):>8}")
    print(f"  {name:<7} by a seat    {rate(own, hands):>8}")
    if reader := form.read:
        texts = [whole(hand) for hand in hands]
        print(f"  {name:<7} read         {rate(lambda text: check(reader(text)), texts):>8}")


def check(stories: Sequence[histories.Story]) -> None:
    """Put what was read to the rules."""
    for story in stories:
        histories.replayed(story)


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 1000)
