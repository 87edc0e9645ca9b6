-- How skilled the players of Five Hundred are believed to be in each server (data/tables/ratings.py): mu and sigma of
-- openskill, and how many matches they come from. All of it follows from the rated matches in their order; `rated`
-- counts those of a server from 1, and is NULL for a match that doesn't count. In a rated match `side` says who played
-- together and `place` how their side came in, equal ones alike; NULL for somebody whom the match doesn't rate.
ALTER TABLE matches ADD COLUMN rated BIGINT CHECK (rated >= 1);
ALTER TABLE match_players ADD COLUMN side BIGINT CHECK (side >= 0);
ALTER TABLE match_players ADD COLUMN place BIGINT CHECK (place >= 1);
CREATE UNIQUE INDEX matches_rated ON matches (guild, rated) WHERE rated IS NOT NULL;
CREATE TABLE ratings (
    guild   BIGINT NOT NULL,
    person  BIGINT NOT NULL,
    mu      DOUBLE PRECISION NOT NULL,
    sigma   DOUBLE PRECISION NOT NULL CHECK (sigma > 0),
    matches BIGINT NOT NULL CHECK (matches >= 1),
    PRIMARY KEY (guild, person)
);

-- Matches that were won before this count in the order in which they ended, if a deal of them was finished.
UPDATE matches SET rated = (
    SELECT n.number FROM (
        SELECT m.table_id, ROW_NUMBER() OVER (PARTITION BY m.guild ORDER BY m.ended_at, m.table_id) AS number
        FROM matches m
        WHERE m.outcome = 'won' AND EXISTS (SELECT 1 FROM match_deals d WHERE d.table_id = m.table_id)) n
    WHERE n.table_id = matches.table_id);
UPDATE match_players SET side = seat % (
    SELECT json_array_length(d.points) FROM match_deals d WHERE d.table_id = match_players.table_id AND d.deal = 1)
WHERE won IS NOT NULL AND table_id IN (SELECT table_id FROM matches WHERE rated IS NOT NULL);
CREATE TEMP TABLE came_in AS
    SELECT p.table_id, p.side, MAX(p.won) AS won, m.ending IS NOT NULL AS is_default,
        (SELECT SUM(json_extract(d.points, '$[' || p.side || ']')) FROM match_deals d
         WHERE d.table_id = p.table_id) AS points
    FROM match_players p JOIN matches m ON m.table_id = p.table_id
    WHERE p.side IS NOT NULL GROUP BY p.table_id, p.side;
UPDATE match_players SET place = (
    SELECT CASE WHEN s.won = 1 THEN 1 WHEN s.is_default THEN 2 ELSE 2 + (
        SELECT COUNT(*) FROM came_in o WHERE o.table_id = s.table_id AND o.won = 0 AND o.points > s.points) END
    FROM came_in s
    WHERE s.table_id = match_players.table_id AND s.side = match_players.side
        AND (s.won = 0 OR match_players.won = 1))
WHERE side IS NOT NULL;
DROP TABLE came_in;
