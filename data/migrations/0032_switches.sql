-- What somebody has switched for themselves. It belongs to no server: it holds in all of them, and goes when the person
-- asks to be forgotten in any of them.
CREATE TABLE switches (
    person BIGINT NOT NULL CHECK (person > 0),
    name   TEXT NOT NULL CHECK (name <> ''),
    at     DOUBLE PRECISION NOT NULL,
    PRIMARY KEY (person, name)
);
