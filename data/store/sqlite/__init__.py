"""The database as one SQLite file: one writer, one reader, and what is said when the disk fails."""
