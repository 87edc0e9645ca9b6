"""Shuffles that nobody can choose and everybody can check."""
