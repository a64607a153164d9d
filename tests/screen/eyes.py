"""Reading the screen as a person does, and pressing what stands on it."""

from random import Random

from textual.pilot import Pilot

from croupier.cli import sheets
from croupier.cli.evening import Evening
from croupier.cli.screen.app import TableApp
from croupier.cli.screen.bar import Choice
from croupier.cli.screen.parlour import Parlour
from croupier.cli.screen.place import Wish
from croupier.cli.tongue import Tongue
from croupier.core.asks import Option


def at_home(game: str, language: str = "en", seed: str = "a", **more) -> TableApp:
    """A table with bots that do not stop to think."""
    house, sheet = sheets.find(game, more.get("house"), None, more.get("limit"))
    evening = Evening(sheet, Tongue(language, house), seed, "beginner")
    evening.sit_down(more.get("stack", ""), more.get("players"))
    place = Parlour(house, sheet, evening, more.get("recorder"), bot_seconds=0)
    return TableApp(place, more.get("boxes", 1))


def strips(app: TableApp):
    return app.screen._compositor.render_strips()


def seen(app: TableApp) -> str:
    """The screen as text."""
    return "\n".join("".join(segment.text for segment in strip).rstrip() for strip in strips(app))


def spots(app: TableApp) -> dict[str, tuple[int, int]]:
    """Where each thing that can be pressed stands, by what it does."""
    found: dict[str, tuple[int, int]] = {}
    for y, strip in enumerate(strips(app)):
        x = 0
        for segment in strip:
            does = segment.style.meta.get("@click") if segment.style else None
            if does is not None:
                found.setdefault(str(does), (x, y))
            x += segment.cell_length
    return found


async def click(pilot: Pilot, does: str) -> None:
    """Press it with the mouse, where it is seen; a room may have moved on by then."""
    if at := spots(pilot.app).get(does):
        await pilot.click(offset=at)


async def settled(pilot: Pilot) -> None:
    """Until everything that has happened is drawn."""
    app = pilot.app
    while True:
        await pilot.pause()
        if not app.stale and not app.place.chronicle.fresh and app.choices:
            break
    await pilot.pause()


def playable(choices: list[Choice]) -> list[int]:
    """What a player may choose from: no break, no more chips, no taking back."""

    def plays(does: object) -> bool:
        if isinstance(does, Wish):
            return does.act == "go_on"
        return not (isinstance(does, Option) and does.act == "withdraw")

    return [at for at, choice in enumerate(choices) if plays(choice.does)]


class Player:
    """Somebody who presses whatever stands there."""

    def __init__(self, pilot: Pilot, seed: int, *, mouse: bool) -> None:
        self.pilot, self.app, self.chance, self.mouse = pilot, pilot.app, Random(seed), mouse

    async def press(self, at: int) -> None:
        if self.mouse:
            await click(self.pilot, f"app.choose({at})")
        else:
            await self.pilot.press(*[c.key for c in self.app.choices[at : at + 1]])
        await settled(self.pilot)

    async def step(self) -> None:
        """One thing that is offered; cards and an amount where they are wanted."""
        await settled(self.pilot)
        app = self.app
        bets = [c for c in app.choices if isinstance(c.does, Option) and c.does.act == "bet"]
        window = app.options and app.scene.question.open
        if window and bets and not app.stakes.placed:
            await self.press(app.choices.index(bets[0]))
            await self.press(0)
            return
        if window:
            for at in [i for i, c in enumerate(app.choices) if c.key == "enter"]:
                await self.press(at)
            return
        offered = playable(app.choices)
        if not offered:  # A bot's turn, or the room's.
            await self.pilot.pause(0.05)
            return
        at = self.chance.choice(offered)
        option = app.choices[at].does
        if isinstance(option, Option) and option.cards:
            await self.pick(option)
        await self.press(at)
        if app.line.slider is not None or app.doubted is not None:
            await self.press(0)
        if isinstance(option, Wish):
            await self.pilot.pause(0.05)

    async def pick(self, option: Option) -> None:
        """As many cards as are wanted at least, one by one."""
        for number in range(1, option.low + 1):
            if self.mouse:
                await click(self.pilot, f"app.pick({self.own()[number - 1]})")
            else:
                await self.pilot.press(str(number))
            await settled(self.pilot)

    def own(self) -> list[int]:
        scene = self.app.scene
        return [c for spot, lie in scene.view.cards.items() if spot[0] == scene.me for c in lie]
