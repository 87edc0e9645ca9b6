"""The daily deal of Five Hundred: its button below `/daily`, its result, and yesterday's podium."""
