-- For whom the house played in a deal of a match, for one turn at least: their seats, as a JSON list.
ALTER TABLE match_deals ADD COLUMN substitutes TEXT NOT NULL DEFAULT '[]';
