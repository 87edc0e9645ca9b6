"""What the cards were bound to, and whether they were what they had to be."""
