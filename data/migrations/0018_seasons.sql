-- When somebody last got relief, found without reading all of their rows.
CREATE INDEX ledger_relief ON ledger (payee, at) WHERE why = 'relief';

-- The seasons of a server's chips, each until the next one begins. What was before a server's first season is one too,
-- without a name and without a beginning. key is the reset that began the season, of whoever ordered it (actor, a Discord
-- id; NULL where none did).
CREATE TABLE seasons (
    id         INTEGER PRIMARY KEY,
    guild      BIGINT NOT NULL,
    name       TEXT CHECK (name <> ''),
    key        TEXT UNIQUE,
    actor      BIGINT,
    started_at DOUBLE PRECISION,
    ended_at   DOUBLE PRECISION,
    CHECK ((name IS NULL) = (started_at IS NULL)),
    CHECK ((name IS NULL) = (key IS NULL)),
    CHECK (name IS NOT NULL OR ended_at IS NOT NULL)
);
CREATE INDEX seasons_of_guild ON seasons (guild, id);
CREATE UNIQUE INDEX seasons_running ON seasons (guild) WHERE ended_at IS NULL;

-- Who had most chips when a season ended, written in the transaction that ended it.
CREATE TABLE season_winners (
    season BIGINT NOT NULL REFERENCES seasons (id),
    guild  BIGINT NOT NULL,
    place  BIGINT NOT NULL CHECK (place >= 1),
    person BIGINT NOT NULL,
    chips  BIGINT NOT NULL,
    PRIMARY KEY (season, place)
);
CREATE INDEX season_winners_of_person ON season_winners (guild, person);
