"""`python -m bench`: what a press on this bot's tables costs, beside a bare discord.py handler.

Three bots in one process, on one event loop and in one run, pressed in turn in short blocks:

- ours (`tables`, and a file for each game): the bot as it is, its store on a real file with synchronous = FULL. Every
  press makes a legal move, bets, or gets ready, and it is checked that it changed its table.
- bare (`bare`): a commands.Bot with one dynamic button. For each press it gets the message that was pressed on, and
  sends what ours has sent for it: an answer of the same kind, and as many other edits, of the same texts and buttons,
  each a LayoutView built afresh.
- bare + one commit (`commits`): the same, with one row of SQLite on the disk before the answer. Nobody who has to keep
  what was pressed can answer with less.

All of them get INTERACTION_CREATE events through `ConnectionState.parse_interaction_create` and have the same REST
layer (`wire`): the method `request` of discord.py's webhook adapter and of its HTTP client is replaced by one that
answers at once with what Discord would. Everything of discord.py above runs for all of them; the JSON, the sockets and
Discord's own time are left out for all of them. People press what Discord shows them, and on nothing else.

`load` says what is measured. Time stands still while a bot computes and is over at once while it waits (`clock`), so
each press has all its pictures, however many tables there are, and nobody's time to decide runs out.

docs/performance.md has the figures, and what they can't tell.
"""
