-- Chips, and the tables where they are played for.
--
-- Types are said as PostgreSQL needs them: BIGINT for Discord's 64-bit ids and for chips, DOUBLE PRECISION for times,
-- which are seconds since 1970 in UTC. Only the triggers and AUTOINCREMENT are SQLite's own.

CREATE TABLE meta (
    key   TEXT NOT NULL PRIMARY KEY,
    value TEXT NOT NULL
);

-- One account per member, one for the house (owner 0) and one per table, in each server.
CREATE TABLE accounts (
    id    INTEGER PRIMARY KEY,
    guild BIGINT NOT NULL,
    kind  TEXT NOT NULL CHECK (kind IN ('member', 'house', 'table')),
    owner BIGINT NOT NULL,
    chips BIGINT NOT NULL CHECK (chips = CAST(chips AS BIGINT)),
    UNIQUE (guild, kind, owner),
    CHECK (kind = 'house' OR chips >= 0),
    CHECK (kind <> 'house' OR owner = 0)
);

-- AUTOINCREMENT: a table's number stands in the buttons of old messages, so it is never given out twice.
CREATE TABLE tables (
    id        INTEGER PRIMARY KEY AUTOINCREMENT,
    guild     BIGINT NOT NULL,
    channel   BIGINT NOT NULL,
    message   BIGINT,
    posted_at DOUBLE PRECISION,
    game      TEXT NOT NULL,
    host      BIGINT NOT NULL,
    options   TEXT NOT NULL,
    minimum   BIGINT NOT NULL,
    maximum   BIGINT NOT NULL,
    pace      TEXT NOT NULL,
    lobby     TEXT NOT NULL,
    round     BIGINT NOT NULL DEFAULT 0,
    version   BIGINT NOT NULL DEFAULT 0,
    deadline  DOUBLE PRECISION,
    opened_at DOUBLE PRECISION NOT NULL,
    closed_at DOUBLE PRECISION
);
CREATE INDEX tables_open ON tables (guild) WHERE closed_at IS NULL;

CREATE TABLE rounds (
    table_id   BIGINT NOT NULL REFERENCES tables (id),
    round      BIGINT NOT NULL CHECK (round >= 1),
    rules      BIGINT NOT NULL,
    setup      TEXT NOT NULL,
    started_at DOUBLE PRECISION NOT NULL,
    ended_at   DOUBLE PRECISION,
    void       SMALLINT NOT NULL DEFAULT 0 CHECK (void IN (0, 1)),
    PRIMARY KEY (table_id, round),
    CHECK (void = 0 OR ended_at IS NOT NULL)
);
-- A table plays one round at a time; which one, if any, is read from here.
CREATE UNIQUE INDEX rounds_running ON rounds (table_id) WHERE ended_at IS NULL;

-- version: the table's version that the move was made on; n counts the moves of one commit from 0.
CREATE TABLE moves (
    table_id BIGINT NOT NULL,
    version  BIGINT NOT NULL,
    n        BIGINT NOT NULL,
    round    BIGINT NOT NULL,
    seat     BIGINT NOT NULL,
    action   TEXT NOT NULL,
    clock    SMALLINT NOT NULL CHECK (clock IN (0, 1)),
    at       DOUBLE PRECISION NOT NULL,
    PRIMARY KEY (table_id, round, version, n),
    FOREIGN KEY (table_id, round) REFERENCES rounds (table_id, round)
);

-- The newest shuffle of a table is the one in use; it stays secret until revealed_at.
CREATE TABLE shuffles (
    id          INTEGER PRIMARY KEY,
    table_id    BIGINT NOT NULL REFERENCES tables (id),
    seed        BLOB NOT NULL,
    commitment  TEXT NOT NULL,
    salt        TEXT,
    created_at  DOUBLE PRECISION NOT NULL,
    revealed_at DOUBLE PRECISION
);
CREATE INDEX shuffles_of_table ON shuffles (table_id, id);
CREATE UNIQUE INDEX shuffles_secret ON shuffles (table_id) WHERE revealed_at IS NULL;

-- Every movement of chips that ever was. Rows are added, never changed.
CREATE TABLE ledger (
    id          INTEGER PRIMARY KEY,
    guild       BIGINT NOT NULL,
    key         TEXT NOT NULL UNIQUE,
    payer       BIGINT NOT NULL REFERENCES accounts (id),
    payee       BIGINT NOT NULL REFERENCES accounts (id),
    amount      BIGINT NOT NULL CHECK (amount BETWEEN 1 AND 1000000000000000 AND amount = CAST(amount AS BIGINT)),
    why         TEXT NOT NULL CHECK (why <> ''),
    table_id    BIGINT REFERENCES tables (id),
    round       BIGINT,
    actor       BIGINT,
    at          DOUBLE PRECISION NOT NULL,
    payer_after BIGINT NOT NULL,
    payee_after BIGINT NOT NULL,
    CHECK (payer <> payee),
    CHECK (round IS NULL OR table_id IS NOT NULL)
);
-- What lies at a table is the sum over its rounds that haven't ended: a handful of rows, found here.
CREATE INDEX ledger_of_round ON ledger (table_id, round) WHERE table_id IS NOT NULL;

CREATE TRIGGER ledger_row_changed BEFORE UPDATE ON ledger
BEGIN
    SELECT RAISE(ABORT, 'the ledger is append-only: a row is never changed');
END;
CREATE TRIGGER ledger_row_deleted BEFORE DELETE ON ledger
BEGIN
    SELECT RAISE(ABORT, 'the ledger is append-only: a row is never deleted');
END;
