-- Only widens: older processes may run beside it.
-- As SQLite's migration of this number says.
ALTER TABLE tables ADD COLUMN withheld BIGINT NOT NULL DEFAULT 0;
