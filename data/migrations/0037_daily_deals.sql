-- The deal of Five Hundred that is the same for everybody on a day of UTC, counted from 1970: the seed of its shuffle,
-- whose hash is shown from the day before on, and the deal as the house plays it in all seats, once that is known.
CREATE TABLE daily_deals (
    day        BIGINT PRIMARY KEY,
    seed       BLOB NOT NULL,
    commitment TEXT NOT NULL,
    record     TEXT
);
-- Who has begun it, once on all servers, and at which table. What the deal brought their side, less what it brought the
-- other one, is there from its end on, unless that came after the results.
CREATE TABLE daily_entries (
    day      BIGINT NOT NULL REFERENCES daily_deals (day),
    person   BIGINT NOT NULL CHECK (person > 0),
    guild    BIGINT NOT NULL,
    table_id BIGINT NOT NULL UNIQUE REFERENCES tables (id),
    points   BIGINT,
    PRIMARY KEY (day, person)
);
CREATE INDEX daily_entries_of_guild ON daily_entries (guild, day);
CREATE INDEX daily_entries_of_person ON daily_entries (person);
CREATE INDEX daily_entries_by_points ON daily_entries (day, points);
-- The last day whose results have been posted in a server, or that was tried.
CREATE TABLE daily_posts (
    guild BIGINT PRIMARY KEY,
    day   BIGINT NOT NULL
);
