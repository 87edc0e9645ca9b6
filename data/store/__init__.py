"""The database file: one writer, one reader, transactions, migrations, and what is said when the disk fails."""
