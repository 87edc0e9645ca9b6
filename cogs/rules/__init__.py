"""The rules of all games as people read them."""
