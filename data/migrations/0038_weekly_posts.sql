-- The Monday whose post about the week before it has been sent in a server, or was tried.
ALTER TABLE daily_posts ADD COLUMN week BIGINT NOT NULL DEFAULT 0;
