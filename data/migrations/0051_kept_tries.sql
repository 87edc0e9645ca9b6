-- That somebody who was forgotten has begun a day's deal or tried a puzzle, until it is over: under the digest of an id
-- that only this database can make.
CREATE TABLE kept_tries (
    guild  BIGINT NOT NULL,
    digest TEXT NOT NULL,
    what   TEXT NOT NULL,
    until  DOUBLE PRECISION NOT NULL,
    PRIMARY KEY (digest, what)
);
CREATE INDEX kept_tries_of_guild ON kept_tries (guild);
