-- The cards that a round took from its shuffle as they were dealt, in order, so that the shuffle can be held against
-- them when its seed is shown. NULL in rounds that ended before they were kept.
ALTER TABLE rounds ADD COLUMN dealt TEXT;
