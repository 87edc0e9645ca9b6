"""The rules of the games: pure functions and frozen values, from the standard library alone."""
