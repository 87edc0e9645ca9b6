-- Which chips one member had from another in a UTC day, its number counted from 1970: gifts, sales of a bank, stakes and
-- antes. `unearned` are those of them that were won without play, and count as a gift.
CREATE TABLE flows (
    guild    BIGINT NOT NULL,
    day      BIGINT NOT NULL,
    payer    BIGINT NOT NULL REFERENCES accounts (id),
    payee    BIGINT NOT NULL REFERENCES accounts (id),
    chips    BIGINT NOT NULL CHECK (chips > 0),
    unearned BIGINT NOT NULL DEFAULT 0 CHECK (unearned >= 0 AND unearned <= chips),
    PRIMARY KEY (payer, day, payee),
    CHECK (payer <> payee)
);
CREATE INDEX flows_of_payee ON flows (payee, day);
CREATE INDEX flows_of_guild ON flows (guild);

-- The first day whose flows are all there: older rows of the ledger don't say who won what from whom.
INSERT INTO meta (key, value)
SELECT 'flows from', CAST(COALESCE(CAST(MAX(at) AS BIGINT) / 86400 + 1, 0) AS TEXT) FROM ledger;
