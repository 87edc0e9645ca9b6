-- A tournament of a server: `plan` is how it is played and `chance` what its draws and cards follow from, both written
-- by tables/tournament. `round` is the last one that was drawn, `told` the last one whose standings were posted,
-- and `changes` counts what people did in between.
CREATE TABLE tournaments (
    id         INTEGER PRIMARY KEY,
    guild      BIGINT NOT NULL,
    channel    BIGINT NOT NULL,
    name       TEXT NOT NULL CHECK (name <> ''),
    plan       TEXT NOT NULL,
    prize      BIGINT NOT NULL CHECK (prize >= 0),
    host       BIGINT NOT NULL,
    chance     BLOB NOT NULL,
    created_at DOUBLE PRECISION NOT NULL,
    starts_at  DOUBLE PRECISION NOT NULL,
    stage      TEXT NOT NULL CHECK (stage IN ('signup', 'checkin', 'rounds', 'over', 'cancelled')),
    round      BIGINT NOT NULL DEFAULT 0,
    told       BIGINT NOT NULL DEFAULT 0,
    changes    BIGINT NOT NULL DEFAULT 0,
    message    BIGINT,
    called     BIGINT,
    event      BIGINT,
    ended_at   DOUBLE PRECISION
);
CREATE INDEX tournaments_of_guild ON tournaments (guild, id);
CREATE INDEX tournaments_under_way ON tournaments (id)
    WHERE (stage IN ('signup', 'checkin', 'rounds') OR (stage = 'over' AND told < round));
-- Who takes part. `partner` is whom they want to play with; `entrant` is their number from the start on, one number for
-- both of a pair. From the round `gone_from` on they have withdrawn.
CREATE TABLE tournament_players (
    tournament BIGINT NOT NULL REFERENCES tournaments (id),
    guild      BIGINT NOT NULL,
    person     BIGINT NOT NULL,
    partner    BIGINT,
    is_here    BIGINT NOT NULL DEFAULT 0,
    entrant    BIGINT,
    gone_from  BIGINT,
    signed_at  DOUBLE PRECISION NOT NULL,
    PRIMARY KEY (tournament, person)
);
CREATE INDEX tournament_players_of_person ON tournament_players (guild, person);
-- The tables of a round: the entrants by place, the table once it is open, its thread, what its deals brought by place
-- once the round is over, and the scores that a manager has set instead, with who and why.
CREATE TABLE tournament_tables (
    tournament BIGINT NOT NULL REFERENCES tournaments (id),
    guild      BIGINT NOT NULL,
    round      BIGINT NOT NULL CHECK (round >= 1),
    number     BIGINT NOT NULL CHECK (number >= 1),
    seating    TEXT NOT NULL,
    table_id   BIGINT UNIQUE REFERENCES tables (id),
    thread     BIGINT,
    deals      TEXT,
    PRIMARY KEY (tournament, round, number)
);
CREATE INDEX tournament_tables_of_guild ON tournament_tables (guild);
CREATE TABLE tournament_corrections (
    tournament BIGINT NOT NULL REFERENCES tournaments (id),
    guild      BIGINT NOT NULL,
    round      BIGINT NOT NULL CHECK (round >= 1),
    entrant    BIGINT NOT NULL CHECK (entrant >= 1),
    percent    BIGINT NOT NULL CHECK (percent BETWEEN 0 AND 100),
    actor      BIGINT NOT NULL,
    reason     TEXT NOT NULL CHECK (reason <> ''),
    at         DOUBLE PRECISION NOT NULL,
    PRIMARY KEY (tournament, round, entrant)
);
CREATE INDEX tournament_corrections_of_guild ON tournament_corrections (guild);
