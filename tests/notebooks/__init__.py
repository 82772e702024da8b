"""Notebooks run from a clean kernel."""
