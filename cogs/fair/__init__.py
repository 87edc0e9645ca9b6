"""What was promised about the cards, and whether they were as promised."""
