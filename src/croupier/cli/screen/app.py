"""The full-screen table: what is seen from a place, and what is pressed there."""

import asyncio
from functools import partial
from typing import Any, ClassVar, Final

from rich.text import Text
from textual import events
from textual.app import App, ComposeResult
from textual.binding import BindingType
from textual.containers import Container
from textual.widgets import Input, RichLog, Static

from croupier.cli.grammar import HowMuch, Which
from croupier.cli.grammar import meant as meant_line
from croupier.cli.lines import LEAVE
from croupier.cli.places import Places, doubt
from croupier.cli.screen import amounts, bar
from croupier.cli.screen.amounts import Slider
from croupier.cli.screen.bar import Choice
from croupier.cli.screen.coaching import Coach
from croupier.cli.screen.felt import Drawing
from croupier.cli.screen.line import Line
from croupier.cli.screen.pages import HandsPage, HelpPage
from croupier.cli.screen.place import Place, Scene, Wish, Worth, wished
from croupier.cli.screen.pressed import Pressed
from croupier.cli.screen.stakes import Stakes
from croupier.cli.tongue import plain
from croupier.core.asks import Decision, Option
from croupier.core.cards import Card
from croupier.speech import NOTICE, french

WIDE: Final = 110
"""From these columns on the story stands beside the table, not below."""
CLOTH: Final = {"green": "#0b3d24", "midnight": "#14213d", "wine": "#3d0f1f"}
TICK_SECONDS: Final = 0.5


