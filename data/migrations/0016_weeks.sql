-- What a member has won and lost in each game this week, beside the record of all time: in the week of their latest
-- round, counted from Monday, 29 December 1969. The first round of another week begins the numbers again, so there are
-- never any of old weeks to delete.
ALTER TABLE records ADD COLUMN week BIGINT NOT NULL DEFAULT 0;
ALTER TABLE records ADD COLUMN week_rounds BIGINT NOT NULL DEFAULT 0;
ALTER TABLE records ADD COLUMN week_net BIGINT NOT NULL DEFAULT 0;

-- Of the rounds of before only those of the latest week count, as nobody asks about another one.
UPDATE records SET week = s.week, week_rounds = s.rounds, week_net = s.net
FROM (
    SELECT x.account, t.game, w.week, COUNT(*) AS rounds, SUM(x.net) AS net
    FROM (SELECT CAST((MAX(ended_at) + 259200) / 604800 AS BIGINT) AS week FROM rounds) w
    JOIN rounds r ON r.ended_at >= 604800 * w.week - 259200
    JOIN results x ON x.table_id = r.table_id AND x.round = r.round
    JOIN tables t ON t.id = r.table_id
    GROUP BY x.account, t.game) s
WHERE s.account = records.account AND s.game = records.game;
