"""Slow, obvious twins of the fast evaluators; they import nothing of the package they judge."""
