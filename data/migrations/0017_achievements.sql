-- What members have achieved: once each, with the moment and, unless it happened away from the tables, the round. `seen`
-- says that the member has been told. A person who is forgotten takes these rows along, as nobody's books need them.
CREATE TABLE achievements (
    guild    BIGINT NOT NULL,
    person   BIGINT NOT NULL CHECK (person > 0),
    key      TEXT NOT NULL,
    at       DOUBLE PRECISION NOT NULL,
    table_id BIGINT REFERENCES tables (id),
    round    BIGINT,
    seen     SMALLINT NOT NULL DEFAULT 0 CHECK (seen IN (0, 1)),
    PRIMARY KEY (guild, person, key),
    CHECK ((table_id IS NULL) = (round IS NULL))
);
