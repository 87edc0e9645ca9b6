-- Who has cancelled a tournament, and why; without a manager it was for too few players. What it says of one that was
-- cancelled before is nothing: ''. `told` is below `round` until those who had signed up have been told.
ALTER TABLE tournaments ADD COLUMN ended_by BIGINT;
ALTER TABLE tournaments ADD COLUMN why TEXT;
UPDATE tournaments SET why = '', told = round WHERE stage = 'cancelled';
DROP INDEX tournaments_under_way;
CREATE INDEX tournaments_under_way ON tournaments (id)
    WHERE (stage IN ('signup', 'checkin', 'rounds') OR told < round);
