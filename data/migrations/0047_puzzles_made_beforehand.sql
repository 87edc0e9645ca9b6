-- Puzzles come with the bot: those made of members' deals are gone, with who allowed that and the tries at them.
DROP TABLE puzzles;
DELETE FROM puzzle_tries;
DELETE FROM switches WHERE name = 'puzzles';
