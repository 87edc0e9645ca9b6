-- As SQLite's migration of this number says.
DROP TABLE puzzles;
DELETE FROM puzzle_tries;
DELETE FROM switches WHERE name = 'puzzles';
