-- Rounds that house players were dealt into: what each member won or lost against them, in chips; NULL in all others.
ALTER TABLE results ADD COLUMN from_house BIGINT;

-- A member's records of such rounds are kept apart from those of all others.
CREATE TABLE records_apart (
    account     BIGINT NOT NULL REFERENCES accounts (id),
    game        TEXT NOT NULL,
    with_house  SMALLINT NOT NULL DEFAULT 0 CHECK (with_house IN (0, 1)),
    rounds      BIGINT NOT NULL CHECK (rounds >= 1),
    won         BIGINT NOT NULL,
    lost        BIGINT NOT NULL,
    net         BIGINT NOT NULL,
    biggest     BIGINT NOT NULL CHECK (biggest >= 0),
    week        BIGINT NOT NULL DEFAULT 0,
    week_rounds BIGINT NOT NULL DEFAULT 0,
    week_net    BIGINT NOT NULL DEFAULT 0,
    PRIMARY KEY (account, game, with_house),
    CHECK (won >= 0 AND lost >= 0 AND won + lost <= rounds)
);
INSERT INTO records_apart
SELECT account, game, 0, rounds, won, lost, net, biggest, week, week_rounds, week_net FROM records ORDER BY rowid;
DROP TABLE records;
ALTER TABLE records_apart RENAME TO records;

-- What somebody has won from house players, or lost to them, in the UTC day of the latest time that they did: its number
-- counted from 1970. The first chips of another day begin it again, so there are never any of old days to delete.
CREATE TABLE house_days (
    account BIGINT NOT NULL PRIMARY KEY REFERENCES accounts (id),
    day     BIGINT NOT NULL,
    won     BIGINT NOT NULL
);

-- A house player's account and rows carry a number below those of people who were forgotten: an owner or an actor never
-- becomes such a number, and the keys of its rows never change.
DROP TRIGGER account_owner_changed;
CREATE TRIGGER account_owner_changed BEFORE UPDATE OF id, guild, kind, owner ON accounts
WHEN OLD.id <> NEW.id OR OLD.guild <> NEW.guild OR OLD.kind <> NEW.kind
    OR (OLD.owner <> NEW.owner
        AND (OLD.kind <> 'member' OR OLD.owner < 0 OR NEW.owner >= 0 OR NEW.owner <= -1000000000000000))
BEGIN
    SELECT RAISE(ABORT, 'an account stays whose it is, until its owner is forgotten');
END;
DROP TRIGGER ledger_row_changed;
CREATE TRIGGER ledger_row_changed BEFORE UPDATE ON ledger
WHEN OLD.id <> NEW.id OR OLD.guild <> NEW.guild OR OLD.payer <> NEW.payer OR OLD.payee <> NEW.payee
    OR OLD.amount <> NEW.amount OR OLD.why <> NEW.why OR OLD.at <> NEW.at
    OR OLD.table_id IS NOT NEW.table_id OR OLD.round IS NOT NEW.round
    OR OLD.payer_after <> NEW.payer_after OR OLD.payee_after <> NEW.payee_after
    OR (OLD.actor IS NOT NEW.actor
        AND (OLD.actor IS NULL OR NEW.actor IS NULL OR NEW.actor >= 0 OR NEW.actor <= -1000000000000000))
    OR (OLD.key <> NEW.key AND NOT EXISTS (
        SELECT 1 FROM accounts WHERE id IN (OLD.payer, OLD.payee) AND owner < 0 AND owner > -1000000000000000))
BEGIN
    SELECT RAISE(ABORT, 'the ledger is append-only: a row is never changed');
END;
