"""Tests of Tichu."""
