"""The week at Five Hundred: what was special in a server's matches, posted on Mondays."""
