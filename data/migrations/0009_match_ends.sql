-- How a match ended that was not played to its last deal: won because only one side was still there (default), as all
-- agreed (agreed), because everybody had left (left), by somebody who manages the server (void), or because nobody had
-- touched it for long (idle). ended_by is the Discord id of who ended it by hand, reason what they said.
ALTER TABLE matches ADD COLUMN ending TEXT CHECK (ending IN ('default', 'agreed', 'left', 'void', 'idle'));
ALTER TABLE matches ADD COLUMN ended_by BIGINT;
ALTER TABLE matches ADD COLUMN reason TEXT CHECK (reason <> '');

-- A match remembers since when nobody has touched it; one that was begun before it did counts from now on.
UPDATE tables
SET lobby = json_set(lobby, '$.carry.touched', CAST(strftime('%s', 'now') AS INTEGER))
WHERE game = 'five_hundred' AND closed_at IS NULL AND json_array_length(lobby, '$.carry.players') > 0;
