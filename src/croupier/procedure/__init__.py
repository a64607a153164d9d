"""Procedure that two games or more share: banking, betting, blinds, kills, the flop games' hand."""
