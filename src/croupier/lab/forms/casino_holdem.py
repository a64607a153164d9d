"""Which rules of Casino Hold'em make its price."""

from typing import Final

from croupier.lab.form import MAIN, Form

FORM: Final = Form(
    priced={
        "ante_pays": MAIN,
        "bonus_pays": "bonus",
        "call_antes": MAIN,
        "call_pays": MAIN,
        "dealer_qualifies": MAIN,
        "high_card_wins_when_dealer_not_qualified": MAIN,
    },
    free=("burn_before_turn_and_river",),  # Unseen cards are as good burnt as left.
    left_out=("fraction_rounding",),
)
