-- As SQLite's migration of this number says.
DELETE FROM meta WHERE key = 'flows from' AND value = '0';
