"""Hands in files: written in another format, checked by the rules, replayed in the terminal."""

import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from itertools import groupby, pairwise
from pathlib import Path
from typing import Final

from msgspec.structs import replace
from rich.console import Console
from rich.text import Text

from croupier import histories, houses
from croupier.cli import Mistake
from croupier.cli.calls import Caller
from croupier.cli.look import coloured, faces
from croupier.cli.tongue import Tongue
from croupier.core.felt import BOARD, DECK, HOUSE, MUCK, Cards, Event, Seat, Spot
from croupier.core.hand import Hand
from croupier.histories import About, BadHistory, Story
from croupier.histories.story import as_seen

PLAYER: Final = "Player"
"""What a recorded hand calls the person at the keyboard."""
NO_HAND: Final = 1
"""The exit code when a hand does not follow from its rules."""


def stories(files: Sequence[Path], refused: Counter[str]) -> Iterator[Story]:
    """The hands of files, folders among them; what cannot be read is counted by its reason."""
    for file in files:
        inside = (
            sorted(one for one in file.rglob("*") if one.is_file()) if file.is_dir() else [file]
        )
        for one in inside:
            try:
                form = histories.format_of(one.name)
                yield from histories.read(one.read_text("utf-8-sig"), form)
            except (OSError, UnicodeDecodeError) as error:
                raise Mistake(f"{one}: cannot be read: {error}") from None
            except BadHistory as error:
                refused[f"{error} ({one.name})"] += 1


def convert(
    files: Sequence[Path], form: str | None, seat: Seat | None, out: Path | None, *, check: bool
) -> int:
    """Write hands in another format, or check them; the exit code."""
    refused: Counter[str] = Counter()
    kept = list(_checked(stories(files, refused), refused) if check else stories(files, refused))
    if form is None:
        sys.stdout.write(f"Hands that follow from the rules: {len(kept)}.\n")
    else:
        seen = kept if seat is None else list(_seen(kept, seat, refused))
        done = histories.export(form, seen)
        refused += done.left_out
        _write(done.text, out)
        sys.stderr.write(f"Hands written: {done.written}.\n")
    for reason, count in refused.most_common():
        sys.stderr.write(f"Left out: {count}, {reason}\n")
    return NO_HAND if refused else 0


def _checked(told: Iterator[Story], refused: Counter[str]) -> Iterator[Story]:
    for story in told:
        try:
            histories.replayed(story)
        except BadHistory as error:
            refused[str(error)] += 1
        else:
            yield story


def _seen(told: Sequence[Story], seat: Seat, refused: Counter[str]) -> Iterator[Story]:
    for story in told:
        try:
            yield as_seen(story, seat)
        except BadHistory as error:
            refused[str(error)] += 1


def _write(text: str, out: Path | None) -> None:
    if out is None:
        sys.stdout.write(text)
        return
    try:
        out.write_text(text, "utf-8")
    except OSError as error:
        raise Mistake(f"{out}: cannot be written: {error}") from None


# Replaying.


def replay(file: Path, language: str, *, step: bool) -> None:
    """Tell the hands of a file as a dealer calls them, each act at a key press if wished."""
    refused: Counter[str] = Counter()
    screen = Console(highlight=False, soft_wrap=True)
    for story in stories([file], refused):
        Replay(story, language, screen).run(step=step)
    if refused:
        raise Mistake(next(iter(refused)))


class Replay:
    """One hand in the terminal, as its teller saw it."""

    def __init__(self, story: Story, language: str, screen: Console) -> None:
        house = replace(houses.BARE, currency=story.about.currency)
        self.story, self.screen, self.tongue = story, screen, Tongue(language, house)
        self.caller = Caller(self.tongue, story.game, story.rules, story.about.name)
        self.caller.begin(story.chips, HOUSE)
        answers = sorted(story.answers)
        starts = [0, *answers, len(story.events)]
        self.acts = [story.events[at:end] for at, end in pairwise(starts) if at < end]
        """The events from each answer to the next."""

    def run(self, *, step: bool) -> None:
        """From the deal to the results."""
        about = self.story.about
        named = [about.house, about.table, f"#{about.number}" if about.number else "", about.at]
        self.screen.print(Text(self.story.game.TITLE, style="bold green"), *filter(None, named))
        for events in self.acts:
            self.tell(events)
            if step and not self.go_on():
                return
        self.results()

    def go_on(self) -> bool:
        """Wait for Enter; anything else, or the end of the input, is enough."""
        try:
            return not input().strip()
        except EOFError:
            return False

    def tell(self, events: Sequence[Event]) -> None:
        """What was done, what followed, and which cards were dealt."""
        for told in self.caller.tell(events):
            self.screen.print(Text("  ") + told)
        dealt = [e for e in events if type(e) is Cards and e.src == DECK and e.dst != MUCK]
        for spot, moves in groupby(sorted(dealt, key=_spot), _spot):
            if spot != BOARD or not self.caller.for_a_pot:
                cards = tuple(card for move in moves for card in move.cards)
                self.screen.print(Text(f"  {self.label(spot)}") + faces(cards))

    def label(self, spot: Spot) -> str:
        """Whose cards, or where they lie."""
        seat, word = spot
        return self.story.about.name(seat) if seat else self.tongue.spot(word)

    def results(self) -> None:
        """What each seat has won or lost."""
        before, after = self.story.chips, self.caller.view.chips
        for (seat, word), held in sorted({**dict.fromkeys(after, 0), **before}.items()):
            net = after.get((seat, word), 0) - held
            if word == "stack" and net:
                name = self.story.about.name(seat)
                self.screen.print(Text(f"  {name:<24}") + coloured(self.tongue.signed(net), net))


def _spot(event: Cards) -> Spot:
    return event.dst


# Recording.


class Recorder:
    """Writes each hand that is played to a file, as the player saw it."""

    def __init__(self, file: Path, house: houses.House, table: str) -> None:
        self.file, self.house, self.table = file, house, table
        if not file.name.endswith(".hand"):
            raise Mistake("--record: a recorded file ends with .hand")
        _write("", file)
        self.written = 0

    def add(self, hand: Hand, seat: Seat, sitting: dict[Seat, str], number: int) -> None:
        """One more hand, of the player in this seat; bots sit in the others."""
        about = About(
            names={**sitting, seat: PLAYER},
            bots=frozenset(sitting) - {seat},
            house=self.house.name,
            table=self.table,
            number=number,
            at=datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ"),
            currency=self.house.currency,
        )
        text = histories.FORMATS["hand"].write(histories.told(hand, seat, about))
        with self.file.open("a", encoding="utf-8") as file:
            file.write(("\n" if self.written else "") + text)
        self.written += 1
