"""Which rules of blackjack make its price."""

from typing import Final

from croupier.games.blackjack import READY, listed
from croupier.lab.form import MAIN, Form, Sides

FORM: Final = Form(
    priced={
        "blackjack_pays": MAIN,
        "decks": MAIN,
        "dealer_hits_soft_17": MAIN,
        "hole_card": MAIN,
        "dealer_blackjack_takes": MAIN,
        "double_totals": MAIN,
        "double_soft_9_10_11": MAIN,
        "double_after_split": MAIN,
        "max_hands_per_box": MAIN,
        "resplit_aces": MAIN,
        "hit_split_aces": MAIN,
        "surrender": MAIN,
        "charlie_cards": MAIN,
        "double_cards": MAIN,
        "side_bets": "",
    },
    free=(  # Tens are never split, and no double is better for less.
        "split_tens_same_rank_only",
        "double_for_less",
    ),
    left_out=("cut_card_fraction", "shuffle_every_round", "fraction_rounding"),
    choices={"double_totals": ([9, 10, 11], [10, 11], "any")},
    sides=Sides("side_bets", READY, listed),
    exact=False,  # Values are of a full shoe, to floating point.
)
