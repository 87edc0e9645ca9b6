-- Who asks for it is forgotten: their account and their rows stay, or the books would not add up, and carry a number
-- below 0 that no Discord id has. So the ledger lets an actor become such a number, and after that the keys of that
-- account's rows change; nothing that is about chips ever does.
CREATE TRIGGER account_owner_changed BEFORE UPDATE OF id, guild, kind, owner ON accounts
WHEN OLD.id <> NEW.id OR OLD.guild <> NEW.guild OR OLD.kind <> NEW.kind
    OR (OLD.owner <> NEW.owner AND (OLD.kind <> 'member' OR OLD.owner < 0 OR NEW.owner >= 0))
BEGIN
    SELECT RAISE(ABORT, 'an account stays whose it is, until its owner is forgotten');
END;
DROP TRIGGER ledger_row_changed;
CREATE TRIGGER ledger_row_changed BEFORE UPDATE ON ledger
WHEN OLD.id <> NEW.id OR OLD.guild <> NEW.guild OR OLD.payer <> NEW.payer OR OLD.payee <> NEW.payee
    OR OLD.amount <> NEW.amount OR OLD.why <> NEW.why OR OLD.at <> NEW.at
    OR OLD.table_id IS NOT NEW.table_id OR OLD.round IS NOT NEW.round
    OR OLD.payer_after <> NEW.payer_after OR OLD.payee_after <> NEW.payee_after
    OR (OLD.actor IS NOT NEW.actor AND (OLD.actor IS NULL OR NEW.actor IS NULL OR NEW.actor >= 0))
    OR (OLD.key <> NEW.key AND NOT EXISTS (SELECT 1 FROM accounts WHERE id IN (OLD.payer, OLD.payee) AND owner < 0))
BEGIN
    SELECT RAISE(ABORT, 'the ledger is append-only: a row is never changed');
END;

-- Who was forgotten lately, as digests with a key that is only here (meta 'departure key'): nobody can be read from
-- them, but somebody who comes back is known again and gets no starting chips twice. After 30 days they are deleted,
-- unless that person is back.
CREATE TABLE departed (
    guild    BIGINT NOT NULL,
    digest   TEXT NOT NULL,
    left_at  DOUBLE PRECISION NOT NULL,
    returned SMALLINT NOT NULL DEFAULT 0 CHECK (returned IN (0, 1)),
    PRIMARY KEY (guild, digest)
);

-- Servers that the bot was removed from, and when; their data goes after 30 days. While it goes, `deleting` is 1, and
-- the ledger's rows of that server, and of no other, may be deleted.
CREATE TABLE guilds_left (
    guild    BIGINT NOT NULL PRIMARY KEY,
    left_at  DOUBLE PRECISION NOT NULL,
    deleting SMALLINT NOT NULL DEFAULT 0 CHECK (deleting IN (0, 1))
);
DROP TRIGGER ledger_row_deleted;
CREATE TRIGGER ledger_row_deleted BEFORE DELETE ON ledger
WHEN NOT EXISTS (SELECT 1 FROM guilds_left WHERE guild = OLD.guild AND deleting = 1)
BEGIN
    SELECT RAISE(ABORT, 'the ledger is append-only: a row is never deleted');
END;
