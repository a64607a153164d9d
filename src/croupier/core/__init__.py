"""The core: cards, felt, asks and hands. It knows no clock, entropy, file or socket."""
