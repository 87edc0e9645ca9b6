"""`python -m torture`: kill the bot's tables with SIGKILL, over and over, and look for anything that was lost.

A child process (`child`) plays tables on a database file with the real driver and the real store: several tables and
several people at once (`people`), in a time that runs sixty times as fast as the clock on the wall. It writes into a
pipe what it is about to do and, only after the await returned, that it was done, just as a person on Discord is told.
The parent (`runs`) kills it at a random instant, and starts the next child on the same file.

After each kill the parent looks at nothing but the file and the pipe:

- `python -m data.check` finds nothing (`audit`);
- everything acknowledged is on the disk, nothing refused is, and what was under way is there wholly or not at all
  (`claims`);
- every round on the disk is played again from its seed by the rules alone, and every account holds to the chip what
  follows from it (`audit`); a void round has moved nothing, and antes are shared as `matches` works it out by itself;
- no seed was shown whose shuffle is in use;
- the next child finds every table at the question it was at; every few runs the rules have another number, and the
  rounds that ran are void.

Inside the child somebody watches the clocks (`watch`): some tables are left alone after each start until theirs have
acted, and no table waits past its deadline.

At the end every table is resumed, played to its end and closed, and every table's account is 0.

SIGKILL takes the process and leaves the operating system: this proves the order of commit and acknowledgement, and
that a transaction is whole. `python -m torture --power 200` takes the current too (`power`): a child writes down every
write and sync of its files, and is cut between any two of them, with what was not synced lost or torn.
The moves follow from the seed as far as a random instant lets them.
"""
