"""What is told at a table of a room besides the hand: who comes and goes, chat, the staff."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from rich.text import Text

from croupier.core.felt import Seat

if TYPE_CHECKING:
    from croupier.cli.screen.visit import Visit


class Talk:
    """Tells a visitor what concerns the table, and remembers what still stands."""

    def __init__(self, visit: "Visit") -> None:
        self.visit, self.tongue = visit, visit.tongue
        self.called: Seat = 0
        """The seat that one is called to."""
        self.closed = not visit.table.about["open"]
        self.paused = bool(visit.table.about["paused"])

    def standing(self) -> str:
        """What is to be known now."""
        say, me = self.tongue.say, self.visit.table.seat
        if self.visit.contest is not None:
            return self.visit.contest.standing()
        if self.closed:
            return say("The table is closed.")
        if self.paused:
            return say("The staff has paused the table.")
        if self.called:
            return say("A seat is free for you: sit down.")
        if not me:
            return say("You are looking on: sit down to play.")
        entry = self.visit.table.seats[me]
        return say("You are sitting out.") if entry["away"] else ""

    def tell(self, text: str, style: str = "dim") -> None:
        """A line of the story."""
        self.visit.chronicle.fresh.append(Text(text, style=style))

    def hear(self, message: Mapping[str, Any]) -> None:
        """A message that is not the hand's."""
        kind = message["type"]
        if kind == "chat":
            self.tell(f"{message['name']}{self.tongue.colon}{message['text']}", "cyan")
        elif kind == "notice":
            self.tell(message["text"], "yellow")
        elif kind == "called":
            self.called = message["seat"]

    def table(self, event: Mapping[str, Any]) -> None:
        """An event of the table."""
        kind, say = event["type"], self.tongue.say
        if kind == "seat":
            if event["seat"] not in self.visit.stacks:
                self.tell(say("{name} took a seat.", name=event["name"]))
            self.visit.stacks[event["seat"]] = event["stack"]
        elif kind == "left":
            self.visit.stacks.pop(event["seat"], None)
            self.tell(say("{name} left the table.", name=event["name"]))
        elif kind == "table":
            self.closed, self.paused = not event["open"], bool(event["paused"])
        elif kind == "act" and event["why"]:
            self.tell(event["why"], "yellow")
