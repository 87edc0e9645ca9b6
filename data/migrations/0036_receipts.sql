-- What a process wrote last in each of the places where it writes at the same time. A server says by it whether a
-- transaction whose end was not answered is written; a file doesn't need it.
CREATE TABLE receipts (
    process TEXT NOT NULL,
    place   BIGINT NOT NULL,
    number  BIGINT NOT NULL,
    at      DOUBLE PRECISION NOT NULL,
    PRIMARY KEY (process, place)
);
