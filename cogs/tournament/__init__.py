"""Tournaments: `/tournament`, signing up, the rounds as they are played, and how everybody stands."""
