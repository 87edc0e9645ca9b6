"""The engine: tables with their lobby, round, clock and accounts, for all games. No Discord, no SQL."""
