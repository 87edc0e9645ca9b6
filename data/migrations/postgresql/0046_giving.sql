-- As SQLite's migration of this number says. It waits for older processes, which read the settings that go here.
INSERT INTO settings (guild, name, value)
SELECT guild, 'gifts', '100' FROM settings WHERE name = 'transfers' AND value = '"off"';

INSERT INTO settings (guild, name, value)
SELECT s.guild, 'gifts', COALESCE(
    (SELECT t.value FROM settings t WHERE t.guild = s.guild AND t.name = 'transfer_tax'), '10')
FROM settings s WHERE s.name = 'transfers' AND s.value = '"taxed"';

INSERT INTO settings (guild, name, value)
SELECT guild, 'givers', '[' || COALESCE(MAX(CASE WHEN name = 'transfer_account_days' THEN value END), '30')
    || ', ' || COALESCE(MAX(CASE WHEN name = 'transfer_rounds' THEN value END), '20') || ']'
FROM settings WHERE name IN ('transfer_account_days', 'transfer_rounds') GROUP BY guild;

INSERT INTO settings (guild, name, value)
SELECT guild, 'between_members', CAST(most AS TEXT) FROM (
    SELECT guild, CASE WHEN MAX(CASE WHEN name = 'transfer_cap' AND value = '0' THEN 1 ELSE 0 END) = 1
        THEN 0 ELSE COALESCE(MAX(NULLIF(CAST(value AS BIGINT), 0)), 500) END AS most
    FROM settings WHERE name IN ('transfer_cap', 'transfer_received', 'newcomer_losses') GROUP BY guild) own
WHERE most <> 500;

DELETE FROM settings WHERE name IN (
    'transfers', 'transfer_tax', 'transfer_cap', 'transfer_received', 'transfer_rounds', 'transfer_account_days',
    'newcomer_losses');

-- A gift, and the price of a bank, counts among the chips of a day that were had without play.
UPDATE flows SET unearned = (
    SELECT MIN(n) FROM (
        SELECT flows.chips AS n UNION ALL
        SELECT flows.unearned + COALESCE(SUM(l.amount), 0) FROM ledger l
        WHERE l.payer = flows.payer AND l.payee = flows.payee AND l.why IN ('gift', 'gift tax', 'bank sold')
            AND l.at >= 86400 * flows.day AND l.at < 86400 * (flows.day + 1)) least);
