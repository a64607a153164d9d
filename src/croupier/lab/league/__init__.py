"""The league: bots against each other on the same cards, and how sure one can be of the result."""
