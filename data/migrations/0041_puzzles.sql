-- The puzzles of a week, counted from that of the first day of 1970: from which deal, and before which of its moves.
CREATE TABLE puzzles (
    week     BIGINT NOT NULL,
    number   BIGINT NOT NULL CHECK (number >= 1),
    table_id BIGINT NOT NULL,
    deal     BIGINT NOT NULL,
    step     BIGINT NOT NULL CHECK (step >= 0),
    PRIMARY KEY (week, number),
    UNIQUE (table_id, deal),
    FOREIGN KEY (table_id, deal) REFERENCES match_deals (table_id, deal)
);
-- The first try of everybody, once it is over, and in which server.
CREATE TABLE puzzle_tries (
    week   BIGINT NOT NULL,
    number BIGINT NOT NULL,
    person BIGINT NOT NULL CHECK (person > 0),
    guild  BIGINT NOT NULL,
    solved SMALLINT NOT NULL CHECK (solved IN (0, 1)),
    at     DOUBLE PRECISION NOT NULL,
    PRIMARY KEY (week, number, person)
);
CREATE INDEX puzzle_tries_of_person ON puzzle_tries (person, week);
CREATE INDEX puzzle_tries_of_guild ON puzzle_tries (guild);
