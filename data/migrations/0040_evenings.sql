-- The club evening of a server that comes next, goes on, or was last: when it begins and ends, in seconds since 1970,
-- in which channel, Discord's number of its event if there is one, and how far it has come.
CREATE TABLE evenings (
    guild   BIGINT PRIMARY KEY,
    starts  BIGINT NOT NULL,
    ends    BIGINT NOT NULL CHECK (ends > starts),
    channel BIGINT NOT NULL,
    event   BIGINT,
    phase   TEXT NOT NULL CHECK (phase IN ('planned', 'open', 'called', 'over'))
);
-- The tables that it has opened.
CREATE TABLE evening_tables (
    table_id BIGINT PRIMARY KEY REFERENCES tables (id),
    guild    BIGINT NOT NULL
);
CREATE INDEX evening_tables_of_guild ON evening_tables (guild);
