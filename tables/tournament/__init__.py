"""Tournaments: the draw, scores, standings and prizes without a game (it loads rustworkx to draw), and their tables."""
