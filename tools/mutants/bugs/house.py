"""House players at tables: when they act, for whom, with whose chips, and who takes their seats."""

from tools.mutants.bug import Bug

PONTOON = ("tests/tables/pontoon/test_house_players.py",)
MATCHES = ("tests/tables/five_hundred/test_match_house.py",)
BOTH = (*PONTOON, *MATCHES)

BUGS = (
    Bug(
        "Everybody at a practice table needs chips of their own",
        "tables/change.py",
        '    """What people must have left, where chips are played for."""\n    if state.terms.house.practice:\n',
        '    """What people must have left, where chips are played for."""\n    if state.is_closed:\n',
        PONTOON,
    ),
    Bug(
        "Chips move at a practice table",
        "tables/change.py",
        "def _postings(state: TableState, draft: Draft) -> tuple[Posting, ...]:\n    if state.terms.house.practice:\n",
        "def _postings(state: TableState, draft: Draft) -> tuple[Posting, ...]:\n    if state.is_closed:\n",
        PONTOON,
    ),
    Bug(
        "House players who leave while their table stays open keep their purses",
        "tables/change.py",
        "for person in leaving if draft.closed or person not in draft.lobby.seats",
        "for person in leaving if draft.closed",
        PONTOON,
    ),
    Bug(
        "A house player brings a purse with every change of its table",
        "tables/change.py",
        "            if person not in state.lobby.seats:\n                yield state.accounts.purse",
        "            if person in draft.lobby.seats:\n                yield state.accounts.purse",
        PONTOON,
    ),
    Bug(
        "Whoever has won the day's most loses chips to house players, and wins none",
        "data/ledger/flows.py",
        "        for index in (*won, *lost):\n",
        "        for index in won:\n",
        PONTOON,
    ),
    Bug(
        "Members win more from house players than their server allows",
        "data/ledger/flows.py",
        "        _take(stays, won, net - most)\n",
        "        pass\n",
        PONTOON,
    ),
    Bug(
        "House players act the moment they are asked",
        "tables/house_turns.py",
        "asyncio.get_running_loop().time() + LEAST_SECONDS + MOST_MORE *",
        "asyncio.get_running_loop().time() + MOST_MORE * 0 *",
        MATCHES,
    ),
    Bug(
        "The house risks the chips of members who are away",
        "tables/pontoon/house.py",
        "    if not for_member:\n        return choice.action\n",
        "    if choice.options:\n        return choice.action\n",
        PONTOON,
    ),
    Bug(
        "A house player who can't pay for the smallest stake stays",
        "tables/pontoon/house.py",
        "    if purse < COVERED * terms.minimum and not lobby.bets_of(person):\n",
        "    if purse < 0 and not lobby.bets_of(person):\n",
        PONTOON,
    ),
    Bug(
        "House players play among themselves when nobody is left",
        "tables/lobby.py",
        "        return any(is_member(person) and not self.stays_away(person) for",
        "        return any(person != 0 for",
        BOTH,
    ),
    Bug(
        "Nobody who is away is played for by the house",
        "tables/state.py",
        "        return person not in lobby.seats or lobby.is_away(person)\n",
        "        return person not in lobby.seats\n",
        MATCHES,
    ),
    Bug(
        "The record names no substitutes",
        "tables/unattended.py",
        "self.game.after_house_moves(draft.lobby, members) if members else draft.lobby",
        "draft.lobby",
        MATCHES,
    ),
    Bug(
        "Whoever was promised a house player's seat gets it with the deal that wins the match",
        "tables/five_hundred/adapter.py",
        "heirs={} if score.is_over else lobby.heirs",
        "heirs=lobby.heirs",
        MATCHES,
    ),
    Bug(
        "Whoever was promised a house player's seat gets it in a match that was ended",
        "tables/five_hundred/ends.py",
        "ready=frozenset(), heirs={}, nets=nets)",
        "ready=frozenset(), nets=nets)",
        MATCHES,
    ),
    Bug(
        "A member takes over a house player's seat, and the match doesn't know",
        "tables/five_hundred/seats.py",
        "            lobby = _playing(lobby, seat, sitting)\n",
        "",
        MATCHES,
    ),
)
