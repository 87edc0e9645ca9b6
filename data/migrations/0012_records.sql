-- What a member has won and lost in each game: the sum of their results, kept with every result, so that nobody counts a
-- million rounds for one page of statistics.
CREATE TABLE records (
    account BIGINT NOT NULL REFERENCES accounts (id),
    game    TEXT NOT NULL,
    rounds  BIGINT NOT NULL CHECK (rounds >= 1),
    won     BIGINT NOT NULL,
    lost    BIGINT NOT NULL,
    net     BIGINT NOT NULL,
    biggest BIGINT NOT NULL CHECK (biggest >= 0),
    PRIMARY KEY (account, game),
    CHECK (won >= 0 AND lost >= 0 AND won + lost <= rounds)
);
INSERT INTO records (account, game, rounds, won, lost, net, biggest)
SELECT s.account, t.game, SUM(s.rounds), SUM(s.won), SUM(s.lost), SUM(s.net), MAX(s.biggest)
FROM (
    SELECT r.account, r.table_id, COUNT(*) AS rounds, SUM(CASE WHEN r.net > 0 THEN 1 ELSE 0 END) AS won,
        SUM(CASE WHEN r.net < 0 THEN 1 ELSE 0 END) AS lost, SUM(r.net) AS net,
        MAX(CASE WHEN r.net > 0 THEN r.net ELSE 0 END) AS biggest
    FROM results r GROUP BY r.account, r.table_id) s
JOIN tables t ON t.id = s.table_id
GROUP BY s.account, t.game;

-- A member's results in the order of their rows, for the file that they can ask for. Statistics are in `records`.
DROP INDEX results_of_account;
CREATE INDEX results_of_account ON results (account);