class TableApp(App[str]):
    """A table on the whole screen."""

    TITLE = "Croupier"
    ENABLE_COMMAND_PALETTE = False
    AUTO_FOCUS = ""
    BINDINGS: ClassVar[list[BindingType]] = [("ctrl+c", "leave", "Leave")]
    CSS = """
    Screen { layout: vertical; background: #101010; }
    #head { height: 1; background: #2a2a2a; color: #e8e8e8; }
    #middle { height: 1fr; layout: vertical; }
    #felt { height: 1fr; padding: 0 1; color: #f2f2f2; }
    #story { height: 6; padding: 0 1; background: #161616; scrollbar-size-vertical: 1;
        scrollbar-color: #4a4a4a; scrollbar-background: #161616; }
    .wide #middle { layout: horizontal; }
    .wide #felt { width: 1fr; height: 100%; }
    .wide #story { width: 42; height: 100%; }
    #bar { height: auto; max-height: 9; min-height: 2; padding: 0 1; background: #1e1e1e; }
    #line { height: 1; border: none; padding: 0 1; display: none; background: #3a3a3a; }
    #line.asked { display: block; }
    #foot { height: 1; padding: 0 1; background: #2a2a2a; color: #b0b0b0; }
    """

    def __init__(self, place: Place, boxes: int = 1) -> None:
        super().__init__()
        self.place, self.tongue = place, place.tongue
        self.where = Places(place.tongue, place.name)
        self.scene: Scene = place.scene()
        self.choices: list[Choice] = []
        self.picked: list[Card] = []
        self.line = Line(place.tongue)
        self.head, self.felt = Static(id="head"), Pressed(id="felt")
        self.bar, self.foot = Pressed(id="bar"), Pressed(id="foot")
        self.story = RichLog(id="story", wrap=True, min_width=20, max_lines=2000)
        self.story.can_focus = False
        self.doubted: Decision | None = None
        self.complaint = ""
        self.coach, self.stakes = Coach(place), Stakes(boxes)
        self.asked: Any = None
        self.stale = False

    def compose(self) -> ComposeResult:
        """The head, the table and its story, the bar, a line to write in, the keys."""
        yield self.head
        with Container(id="middle"):
            yield self.felt
            yield self.story
        yield self.bar
        yield self.line
        yield self.foot

    async def on_mount(self) -> None:
        """The table comes to life."""
        cloth = CLOTH[self.place.sheet.game.LAYOUT.felt]
        self.felt.styles.background = cloth
        notice = french.say(NOTICE, self.tongue.language)
        self.story.write(Text(notice, style="dim"))
        self.foot.update(self.keys())
        self.place.changed = self.renew
        self.run_worker(self.place.run(), exit_on_error=True)
        self.set_interval(TICK_SECONDS, self.show_head)
        self.renew()

    # Drawing.

    def renew(self) -> None:
        """Draw anew, once for all that is new by then."""
        if not self.stale:
            self.stale = True
            self.call_later(self.show)

    def on_resize(self, event: events.Resize) -> None:
        """Beside the table or below it stands its story."""
        self.set_class(event.size.width >= WIDE, "wide")
        self.call_after_refresh(self.renew)

    def show(self) -> None:
        """Everything, as it is now."""
        self.stale = False
        self.scene = self.place.scene()
        self.notice_question()
        fresh, self.place.chronicle.fresh = self.place.chronicle.fresh, []
        for line in fresh:
            self.story.write(line)
        self.show_head()
        self.show_bar()
        self.call_after_refresh(self.show_felt)

    def show_felt(self) -> None:
        """The table, as large as there is room."""
        size = self.felt.content_size
        drawing = Drawing(
            self.scene, self.place.sheet, self.tongue, size.width, self.picked, self.press
        )
        self.felt.update(Text("\n").join(drawing.picture(size.height)))

    def show_head(self) -> None:
        """What is played, which hand, and how much time is left."""
        say, question = self.tongue.say, self.scene.question
        right = say("Hand {number}", number=self.scene.number) if self.scene.number else ""
        if question is not None and question.until:
            left = max(round(question.until - asyncio.get_running_loop().time()), 0)
            right += f" · {say('{seconds} s', seconds=left)}"
        width = self.size.width
        head = Text(f" {self.place.title}", style="bold")
        head.truncate(max(width - len(right) - 2, 0), overflow="ellipsis", pad=True)
        self.head.update(head + Text(f"{right} ", style="bold gold1"))

    def keys(self) -> Text:
        """What may be pressed at any time."""
        say = self.tongue.say
        known = [
            ("?", say("Help"), "help"),
            ("!", say("Coach"), "coach"),
            ("#", say("Hands"), "hands"),
        ]
        known += [("/", say("Write"), "write")]
        known += [('"', say("Talk"), "talk")] if self.place.has_chat else []
        known += [("q", say("Leave"), "leave")]
        line = Text()
        for key, name, action in known:
            pressed = Text(f"{key} {name}")
            pressed.stylize("bold white", 0, 1)
            pressed.apply_meta({"@click": f"app.{action}"})
            line.append_text(pressed).append("   ")
        return line

    def show_bar(self) -> None:
        """The question, what is wrong, and the choices."""
        self.choices = self.offered()
        width = self.bar.content_size.width or self.size.width - 2
        lines = [*self.asks(), *bar.buttons(self.choices, width)]
        if self.complaint:
            lines.insert(0, Text(self.complaint, style="bold red3"))
        self.bar.update(Text("\n").join(lines))

    def asks(self) -> list[Text]:
        """What is asked, what to know about it, and what the options are worth."""
        if self.line.slider is not None:
            return [Text(self.range(self.line.slider), style="bold")]
        if self.doubted is not None:
            return [Text(self.tongue.say(doubt(self.doubted, self.options)), style="bold yellow")]
        found = [Text(self.scene.stands, style="bold yellow")] if self.scene.stands else []
        question = bar.headed(self.options, self.tongue)
        question = question or self.where.question(self.options, self.words)
        found += [Text(question, style="bold")] if question else []
        found += [Text(note, style="bold yellow") for note in self.where.notes(self.options)]
        if not self.options and self.scene.question is not None:
            found.append(self.awaited())
        return [*found, *(self.coach.told() if self.options else [])]

    def awaited(self) -> Text:
        """Whose turn it is."""
        asked = self.scene.question.asked if self.scene.question else ()
        names = ", ".join(self.place.name(seat) for seat in asked)
        said = self.tongue.say("Waiting for {names}.", names=names) if names else ""
        return Text(said, style="dim")

    def range(self, slider: Slider) -> str:
        """Between which amounts one chooses, and for what."""
        option = slider.of
        if isinstance(option, Wish):
            shown = Option("bet", slider.low, slider.high, slider.step)
            return f"{option.label} {self.tongue.range(shown)}"
        place = self.where.place(option, self.words)
        return bar.labelled(option, self.tongue, place, ())

    # What may be done.

    @property
    def options(self) -> tuple[Option, ...]:
        """What is asked of the person."""
        return self.scene.question.options if self.scene.question else ()

    @property
    def words(self) -> list[str]:
        """The words of the spots with cards."""
        return [word for _, word in self.scene.view.cards]

    def offered(self) -> list[Choice]:
        """What may be pressed now."""
        say = self.tongue.say
        if self.line.slider is not None:
            for_a_pot = self.place.chronicle.caller.for_a_pot
            sums = amounts.proposals(self.line.slider, self.scene, for_a_pot=for_a_pot)
            shown = [Choice("", self.tongue.figure(self.line.slider.act, n), n) for n in sums]
            return [Choice("enter", say("OK"), "submit", "go"), *shown,
                    Choice("escape", say("Back"), "back", "dim")]  # fmt: skip
        if self.doubted is not None:
            yes, no = say("Yes"), say("No")
            return [Choice(plain(yes)[0], yes, self.doubted), Choice(plain(no)[0], no, "back")]
        found = bar.offers(self.options, self.tongue, self.where, self.words, self.picked)
        window = self.scene.question is not None and self.scene.question.open
        if window and self.stakes.before and not self.stakes.placed and self.options:
            found.append(Choice("space", say("Same again"), "again", "go"))
        return [*found, *bar.wished(self.place.wishes())]

    def notice_question(self) -> None:
        """A new question forgets what was begun for the old one."""
        question = self.scene.question
        asked = (self.scene.number, question.options if question else ())
        if asked == self.asked:
            return
        if self.asked and self.asked[0] != self.scene.number:
            self.stakes.turn()
        self.asked = asked
        self.picked, self.coach.worth, self.doubted = [], Worth(), None
        if isinstance(self.line.slider and self.line.slider.of, Option):
            self.line.shut()
        if self.coach.here and self.options and not (question and question.open):
            self.run_worker(self.ask_coach(), exclusive=True, group="coach")

    # Pressing.

    def press(self, card: Card) -> str:
        """What pressing one of one's cards does: it is chosen, where cards are."""
        return f"app.pick({card})" if any(card in o.cards for o in self.options) else ""

    def action_pick(self, card: int) -> None:
        """Choose a card, or not after all."""
        if card in self.picked:
            self.picked.remove(Card(card))
        else:
            self.picked.append(Card(card))
        self.renew()

    async def action_take(self, at: int) -> None:
        """A place on the layout was pressed."""
        if at < len(self.options):
            await self.do(self.options[at])

    async def action_choose(self, at: int) -> None:
        """A button was pressed."""
        if at < len(self.choices):
            await self.do(self.choices[at].does)

    async def on_key(self, event: events.Key) -> None:
        """A key of the bar or of the foot; while one writes, only what concerns the line."""
        if len(self.screen_stack) > 1:
            return
        if self.line.writing:
            self.line.nudge(event.key)
            if event.key == "escape":
                await self.do("back")
            return
        pressed = event.character if event.is_printable and event.key != "space" else event.key
        own = {"?": "help", "!": "coach", "#": "hands", "/": "write", '"': "talk", "q": "leave"}
        chosen = next((c for c in self.choices if c.key == pressed), None)
        if chosen is not None:
            await self.do(chosen.does)
        elif pressed in own:
            await self.run_action(f"app.{own[pressed]}")
        elif pressed and pressed.isdigit() and any(o.cards for o in self.options):
            self.pick_by_number(int(pressed))
        elif event.key in ("pageup", "pagedown"):
            up = event.key == "pageup"
            (self.story.scroll_page_up if up else self.story.scroll_page_down)()
        elif event.key == "escape":
            await self.do("back")

    def pick_by_number(self, number: int) -> None:
        """The cards that may be chosen have numbers, from the left."""
        cards = next(o.cards for o in self.options if o.cards)
        lie = [c for spot, held in self.scene.view.cards.items()
               if spot[0] == self.scene.me for c in held if c in cards]  # fmt: skip
        if 0 < number <= len(lie):
            self.action_pick(lie[number - 1])

    async def do(self, what: Any) -> None:
        """Do what a choice says; what is refused is told with its reason."""
        self.complaint = ""
        try:
            await self.done(what)
        except (HowMuch, Which) as lacks:
            self.lacking(lacks)
        except ValueError as error:
            said = self.tongue.worded(error)
            self.complaint = said[:1].upper() + said[1:]
        self.renew()

    async def done(self, what: Any) -> None:
        """By its kind."""
        if isinstance(what, Option):
            await self.take(what)
        elif isinstance(what, Wish):
            slider = amounts.of_wish(what)
            if slider is None:
                await self.place.wish(what.act)
            else:
                self.line.open("amount", slider)
        elif isinstance(what, Decision):
            self.doubted = None
            await self.decide(what, sure=True)
        elif isinstance(what, int):
            self.line.put(what)
        elif what == "submit":
            await self.submit(self.line.value)
        elif what == "again":
            for bet in self.stakes.again(self.scene.me):
                await self.decide(bet)
        elif what == "back":
            self.doubted = None
            self.line.shut()

    async def take(self, option: Option) -> None:
        """An option: with the cards that are chosen, with an amount that is asked for, or as is."""
        if option.cards:
            cards = tuple(card for card in self.picked if card in option.cards)
            await self.decide(Decision(option.act, 0, option.spot, cards))
        elif option.low < option.high:
            self.line.open("amount", amounts.of_option(option))
        else:
            await self.decide(Decision(option.act, option.low, option.spot))

    async def decide(self, decision: Decision, *, sure: bool = False) -> None:
        """Answer, unless it is worth a second thought."""
        if not sure and doubt(decision, self.options):
            self.doubted = decision
            return
        window = self.scene.question is not None and self.scene.question.open
        await self.place.decide(decision)
        for along in self.stakes.along(decision, self.options) if window else ():
            await self.place.decide(along)
            self.stakes.note(along)
        if window:
            self.stakes.note(decision)

    # Writing.

    async def on_input_submitted(self, event: Input.Submitted) -> None:
        """A line is written."""
        await self.do("submit")
        event.stop()

    async def submit(self, text: str) -> None:
        """What was written, by what it was for; a line that is refused stays."""
        writing, slider = self.line.writing, self.line.slider
        if writing == "amount" and slider is not None:
            amount = amounts.meant(self.tongue, slider, text)
            if isinstance(slider.of, Wish):
                await self.place.wish(slider.of.act, amount)
            else:
                await self.decide(Decision(slider.of.act, amount, slider.of.spot))
        elif writing == "chat" and text.strip():
            await self.place.say(text.strip())
        elif writing == "line" and text.strip():
            await self.typed(text)
        if self.line.slider is slider:
            self.line.shut()

    async def typed(self, text: str) -> None:
        """A line as the line-by-line table takes it."""
        words = plain(self.tongue.amounts(text)).split()
        if words[0] in LEAVE:
            await self.action_leave()
        elif not await wished(self.place, words):
            names = partial(self.where.names, words=self.words, me=self.scene.me)
            await self.decide(meant_line(text, self.options, self.tongue, names))

    def lacking(self, lacks: HowMuch | Which) -> None:
        """What a line has left out is asked for."""
        if isinstance(lacks, HowMuch):
            self.line.open("amount", amounts.of_option(lacks.option))
            return
        places = ", ".join(self.where.place(option, self.words) for option in lacks.options)
        self.complaint = self.tongue.say("Which? {places}", places=places)

    # At any time.

    def action_write(self) -> None:
        """A line, as the line-by-line table takes it."""
        self.line.open("line")

    def action_talk(self) -> None:
        """A word to the table."""
        if self.place.has_chat:
            self.line.open("chat")

    def action_help(self) -> None:
        """What may be done, the game for a newcomer, and the rules of the table."""
        self.push_screen(HelpPage(self.place))

    async def action_hands(self) -> None:
        """The hands that one played."""
        self.push_screen(HandsPage(self.place))

    def action_coach(self) -> None:
        """The coach, or no longer."""
        if self.coach.toggle():
            self.run_worker(self.ask_coach(), exclusive=True, group="coach")
        self.renew()

    async def ask_coach(self) -> None:
        """What each option is worth, if that is still asked when it is known."""
        asked = self.asked
        self.complaint = await self.coach.ask()
        if asked != self.asked:
            self.coach.worth, self.complaint = Worth(), ""
        self.renew()

    async def action_leave(self) -> None:
        """Get up and go."""
        self.exit(await self.place.leave())
