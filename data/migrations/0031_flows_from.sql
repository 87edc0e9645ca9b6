-- A database that counts flows from its first day on doesn't say from when: a new one has no rows at all, so that one
-- can move into it.
DELETE FROM meta WHERE key = 'flows from' AND value = '0';
