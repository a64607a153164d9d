"""What a table enters into the books: its postings, its journal, its hands, and itself."""

import msgspec
import structlog

from croupier.core import catalogue, journals
from croupier.core.felt import Chips
from croupier.core.hand import Hand
from croupier.room import commands, news
from croupier.room.acts import Command, Staff
from croupier.room.driver import was_voided
from croupier.room.record import Done, Record
from croupier.server import metrics
from croupier.server.books import schema
from croupier.server.books.balances import Books
from croupier.server.books.store import Batch
from croupier.server.live import sight

log = structlog.get_logger()


def book(books: Books, batch: Batch, record: Record, done: Done, now: float) -> None:
    """Every chip event of the hand is one posting of the hand; the others are the table's."""
    name, of_hand = record.table.name, sum(type(item) is Chips for item in done.news)
    first = record.posted - len(done.moves) + 1
    for at, move in enumerate(done.moves):
        hand = record.table.deals if at < of_hand else 0
        books.post(batch, move, f"{name}#{first + at}", now, name, hand)


def journal(
    batch: Batch, record: Record, command: Command, now: float, player: str, action: str
) -> None:
    """The command itself, from which all else follows."""
    name, word = record.table.name, commands.named(command)
    said = msgspec.json.encode(command)
    who = {"player": player, "action": action}
    batch.add(schema.acts, place=name, no=record.acts, at=now, command=said, **who)
    metrics.count(word)
    if isinstance(command, Staff):
        log.info("act", table=name, act=word, by=command.by)
    elif isinstance(command, commands.Rule):
        log.info("act", table=name, act=command.ruling.act, by=command.ruling.by)


def hand(batch: Batch, record: Record, now: float) -> bool:
    """A finished hand, with its seed and its journal; whether it moved anything."""
    found, table = record.finished(), record.table
    if found is None:
        return False
    batch.add(
        schema.hands,
        place=table.name,
        no=table.deals,
        at=now,
        game=catalogue.name(table.game),
        seed=record.seed,
        void=int(was_voided(found)),
        journal=journals.write(found),
        version=table.version or None,
    )
    _played(batch, record, found, now)
    return True


def _played(batch: Batch, record: Record, hand: Hand, now: float) -> None:
    """Who took part in it, and what they won or lost."""
    net, place = dict(news.net(hand)), {"place": record.table.name, "hand": record.table.deals}
    owners = {seat: who for who, seat in record.owners.items()}
    for seat in sight.dealt_in(hand):
        if seat in owners:
            won = net.get(seat, 0)
            batch.add(schema.played, **place, seat=seat, player=owners[seat], at=now, net=won)


def pledges(batch: Batch, record: Record, done: Done, now: float) -> None:
    """The pledges that have ended, each with its secret."""
    for ended in done.pledges:
        batch.add(
            schema.pledges,
            place=record.table.name,
            no=ended.no,
            at=now,
            hand=ended.subject.hand,
            last=ended.last,
            outcome=ended.outcome,
            contributed=len(ended.reveals),
            missing=len(ended.missing),
            pledge=ended.digest.hex(),
            prev=ended.prev.hex(),
            record=ended.record.hex(),
            why=ended.why,
            envelope=msgspec.json.encode(ended),
        )


def keep(batch: Batch, record: Record) -> None:
    """The table as it is now, between hands."""
    record.keep()
    mark = msgspec.structs.asdict(record.kept.mark)
    row = {"name": record.table.name, **mark, "state": record.kept.state}
    batch.add(schema.tables, **row)
