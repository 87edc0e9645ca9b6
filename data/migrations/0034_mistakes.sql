-- What the coach found in deals that somebody wanted to look at again: what their mistakes cost in points, by lesson;
-- the lesson is empty where no rule says it, and of a deal without mistakes there is such a row of nothing. `at` is when
-- the deal ended. A person who is forgotten takes these rows along, as nobody's books need them.
CREATE TABLE mistakes (
    guild    BIGINT NOT NULL,
    person   BIGINT NOT NULL CHECK (person > 0),
    table_id BIGINT NOT NULL REFERENCES tables (id),
    deal     BIGINT NOT NULL CHECK (deal >= 1),
    lesson   TEXT NOT NULL,
    points   DOUBLE PRECISION NOT NULL CHECK (points >= 0),
    at       DOUBLE PRECISION NOT NULL,
    PRIMARY KEY (guild, person, table_id, deal, lesson)
);
CREATE INDEX mistakes_of_table ON mistakes (table_id);
