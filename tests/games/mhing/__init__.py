"""Tests of Mhing, a file a room."""
