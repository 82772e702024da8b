"""Tests of Neurotrio, a file a room; `support` makes hands and rule sets, and asks the oracle."""
