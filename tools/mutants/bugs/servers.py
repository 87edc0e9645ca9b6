"""What a server sets: who manages it, which games it plays, and what its log channel says."""

from tools.mutants.bug import Bug

ROLE = ("tests/cogs/settings/test_manager_role.py",)
GAMES = ("tests/cogs/settings/test_games_off.py",)
LOG = ("tests/cogs/server_log/test_server_log.py",)
ASKED_BEFORE = ("tests/cogs/settings/test_open_questions.py",)

BUGS = (
    Bug(
        "Somebody with the role of managers chooses that role",
        "cogs/settings/presses.py",
        "            verify_has_permission(press.interaction)",
        "            verify_manages(press.interaction)",
        ROLE,
    ),
    Bug(
        "Everyone manages the server where @everyone was chosen",
        "cogs/app/replies/permissions.py",
        "    return None if role is None or role.is_default() else role",
        "    return role",
        ROLE,
    ),
    Bug(
        "A match in progress is cut short when its game is switched off",
        "tables/table.py",
        "        is_closing = self.is_closed or self.lobby.closing or self.game.outlives_idle(self.lobby)",
        "        is_closing = self.is_closed or self.lobby.closing",
        GAMES,
    ),
    Bug(
        "A bot that died while it closed the tables of a game leaves them open",
        "tables/table.py",
        "            is_ending = await self._end_if_switched_off()",
        "            is_ending = False",
        GAMES,
    ),
    Bug(
        "A table that closes after its round is told with whoever plays last as the one who closed it",
        "tables/writer.py",
        "        if table.lobby.closed_by and not was.closed_by:",
        "        if draft.closed:",
        LOG,
    ),
    Bug(
        "The lines of a log channel call the people in them",
        "cogs/server_log/server_log.py",
        "allowed_mentions=discord.AllowedMentions.none()",
        "allowed_mentions=discord.AllowedMentions.all()",
        LOG,
    ),
    Bug(
        "A log channel in which the bot can't write is chosen all the same",
        "cogs/server_log/server_log.py",
        "    return may.view_channel and may.send_messages",
        "    return may.view_channel",
        LOG,
    ),
    Bug(
        "A rematch has an ante that the server no longer wants",
        "tables/settings/servers.py",
        "    game.verify_new(options)\n",
        "",
        ASKED_BEFORE,
    ),
    Bug(
        "A match begins with an ante that the server no longer wants",
        "tables/five_hundred/match.py",
        "    terms.options.verify_ante()\n",
        "",
        ASKED_BEFORE,
    ),
    Bug(
        "A pair bet is held against the limits of the table alone",
        "games/pok_deng/options.py",
        "    if pair and not low <= pair <= high:\n",
        "    if pair and not minimum <= pair <= maximum:\n",
        ASKED_BEFORE,
    ),
    Bug(
        "Somebody sits down at a table whose game has been switched off",
        "tables/table.py",
        "        if is_closing or not self._services.is_switched_off(self):\n",
        "        if True:\n",
        ASKED_BEFORE,
    ),
)
