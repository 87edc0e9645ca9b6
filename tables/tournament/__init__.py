"""Tournaments as such: the draw, scores, standings and prizes, pure and without a game. rustworkx is loaded to draw."""
