-- The message that mentions who is awaited at a table, to be deleted when they have acted, by another process too.
ALTER TABLE tables ADD COLUMN mention BIGINT;
