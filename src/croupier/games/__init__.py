"""The games: a file each, a folder where a game has back rooms; `core.catalogue` finds them."""
