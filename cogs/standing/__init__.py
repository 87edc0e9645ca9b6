"""What a table is between two rounds, read from its lobby: one file for each game with more to it than seats and bets.

Both the game's driver side and its picture read it, so it stands below them. No discord here.
"""
