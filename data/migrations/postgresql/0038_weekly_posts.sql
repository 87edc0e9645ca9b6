-- Only widens: older processes may run beside it.
-- As SQLite's migration of this number says.
ALTER TABLE daily_posts ADD COLUMN week BIGINT NOT NULL DEFAULT 0;
