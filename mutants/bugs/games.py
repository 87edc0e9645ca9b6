"""The games: their adapters, and what they keep between two rounds."""

from mutants.bug import Bug

BANK = ("tests/cogs/pontoon/test_pontoon_bank_between_deals.py",)

BUGS = (
    Bug(
        "A shoe is dealt from its first card in every round",
        "tables/blackjack/adapter.py",
        "position=0 if played.shoe.last_round else played.shoe.dealt,",
        "position=0,",
        ("tests/cogs/blackjack/test_blackjack_shoe.py",),
    ),
    Bug(
        "Same leaves out the Pair bet",
        "tables/blackjack/adapter.py",
        "        return rounded_down(terms, chips), pair",
        "        return rounded_down(terms, chips), 0",
        ("tests/cogs/blackjack/test_blackjack_betting.py",),
    ),
    Bug(
        "The chips for a double loss are not taken with the bet",
        "tables/pok_deng/adapter.py",
        "            yield Bet(user_id, spot.hand, WITHHELD, spot.kind.taken(chips) - chips)",
        "            yield Bet(person, spot.hand, WITHHELD, 1)",
        ("tests/cogs/pok_deng/test_pok_deng_betting.py",),
    ),
    Bug(
        "The road of Pok Deng starts again in every round",
        "tables/pok_deng/adapter.py",
        '        before = setup.body["road"] or [""] * PLAYERS',
        '        before = [""] * PLAYERS',
        ("tests/cogs/pok_deng/test_pok_deng_restart.py",),
    ),
    Bug(
        "A bid for the bank that is no higher replaces the best one",
        "tables/pontoon/bank.py",
        "    if best is not None and chips <= best.chips:",
        "    if best is not None and chips < best.chips:",
        BANK,
    ),
    Bug(
        "Somebody buys a bank that was offered to somebody else",
        "tables/pontoon/bank.py",
        "    if offered.to not in (None, user_id):",
        "    if offered.to is None and person == seller:",
        BANK,
    ),
    Bug(
        "The kitty goes back to the banker after every deal",
        "tables/pontoon/adapter.py",
        "over.place(banker, [Bet(",
        "over.place(banker, [] and [Bet(",
        ("tests/tables/pontoon/test_player_banked.py",),
    ),
    Bug(
        "Somebody buys a bank of Pontoon that they can't hold",
        "tables/pontoon/bank.py",
        "    return _sparing(sell(lobby, seller, user_id, price), user_id, needs(terms, lobby, user_id).chips)",
        "    return sell(lobby, seller, person, price)",
        ("tests/tables/pontoon/test_player_banked.py",),
    ),
    Bug(
        "A hand of 21 at Pontoon ends automatically",
        "games/pontoon/deal.py",
        "        return after._stick(events, paid) if len(hand.cards) == MOST_CARDS else after._go_on(events, paid)",
        "        full = len(hand.cards) == MOST_CARDS or totals(hand.cards).low == 21\n"
        "        return after._stick(events, paid) if full else after._go_on(events, paid)",
        ("tests/games/test_contract.py",),
    ),
    Bug(
        "The banker at Pontoon puts in cover for the smallest stakes only",
        "games/pontoon/start.py",
        "COVERED * sum(most_staked(limits, purses[seat]) for seat in able)",
        "COVERED * minimum * len(able)",
        ("tests/games/test_pontoon_chips.py",),
    ),
    Bug(
        "The ante of a match is taken from all but the first",
        "tables/five_hundred/match.py",
        "    dues = (due for player in players for due in",
        "    dues = (due for player in players[1:] for due in",
        ("tests/tables/five_hundred/test_match_start.py",),
    ),
    Bug(
        "Somebody who leaves a match forfeits the ante to their own side too",
        "games/five_hundred/score.py",
        "if options.side_of(seat) != options.side_of(loser))",
        "if seat != loser)",
        ("tests/tables/five_hundred/test_match_ends.py",),
    ),
    Bug(
        "Somebody counts as gone although nobody has waited for them",
        "tables/five_hundred/absence.py",
        "return missing if any(user_id not in missing for user_id in people) else []",
        "return missing",
        ("tests/tables/five_hundred/test_match_ends.py",),
    ),
    Bug(
        "The time without a bot counts as if somebody had waited",
        "tables/five_hundred/absence.py",
        "passed = min(max(at - begun, 0.0), (limit / _SLICES + _LATE).total_seconds())",
        "passed = max(at - begun, 0.0)",
        ("tests/tables/five_hundred/test_match_ends.py",),
    ),
    Bug(
        "The remainder of the antes goes to the loser who made a contract last",
        "games/five_hundred/score.py",
        "next((seat for seat in score.makers if seat in winners), winners[0])",
        "next((seat for seat in score.makers), winners[0])",
        ("tests/games/test_five_hundred_score.py",),
    ),
    Bug(
        "The whole of the antes goes to the first of the winners",
        "games/five_hundred/score.py",
        "    share, rest = divmod(options.ante * options.players, len(winners))\n",
        "    share, rest = 0, options.ante * options.players\n",
        kills=2,
    ),
    Bug(
        "A void deal of a match is not dealt again: the match waits for its end",
        "tables/five_hundred/adapter.py",
        "        return with_state(replace(lobby, ready=frozenset()), dealing=False)",
        "        return replace(lobby, ready=frozenset())",
        ("tests/tables/five_hundred/test_match_leave.py",),
    ),
    Bug(
        "The clock doesn't stop in a pause",
        "tables/five_hundred/adapter.py",
        "        return MatchState.of(lobby).paused\n",
        "        return MatchState.of(lobby).paused and not MatchState.of(lobby).dealing\n",
        ("tests/tables/five_hundred/test_match_pause.py",),
    ),
    Bug(
        "The banker looks at a single card",
        "games/pontoon/view.py",
        "    if turned_up or (eyes == bank.seat and len(bank.cards) > 1):",
        "    if turned_up or eyes == bank.seat:",
        ("tests/games/test_pontoon_view.py",),
    ),
    Bug(
        "Every player sees the others' face-down cards",
        "games/pontoon/view.py",
        "if box.seat == eyes",
        "if eyes is not None",
        ("tests/games/test_pontoon_view.py",),
    ),
)
