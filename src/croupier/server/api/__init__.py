"""Calls over REST, a module to a counter."""
