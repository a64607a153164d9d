"""How a table is shown: on the whole screen, or line by line for pipes and screen readers."""

import getpass
import os
import sys
from collections.abc import Callable

from croupier.cli import terminal
from croupier.cli.tongue import Tongue
from croupier.extras import NotInstalled, need
from croupier.houses import BARE


def fills_the_screen(*, plain: bool) -> bool:
    """Whether there is a screen to fill, and nobody asked for lines."""
    dumb = os.environ.get("TERM", "") in ("", "dumb")
    ends = sys.stdin, sys.stdout, sys.stderr  # Textual draws on the last.
    return not plain and not dumb and all(end.isatty() for end in ends)


def way_to_play(language: str, *, plain: bool) -> Callable[..., None]:
    """How a table with bots is played here; what a full screen still needs is said."""
    if not fills_the_screen(plain=plain):
        return terminal.play
    try:
        from croupier.cli.screen import home  # noqa: PLC0415 - only where a screen is filled.
    except NotInstalled as missing:
        say = Tongue(language, BARE).say
        said = say("For a table on the whole screen: {command}", command=missing.command)
        sys.stdout.write(f"{said}\n")
        return terminal.play
    return home.play


def join(url: str, *, table: str, name: str, token: str, language: str, plain: bool) -> None:
    """A table of a running room."""
    need("tui", "textual", "httpx", "websockets")
    from croupier.cli.screen import lobby  # noqa: PLC0415 - it brings Textual and a client.

    guest = name or getpass.getuser()
    by_lines = not fills_the_screen(plain=plain)
    lobby.join(url, table=table, name=guest, token=token, language=language, plain=by_lines)
