"""`python -m tools.bench`: what a press on this bot's tables costs, compared with a bare discord.py handler.

Three bots in one process, on one event loop and in one run, take turns in short blocks of presses:

- ours (`tables`, and a file for each game): the bot as it is, its store on a real file with synchronous = FULL. Every
  press makes a legal move, bets, or gets ready, and the benchmark checks that it changed its table.
- bare (`bare`): a commands.Bot with one dynamic button. For each press it gets the message that was pressed, and sends
  what ours has sent for it: an answer of the same kind, and as many other edits, with the same texts and buttons, each
  a LayoutView built from scratch.
- bare + one commit (`commits`): the same, with one row of SQLite on the disk before the answer. No bot that must keep
  what was pressed can do with less.

All of them get INTERACTION_CREATE events as discord.py's gateway hands them on, and have the same REST
layer (`wire`): the method `request` of discord.py's webhook adapter and of its HTTP client is replaced by one that
immediately answers what Discord would. Everything of discord.py above that runs for all of them; the JSON, the sockets
and Discord's own time are left out for all of them. People press only what Discord shows them.

`load` says what is measured. Time stands still while a bot computes and jumps ahead while it waits (`clock`), so each
press has all its pictures, however many tables there are, and nobody's time to decide runs out.

docs/performance.md has the figures, and what they can't tell.
"""
