"""Which rules of Three Card Poker make its price."""

from typing import Final

from croupier.lab.form import MAIN, Form

FORM: Final = Form(
    priced={"ante_bonus_pays": MAIN, "pair_plus_pays": "pair_plus", "dealer_qualifies": MAIN},
    left_out=("fraction_rounding",),
)
