"""Bugs in the processes in which house players and the coach think, and in what the coach at Blackjack says."""

from tools.mutants.bug import Bug

RULE_OF_THUMB = ("tests/players/test_five_hundred_rule_of_thumb.py",)
AUCTIONS = ("tests/players/test_five_hundred_auctions.py",)
LOST = ("tests/players/workers/test_thinkers_lost.py",)
REASONS = ("tests/players/test_five_hundred_reasons.py",)

BUGS = (
    Bug(
        "A question whose process was killed is not asked again",
        "players/workers/thinkers.py",
        "        for _ in range(2):  # whoever kills a worker twice",
        "        for _ in range(1):  # whoever kills a worker twice",
        LOST,
    ),
    Bug(
        "A process is given up by the clock, however little it has computed",
        "players/workers/process.py",
        "self._told(process, packed, HUNG_SECONDS)",
        "self._told(process, packed, GIVE_UP_SECONDS)",
        LOST,
    ),
    Bug(
        "A question that took too long is asked again with as much effort",
        "players/workers/thinkers.py",
        "                    most = LEAST\n",
        "                    pass\n",
        LOST,
    ),
    Bug(
        "A process goes on thinking when the bot has died",
        "players/workers/worker.py",
        "    os._exit(0)\n",
        "    return\n",
        LOST,
    ),
    Bug(
        "A question gets the effort that it would get alone",
        "players/workers/thinkers.py",
        "(first, *(asked for *_, asked in sorted(self._waiting)))",
        "(first,)",
        ("tests/players/workers/test_thinkers.py",),
    ),
    Bug(
        "What somebody asked who has gone is answered all the same",
        "players/workers/thinkers.py",
        "            if asked.has_gone:\n                continue\n",
        "",
        LOST,
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
    Bug(
        "A quick figure at Blackjack goes against basic strategy by less than its error",
        "players/blackjack/question.py",
        "is_close = error > 0 and",
        "is_close = error < 0 and",
        ("tests/players/test_blackjack_question.py",),
    ),
    Bug(
        "At Five Hundred chance decides between options that are as good as each other",
        "players/five_hundred/weighing.py",
        "if usual else found",
        "if usual and bias < 0 else found",
        RULE_OF_THUMB,
    ),
    Bug(
        "At Five Hundred a rule of thumb goes before what is surely better",
        "players/five_hundred/weighing.py",
        "if option[0] == habit and not best.surely_beats(option[1], bias)",
        "if option[0] == habit",
        RULE_OF_THUMB,
    ),
    Bug(
        "The error of a difference is that of two values by themselves",
        "players/five_hundred/weighing.py",
        "by + _SURE * _error(ahead)",
        "by + _SURE * (_error(self.chance) + _error(other.chance))",
        RULE_OF_THUMB,
    ),
    Bug(
        "A contractor leads low trumps where the quick policy finds that they bring a little more",
        "players/five_hundred/thinking.py",
        "_OF_A_LEAD = 0.03",
        "_OF_A_LEAD = 0.0",
        ("tests/players/test_blunders_leads.py",),
    ),
    Bug(
        "An own misère ends the auction",
        "players/five_hundred/bidding.py",
        "if self.auction.stage is Stage.RAISE:\n            return [(self.seat, call)",
        "if self.auction.stage is Stage.RAISE or (call and call.is_misere):\n            return [(self.seat, call)",
        RULE_OF_THUMB,
    ),
    Bug(
        "House players don't look at the cards that a claim shows",
        "games/five_hundred/view.py",
        "{} if self.claim is None or not self.claimed else {self.claim.seat: self.claimed}",
        "{}",
        ("tests/players/test_five_hundred_thinking.py",),
    ),
    Bug(
        "An open misère counts as safe that has to take the trick in progress",
        "players/five_hundred/sound/claims.py",
        "to_beat = () if sight.contractor in played else played.values()",
        "to_beat = ()",
        RULE_OF_THUMB,
    ),
    Bug(
        "A side at its limit for trick points still gets them in what an end is worth",
        "players/five_hundred/equity.py",
        "before[side] < barred",
        "before[side] <= barred",
        ("tests/players/test_five_hundred_equity.py",),
    ),
    Bug(
        "Nobody can beat an ace while the joker is out",
        "players/five_hundred/reasons.py",
        " or unseen & cards.joker)",
        ")",
        REASONS,
    ),
    Bug(
        "Nothing cheaper wins than the dearest card",
        "players/five_hundred/reasons.py",
        "bit[other] >= bit[card]",
        "bit[other] <= bit[card]",
        REASONS,
    ),
    Bug(
        "Partners overcall each other in the auctions that are tried",
        "players/five_hundred/auctions.py",
        "won[0] in options.partners(seat)",
        "won[0] == seat",
        AUCTIONS,
    ),
    Bug(
        "A single round of bidding goes on in the auctions that are tried",
        "players/five_hundred/auctions.py",
        "        if call is None or options.single_round_bidding:\n            silent",
        "        if call is None:\n            silent",
        AUCTIONS,
    ),
)
