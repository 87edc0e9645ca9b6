"""The daily deal of Five Hundred: beside the daily chips, its result, and the podium of the day before."""
