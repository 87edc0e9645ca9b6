"""House players at Five Hundred, for 2 to 6 players and every house option."""
