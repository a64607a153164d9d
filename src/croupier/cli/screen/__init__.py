"""A full-screen table in the terminal: at home with bots, or in a running room (extra `tui`).

A *place* is one's chair at a table: a parlour at home, or a visit to a room. The screen draws what
is seen from it and sends what is pressed back; it knows no game and no rules.
"""

from croupier.extras import need

need("tui", "textual")
