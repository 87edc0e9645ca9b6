-- As SQLite's migration of this number says.
ALTER TABLE tournaments ADD COLUMN ended_by BIGINT;
ALTER TABLE tournaments ADD COLUMN why TEXT;
UPDATE tournaments SET why = '', told = round WHERE stage = 'cancelled';
DROP INDEX tournaments_under_way;
CREATE INDEX tournaments_under_way ON tournaments (id)
    WHERE (stage IN ('signup', 'checkin', 'rounds') OR told < round);
