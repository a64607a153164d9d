"""Kernels: compiled loops that count deals by the hundred million."""
