-- Why somebody who manages a server moved chips by hand, in their own words. A reason can be forgotten, never rewritten.
ALTER TABLE ledger ADD COLUMN reason TEXT CHECK (reason <> '');
CREATE TRIGGER ledger_reason_changed BEFORE UPDATE ON ledger
WHEN NEW.reason IS NOT NULL AND OLD.reason IS NOT NEW.reason
BEGIN
    SELECT RAISE(ABORT, 'the ledger is append-only: a reason is never rewritten');
END;

-- A server's rows, newest first; a search by date reads nothing else until it has found its rows.
CREATE INDEX ledger_of_guild ON ledger (guild, id, at);
-- What a member has given away in a day.
CREATE INDEX ledger_gifts ON ledger (payer, at) WHERE why IN ('gift', 'gift tax');

-- Who looked into a server's ledger, and why. actor is a Discord id.
CREATE TABLE audits (
    id     INTEGER PRIMARY KEY,
    guild  BIGINT NOT NULL,
    actor  BIGINT NOT NULL,
    reason TEXT NOT NULL CHECK (reason <> ''),
    at     DOUBLE PRECISION NOT NULL
);
CREATE INDEX audits_of_guild ON audits (guild, id);
