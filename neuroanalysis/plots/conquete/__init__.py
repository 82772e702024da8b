"""Drawings of Neurotrio conquête: the domain, placements, cells, games."""
