-- Why a match that was won changes nobody's rating (data/tables/ratings.py); NULL for one that does, and for all others.
ALTER TABLE matches ADD COLUMN unrated TEXT CHECK (unrated IN ('house', 'passed', 'left', 'often'));

-- Ratings so far counted matches in which hardly a card was played, and any number a day against the same opponents.
UPDATE matches SET rated = NULL, unrated = 'passed' WHERE rated IS NOT NULL AND (
    SELECT 2 * COUNT(d.contractor) < COUNT(*) FROM match_deals d WHERE d.table_id = matches.table_id);
UPDATE matches SET rated = NULL, unrated = 'often' WHERE table_id IN (
    SELECT n.table_id FROM (
        SELECT m.table_id, ROW_NUMBER() OVER (
            PARTITION BY m.guild, CAST(m.ended_at / 86400 AS BIGINT), p.person, (
                SELECT group_concat(o.person) FROM (
                    SELECT q.person FROM match_players q
                    WHERE q.table_id = m.table_id AND q.place IS NOT NULL AND q.side <> p.side ORDER BY q.person) o)
            ORDER BY m.rated) AS number
        FROM matches m JOIN match_players p ON p.table_id = m.table_id AND p.place IS NOT NULL
        WHERE m.rated IS NOT NULL) n
    WHERE n.number > 3);
UPDATE match_players SET side = NULL, place = NULL
WHERE table_id IN (SELECT table_id FROM matches WHERE unrated IS NOT NULL);
-- They are worked out again when the bot starts.
DELETE FROM ratings WHERE guild IN (SELECT guild FROM matches WHERE unrated IS NOT NULL);

UPDATE matches SET unrated = CASE
    WHEN EXISTS (
        SELECT 1 FROM match_players p WHERE p.table_id = matches.table_id AND p.person <= -1000000000000000) THEN 'house'
    WHEN (
        SELECT COUNT(*) = 0 OR 2 * COUNT(d.contractor) < COUNT(*) FROM match_deals d
        WHERE d.table_id = matches.table_id) THEN 'passed'
    ELSE 'left' END
WHERE outcome = 'won' AND rated IS NULL AND unrated IS NULL;
