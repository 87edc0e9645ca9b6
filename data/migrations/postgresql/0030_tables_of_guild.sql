-- As SQLite's migration of this number says.
CREATE INDEX tables_of_guild ON tables (guild);
