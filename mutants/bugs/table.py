"""What people see and press: the public message, private panels, presses."""

from mutants.bug import Bug

MESSAGE = ("tests/cogs/table/test_message.py",)
TABLES = ("tests/cogs/tables/test_tables.py",)

BUGS = (
    Bug(
        "Whoever practises alone has fewer tables for others",
        "cogs/tables/opening.py",
        "        and table.terms.house.private == private\n",
        "",
        ("tests/cogs/tables/test_private_tables.py",),
    ),
    Bug(
        "A match that is over is one of its host's open tables",
        "cogs/tables/opening.py",
        "        and not table.game.has_ended(table.lobby)\n",
        "",
        ("tests/cogs/five_hundred/test_rematch.py",),
    ),
    Bug(
        "A press is answered while another edit of the message is under way",
        "cogs/table/message.py",
        "        if self._under_way or self._is_old():",
        "        if self._is_old():",
        MESSAGE,
    ),
    Bug(
        "A message that can't be edited any more is edited again for ever",
        "cogs/table/message.py",
        "            self._is_gone = True\n            return timedelta(0)",
        "            return timedelta(0)",
        MESSAGE,
    ),
    Bug(
        "Buttons of an older copy of a table's message still work",
        "cogs/table/presses.py",
        "not message.recognises(on, interaction.channel_id or 0):",
        "message.id is None:",
        MESSAGE,
    ),
    Bug(
        "Buttons of a table work in other servers",
        "cogs/table/presses.py",
        "    return table.guild == interaction.guild_id and table.is_seen_by(interaction.user.id)",
        "    return table.is_seen_by(interaction.user.id)",
        ("tests/cogs/tables/test_tables.py",),
    ),
    Bug(
        "A guessed address presses a button of somebody's private table",
        "cogs/table/presses.py",
        "    return table.guild == interaction.guild_id and table.is_seen_by(interaction.user.id)",
        "    return table.guild == interaction.guild_id",
        ("tests/cogs/table/test_private.py",),
    ),
    Bug(
        "A private table that is shown again leaves its old message behind",
        "cogs/table/panels.py",
        "        if is_new or (before.message is not None and before.message != panel.message):\n",
        "        if is_new:\n",
        ("tests/cogs/table/test_private.py",),
    ),
    Bug(
        "Everyone finds private matches among the finished ones",
        "data/tables/matches.py",
        'f"m.guild = ? AND m.ended_at IS NOT NULL AND {SEEN_BY} AND',
        'f"m.guild = ? AND m.ended_at IS NOT NULL AND (? OR 1) AND',
        ("tests/data/test_matches.py",),
    ),
    Bug(
        "Somebody who presses is still away",
        "cogs/table/presses.py",
        "                await table.arrange(press.user_id, lambda lobby: lobby)\n",
        "                pass\n",
        ("tests/cogs/blackjack/test_blackjack_clock.py",),
    ),
    Bug(
        "Anybody closes a table with a button that others were shown",
        "cogs/table/common.py",
        "async def _shut(press: Press) -> None:\n    _verify_manages(press)\n",
        "async def _shut(press: Press) -> None:\n",
        TABLES,
    ),
    Bug(
        "A panel stays as it was when its table changes",
        "cogs/table/panels.py",
        "            panel.is_stale = True\n            self._start(user_id, panel)\n\n    def hold",
        "            self._start(user_id, panel)\n\n    def hold",
        ("tests/cogs/pontoon/test_pontoon_deals.py",),
    ),
    Bug(
        "Two who press Open again at once open two tables",
        "cogs/tables/opening.py",
        "        if (there := app.open_tables.instead_of(saved.guild, first, number)) is not None:\n",
        "        if (there := None) is not None:\n",
        ("tests/cogs/tables/test_open_again.py",),
    ),
    Bug(
        "Every table that opens calls people again within the hour",
        "data/guild/openings.py",
        " AND COALESCE(MAX(called_at), 0) <= :before",
        "",
        ("tests/data/test_openings.py",),
    ),
    Bug(
        "A crowd that is refused lets the bot send any number of requests that may fail",
        "cogs/answers/fading.py",
        "    if len(waiting) >= MOST:\n        return\n",
        "",
        ("tests/cogs/test_fading.py",),
    ),
    Bug(
        "Somebody who has lost a seat is told again at every press",
        "cogs/table/presses.py",
        "lambda lobby: lobby.told(press.user_id)",
        "lambda lobby: lobby",
        ("tests/cogs/table/test_coming_back.py",),
    ),
    Bug(
        "The press for a rematch salts a shuffle whose seed is newer",
        "cogs/five_hundred/rematch.py",
        "match.invite(lobby, user_id, players))\n            return",
        "match.invite(lobby, user_id, players), salt=str(interaction.id))\n            return",
        ("tests/cogs/five_hundred/test_rematch.py",),
    ),
    Bug(
        "Somebody joins a table in a channel that they can't see",
        "cogs/tables/listing.py",
        " and not can_see(interaction, table.channel):",
        " and not app:",
        ("tests/cogs/tables/test_listing.py",),
    ),
)
