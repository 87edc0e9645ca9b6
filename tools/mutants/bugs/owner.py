"""How a process ends, and what whoever runs the bot can do from within Discord."""

from tools.mutants.bug import Bug

ENDING = ("tests/cogs/test_ending.py",)
PROCESS = ("tests/test_ending.py",)
HALT = ("tests/tables/test_halt.py",)
WHO = ("tests/cogs/owner/test_who.py",)
BLOCKS = ("tests/cogs/owner/test_blocks.py",)
ANNOUNCE = ("tests/cogs/owner/test_announce.py",)
DRAIN = ("tests/cogs/owner/test_drain.py",)
UNATTENDED, GATE = "tables/unattended.py", "cogs/app/gate.py"
UPGRADE = ("tests/cogs/server_log/test_upgrade.py",)

BUGS = (
    Bug(
        "A bet is taken for a round that can't begin",
        UNATTENDED,
        "        if stops_at_halt and (halt := self._halt) is not None and self._leads_to_round(lobby):\n",
        "        if False and (halt := self._halt) is not None:\n",
        HALT,
    ),
    Bug(
        "Somebody's leaving begins a round in a halted server",
        UNATTENDED,
        "        if self._halt is None and self._is_complete(self.lobby):\n",
        "        if self._is_complete(self.lobby):\n",
        HALT,
    ),
    Bug(
        "A deal that was started just before the process ended never begins",
        "tables/table.py",
        "            await self._begin_at_once()\n        if is_ending:",
        "        if is_ending:",
        HALT,
    ),
    Bug(
        "The process ends while a command is being answered",
        "cogs/app/tree.py",
        "        if not app.drain.admits():\n",
        "        if False:\n",
        ENDING,
    ),
    Bug(
        "The process ends while a press is being answered",
        "cogs/app/bot.py",
        "        if not self.drain.admits():\n",
        "        if False:\n",
        PROCESS,
    ),
    Bug(
        "Clocks play on while the process ends",
        "cogs/app/bot.py",
        "        self.open_tables.stop()\n        log.info(",
        "        log.info(",
        ENDING,
    ),
    Bug(
        "A table that is still to be drawn doesn't delay the end",
        "cogs/table/message.py",
        "        return self._is_stale or bool(self._under_way or self._tasks)\n",
        "        return False\n",
        ENDING,
    ),
    Bug(
        "Where people keep pressing, some are cut off in the middle of their answers",
        "cogs/app/process/drain.py",
        "        self.is_deaf = True\n        log",
        "        log",
        PROCESS,
    ),
    Bug(
        "A picture that is under way when the bot closes is drawn on",
        "cogs/table/message.py",
        "        self._tasks.cancel()\n",
        "",
        ENDING,
    ),
    Bug(
        "A second signal waits like the first",
        "bot.py",
        "(told_again if told_to_stop.is_set() else told_to_stop).set()",
        "told_to_stop.set()",
        PROCESS,
    ),
    Bug(
        "Members who may only read the application run the bot",
        "cogs/owner/owners.py",
        "        and member.role is not discord.TeamMemberRole.read_only\n",
        "",
        WHO,
    ),
    Bug(
        "People whom the team has only invited run the bot",
        "cogs/owner/owners.py",
        "        if member.membership_state is discord.TeamMembershipState.accepted\n        and",
        "        if",
        WHO,
    ),
    Bug(
        "Whoever has left the team runs the bot until it is started again",
        "cogs/owner/owners.py",
        "        if self._known_until is None or now >= self._known_until:\n",
        "        if self._known_until is None:\n",
        WHO,
    ),
    Bug(
        "The owner's buttons work in every server",
        "cogs/owner/owners.py",
        "        if not is_there or not await",
        "        if not await",
        WHO,
    ),
    Bug(
        "Anybody calls a drain off, or begins one",
        "cogs/owner/emptying.py",
        "        await self._owners.verify(interaction)\n",
        "",
        WHO,
    ),
    Bug(
        "The commands of the owner's server are taken back where they are not everyone's",
        "cogs/app/sync.py",
        "        trees[str(owner_guild)] = await _tree(bot, owner_guild)\n",
        "        await _tree(bot, owner_guild)\n",
        WHO,
    ),
    Bug(
        "A blocked person sends the form that was open",
        "cogs/app/bot.py",
        "PRESSES = (discord.InteractionType.component, discord.InteractionType.modal_submit)\n",
        "PRESSES = (discord.InteractionType.component,)\n",
        BLOCKS,
    ),
    Bug(
        "A blocked person can't delete their data",
        GATE,
        " or _name(interaction) == OPEN_TO_ALL:",
        ":",
        BLOCKS,
    ),
    Bug(
        "A block in another process is never learned of",
        GATE,
        "        if time.monotonic() >= self._read_again_at:\n",
        "        if False:\n",
        BLOCKS,
    ),
    Bug(
        "A blocked server keeps the bets of a round that never begins",
        UNATTENDED,
        "        elif halt.lasts and not self.game.outlives_idle(self.lobby):\n",
        "        elif False:\n",
        BLOCKS,
    ),
    Bug(
        "A closed table shows an announcement for ever",
        "cogs/table/announced.py",
        "    if announcement is None or table.is_closed:\n",
        "    if announcement is None:\n",
        ANNOUNCE,
    ),
    Bug(
        "An announcement mentions people",
        "cogs/table/announced.py",
        "escape_mentions(escape_markdown(announcement.text))",
        "escape_markdown(announcement.text)",
        ANNOUNCE,
    ),
    Bug(
        "An announcement never ends",
        "data/guild/announcement.py",
        "        return latest if latest is not None and now < latest.until else None\n",
        "        return latest\n",
        ANNOUNCE,
    ),
    Bug(
        "A drain that was called off ends the process nevertheless",
        "cogs/owner/emptying.py",
        "            self._ending.cancel()\n",
        "            pass\n",
        DRAIN,
    ),
    Bug(
        "A drain waits for the last round however long that takes",
        "cogs/owner/emptying.py",
        "        while uptime() < until:\n",
        "        while True:\n",
        DRAIN,
    ),
    Bug(
        "An upgrade that was being told when the bot was killed is never told",
        "cogs/server_log/server_log.py",
        "        self._after.append(call)\n        if not self._pages:\n",
        "        self._after.append(call)\n        if self._pages is not None:\n",
        UPGRADE,
    ),
    Bug(
        "An upgrade is told of settings that the server has set",
        "tables/settings/upgrade.py",
        "if not is_same and key not in settings.values and",
        "if not is_same and",
        UPGRADE,
    ),
    Bug(
        "One process forgets for all what their servers were told",
        "data/guild/defaults.py",
        "        kept = [each for each in self._kept if each.shards.serve(guild)]",
        "        kept = self._kept",
        UPGRADE,
    ),
)
