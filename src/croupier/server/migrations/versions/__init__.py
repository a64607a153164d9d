"""One file, one step."""
