"""Tests of Okey 51, a file a room."""
