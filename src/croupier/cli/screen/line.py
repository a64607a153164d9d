"""The line to write in: an amount with its proposals, a word to the table, or anything typed."""

from textual.widgets import Input

from croupier.cli.screen import amounts
from croupier.cli.screen.amounts import Slider
from croupier.cli.tongue import Tongue

STEPS = {"up": 1, "down": -1, "pageup": 10, "pagedown": -10}
"""The keys that change an amount."""


class Line(Input):
    """Shown only while something is written."""

    def __init__(self, tongue: Tongue) -> None:
        super().__init__(id="line")
        self.tongue = tongue
        self.writing = ""
        """What is written: an `amount`, a `line`, a `chat`; or nothing."""
        self.slider: Slider | None = None

    def open(self, writing: str, slider: Slider | None = None) -> None:
        """Write this, an amount from its proposal on."""
        self.writing, self.slider = writing, slider
        self.value = amounts.written(self.tongue, slider, slider.start) if slider else ""
        typed = self.tongue.say("raise 20, recave 100, out, move 3")
        self.placeholder = typed if writing == "line" else ""
        self.add_class("asked")
        self.focus()
        self.action_select_all()

    def shut(self) -> None:
        """Nothing is written any more."""
        self.writing, self.slider = "", None
        self.remove_class("asked")
        self.screen.set_focus(None)

    def put(self, amount: int) -> None:
        """An amount that was pressed."""
        if self.slider is not None:
            self.value = amounts.written(self.tongue, self.slider, amount)
            self.cursor_position = len(self.value)

    def nudge(self, key: str) -> None:
        """An amount goes up or down."""
        if self.slider is None or key not in STEPS:
            return
        try:
            now = amounts.meant(self.tongue, self.slider, self.value)
        except ValueError:
            now = self.slider.start
        self.put(amounts.nudged(self.slider, now, STEPS[key]))
