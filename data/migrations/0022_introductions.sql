-- Which games members have been told about when they came to them for the first time in a server; the row is written
-- before they are told. Who has played a game already knows it. A person who is forgotten takes these rows along, as
-- nobody's books need them.
CREATE TABLE introductions (
    guild  BIGINT NOT NULL,
    person BIGINT NOT NULL CHECK (person > 0),
    game   TEXT NOT NULL,
    at     DOUBLE PRECISION NOT NULL,
    PRIMARY KEY (guild, person, game)
);
INSERT INTO introductions
SELECT a.guild, a.owner, r.game, 0 FROM records r JOIN accounts a ON a.id = r.account WHERE a.owner > 0
UNION SELECT m.guild, p.person, t.game, 0
FROM match_players p JOIN matches m ON m.table_id = p.table_id JOIN tables t ON t.id = p.table_id WHERE p.person > 0;
