"""Five Hundred as a table plays it: a match over many deals, its seats, its pauses and its ends."""
