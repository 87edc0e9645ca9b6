-- What a member has given away and has got in a day, the sales of banks among it.
DROP INDEX ledger_gifts;
CREATE INDEX ledger_given ON ledger (payer, at) WHERE why IN ('gift', 'gift tax', 'bank sold');
CREATE INDEX ledger_received ON ledger (payee, at) WHERE why IN ('gift', 'bank sold');

-- Who has set a limit and put it back to none has decided so, before there were limits that nobody had to set.
INSERT INTO settings (guild, name, value)
SELECT l.guild, l.name, '0' FROM settings_log l
WHERE l.name IN ('transfer_cap', 'transfer_account_days') AND l.after IS NULL
    AND l.id = (SELECT MAX(n.id) FROM settings_log n WHERE n.guild = l.guild AND n.name = l.name);
