"""Thinking at Pontoon and Shoot Pontoon: what to do in a deal, and about the bank between two deals."""

from players.pontoon.question import Question

__all__ = ["Question"]
