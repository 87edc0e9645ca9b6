"""The bot itself: what it tells people (replies), how its process runs (process), and what goes in and out."""
