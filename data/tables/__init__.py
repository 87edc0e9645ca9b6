"""Live tables with their rounds and moves, what lies at them, and what finished rounds and matches leave behind."""
