"""A tournament of a running room: entered, waited for, and followed from table to table."""

import asyncio
import sys
from collections.abc import Callable, Mapping
from typing import Any, ClassVar, Final

from rich.text import Text
from textual.app import App, ComposeResult
from textual.binding import BindingType
from textual.widgets import Static

from croupier.cli.screen.place import Wish
from croupier.cli.tongue import Tongue
from croupier.client import Client
from croupier.houses import BARE, House

ENDED: Final = ("over", "cancelled")
ACTS: Final[dict[str, dict[str, Any]]] = {
    "rebuy": {},
    "decline": {"yes": False},
    "add_on": {},
    "talk": {},
    "agree": {},
    "refuse": {"yes": False},
}
"""What one may do in a tournament, and its fields."""
KINDS: Final = {"decline": "rebuy", "refuse": "agree"}
STANDS: Final = {
    "offer": "A player may buy again: one moment.",
    "round": "Hand for hand: the other tables finish theirs.",
    "seats": "Seats are being drawn.",
    "balance": "The tables are being balanced.",
    "clock": "The staff has stopped the clock.",
    "talk": "The players talk about a deal.",
    "chips": "Small chips go for larger ones.",
}
"""Why a table does not deal."""


class Contest:
    """What is known of a tournament, and of oneself in it."""

    def __init__(self, client: Client, name: str, language: str) -> None:
        self.client, self.name = client, name
        self.tongue = self.bare = Tongue(language, BARE)
        """Money as the house writes it; and chips, which are not money."""
        self.changed: Callable[[], None] = lambda: None
        self.fresh = asyncio.Event()

    @property
    def told(self) -> dict[str, Any]:
        """The tournament as the room told it last."""
        return self.client.tournaments[self.name]

    @property
    def line(self) -> dict[str, Any]:
        """What the lobby says of it."""
        return dict(self.told["line"])

    @property
    def mine(self) -> dict[str, Any] | None:
        """Oneself in it; nothing for those who look on."""
        own = (one for one in self.told["entrants"] if one["player"] == self.client.player)
        return next(own, None)

    @property
    def path(self) -> str:
        """Where one sits; those who look on are led to the first table."""
        own, tables = self.mine, self.told["tables"]
        if own is not None and not own["out"]:
            return str(own["table"])
        return str(tables[0]["table"]) if tables and self.line["state"] == "running" else ""

    @property
    def ended(self) -> bool:
        """Whether there is nothing more to see."""
        return self.line["state"] in ENDED

    async def come(self, client: Client) -> None:
        """Hear of it from now on, by this line; enter it as long as one can."""
        self.client, client.follower = client, self.hear
        self.fresh.clear()
        client.tournaments.pop(self.name, None)
        await client.follow(self.name)
        await self.fresh.wait()
        house = House("", self.line["house"], self.line["currency"], "", {})
        self.tongue = Tongue(self.bare.language, house)
        if self.line["registering"] and self.mine is None:
            await client.enter(self.name)
            while self.mine is None:
                self.fresh.clear()
                await self.fresh.wait()

    def hear(self, message: Mapping[str, Any]) -> None:
        """A message of the room."""
        if message.get("type") == "tournament" and message["line"]["tournament"] == self.name:
            self.fresh.set()
            self.changed()

    # What is said of it.

    def title(self) -> str:
        """The tournament, its level, and how many are left."""
        say, now, chips = self.tongue.say, self.told["current"], self.bare.money
        blinds = [chips(now[key]) for key in ("small", "big") if now[key]]
        ante = f" ({chips(now['ante'])})" if now["ante"] else ""
        played = [one for one in self.told["levels"][: self.told["at"] + 1] if not one["pause"]]
        more = max(0, self.told["at"] + 1 - len(self.told["levels"]))
        level = say("Level {number}", number=len(played) + more)
        left = say("{left} of {all} left", left=self.line["left"], all=self.line["entrants"])
        return f"{self.line['title']} · {level} {'/'.join(blinds)}{ante} · {left}"

    def waiting(self) -> str:
        """How long until it starts."""
        say, line = self.tongue.say, self.line
        seconds = line["starts_in"]
        if seconds is None:
            enough = {"entered": line["entrants"], "needed": line["entrants_min"]}
            return say("{entered} of {needed} players have entered.", **enough)
        minutes, rest = divmod(int(seconds), 60)
        return say(
            "It starts in {time}: {entered} have entered.",
            time=f"{minutes}:{rest:02}", entered=line["entrants"],
        )  # fmt: skip

    def standing(self) -> str:
        """What is to be known at the table now."""
        say, own = self.tongue.say, self.mine
        if own is None:
            return say("You are looking on.")
        if own["out"] or self.ended:
            return self.farewell()
        if own["offer"]:
            price = self.tongue.money(self.told["rebuy_price"])
            return say("You have no chips left: buy again for {price}?", price=price)
        if self.told["talk"] and self.told["talk"]["open"]:
            share = self.tongue.money(self.told["talk"]["shares"].get(own["player"], 0))
            return say("A deal is proposed: your share is {share}.", share=share)
        if self.told["on_break"]:
            minutes, rest = divmod(int(self.told["level_left"]), 60)
            return say("Break: {time} left.", time=f"{minutes}:{rest:02}")
        waits = [one["waits"] for one in self.told["tables"] if one["table"] == own["table"]]
        return say(STANDS[waits[0]]) if waits and waits[0] in STANDS else ""

    def farewell(self) -> str:
        """How it ended for oneself."""
        say, own = self.tongue.say, self.mine
        if self.line["state"] == "cancelled":
            return say("The tournament is cancelled: your money is back in your account.")
        if own is None or not own["place"]:
            return say("You are out.") if own and own["out"] else ""
        if own["prize"]:
            prize = self.tongue.money(own["prize"])
            won = {"place": own["place"], "prize": prize}
            return say("You finished in place {place} and won {prize}.", **won)
        return say("You finished in place {place}.", place=own["place"])

    # What may be done.

    @property
    def asks(self) -> bool:
        """Whether it waits for one's answer: to an offer of chips, or to a deal."""
        own, talk = self.mine, self.told["talk"]
        if own is None or own["out"] or self.ended:
            return False
        to_agree = talk and talk["open"] and own["player"] not in talk["agreed"]
        return bool(own["offer"] or to_agree)

    def wishes(self) -> list[Wish]:
        """What the tournament offers now, and a break of one's own."""
        say, own, told = self.tongue.say, self.mine, self.told
        if own is None or own["out"] or self.ended:
            return []
        if own["offer"]:
            return [Wish("b", say("Buy again"), "rebuy"), Wish("n", say("Decline"), "decline")]
        if told["talk"] and told["talk"]["open"]:
            return [Wish("a", say("Agree"), "agree"), Wish("n", say("Decline"), "refuse")]
        found = []
        if self._has_few(own):
            found.append(Wish("*", say("Buy chips"), "rebuy"))
        if told["adding"] and not own["added"]:
            found.append(Wish("+", say("Add-on"), "add_on"))
        final = told["final"] and told["fixed"] and not told["talk"]
        if final and told["deal"] != "none" and self.line["left"] > 1:
            found.append(Wish("%", say("Propose a deal"), "talk"))
        return found

    def _has_few(self, own: Mapping[str, Any]) -> bool:
        """Whether one may buy chips before all are lost."""
        told, line = self.told, self.line
        may = line["registering"] and line["state"] == "running" and own["rebuys"] < told["rebuys"]
        return bool(may and own["stack"] <= told["rebuy_at_most"])

    async def do(self, act: str) -> dict[str, Any]:
        """One of them."""
        return await self.client.enter(self.name, KINDS.get(act, act), **ACTS[act])


