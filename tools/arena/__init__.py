"""How strong the house players are: `python -m tools.arena`, or `make arena`.

Everything is played by the rules in games/, never by a player's own simulator, and the same seed gives the same
figures but for the times. `five_hundred` plays duplicate matches: the same cards twice, with the players' seats
changed, so that the luck of the deal falls on both.
"""
