-- As SQLite's migration of this number says.
ALTER TABLE rounds ADD COLUMN moves_kept SMALLINT NOT NULL DEFAULT 1 CHECK (moves_kept IN (0, 1));
CREATE INDEX rounds_with_moves ON rounds (ended_at) WHERE moves_kept = 1;
