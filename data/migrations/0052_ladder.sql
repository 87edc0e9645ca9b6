-- A server's ladder in its order (data/tables/ratings.py).
CREATE INDEX ratings_by_rank ON ratings (guild, (mu - 3 * sigma) DESC, person);
