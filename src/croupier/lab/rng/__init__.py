"""The dossier of the room's chance: deals by the thousand, put to the tests of a test house.

`draws` deals, by the room's own shuffle or by weak ones that must be found out. `bits` are the
tests of NIST SP 800-22 over orders of cards read as numbers, `dealing` those of cards, cuts, dice
and lots as such. `battery` runs them all and judges; `others` asks programs that are installed.
"""
