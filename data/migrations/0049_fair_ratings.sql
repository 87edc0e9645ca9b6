-- How much a rated match counts for each of its players: less each time against the same opponents in a season, and
-- nothing for who was mostly away and didn't lose. Matches of before count in full, as when they were played.
ALTER TABLE match_players ADD COLUMN weight DOUBLE PRECISION NOT NULL DEFAULT 1 CHECK (weight BETWEEN 0 AND 1);

-- Another reason why a match isn't rated: somebody in it was new.
CREATE TEMP TABLE reasons AS SELECT table_id, unrated FROM matches WHERE unrated IS NOT NULL;
ALTER TABLE matches DROP COLUMN unrated;
ALTER TABLE matches ADD COLUMN unrated TEXT CHECK (unrated IN ('house', 'passed', 'left', 'often', 'new'));
UPDATE matches SET unrated = (SELECT r.unrated FROM reasons r WHERE r.table_id = matches.table_id)
WHERE table_id IN (SELECT table_id FROM reasons);
DROP TABLE reasons;
