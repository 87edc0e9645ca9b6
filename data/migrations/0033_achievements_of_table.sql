-- A table that comes back says what its last round brought people. PostgreSQL has had this from the beginning.
CREATE INDEX IF NOT EXISTS achievements_of_table ON achievements (table_id);
