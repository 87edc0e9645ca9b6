"""`python -m bench`: what a press on this bot's tables costs, beside a bare discord.py handler.

Two bots in one process, on one event loop and in one run, pressed in turn in short blocks:

- (a) `bare`: a commands.Bot with one dynamic button, whose callback answers with a LayoutView built afresh, of the
  same components and as much text as the table in (b);
- (b) this bot as it is, its store on a real file with synchronous = FULL. `house`: Blackjack tables with three players
  in the middle of a round; every press is a legal move, or Same again for the next round. `crowd`: Pok Deng tables
  with three bettors; every press is Same again or Ready, of which the last deals. It is checked that each press
  changed its table, which takes a commit.

Both get INTERACTION_CREATE payloads of the same form through `ConnectionState.parse_interaction_create`, and both have
the same REST layer (`wire`): the method `request` of discord.py's webhook adapter and of its HTTP client is replaced
by one that answers at once with what Discord would: the interaction and the edited message. Everything of
discord.py above that method runs for both; the JSON, the sockets and Discord's own time are left out for both.

Latency is from the call of `parse_interaction_create` to the call of `request` with the answer. A block is so many
presses over all live tables, one after the other or with several in flight, the same for both bots. The ratio is the
median over the pairs of blocks, since other programs come and go on the machine. Computing is the processor time of
all threads for one press, which says more than the rate when the machine is busy with other things.

`restore` takes the file with its live tables, all in the middle of a round, and adds others like them, with cards and
moves of their own, until there are enough. It times a fresh bot that brings them all back, without Discord's part;
then once more under tracemalloc for the memory of a live table.
"""
