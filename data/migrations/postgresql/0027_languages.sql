-- As SQLite's migration of this number says.
CREATE TABLE languages (
    person   BIGINT PRIMARY KEY CHECK (person > 0),
    language TEXT NOT NULL CHECK (language <> ''),
    at       DOUBLE PRECISION NOT NULL
);
