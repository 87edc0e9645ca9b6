-- As SQLite's migration of this number says. It waits for older processes, which know no match with somebody new.
ALTER TABLE match_players ADD COLUMN weight DOUBLE PRECISION NOT NULL DEFAULT 1 CHECK (weight BETWEEN 0 AND 1);
ALTER TABLE matches DROP CONSTRAINT matches_unrated_check;
ALTER TABLE matches ADD CONSTRAINT matches_unrated_check
    CHECK (unrated IN ('house', 'passed', 'left', 'often', 'new'));
