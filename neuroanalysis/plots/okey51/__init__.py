"""Drawings of Okey tiles, racks, melds and results."""
