-- What each running process of the bot last said of itself. Rows that are old are of processes that are gone.
CREATE TABLE processes (
    id         BIGINT PRIMARY KEY,
    name       TEXT NOT NULL,
    version    TEXT NOT NULL,
    shards     TEXT NOT NULL,
    started_at DOUBLE PRECISION NOT NULL,
    seen_at    DOUBLE PRECISION NOT NULL,
    waits      BIGINT NOT NULL CHECK (waits IN (0, 1)),
    lag        DOUBLE PRECISION NOT NULL,
    tables     BIGINT NOT NULL,
    rounds     BIGINT NOT NULL,
    memory     BIGINT,
    ends_at    DOUBLE PRECISION,
    -- What the owner asks of it: to end within so many minutes, or -1 for going on.
    asked      BIGINT CHECK (asked >= -1)
);
