-- Who wants to be called when a table opens: for one game, or with '' for any, and when they were last called. A person
-- who is forgotten takes these rows along, as nobody's books need them.
CREATE TABLE openings (
    guild     BIGINT NOT NULL,
    person    BIGINT NOT NULL CHECK (person > 0),
    game      TEXT NOT NULL,
    called_at DOUBLE PRECISION,
    PRIMARY KEY (guild, person, game)
);
