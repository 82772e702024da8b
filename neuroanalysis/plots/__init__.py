"""Drawings of cards and hands, and figures of results."""

from neuroanalysis.plots.formatters import Shell, register, register_here

__all__ = ["Shell", "register", "register_here"]
