-- Whether the moves of a round are kept. Of old rounds they are deleted (data/tables/old_moves.py), and `setup` then says
-- only who was dealt in, because nobody plays such a round again.
ALTER TABLE rounds ADD COLUMN moves_kept SMALLINT NOT NULL DEFAULT 1 CHECK (moves_kept IN (0, 1));

-- The rounds whose moves go next, the oldest first. Those whose moves are gone are not in it.
CREATE INDEX rounds_with_moves ON rounds (ended_at) WHERE moves_kept = 1;
