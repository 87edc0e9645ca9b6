-- Who made a move: 0 for whoever plays there, 1 for the clock or the house in their place, and 2 for the bot, which plays
-- what somebody had no choice about or has left to it.
CREATE TABLE moves_by (
    table_id BIGINT NOT NULL,
    version  BIGINT NOT NULL,
    n        BIGINT NOT NULL,
    round    BIGINT NOT NULL,
    seat     BIGINT NOT NULL,
    action   TEXT NOT NULL,
    clock    SMALLINT NOT NULL CHECK (clock IN (0, 1, 2)),
    at       DOUBLE PRECISION NOT NULL,
    PRIMARY KEY (table_id, round, version, n),
    FOREIGN KEY (table_id, round) REFERENCES rounds (table_id, round)
);
INSERT INTO moves_by SELECT table_id, version, n, round, seat, action, clock, at FROM moves ORDER BY rowid;
DROP TABLE moves;
ALTER TABLE moves_by RENAME TO moves;

-- The seats of members who have made fewer of their moves in a deal themselves than were made in their place, as a JSON
-- list; of earlier deals nobody counts as away.
ALTER TABLE match_deals ADD COLUMN away TEXT NOT NULL DEFAULT '[]';
