"""The database: transactions, migrations, and what is said when it fails."""
