"""The database on a PostgreSQL server: connections of a pool, locks by server, and what is said when it is away."""
