"""What is right when somebody presses and wrong when it is done: a match begins, a seat or chips go in between."""

from tools.mutants.bug import Bug

LOG = ("tests/cogs/server_log/test_server_log.py",)
SHOWN = ("tests/cogs/lobby/test_never_shown.py",)
BESIDE = ("tests/cogs/five_hundred/test_beside_the_start.py",)

HOUSE = ("tests/tables/five_hundred/test_match_house.py",)

BUGS = (
    Bug(
        "Whoever comes late wins the ante of a house player whose side is ahead",
        "tables/five_hundred/seats.py",
        "kept=ahead)",
        "kept=())",
        HOUSE,
    ),
    Bug(
        "Somebody whom a manager has removed sits down in a house player's seat",
        "tables/five_hundred/match.py",
        "    verify_not_removed(lobby, user_id)\n    if user_id in lobby.leaving:",
        "    if user_id in lobby.leaving:",
        HOUSE,
    ),
    Bug(
        "Somebody who waits for a house player's seat gets it although they were removed",
        "tables/five_hundred/seats.py",
        "    if user_id in lobby.heirs.values():\n        return lobby.without_promise(user_id)\n",
        "",
        HOUSE,
    ),
    Bug(
        "Somebody who is blocked while they press does what they pressed",
        "tables/table.py",
        "        if not self._services.is_served(user_id):",
        "        if self.is_closed:",
        HOUSE,
    ),
    Bug(
        "A blocked person is seated by the end of a deal",
        "tables/unattended.py",
        "        draft.lobby = self.game.promising(draft.lobby, self._services.is_served)\n",
        "",
        HOUSE,
    ),
    Bug(
        "A blocked person is seated by a Yes that comes later",
        "tables/five_hundred/seats.py",
        "    return with_state(lobby, proposal=None) if is_off else lobby",
        "    return lobby",
        HOUSE,
    ),
    Bug(
        "A seat that its asker can't pay is asked for again and again",
        "tables/table.py",
        "self._stop_waiting(error.person if isinstance(error, AnteTooHigh) else error.account.owner)",
        "self._stop_waiting(0)",
        HOUSE,
    ),
    Bug(
        "Whoever presses Yes reads how many chips somebody else has",
        "cogs/app/replies/errors.py",
        "if error.account.owner != (asker or error.account.owner):",
        "if asker is None:",
        BESIDE,
    ),
    Bug(
        "A table that a killed process never showed stays invisible",
        "cogs/table/message.py",
        "return self.id is None or table.is_playing or",
        "return table.is_playing or",
        SHOWN,
    ),
    Bug(
        "A table that was never shown stays open where nobody can see it",
        "cogs/table/message.py",
        "                if self.id is None:\n                    self._tasks.start(self._close_homeless())\n",
        "",
        SHOWN,
    ),
    Bug(
        "Practice that a killed process never showed comes back as an empty lobby",
        "cogs/lobby/practice.py",
        "        if any(lobby.seats):",
        "        if own is not None:",
        SHOWN,
    ),
    Bug(
        "Who may start the first deal of Pontoon is decided before the table is changed",
        "cogs/pontoon/forms.py",
        "\n        def started(lobby: Lobby) -> Lobby:\n            if not press.manages and ("
        "press.table.host in lobby.seats or press.user_id not in lobby.seats):\n"
        '                raise IllegalAction("The table\'s host starts the first deal.")\n'
        "            return bank.start(lobby)\n\n        await arrange(press, started)\n",
        "        lobby = press.table.lobby\n        if not press.manages and ("
        "press.table.host in lobby.seats or press.user_id not in lobby.seats):\n"
        '            raise IllegalAction("The table\'s host starts the first deal.")\n'
        "        await arrange(press, bank.start)\n",
        ("tests/test_checks.py",),
    ),
    Bug(
        "Of two who ask for a rematch at once only one gets a seat",
        "cogs/five_hundred/rematch.py",
        "                await table.arrange(user_id, lambda lobby: match.invite(lobby, user_id, players))\n",
        "                pass\n",
        ("tests/cogs/five_hundred/test_rematch.py",),
    ),
    Bug(
        "A table that closes shows balances without the kitty that came back",
        "data/tables/tables.py",
        "            balances = ask_balances(db, table, current)",
        "            ask_balances(db, table, current)",
        ("tests/cogs/pontoon/test_pontoon_results.py",),
    ),
    Bug(
        "A number is read without the points that its language puts into it",
        "i18n/words.py",
        "        return digits if plain in (_plain(way).translate(self._typed_digits) for way in ways) else plain",
        "        return digits",
        ("tests/i18n/test_words.py",),
    ),
    Bug(
        "Digits that no language writes are taken for a number",
        "i18n/words.py",
        "sign for sign in plain if sign in _DIGITS.template",
        "sign for sign in plain if sign.isdigit()",
        ("tests/i18n/test_words.py",),
    ),
    Bug(
        "A number that the bot itself has written isn't read",
        "i18n/words.py",
        "        return digits if plain in (_plain(way).translate(self._typed_digits) for way in ways) else plain",
        "        return plain",
        ("tests/i18n/test_words.py",),
    ),
    Bug(
        "Somebody who has left the server wins its season",
        "data/ledger/seasons.py",
        '"" if to.here is None else',
        '"" if to.here is not None else',
        ("tests/cogs/bank/test_bank_season.py",),
    ),
    Bug(
        "A match moves to a channel that not all its players can see",
        "cogs/lobby/opening.py",
        "        await _verify_all_see(interaction, table)\n",
        "",
        BESIDE,
    ),
    Bug(
        "A match in a blocked server ends when its clock rings next",
        "tables/unattended.py",
        "        elif halt.lasts and not self.game.outlives_idle(self.lobby):",
        "        elif halt.lasts:",
        ("tests/tables/test_halt.py",),
    ),
    Bug(
        "Whoever is removed twice is told of twice in the server's log",
        "tables/five_hundred/seats.py",
        '    if user_id in MatchState.of(lobby).removed:\n        raise IllegalAction("{person} has been',
        '    if not user_id:\n        raise IllegalAction("{person} has been',
        LOG,
    ),
    Bug(
        "A table that closes after its round is told of twice in the server's log",
        "tables/writer.py",
        "        if table.lobby.closed_by and not was.closed_by:",
        "        if table.lobby.closed_by:",
        LOG,
    ),
    Bug(
        "Whoever has lost the seat is told so with every press",
        "cogs/table/presses.py",
        "lambda lobby: lobby.told(press.user_id), quietly",
        "lambda lobby: lobby, quietly",
        ("tests/cogs/table/test_coming_back.py",),
    ),
    Bug(
        "The host closes a match alone that begins beside the press",
        "tables/table.py",
        "            self.verify_not_begun()\n",
        "",
        BESIDE,
    ),
    Bug(
        "The host kicks an opponent out of a match that begins beside the command",
        "tables/table.py",
        "            if is_kept and not is_manager:",
        "            if is_kept and not is_manager and not self.is_playing:",
        BESIDE,
    ),
    Bug(
        "Somebody who agreed that the match ends forfeits the ante instead",
        "tables/table.py",
        "self.leaving(user_id) not in (Leaving.FREE, agreed):",
        "agreed is Leaving.FREE is not self.leaving(user_id):",
        BESIDE,
    ),
    Bug(
        "A house player is sent away from a match that begins beside the press",
        "cogs/table/house.py",
        "            self._verify_open(lobby)\n            person = ",
        "            person = ",
        BESIDE,
    ),
    Bug(
        "Nobody can take a match in the middle of a deal with an ante",
        "tables/unattended.py",
        "self.is_playing and not self.game.is_cut_off(lobby)",
        "self.is_playing",
        BESIDE,
    ),
    Bug(
        "A stale press that was acknowledged is answered a second time",
        "cogs/table/presses.py",
        "        if is_acknowledged or press.fields is not None:",
        "        if press.fields is not None:",
        BESIDE,
    ),
    Bug(
        "The other side gets the ante of somebody whom a manager has removed",
        "tables/five_hundred/ends.py",
        "forfeit_shares(options, stayed, removed)",
        "forfeit_shares(options, stayed)",
        BESIDE,
    ),
)
