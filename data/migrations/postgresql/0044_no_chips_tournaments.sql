-- As SQLite's migration of this number says.
UPDATE tables SET closed_at = FLOOR(EXTRACT(EPOCH FROM now())), deadline = NULL, withheld = 0
WHERE closed_at IS NULL AND game <> 'five_hundred'
    AND house LIKE '%"tournament":%' AND house NOT LIKE '%"tournament":0%';
UPDATE rounds SET ended_at = FLOOR(EXTRACT(EPOCH FROM now())), void = 1
WHERE ended_at IS NULL AND table_id IN (SELECT id FROM tables WHERE closed_at IS NOT NULL);
UPDATE shuffles SET revealed_at = FLOOR(EXTRACT(EPOCH FROM now()))
WHERE revealed_at IS NULL AND table_id IN (SELECT id FROM tables WHERE closed_at IS NOT NULL);
