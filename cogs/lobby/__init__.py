"""Opening tables, and commands about open ones."""
