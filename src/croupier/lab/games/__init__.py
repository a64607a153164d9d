"""What the lab knows of each game, a module to a game, found by its name."""
