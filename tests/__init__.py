"""The tests; a package, so that import-linter sees the oracles."""
