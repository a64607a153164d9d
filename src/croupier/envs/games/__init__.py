"""How each game is learned: its slots and what it is counted in, a module for each game."""
