"""Notebooks as pages without code, for ``neuroanalysis app``: the server, and what is on a page."""
