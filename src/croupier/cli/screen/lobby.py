"""`croupier join`: into a running room, to a table of it."""

import asyncio
import sys
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
from croupier.cli.screen.spoken import speak
from croupier.cli.screen.visit import Visit, refusal
from croupier.cli.tongue import Tongue
from croupier.client import Client, Gone, No
from croupier.houses import BARE


class Lobby(App[str]):
    """The tables of a room, to choose one."""

    ENABLE_COMMAND_PALETTE = False
    BINDINGS: ClassVar[list[BindingType]] = [("q", "quit", ""), ("escape", "quit", "")]
    CSS = """
    #head { height: 1; background: #2a2a2a; text-style: bold; padding: 0 1; }
    OptionList { height: 1fr; border: none; background: #0b3d24; scrollbar-size-vertical: 1; }
    #foot { height: 1; background: #2a2a2a; color: #b0b0b0; padding: 0 1; }
    """

    def __init__(self, houses: list[dict[str, Any]], address: str, tongue: Tongue) -> None:
        super().__init__()
        self.address, self.tongue = address, tongue
        self.tables = [(house, table) for house in houses for table in house["tables"]]
        self.tables.sort(key=lambda one: (one[1]["place"], one[1]["game"]))

    def compose(self) -> ComposeResult:
        """The address, the tables, the keys."""
        yield Static(self.address, id="head")
        yield OptionList(*[Row(self.row(*one)) for one in self.tables], id="tables")
        keys = self.tongue.say("↑↓ choose a table   ⏎ go there   q leave")
        yield Static(keys, id="foot")

    def row(self, house: dict[str, Any], table: dict[str, Any]) -> Text:
        """A table: what it is called, its limits, and how many play."""
        limits = [line["brief"] or line["text"] for line in table["limits"][:1]]
        name = Text(f"{table['title']:<30.30}", style="bold")
        name.append(f" {house['title']:<18.18}", style="not bold")
        name.append(f" {' '.join(limits):<14.14}", style="not bold gold1")
        taken = f"{table['taken']}/{table['seats']}"
        return name.append(f" {taken:>8}", style="not bold")

    def read(self) -> str:
        """The same list in lines: the table whose number is written."""
        for at, one in enumerate(self.tables, 1):
            sys.stdout.write(f"{at:>3}  {self.row(*one).plain}\n")
        sys.stdout.write(self.tongue.say("Which table? (its number, Enter: leave)") + " ")
        sys.stdout.flush()
        said = sys.stdin.readline().strip()
        if said and not (said.isdecimal() and 1 <= int(said) <= len(self.tables)):
            raise Mistake(f"there is no table {said!r}: write 1 to {len(self.tables)}")
        return self.tables[int(said) - 1][1]["table"] if said else ""

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """To this table."""
        self.exit(self.tables[event.option_index][1]["table"])


def address_of(url: str) -> tuple[str, str]:
    """The address of a room and, where a browser's link names one, the table."""
    parts = urlsplit(url if "//" in url else f"http://{url}")
    if parts.scheme not in ("http", "https") or not parts.netloc:
        raise Mistake(f"{url!r} is not the address of a room: write http://HOST:8000")
    _, _, table = parts.fragment.partition("table/")
    return f"{parts.scheme}://{parts.netloc}", table.partition("?")[0]


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
        lobby = Lobby(found, address, Tongue(language, BARE))
        table = table or (lobby.read() if plain else await lobby.run_async()) or ""
        known = [one["table"] for house in found for one in house["tables"]]
        if not table:
            return ""
        if table not in known:
            raise Mistake(f"there is no table {table!r} here: {', '.join(known)}")
        place = Visit(client, await client.join(table), language)
        return await (speak(place) if plain else TableApp(place).run_async()) or ""
