"""How a server wants to play."""
