"""Bugs in the processes in which house players and the coach think, and in what the coach at Blackjack says."""

from mutants.bug import Bug

BUGS = (
    Bug(
        "A question whose process was killed is not asked again",
        "thinking/thinkers.py",
        "        for _ in range(2):  # whoever kills a worker twice",
        "        for _ in range(1):  # whoever kills a worker twice",
        ("tests/thinking/test_thinkers.py",),
    ),
    Bug(
        "A process goes on thinking when the bot has died",
        "thinking/worker.py",
        "    os._exit(0)\n",
        "    return\n",
        ("tests/thinking/test_thinkers.py",),
    ),
    Bug(
        "A question gets the effort that it would get alone",
        "thinking/thinkers.py",
        "(first, *(asked for *_, asked in sorted(self._waiting)))",
        "(first,)",
        ("tests/thinking/test_thinkers.py",),
    ),
    Bug(
        "What somebody asked who has gone is answered all the same",
        "thinking/thinkers.py",
        "            if asked.has_gone:\n                continue\n",
        "",
        ("tests/thinking/test_thinkers.py",),
    ),
    Bug(
        "The coach at Blackjack forgets the cards of earlier rounds",
        "players/blackjack/cards.py",
        "left if min(left) >= 0 and sum(left) >= _FEW else",
        "left if min(left) < 0 else",
        ("tests/players/test_blackjack_question.py",),
    ),
    Bug(
        "The coach at Blackjack takes insurance for a bet on a ten at 3:1",
        "players/blackjack/question.py",
        "(1 + INSURANCE_PAYS) * tens / cards - 1",
        "(2 + INSURANCE_PAYS) * tens / cards - 1",
        ("tests/players/test_blackjack_question.py",),
    ),
)
