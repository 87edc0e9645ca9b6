-- Every index of the ledger ends with the row's number by itself. To name it again made each a quarter larger.
DROP INDEX ledger_of_payer;
DROP INDEX ledger_of_payee;
CREATE INDEX ledger_of_payer ON ledger (payer);
CREATE INDEX ledger_of_payee ON ledger (payee);

-- A server's rows in the order of time: its newest, and any day long ago.
DROP INDEX ledger_of_guild;
CREATE INDEX ledger_of_guild ON ledger (guild, at);
