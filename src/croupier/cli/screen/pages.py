"""Pages over the table: help, and the hands that one played."""

from collections.abc import Iterator
from typing import ClassVar

from rich.console import Group, RenderableType
from rich.text import Text
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import VerticalScroll
from textual.screen import ModalScreen
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option as Row

from croupier.cli import sheets
from croupier.cli.look import coloured, faces
from croupier.cli.places import Places
from croupier.cli.screen.place import Place, Told
from croupier.speech import guides, plates

CLOSE: list[BindingType] = [
    ("escape", "app.pop_screen", ""),
    ("q", "app.pop_screen", ""),
    ("enter", "app.pop_screen", ""),
]
FRAME = """
    { align: center middle; }
    #page {
        width: 96%; max-width: 110; height: 96%; padding: 0 1;
        background: #1a1a1a; border: round #7a6a2a;
    }
"""


class HelpPage(ModalScreen[None]):
    """What may be done now, the game in a few lines, and the table's limits and rules."""

    BINDINGS: ClassVar[list[BindingType]] = CLOSE
    CSS = "HelpPage" + FRAME

    def __init__(self, place: Place) -> None:
        super().__init__()
        self.place = place

    def compose(self) -> ComposeResult:
        """One long page to scroll."""
        with VerticalScroll(id="page"):
            yield Static(Group(*self.parts()))

    def parts(self) -> Iterator[RenderableType]:
        """From what is asked now to the last rule."""
        say, house, sheet = self.place.tongue.say, self.place.house, self.place.sheet
        language = self.place.tongue.language
        yield Text(self.place.title, style="bold gold1")
        yield Text(say("Press a key or a button; arrows change an amount, Esc goes back."))
        yield from self.asked()
        if guide := guides.guide(house, sheet, language):
            yield Text(f"\n{guide.goal}", style="bold")
            for line in guide.course:
                yield Text(f"· {line.text}") + Text(f"  {line.clause}", style="dim")
            for ladder in guide.ladders:
                yield Text(f"\n{ladder.title}", style="bold")
                for rung in ladder.rungs:
                    yield faces(rung.cards) + Text(f"  {rung.name}")
        yield Text("")
        yield sheets.plated(plates.plate(house, sheet, language), language)

    def asked(self) -> Iterator[RenderableType]:
        """What may be done now, by which clause."""
        scene, tongue = self.place.scene(), self.place.tongue
        where = Places(tongue, self.place.name)
        words = [word for _, word in scene.view.cards]
        if scene.question is None or not scene.question.options:
            return
        yield Text("")
        for option in scene.question.options:
            place = where.place(option, words)
            at = f" ({place})" if place else ""
            clause = option.clause or scene.question.clause
            said = f"  {tongue.act(option)}{tongue.sizes([option])}{at}  "
            yield Text(said) + Text(clause, style="dim")


class HandsPage(ModalScreen[None]):
    """The hands that one played, and how each went."""

    BINDINGS: ClassVar[list[BindingType]] = CLOSE[:2]
    CSS = (
        "HandsPage"
        + FRAME
        + """
    HandsPage #page { layout: horizontal; }
    HandsPage OptionList { width: 24; height: 100%; border: none; background: #222222; }
    HandsPage #went { width: 1fr; height: 100%; padding: 0 1; }
    """
    )

    def __init__(self, place: Place) -> None:
        super().__init__()
        self.place = place
        self.told: list[Told] = []

    def compose(self) -> ComposeResult:
        """The list, and the hand that is looked at."""
        with VerticalScroll(id="page"):
            yield OptionList(id="list")
            with VerticalScroll(id="went"):
                yield Static(id="lines")

    async def on_mount(self) -> None:
        """The newest hand first."""
        self.told = await self.place.hands()
        rows = self.query_one("#list", OptionList)
        rows.add_options([Row(self.row(told)) for told in self.told])
        if self.told:
            rows.highlighted = 0
        else:
            said = self.place.tongue.say("No hand yet.")
            self.query_one("#lines", Static).update(said)
        rows.focus()

    def row(self, told: Told) -> Text:
        """`Hand 12 +€10`."""
        tongue = self.place.tongue
        line = Text(f"{tongue.say('Hand {number}', number=told.number):<11}")
        if told.net is not None:
            line += coloured(tongue.signed(told.net), told.net)
        return line

    async def on_option_list_option_highlighted(self, event: OptionList.OptionHighlighted) -> None:
        """How this hand went."""
        lines = await self.place.lines(self.told[event.option_index])
        self.query_one("#lines", Static).update(Text("\n").join(lines))
