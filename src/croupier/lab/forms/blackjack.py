"""Which rules of blackjack make its price."""

from typing import Final

from croupier.lab.form import MAIN, Form

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
        "surrender": MAIN,
    },
    free=(  # Tens are never split, and no double is better for less.
        "split_tens_same_rank_only",
        "double_for_less",
    ),
    left_out=("cut_card_fraction", "shuffle_every_round", "fraction_rounding"),
    choices={"double_totals": ([9, 10, 11], [10, 11], "any")},
    exact=False,  # Values are of a full shoe, to floating point.
)
