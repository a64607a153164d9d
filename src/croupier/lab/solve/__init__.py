"""Solvers: small games to their exact value, push or fold, ends of hold'em hands, a blueprint."""
