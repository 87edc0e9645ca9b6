-- As SQLite's migration of this number says.
CREATE INDEX ratings_by_rank ON ratings (guild, (mu - 3 * sigma) DESC, person);