class Waiting(App[str]):
    """Before the start: who has entered, and how long it takes; the first table ends it."""

    ENABLE_COMMAND_PALETTE = False
    BINDINGS: ClassVar[list[BindingType]] = [("q", "quit", ""), ("escape", "quit", "")]
    CSS = """
    #head { height: 1; background: #2a2a2a; text-style: bold; padding: 0 1; }
    #body { height: 1fr; background: #0b3d24; padding: 1 2; }
    #foot { height: 1; background: #2a2a2a; color: #b0b0b0; padding: 0 1; }
    """

    def __init__(self, contest: Contest) -> None:
        super().__init__()
        self.contest = contest

    def compose(self) -> ComposeResult:
        """The tournament, its entrants, the keys."""
        yield Static(self.contest.line["title"], id="head")
        yield Static("", id="body")
        yield Static(self.contest.tongue.say("q leave: you stay entered"), id="foot")

    def on_mount(self) -> None:
        """Look again whenever the room says something, and every second."""
        self.contest.changed = self.show
        self.set_interval(1, self.show)
        self.show()

    def show(self) -> None:
        """Who is there; or to the table."""
        contest = self.contest
        if contest.path or contest.ended:
            self.exit(contest.path)
            return
        body = Text(contest.waiting() + "\n\n", style="bold")
        for one in contest.told["entrants"]:
            own = one["player"] == contest.client.player
            body.append(f"{one['name']}\n", style="bold gold1" if own else "not bold")
        self.query_one("#body", Static).update(body)


async def wait_by_lines(contest: Contest) -> str:
    """The same, a line whenever something has changed."""
    said = ""
    while not (contest.path or contest.ended):
        if said != (said := contest.waiting()):
            sys.stdout.write(f"{said}\n")
            sys.stdout.flush()
        contest.fresh.clear()
        await contest.fresh.wait()
    return contest.path
