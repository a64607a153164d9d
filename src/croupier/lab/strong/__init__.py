"""Strong bots: what the lab has solved, at the table."""
