"""House players at Five Hundred, for 2 to 6 players and every house option.

They know what one seat knows, draw worlds that agree with it, play each choice out in all of them, and value what
follows in the chance to win the match: see "A thought" in docs/architecture.md.
"""

from players.five_hundred.question import Question

__all__ = ["Question"]
