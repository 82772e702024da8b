"""What is printed on paper: pages measured in millimetres, drawn by matplotlib, kept as PDF.

A `Page` has the size of a sheet, and draws there what is drawn elsewhere as SVG: the cards on paper
are the cards on the screen. `pdf` makes one file of several pages.
"""

from neuroanalysis.plots.paper.pages import PAPERS, Page, Paper, paper, pdf

__all__ = ["PAPERS", "Page", "Paper", "paper", "pdf"]
