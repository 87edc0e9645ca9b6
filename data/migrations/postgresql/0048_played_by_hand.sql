-- As SQLite's migration of this number says. It waits for older processes, which write no 2.
ALTER TABLE moves DROP CONSTRAINT moves_clock_check;
ALTER TABLE moves ADD CONSTRAINT moves_clock_check CHECK (clock IN (0, 1, 2));
ALTER TABLE match_deals ADD COLUMN away TEXT NOT NULL DEFAULT '[]';
