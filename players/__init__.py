"""House players and the coach: from what one seat may see to a choice, with its worth and the reason.

Pure functions: no Discord, no database, no clock, and no round object, only the view of one seat. The same view, the
same source of chance and the same effort always give the same choice. `players.choice` has the words in which they
answer; each game has a package of its own.
"""
