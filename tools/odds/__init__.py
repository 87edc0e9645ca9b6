"""What games return, computed or played at random: `python -m tools.odds`."""
