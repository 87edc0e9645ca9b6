-- Somebody who was forgotten and whose id may still stand in old rows of their server, for the moment that it takes to
-- find them: the number that stands for them, their account if they had one, and the last row of each table that may
-- name them, as JSON. The row goes when all of them are changed.
CREATE TABLE erasures (
    stand_in BIGINT NOT NULL PRIMARY KEY CHECK (stand_in < 0),
    guild    BIGINT NOT NULL,
    person   BIGINT NOT NULL,
    account  BIGINT,
    last     TEXT NOT NULL
);
