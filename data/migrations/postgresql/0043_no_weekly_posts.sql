-- As SQLite's migration of this number says.
ALTER TABLE daily_posts DROP COLUMN week;
