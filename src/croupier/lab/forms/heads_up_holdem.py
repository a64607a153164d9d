"""Which rules of Heads-Up Hold'em make its price."""

from typing import Final

from croupier.games.heads_up_holdem import READY, listed
from croupier.lab.form import MAIN, Form, Sides

FORM: Final = Form(
    priced={
        "odds_pays": MAIN,
        "bad_beat_pays": MAIN,
        "odds_pays_on_tie": MAIN,
        "ante_push_first": MAIN,
        "dealer_qualifies": MAIN,
        "raise_before_flop": MAIN,
        "raise_on_flop": MAIN,
        "side_bets": "",
        "side_bets_live_after_fold": "",
    },
    free=("raise_granularity",),  # The largest Raise is best.
    left_out=("fraction_rounding",),
    sides=Sides("side_bets", READY, listed),
)
