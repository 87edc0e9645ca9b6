-- A match of Five Hundred lives at one table from its first deal to its end, and is known by the table's number.
CREATE TABLE matches (
    table_id   BIGINT NOT NULL PRIMARY KEY REFERENCES tables (id),
    guild      BIGINT NOT NULL,
    started_at DOUBLE PRECISION NOT NULL,
    ended_at   DOUBLE PRECISION,
    outcome    TEXT CHECK (outcome IN ('won', 'abandoned')),
    CHECK ((ended_at IS NULL) = (outcome IS NULL))
);
CREATE INDEX matches_of_guild ON matches (guild, ended_at);

-- Who has played in which seat, each from deal `since` on. `won` is said of those who played a match to its end.
CREATE TABLE match_players (
    table_id BIGINT NOT NULL REFERENCES matches (table_id),
    seat     BIGINT NOT NULL,
    since    BIGINT NOT NULL CHECK (since >= 1),
    person   BIGINT NOT NULL,
    won      SMALLINT CHECK (won IN (0, 1)),
    PRIMARY KEY (table_id, seat, since)
);
CREATE INDEX match_players_of_person ON match_players (person);

-- Every deal that was played to its end: in which round of the table, who contracted for what (NULL when it was thrown
-- in), what everybody took, what each side scored, and the whole deal as a text that the rules can read back. dealer,
-- contractor and partner are seats; tricks go by seat, points by side, as JSON lists.
CREATE TABLE match_deals (
    table_id   BIGINT NOT NULL REFERENCES matches (table_id),
    deal       BIGINT NOT NULL CHECK (deal >= 1),
    round      BIGINT NOT NULL,
    dealer     BIGINT NOT NULL,
    contractor BIGINT,
    partner    BIGINT,
    bid        TEXT,
    made       SMALLINT CHECK (made IN (0, 1)),
    tricks     TEXT NOT NULL,
    points     TEXT NOT NULL,
    record     TEXT NOT NULL,
    ended_at   DOUBLE PRECISION NOT NULL,
    PRIMARY KEY (table_id, deal),
    FOREIGN KEY (table_id, round) REFERENCES rounds (table_id, round),
    UNIQUE (table_id, round),
    CHECK ((bid IS NULL) = (contractor IS NULL)),
    CHECK ((bid IS NULL) = (made IS NULL))
);
