"""The form of each game that the odds desk prices, under the game's name; none needs a kernel."""
