"""What cards are worth: one integer, and the bigger is the better hand.

One module, one way of ranking; each has its `value` and its `name`, in English and French.

- `high`: the best five of five to seven cards
- `omaha`: the same with exactly two of four hole cards
- `low8`: the low half of a hi-lo pot, eight or better
- `lowball`: ace to five, with the joker
- `doublehand`: the five-card back and the two-card front, with the joker
- `pushnine`: three cards, nine is high
- `twentyone`: the count of blackjack

`sets` holds the sums behind the tables, `words` the words behind the names.
"""
