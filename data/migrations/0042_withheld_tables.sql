-- Whether nobody may read the cards of a table yet, those of rounds that are over among them: in a tournament others are
-- still to play the same ones.
ALTER TABLE tables ADD COLUMN withheld BIGINT NOT NULL DEFAULT 0;
