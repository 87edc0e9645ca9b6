-- What a graph needs of long ledgers, so that it reads no million rows: of about a hundred rows of an account that
-- follow each other, up to `last_row`, the first, lowest, highest and last balance with their times, as JSON. The ledger
-- is append-only, so they stay true. They are kept with a member's first graph, and added to with later ones.
CREATE TABLE curves (
    account  BIGINT NOT NULL REFERENCES accounts (id),
    last_row BIGINT NOT NULL,
    points   TEXT NOT NULL,
    PRIMARY KEY (account, last_row)
);
