"""What is pressed on the screen, in its own colours."""

from rich.style import Style
from textual.widgets import Static


class Pressed(Static):
    """A piece of the screen whose parts are pressed and keep their own colours."""

    @property
    def link_style(self) -> Style:
        """As they are drawn."""
        return Style.null()

    @property
    def link_style_hover(self) -> Style:
        """Under the mouse: bold and underlined."""
        return Style(bold=True, underline=True)
