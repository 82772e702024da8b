"""Drawings of cards and hands, and figures of results."""
