"""An open casino card room."""

__version__ = "0.2.0"
