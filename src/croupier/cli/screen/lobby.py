"""`croupier join`: into a running room, to a table of it."""

import asyncio
import sys
from collections.abc import Sequence
from typing import Any, ClassVar
from urllib.parse import urlsplit

import httpx
from rich.text import Text
from textual.app import App, ComposeResult
from textual.binding import BindingType
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option as Row

from croupier.cli import Mistake
from croupier.cli.screen.app import TableApp
from croupier.cli.screen.contest import Contest, Waiting, wait_by_lines
from croupier.cli.screen.spoken import speak
from croupier.cli.screen.visit import Visit, refusal
from croupier.cli.tongue import Tongue
from croupier.client import Client, Gone, No
from croupier.houses import BARE, House


class Lobby(App[str]):
    """The tables of a room, to choose one."""

    ENABLE_COMMAND_PALETTE = False
    BINDINGS: ClassVar[list[BindingType]] = [("q", "quit", ""), ("escape", "quit", "")]
    CSS = """
    #head { height: 1; background: #2a2a2a; text-style: bold; padding: 0 1; }
    OptionList { height: 1fr; border: none; background: #0b3d24; scrollbar-size-vertical: 1; }
    #foot { height: 1; background: #2a2a2a; color: #b0b0b0; padding: 0 1; }
    """

    def __init__(
        self,
        houses: list[dict[str, Any]],
        address: str,
        tongue: Tongue,
        events: Sequence[dict[str, Any]] = (),
    ) -> None:
        super().__init__()
        self.address, self.tongue = address, tongue
        tables = [(house, table) for house in houses for table in house["tables"]]
        tables.sort(key=lambda one: (one[1]["place"], one[1]["game"]))
        open_ = [one for one in events if one["state"] in ("open", "running")]
        self.rows = [(table["table"], self.row(house, table)) for house, table in tables]
        self.rows += [(one["tournament"], self.event(one)) for one in open_]

    def compose(self) -> ComposeResult:
        """The address, the tables, the keys."""
        yield Static(self.address, id="head")
        yield OptionList(*[Row(row) for _, row in self.rows], id="tables")
        keys = self.tongue.say("↑↓ choose a table   ⏎ go there   q leave")
        yield Static(keys, id="foot")

    def row(self, house: dict[str, Any], table: dict[str, Any]) -> Text:
        """A table: what it is called, its limits, and how many play."""
        limits = [line["brief"] or line["text"] for line in table["limits"][:1]]
        taken = f"{table['taken']}/{table['seats']}"
        return self.cells(table["title"], house["title"], " ".join(limits), taken)

    def event(self, line: dict[str, Any]) -> Text:
        """A tournament: what it is called, its price, and how many have entered."""
        money = Tongue(self.tongue.language, House("", "", line["currency"], "", {})).money
        entered = f"{line['entrants']}/{line['entrants_max']}"
        return self.cells(f"◆ {line['title']}", line["house"], money(line["price"]), entered)

    @staticmethod
    def cells(title: str, house: str, limits: str, taken: str) -> Text:
        """A row of the list."""
        name = Text(f"{title:<30.30}", style="bold")
        name.append(f" {house:<18.18}", style="not bold")
        name.append(f" {limits:<14.14}", style="not bold gold1")
        return name.append(f" {taken:>8}", style="not bold")

    def read(self) -> str:
        """The same list in lines: the table whose number is written."""
        for at, (_, row) in enumerate(self.rows, 1):
            sys.stdout.write(f"{at:>3}  {row.plain}\n")
        sys.stdout.write(self.tongue.say("Which table? (its number, Enter: leave)") + " ")
        sys.stdout.flush()
        said = sys.stdin.readline().strip()
        if said and not (said.isdecimal() and 1 <= int(said) <= len(self.rows)):
            raise Mistake(f"there is no table {said!r}: write 1 to {len(self.rows)}")
        return str(self.rows[int(said) - 1][0]) if said else ""

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """To this table."""
        self.exit(self.rows[event.option_index][0])


def address_of(url: str) -> tuple[str, str]:
    """The address of a room and, where a browser's link names one, the table or tournament."""
    parts = urlsplit(url if "//" in url else f"http://{url}")
    if parts.scheme not in ("http", "https") or not parts.netloc:
        raise Mistake(f"{url!r} is not the address of a room: write http://HOST:8000")
    _, _, named = parts.fragment.lstrip("/").partition("/")
    return f"{parts.scheme}://{parts.netloc}", named.partition("?")[0]


def join(
    url: str, *, table: str, name: str, token: str, language: str, plain: bool = False
) -> None:
    """Come in, choose a table, and play there."""
    address, named = address_of(url)
    try:
        said = asyncio.run(visit(address, table or named, name, token, language, plain=plain))
    except No as no:
        raise Mistake(refusal(no)) from None
    except (Gone, httpx.HTTPError) as error:
        raise Mistake(f"no room answers at {address}: {error}") from None
    sys.stdout.write(f"{said}\n" if said else "")


async def visit(
    address: str, table: str, name: str, token: str, language: str, *, plain: bool = False
) -> str:
    """A visit, from the door to the farewell."""
    async with Client(address, token, language=language) as client:
        if not token:
            await client.guest(name)
        found = (await client.call("GET", "/api/lobby"))["houses"]
        events = await client.call("GET", "/api/tournaments")
        lobby = Lobby(found, address, Tongue(language, BARE), events)
        table = table or (lobby.read() if plain else await lobby.run_async()) or ""
        known = [one["table"] for house in found for one in house["tables"]]
        if not table:
            return ""
        contest = None
        if table in {one["tournament"] for one in events}:
            contest = Contest(client, table, language)
            await contest.come(client)
            table = await (wait_by_lines(contest) if plain else Waiting(contest).run_async()) or ""
            if not table:
                return contest.farewell()
        elif table not in known:
            raise Mistake(f"there is no table {table!r} here: {', '.join(known)}")
        place = Visit(client, await client.join(table), language, contest)
        return await (speak(place) if plain else TableApp(place).run_async()) or ""
