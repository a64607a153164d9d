"""Games dealt by the thousand at once: compiled rules for learners, a module for each game.

Each is held in lockstep with the rules themselves (tests/envs/test_lockstep.py): same mask, same
numbers, same results after every step. What a kernel does not do is refused by the rule's name.
"""
