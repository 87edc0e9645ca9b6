-- As SQLite's migration of this number says; it has been here from the beginning.
CREATE INDEX IF NOT EXISTS achievements_of_table ON achievements (table_id);
