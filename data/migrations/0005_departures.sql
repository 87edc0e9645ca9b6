-- Who asks for it is forgotten: their account and their rows stay, or the books would not add up, and carry a number
-- below 0 that no Discord id has. So the ledger lets a row's key and actor change, and nothing that is about chips.
DROP TRIGGER ledger_row_changed;
CREATE TRIGGER ledger_row_changed BEFORE UPDATE ON ledger
WHEN OLD.id <> NEW.id OR OLD.guild <> NEW.guild OR OLD.payer <> NEW.payer OR OLD.payee <> NEW.payee
    OR OLD.amount <> NEW.amount OR OLD.why <> NEW.why OR OLD.at <> NEW.at
    OR OLD.table_id IS NOT NEW.table_id OR OLD.round IS NOT NEW.round
    OR OLD.payer_after <> NEW.payer_after OR OLD.payee_after <> NEW.payee_after
BEGIN
    SELECT RAISE(ABORT, 'the ledger is append-only: a row is never changed');
END;

-- Servers that the bot was removed from, and when; their data goes after 30 days.
CREATE TABLE guilds_left (
    guild   BIGINT NOT NULL PRIMARY KEY,
    left_at DOUBLE PRECISION NOT NULL
);
