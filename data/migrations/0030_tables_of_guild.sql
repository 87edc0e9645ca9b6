-- What belongs to a server or to one of its people is found by the server's tables, also those that are closed.
CREATE INDEX tables_of_guild ON tables (guild);
