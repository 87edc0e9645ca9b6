-- What is agreed about the house when a table opens, as the table's own text: whether chips are played for, whether the
-- house plays for members who are away, and whether only the host sees the table. Tables from before agreed nothing.
ALTER TABLE tables ADD COLUMN house TEXT NOT NULL DEFAULT '{}';
