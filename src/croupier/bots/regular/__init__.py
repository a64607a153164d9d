"""Regulars: bots that watch the betting, with nothing to install."""
