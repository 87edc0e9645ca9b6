"""Persistence: all SQL of the project. It knows neither the games nor Discord."""
