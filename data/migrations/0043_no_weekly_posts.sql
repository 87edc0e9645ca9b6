-- The post about a week is gone.
ALTER TABLE daily_posts DROP COLUMN week;
