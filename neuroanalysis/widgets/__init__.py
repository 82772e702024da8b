"""Widgets for notebooks: a shared card picker, panels, and a thin explorer a game.

They draw and ask; answers come from the games, and no rule of a game is known here.
"""
