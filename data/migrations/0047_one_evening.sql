-- What a server has set about its club evening is one value, if it has one: without a channel there is none.
INSERT INTO settings (guild, name, value)
SELECT s.guild, 'evening', '{"channel": ' || s.value
    || ', "day": ' || COALESCE((SELECT o.value FROM settings o WHERE o.guild = s.guild AND o.name = 'evening_day'), '4')
    || ', "time": ' || COALESCE((SELECT o.value FROM settings o WHERE o.guild = s.guild AND o.name = 'evening_time'), '"20:00"')
    || ', "zone": ' || COALESCE((SELECT o.value FROM settings o WHERE o.guild = s.guild AND o.name = 'evening_zone'), '"UTC"')
    || ', "hours": ' || COALESCE((SELECT o.value FROM settings o WHERE o.guild = s.guild AND o.name = 'evening_hours'), '3')
    || ', "games_off": ' || COALESCE((SELECT o.value FROM settings o WHERE o.guild = s.guild AND o.name = 'evening_games_off'), '[]')
    || '}'
FROM settings s WHERE s.name = 'evening_channel';
DELETE FROM settings WHERE name IN
    ('evening_channel', 'evening_day', 'evening_time', 'evening_zone', 'evening_hours', 'evening_games_off');
-- It is no new setting of which servers should read.
UPDATE meta SET value = REPLACE(value, '"evening_channel": 0', '"evening": null') WHERE key LIKE 'defaults of shard %';
-- An evening goes on since the last table before it was opened: its own are those that the bot has opened there since.
ALTER TABLE evenings ADD COLUMN since BIGINT;
DELETE FROM evenings WHERE phase = 'over';
UPDATE evenings SET since = COALESCE(
    (SELECT MIN(e.table_id) - 1 FROM evening_tables e WHERE e.guild = evenings.guild),
    (SELECT MAX(id) FROM tables), 0)
WHERE phase <> 'planned';
ALTER TABLE evenings DROP COLUMN phase;
DROP TABLE evening_tables;
