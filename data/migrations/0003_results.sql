-- What every finished round brought everybody whose chips moved in it: the sum of their ledger rows of that round, but
-- for what was paid for the bank before it began. Void rounds brought nobody anything and have none.
CREATE TABLE results (
    table_id BIGINT NOT NULL,
    round    BIGINT NOT NULL,
    account  BIGINT NOT NULL REFERENCES accounts (id),
    net      BIGINT NOT NULL,
    PRIMARY KEY (table_id, round, account),
    FOREIGN KEY (table_id, round) REFERENCES rounds (table_id, round)
);
-- A member's statistics are counted in this index alone.
CREATE INDEX results_of_account ON results (account, table_id, net);

-- A member's own rows, newest first, whichever side they were on.
CREATE INDEX ledger_of_payer ON ledger (payer, id);
CREATE INDEX ledger_of_payee ON ledger (payee, id);

-- The rounds of before. Whoever took all bets back before the deal was not in it.
INSERT INTO results (table_id, round, account, net)
SELECT l.table_id, l.round, a.id, SUM(CASE WHEN l.payee = a.id THEN l.amount ELSE -l.amount END)
FROM ledger l
JOIN rounds r ON r.table_id = l.table_id AND r.round = l.round AND r.ended_at IS NOT NULL AND r.void = 0
JOIN accounts a ON a.id IN (l.payer, l.payee) AND a.kind = 'member'
WHERE l.why <> 'bank sold'
GROUP BY l.table_id, l.round, a.id
HAVING SUM(CASE WHEN l.payee = a.id THEN l.amount ELSE -l.amount END) <> 0
    OR SUM(CASE WHEN l.why IN ('bet', 'bet back') THEN 0 ELSE 1 END) > 0;
