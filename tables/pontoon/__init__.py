"""Pontoon as a table plays it: who holds the bank between two deals, and how it changes hands."""
