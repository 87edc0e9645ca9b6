"""What the tools that play with the bot share, each thing once.

- `fake_discord`: Discord in the process of the bot, without JSON and sockets, so that a press costs what the bot does;
- `gateway`: the same over real sockets, for processes of the bot;
- `clocks`: time that stands still while a bot computes, and time that runs sixty times as fast;
- `jumping_loop`: time that jumps over all waiting, and an order of all work that is drawn;
- `bot`: the bot as its `main` makes it, up to its login, and open tables in a new database;
- `games`, `house_players`: what people and house players do who decide at random, without Discord;
- `postgres`: a PostgreSQL server for as long as something needs it.

The tests and the playground use SimCord, which keeps to what Discord documents, and is slower. The arena plays by the
rules in games/ alone.
"""
