-- Tournaments are of Five Hundred alone. The tables of those of other games, where no chips of the server lie, close, and
-- a round that is played there doesn't count. The bot ends these tournaments and pays their prizes.
UPDATE tables SET closed_at = CAST(strftime('%s', 'now') AS INTEGER), deadline = NULL, withheld = 0
WHERE closed_at IS NULL AND game <> 'five_hundred'
    AND house LIKE '%"tournament":%' AND house NOT LIKE '%"tournament":0%';
UPDATE rounds SET ended_at = CAST(strftime('%s', 'now') AS INTEGER), void = 1
WHERE ended_at IS NULL AND table_id IN (SELECT id FROM tables WHERE closed_at IS NOT NULL);
UPDATE shuffles SET revealed_at = CAST(strftime('%s', 'now') AS INTEGER)
WHERE revealed_at IS NULL AND table_id IN (SELECT id FROM tables WHERE closed_at IS NOT NULL);
