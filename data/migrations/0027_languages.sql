-- The language that somebody has chosen, a locale such as pt-BR. It belongs to no server: it holds in all of them, and
-- goes when the person asks to be forgotten in any of them.
CREATE TABLE languages (
    person   BIGINT PRIMARY KEY CHECK (person > 0),
    language TEXT NOT NULL CHECK (language <> ''),
    at       DOUBLE PRECISION NOT NULL
);
