-- As SQLite's migration of this number says.
CREATE TABLE blocks (
    kind       TEXT NOT NULL CHECK (kind IN ('server', 'person')),
    number     BIGINT NOT NULL CHECK (number > 0),
    reason     TEXT NOT NULL CHECK (reason <> ''),
    blocked_by BIGINT NOT NULL,
    at         DOUBLE PRECISION NOT NULL,
    PRIMARY KEY (kind, number)
);
