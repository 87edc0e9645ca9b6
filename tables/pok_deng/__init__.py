"""Pok Deng as a table plays it."""
