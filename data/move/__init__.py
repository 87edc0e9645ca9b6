"""`python -m data.move`: everything in a database, from SQLite's file to a PostgreSQL server or back.

The target is marked for as long as it is not whole (`data/store/errors.py`, `HalfMoved`), so that no bot opens half of
it. Whatever ends a move in between, the next one empties the marked target and begins again.
"""
