"""Many rounds at one table: who sits there, what came of each round, and what that says."""
