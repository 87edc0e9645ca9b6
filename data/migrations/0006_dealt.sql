-- Which shuffle a round was dealt from, and the cards it took as they were dealt, so that the shuffle can be held against
-- them when its seed is shown. dealt is the rules' text; it is NULL in void rounds, while a round runs, and both are
-- NULL in rounds that began before they were kept.
ALTER TABLE rounds ADD COLUMN shuffle BIGINT REFERENCES shuffles (id);
ALTER TABLE rounds ADD COLUMN dealt TEXT;
CREATE INDEX rounds_of_shuffle ON rounds (shuffle, round);
