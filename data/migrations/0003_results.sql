-- What every finished round brought everybody who was in it: the sum of their ledger rows of that round.
CREATE TABLE results (
    table_id BIGINT NOT NULL,
    round    BIGINT NOT NULL,
    person   BIGINT NOT NULL,
    net      BIGINT NOT NULL,
    PRIMARY KEY (table_id, round, person),
    FOREIGN KEY (table_id, round) REFERENCES rounds (table_id, round)
);
CREATE INDEX results_of_person ON results (person, table_id);

-- A member's own rows, newest first, whichever side they were on.
CREATE INDEX ledger_of_payer ON ledger (payer, id);
CREATE INDEX ledger_of_payee ON ledger (payee, id);
