-- Servers and people whom the bot no longer serves because its owner says so: number is a Discord id, blocked_by is the
-- owner's. A block belongs to no server, and stays when a person is forgotten or a server is left.
CREATE TABLE blocks (
    kind       TEXT NOT NULL CHECK (kind IN ('server', 'person')),
    number     BIGINT NOT NULL CHECK (number > 0),
    reason     TEXT NOT NULL CHECK (reason <> ''),
    blocked_by BIGINT NOT NULL,
    at         DOUBLE PRECISION NOT NULL,
    PRIMARY KEY (kind, number)
);
