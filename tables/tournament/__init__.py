"""Tournaments: the draw, scores, standings and prizes without a game (rustworkx is loaded to draw), and their tables."""
