"""`python -m tools.bench`: what a press on this bot's tables costs.

The bot is as it is (`tables`, and a file for each game), its store on a real file with synchronous = FULL. Every press
makes a legal move, bets, or gets ready, and the benchmark checks that it changed its table.

It gets INTERACTION_CREATE events as discord.py's gateway hands them on, over a REST layer of its own (`wire`): the
method `request` of discord.py's webhook adapter and of its HTTP client is replaced by one that immediately answers what
Discord would. Everything of discord.py above that runs; the JSON, the sockets and Discord's own time are left out.
People press only what Discord shows them.

`load` says what is measured. Time stands still while a bot computes and jumps ahead while it waits (`clock`), so each
press has all its pictures, however many tables there are, and nobody's time to decide runs out.

docs/performance.md has the figures, and what they can't tell.
"""
