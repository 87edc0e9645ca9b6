"""The driver: what a table believes, what it writes, and when its clock rings."""

from tools.mutants.bug import Bug

TABLE, STATE, CHANGE, WRITER = "tables/table.py", "tables/state.py", "tables/change.py", "tables/writer.py"
UNATTENDED = "tables/unattended.py"
TABLES = ("tests/tables/test_table.py",)
STOPPING = ("tests/tables/test_stopping.py",)
HALT = ("tests/tables/test_halt.py",)
LOBBY, LOBBIES = "tables/lobby.py", ("tests/tables/test_lobby.py",)

BUGS = (
    Bug(
        "A change is adopted although the disk refused it",
        WRITER,
        "        written = await self._services.tables.commit(rows, now)\n",
        "        self._table.version += 1\n"
        "        written = await self._services.tables.commit(rows, now)\n        self._table.version -= 1\n",
        TABLES,
    ),
    Bug(
        "The clock is not set again after a move",
        WRITER,
        "        if not clock.goes_on:\n            self._give_time(clock.seconds, clock.deadline)",
        "        if not clock.goes_on and not draft.moves:\n            self._give_time(clock.seconds, clock.deadline)",
        TABLES,
    ),
    Bug(
        "A move's deadline is written and shown, but no timer rings at it",
        WRITER,
        "        if not clock.goes_on:\n            self._give_time(clock.seconds, clock.deadline)",
        "        if draft.moves:\n            table.deadline = clock.deadline\n"
        "        elif not clock.goes_on:\n            self._give_time(clock.seconds, clock.deadline)",
        kills=12,
    ),
    Bug(
        "A table that comes back has a deadline without a timer",
        WRITER,
        "        self.rewind()\n        await self.catch_up()",
        "        table.deadline = after_seconds(self._services.now(), table.seconds(table.lobby, table.play))\n"
        "        await self.catch_up()",
        kills=12,
    ),
    Bug(
        "A press on an old question is played as an answer to the open one",
        TABLE,
        "            if play is None or play.is_over or not is_about(question_id, self.question_id):\n"
        "                raise StaleClick\n"
        "            seat, action = play.setup.seat_of(user_id), self.game.parse(text)\n"
        "            if seat is None or (seat not in play.to_act and action not in play.round.legal_actions(seat)):\n"
        "                if seat in play.answered:\n"
        "                    raise StaleClick\n"
        "                raise not_asked(play)\n"
        "            if question_id not in (self.question_id, self.question_id_of(user_id)):\n"
        "                raise StaleClick\n",
        "            if play is None or play.is_over:\n                raise StaleClick\n"
        "            seat, action = play.setup.seat_of(user_id), self.game.parse(text)\n"
        "            if seat is None or seat not in play.to_act:\n                raise not_asked(play)\n",
        TABLES,
    ),
    Bug(
        "A second press of the same button on one's own panel is played again",
        TABLE,
        "            if question_id not in (self.question_id, self.question_id_of(user_id)):\n"
        "                raise StaleClick\n            if self.is_paused",
        "            question_id = self.question_id\n            if self.is_paused",
        ("tests/tables/five_hundred/test_match_silent.py",),
    ),
    Bug(
        "A clock that rang for a question acts on the next one",
        UNATTENDED,
        " or not self._timers.is_time_up or question_id != self.question_id:",
        ":",
        TABLES,
    ),
    Bug(
        "A table that should close plays on after its round",
        UNATTENDED,
        "        if not self.is_playing and self.lobby.closing:",
        "        if self.is_playing and self.lobby.closing:",
        TABLES,
    ),
    Bug(
        "A process that died between a round and the closing leaves the table open",
        WRITER,
        "        if table.lobby.closing and not table.is_playing:",
        "        if table.lobby.closing and table.is_playing:",
        ("tests/tables/test_voiding.py",),
    ),
    Bug(
        "A deal never begins when chips are missing at the last moment",
        UNATTENDED,
        "                continue\n            return\n",
        "                return\n            return\n",
        ("tests/tables/pontoon/test_player_banked.py",),
    ),
    Bug(
        "A round that can't be replayed keeps its bets at the table for ever",
        WRITER,
        "            draft.voided = True\n            draft.payments += table.accounts.for_void(held, lying)",
        "            draft.payments += table.accounts.for_void({}, 0)",
        TABLES,
    ),
    Bug(
        "A later press gives a salted shuffle another salt, in memory only",
        STATE,
        "        self.salt = self.salt or draft.salt\n",
        "        self.salt = draft.salt or self.salt\n",
        TABLES,
    ),
    Bug(
        "The cards are never shuffled again after the cut card",
        CHANGE,
        "        if game.needs_reshuffle(play.round):",
        "        if not game.needs_reshuffle:",
        TABLES,
    ),
    Bug(
        "Missed turns are not counted, and nobody is ever away",
        CHANGE,
        "            draft.lobby = draft.lobby.ran_out(person)",
        "            draft.lobby.ran_out(person)",
        ("tests/tables/five_hundred/test_match_pause.py",),
    ),
    Bug(
        "An absence costs the table a clock for each card",
        "tables/lobby.py",
        "        return user_id in self.late or self.stays_away(user_id)\n",
        "        return self.stays_away(user_id)\n",
        ("tests/tables/test_lobby.py",),
    ),
    Bug(
        "People are told with every missed turn that they are away",
        "tables/writer.py",
        "if lobby.is_away(who) and not before.is_away(who))",
        "if lobby.is_away(who))",
        ("tests/cogs/five_hundred/test_five_hundred_slow.py",),
    ),
    Bug(
        "One missed turn costs a seat",
        "tables/lobby.py",
        "filter(self.stays_away, filter(None, self.seats))",
        "filter(self.is_away, filter(None, self.seats))",
        ("tests/tables/test_lobby.py",),
    ),
    Bug(
        "A paused match takes cards",
        "tables/table.py",
        "            if self.is_paused(self.lobby):\n",
        "            if self.is_closed:\n",
        ("tests/tables/five_hundred/test_match_pause.py",),
    ),
    Bug(
        "One answer to a shared question makes it stale for everybody else",
        "tables/round_in_play.py",
        "            asked_at=self.asked_at if still_open else self.steps + 1,",
        "            asked_at=self.steps + 1,",
        ("tests/tables/test_round_in_play.py",),
    ),
    Bug(
        "Clocks ring after the process was told to stop",
        "tables/open_tables.py",
        "        for table in self._tables.values():\n            table.stop()",
        "        for table in self._tables.values():\n            table.standing_still()",
        STOPPING,
    ),
    Bug(
        "A move that is being written during a stop starts the clock again",
        "tables/timers.py",
        "        if not self.is_stopped:\n            self._time_up",
        "        if self is not None:\n            self._time_up",
        STOPPING,
    ),
    Bug(
        "The clocks of tables in a server that is gone keep running",
        "tables/open_tables.py",
        "                table.stop()\n                table.is_closed = True",
        "                table.is_closed = True",
        STOPPING,
    ),
    Bug(
        "A timer that is set to another moment also rings at the first one",
        "tables/clock.py",
        "            self._handle.cancel()\n",
        "",
        ("tests/tables/test_clock.py",),
    ),
    Bug(
        "A table keeps a forgotten player in memory, and writes them again",
        "tables/forgetting.py",
        "            table.forget(user_id, departure)",
        "            table.is_in_round(person)",
        ("tests/tables/test_forgetting.py",),
    ),
    Bug(
        "A restart forgets who was promised a house player's seat",
        LOBBY,
        'heirs=dict(saved.get("heirs", ())),',
        "heirs={},",
        LOBBIES,
    ),
    Bug(
        "Bets behind somebody who has left stay at the table",
        LOBBY,
        "if bet.user_id != user_id and (seat is None or bet.box != seat)",
        "if bet.user_id != user_id",
        LOBBIES,
    ),
    Bug(
        "Who was late in one round is played for in the next",
        LOBBY,
        "waited_for=frozenset(), late=frozenset())",
        "waited_for=frozenset())",
        LOBBIES,
    ),
    Bug(
        "A round begins in a halted server when the last one leaves who hasn't bet",
        UNATTENDED,
        "if self._halt is None and self._is_complete(self.lobby):",
        "if self._is_complete(self.lobby):",
        HALT,
    ),
    Bug(
        "In a halted server nobody can lower a bet",
        UNATTENDED,
        "any(chips > was.get(person, 0) for person, chips in becomes.items())",
        "any(chips != was.get(person, 0) for person, chips in becomes.items())",
        HALT,
    ),
    Bug(
        "A match that goes on after a pause has what was left of the clock",
        CHANGE,
        "    is_paused = state.is_paused(state.lobby) or state.is_paused(draft.lobby)\n",
        "    is_paused = state.is_paused(draft.lobby)\n",
        ("tests/tables/five_hundred/test_match_pause.py",),
    ),
    Bug(
        "A second press of an answer to a shared question is told that it's not theirs",
        TABLE,
        "                if seat in play.answered:\n                    raise StaleClick\n                raise",
        "                raise",
        TABLES,
    ),
    Bug(
        "Whoever waits for a house player's seat can't be removed",
        STATE,
        "has_seat = user_id in lobby.seats or user_id in lobby.heirs.values()",
        "has_seat = user_id in lobby.seats",
        ("tests/tables/five_hundred/test_match_house.py",),
    ),
    Bug(
        "Somebody who is back by a quiet press is still shown as away",
        TABLE,
        "self.question_id == before and not was_away",
        "self.question_id == before",
        ("tests/tables/test_arrange.py",),
    ),
)
