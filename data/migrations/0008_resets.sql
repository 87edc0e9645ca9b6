-- A reset of a whole server's chips that is under way, member by member: who ordered it and why, with how many chips
-- everybody begins, behind which member it goes on, and what it has changed so far. It is gone when all have begun anew;
-- until then no other chips of that server move.
CREATE TABLE resets (
    guild    BIGINT NOT NULL PRIMARY KEY,
    key      TEXT NOT NULL,
    actor    BIGINT NOT NULL,
    reason   TEXT NOT NULL,
    starting BIGINT NOT NULL,
    at       DOUBLE PRECISION NOT NULL,
    behind   BIGINT NOT NULL DEFAULT 0,
    changed  BIGINT NOT NULL DEFAULT 0,
    to_house BIGINT NOT NULL DEFAULT 0
);
