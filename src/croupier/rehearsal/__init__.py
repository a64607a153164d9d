"""The whole room rehearsed in virtual time: nodes, database, network, people and clocks in one
process, from a seed, with faults.

The room is the real one. Its loop, its hours, its chance, its PostgreSQL and its lines come from
here, and everything that can go wrong with them does. The same seed gives the same evening.
"""
