"""`python -m tools.torture`: kill the bot's tables with SIGKILL, over and over, and look for anything that was lost.

A child process (`child`) plays tables on a database file with the real driver and the real store: several tables and
several people at once (`people`), in a time that runs sixty times as fast as the wall clock. It writes into a pipe what
it is about to do and, only after the await has returned, that it is done, just as a person on Discord is told. The
parent (`runs`) kills it at a random instant, and starts the next child on the same file.

After each kill the parent looks only at the file and the pipe:

- `python -m data.check` finds nothing (`audit`);
- everything acknowledged is on the disk, nothing refused is, and what was under way is there completely or not at all
  (`claims`);
- every round on the disk is played again from its seed with the rules alone, and every account holds to the chip what
  follows from that (`audit`); a void round has moved nothing, and antes are shared as `matches` independently works
  out;
- no seed was shown whose shuffle is in use;
- the next child finds every table at the question it was at; every few runs the rules get another number, and the
  running rounds are void.

Inside the child a watch looks at the clocks (`watch`): after each start some tables are left alone until theirs have
acted, and no table waits past its deadline.

At the end every table is resumed, played to its end and closed, and every table's account is 0.

SIGKILL ends the process but not the operating system: this proves the order of commit and acknowledgement, and that a
transaction is whole. With `--power 200` it cuts the power too (`power`): a child records every write and sync of its
files, and the power is cut between any two of them, so that whatever was not synced is lost or torn.

With `--chaos 200` the bot itself plays with a Discord of ours, on both databases, and meets faults of every kind
(`chaos`, `players`): what Discord was told is in the database, and bystanders notice nothing.
`python -m tools.torture --exploits` kills nobody: for ten minutes of a core, people press whatever may bring them chips
that the server doesn't allow (`exploits`). With `--tournaments` they play, leave and disturb tournaments.

The moves follow from the seed as far as a random instant lets them.
"""
